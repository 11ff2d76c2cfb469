"""A package with an op that is called with an element type."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run
from tests.conftest import MakeOp
from tests.ops.test_types_as_arguments import PORTABLE, declared


def test_it_agrees_by_both_exporters_and_in_both_runtimes(
    run: Run, make_op: MakeOp, tmp_path: Path
) -> None:
    """What its own trial calls the op with is a file of numbers and texts."""
    folder = make_op(declared(default="float16"), PORTABLE)
    done = run("deliver", folder, "--form", "wheel", "--package", "cast", "--to", tmp_path / "w")
    assert done.returncode == 0, done.stdout + done.stderr
    for words in ("TorchScript exporter 1 of 1", "torch.export exporter 1 of 1", "agrees: PyTorch"):
        assert words in done.stdout

"""``op-workbench new --blank``: an op of one's own that builds and says that it is not written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from workbench.core.storage import op_file

SCHEMA = "scale(Tensor x, Tensor? bias, float by=2.0) -> Tensor"


@pytest.mark.parametrize("style", ["portable", "python"])
def test_a_blank_op_builds_and_verify_says_that_the_kernel_is_not_written(
    run: Run, tmp_path: Path, style: str
) -> None:
    done = run("new", tmp_path / "p", "--blank", SCHEMA, "--style", style)
    assert done.returncode == 0, done.stderr
    assert "outputs[0].shape" in done.stdout
    folder = tmp_path / "p" / "ops" / "scale"
    assert op_file.load(folder).kernel.style == style
    verified = run("verify", folder)
    assert verified.returncode != 0
    assert "is not written yet" in verified.stdout + verified.stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--blank", "scale(Tensor x"], "op-workbench: ',' or ')' is missing at its end"),
        (["--blank", "scale"], "Write e.g. my_op(Tensor x) -> Tensor"),
        (["--blank", ""], "the op's name is missing"),
        (["--torch", ""], "no Namespace::op"),
        (["--blank", SCHEMA, "--name", "a b"], "identifier"),
        (["--from", "foo", "--style", "python"], "--style goes with --blank"),
    ],
)
def test_refusals(run: Run, tmp_path: Path, arguments: list[str], words: str) -> None:
    done = run("new", tmp_path / "p", *arguments)
    assert done.returncode == 1
    assert words in done.stderr
    assert not (tmp_path / "p").exists()

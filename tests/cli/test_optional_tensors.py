"""``op-workbench verify --arguments``: each combination of optional tensors given and not."""

from __future__ import annotations

from tests.cli.conftest import Run
from tests.conftest import TWICE_KERNEL, TWICE_TOML, MakeOp

TOML = TWICE_TOML.replace(
    "[[outputs]]", '[[args]]\nname = "bias"\ndtype = "float32"\noptional = true\n\n[[outputs]]', 1
)
KERNEL = TWICE_KERNEL.replace(
    "wb::Tensor<const float> x,",
    "wb::Tensor<const float> x, std::optional<wb::Tensor<const float>> bias,",
)


def test_what_is_not_run_is_said_and_can_be_run(make_op: MakeOp, run: Run) -> None:
    folder = make_op(TOML, KERNEL)
    before = (folder / "op.toml").read_text()
    done = run("verify", folder)
    assert "optional tensors: without 'bias' (main); not run: with 'bias'" in done.stdout
    done = run("verify", folder, "--arguments")
    assert "optional tensors: with 'bias' (with_bias); without 'bias' (main)" in done.stdout
    assert (folder / "op.toml").read_text() == before, "nothing is written"

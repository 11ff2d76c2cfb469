"""Where torch's exporter itself fails, the next step is another exporter, and not the user's kernel."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Verify

TOML = """
schema = 1
name = "flat"
torch = "wb_flat::flat"
args = [{ name = "x" }]
outputs = [{ name = "y", dtype = "x", shape = "[x.shape[0], x.shape[1] * x.shape[2]]" }]

[kernel]
style = "python"
source = "flat.py"
function = "Flat"

[[mapping.constants]]
name = "sizes"
dtype = "int64"
value = SIZES

[[mapping.nodes]]
op = "Reshape"
inputs = ["x", "sizes"]
outputs = ["y"]

[ort]
implementation = "none"

[[model.inputs]]
arg = "x"
shape = SHAPE
"""
KERNEL = """
import torch

class Flat(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.flatten(1)
"""


@pytest.mark.parametrize(
    ("example", "sizes", "message"),
    [
        ('[4, 2, 3]\ndynamic = { 0 = "n" }', "[0, 6]", "INTERNAL ASSERT FAILED"),
        ("[0, 2, 3]", "[0, -1]", "the process divided an integer by zero while exporting to ONNX"),
    ],
)
def test_the_other_exporter_is_named(
    verify: Verify, tmp_path: Path, example: str, sizes: str, message: str
) -> None:
    text = TOML.replace("SIZES", sizes).replace("SHAPE", example)
    (tmp_path / "op.toml").write_text(text)
    (tmp_path / "flat.py").write_text(KERNEL)
    error = verify(tmp_path).report().error
    assert error is not None
    assert message in error.message
    assert error.hint.startswith("It is torch's TorchScript exporter that fails")
    assert 'exporter = "torch.export"' in error.hint

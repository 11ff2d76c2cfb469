"""ONNX's test cases with attributes that an exporter of torch leaves out of the model."""

from __future__ import annotations

import pytest

from tests.engine.case_ops import NOWHERE, declared
from workbench.engine.onnx.onnx_cases import onnx_cases

CAST = """
[[args]]
name = "x"
dtype = "float32"
[[args]]
name = "like"
dtype = "float8_e5m2"
[[args]]
name = "saturate"
type = "int"
default = 1
[[outputs]]
name = "y"
dtype = "like"
shape = "x.shape"
[[mapping.nodes]]
op = "CastLike"
inputs = ["x", "like"]
outputs = ["y"]
attributes = [{ name = "saturate", type = "int", arg = "saturate" }]
"""


@pytest.mark.parametrize(
    ("node", "exporter", "skipped"),
    [("CastLike", "torch.export", True), ("my::CastLike", "torch.export", False),
     ("CastLike", "torchscript", False)],
)  # fmt: skip
def test_an_attribute_that_the_exporter_loses_is_skipped(
    node: str, exporter: str, skipped: bool
) -> None:
    text = CAST.replace("CastLike", node) + f'[model]\nopset = 19\nexporter = "{exporter}"\n'
    found = {c.name: c.skipped for c in onnx_cases(declared(text), NOWHERE, "CastLike")}
    words = "the torch.export exporter of torch loses the saturate of CastLike"
    assert (found["castlike_no_saturate_FLOAT_to_FLOAT8E5M2"] == words) == skipped
    assert found["castlike_FLOAT_to_FLOAT8E5M2"] != words

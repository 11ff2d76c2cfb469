"""ONNX's test cases of earlier opsets, of an operator whose node is of a later one."""

from __future__ import annotations

from tests.engine.case_ops import NOWHERE, declared, reasons
from workbench.engine.onnx.onnx_cases import onnx_cases

SPLIT = """
[[args]]
name = "x"
[[args]]
name = "split"
dtype = "int64"
optional = true
[[args]]
name = "axis"
type = "int"
default = 0
[[args]]
name = "num_outputs"
type = "int"
optional = true
[[outputs]]
name = "parts"
dtype = "x"
type = "tensor[]"
count = "unknown"
shape = "x.shape"
[[mapping.nodes]]
op = "my::Split"
inputs = ["x", "split"]
outputs = ["parts"]
attributes = [
    {name = "axis", type = "int", arg = "axis"},
    {name = "num_outputs", type = "int", arg = "num_outputs"},
]
"""


def test_a_case_of_an_earlier_opset_is_skipped_where_the_operator_takes_it_no_more() -> None:
    """Without 'split' and 'num_outputs', which opset 13 lacks, nothing says how many parts are due."""
    cases = onnx_cases(declared(SPLIT), NOWHERE, "Split")
    told = reasons(cases)["split_equal_parts_1d_opset13"]
    words = "it is of opset 13, which has no num_outputs; without it, ONNX says: Neither"
    assert told.startswith(words)
    assert "split_variable_parts_1d_opset13" not in reasons(cases)
    lines = SPLIT.splitlines(keepends=True)
    text = "".join(line for line in lines if 'arg = "num_outputs"' not in line)
    earlier = onnx_cases(declared(text), NOWHERE, "Split")
    assert "split_equal_parts_1d_opset13" not in reasons(earlier)


DFT = """
[[args]]
name = "x"
[[args]]
name = "length"
dtype = "int64"
optional = true
[[args]]
name = "axis"
dtype = "int64"
optional = true
[[args]]
name = "inverse"
type = "int"
default = 0
[[args]]
name = "onesided"
type = "int"
default = 0
[[outputs]]
name = "y"
dtype = "x"
shape = "[unknown, unknown, unknown, unknown]"
[[mapping.nodes]]
op = "my::DFT"
inputs = ["x", "length", "axis"]
outputs = ["y"]
attributes = [
    {name = "inverse", type = "int", arg = "inverse"},
    {name = "onesided", type = "int", arg = "onesided"},
]
"""


def test_an_attribute_that_has_become_an_input_since_is_no_default_of_the_input() -> None:
    """Without 'axis' the earlier DFT takes axis 1, the later one the last but one."""
    told = reasons(onnx_cases(declared(DFT), NOWHERE, "DFT"))
    assert told["dft_opset19"] == (
        "it is of opset 19, where axis = 1 is an attribute; the node carries none such"
    )
    assert "dft" not in told

"""ONNX's test cases of an operator, read off the mapping: attributes, constants, rules and branches."""

from __future__ import annotations

import numpy as np
import pytest

from tests.engine.case_ops import ASINH, NOWHERE, declared, reasons, used
from workbench.core.errors import UserError
from workbench.engine.onnx.onnx_cases import onnx_cases


def test_an_elementwise_operator() -> None:
    cases = onnx_cases(declared(ASINH), NOWHERE, "Asinh")
    assert not reasons(cases)
    for case in cases:
        np.testing.assert_allclose(np.arcsinh(case.values["x"]), case.expected["y"], rtol=1e-6)


def test_a_type_that_is_not_declared_is_skipped() -> None:
    op = declared(ASINH.replace('name = "x"\n', 'name = "x"\ndtype = "int64"\n'))
    with pytest.raises(UserError, match="none of the 2 cases") as caught:
        onnx_cases(op, NOWHERE, "Asinh")
    notes = [p for p in caught.value.problems if p.severity == "note"]
    assert "'x' is float32 in the case, which is not declared" in notes[0].message
    assert "onnx_cases.py" in caught.value.problem.hint


ADD = """
[types]
T = ["float32", "int8"]
[[args]]
name = "a"
dtype = "T"
[[args]]
name = "b"
dtype = "T"
[[outputs]]
name = "y"
dtype = "T"
shape = "broadcast(a.shape, b.shape)"
[[mapping.nodes]]
op = "my::Add"
inputs = ["a", "b"]
outputs = ["y"]
"""


@pytest.mark.parametrize(("exporter", "skipped"), [("torchscript", True), ("torch.export", False)])
def test_a_type_that_the_exporter_does_not_know_is_skipped(exporter: str, skipped: bool) -> None:
    text = ADD.replace('"int8"', '"uint64"') + f'[model]\nexporter = "{exporter}"\n'
    found = {c.name: c.skipped for c in onnx_cases(declared(text), NOWHERE, "Add")}
    words = (
        "'a' is uint64 in the case: the TorchScript exporter of torch knows no tensors of uint64"
    )
    assert found["add_uint64"] == (words if skipped else "")
    assert not found["add"]


def test_an_operator_of_the_same_name_in_a_domain_of_ones_own() -> None:
    cases = onnx_cases(declared(ADD), NOWHERE, "Add")
    assert {"add", "add_bcast", "add_int8"} <= set(used(cases))
    assert "uint8" in reasons(cases)["add_uint8"]
    for case in used(cases).values():
        a, b = case.values.values()
        np.testing.assert_array_equal(a + b, case.expected["y"])


GRID_SAMPLE = """
[[args]]
name = "x"
[[args]]
name = "grid"
[[args]]
name = "mode"
type = "str"
default = "linear"
[[args]]
name = "padding"
type = "str"
default = "zeros"
[[args]]
name = "corners"
type = "bool"
[[outputs]]
name = "y"
dtype = "x"
shape = "[x.shape[0], x.shape[1], grid.shape[1], grid.shape[2]]"
[[mapping.nodes]]
op = "my::GridSample"
inputs = ["x", "grid"]
outputs = ["y"]
attributes = [
  { name = "mode", type = "string", arg = "mode" },
  { name = "padding_mode", type = "string", arg = "padding" },
  { name = "align_corners", type = "int", arg = "corners" },
]
[ort]
implementation = "portable"
"""


def test_attributes_become_arguments_and_defaults_are_onnxs() -> None:
    cases = onnx_cases(declared(GRID_SAMPLE), NOWHERE, "GridSample")
    case = used(cases)["gridsample_aligncorners_true"]
    assert list(case.values) == ["x", "grid", "mode", "padding", "corners"]
    assert [*case.values.values()][2:] == ["linear", "zeros", True]
    assert case.expected["y"].shape == (1, 1, 2, 4)
    assert used(cases)["gridsample_border_padding"].values["padding"] == "border"
    assert used(cases)["gridsample_bicubic"].values["mode"] == "cubic"
    assert len(used(cases)) >= 10


def test_a_rank_that_the_shape_rule_does_not_have_is_skipped() -> None:
    found = reasons(onnx_cases(declared(GRID_SAMPLE), NOWHERE, "GridSample"))
    assert len(found) == 4
    assert all("volumetric" in name for name in found)
    assert all("has 5 dimensions in the case, by its shape rule 4" in r for r in found.values())


def test_a_literal_that_the_case_contradicts_is_skipped() -> None:
    text = GRID_SAMPLE.replace('type = "string", arg = "mode"', 'type = "string", value = "linear"')
    cases = onnx_cases(declared(text), NOWHERE, "GridSample")
    assert used(cases)["gridsample"].values["mode"] == "linear"
    reason = reasons(cases)["gridsample_bicubic"]
    assert reason == "the node's mode is always 'linear', the case's is 'cubic'"


def test_an_attribute_that_nothing_carries_is_skipped_unless_it_is_the_default() -> None:
    text = GRID_SAMPLE.replace(
        '  { name = "padding_mode", type = "string", arg = "padding" },\n', ""
    )
    cases = onnx_cases(declared(text), NOWHERE, "GridSample")
    assert used(cases)["gridsample_zeros_padding"].values["padding"] == "zeros"
    reason = "no attribute of the node carries padding_mode = 'border'"
    assert reasons(cases)["gridsample_border_padding"] == reason


TOP_K = """
[[args]]
name = "x"
[[args]]
name = "k"
type = "int"
[[args]]
name = "axis"
type = "int"
[[args]]
name = "largest"
type = "bool"
[[outputs]]
name = "values"
dtype = "x"
shape = "x.shape"
[[outputs]]
name = "indices"
dtype = "int64"
shape = "x.shape"
[[mapping.constants]]
name = "k_input"
dtype = "int64"
arg = "k"
[[mapping.nodes]]
op = "TopK"
inputs = ["x", "k_input"]
outputs = ["values", "indices"]
attributes = [
  { name = "axis", type = "int", arg = "axis" }, { name = "largest", type = "int", arg = "largest" },
]
"""


def test_a_constant_made_of_an_argument_and_several_outputs() -> None:
    cases = onnx_cases(declared(TOP_K), NOWHERE, "TopK")
    case = used(cases)["top_k"]
    assert (case.values["k"], case.values["axis"], case.values["largest"]) == (3, 1, True)
    assert case.expected["indices"].dtype == np.int64
    assert case.expected["values"].shape == (3, 3)
    assert "uint64" in reasons(cases)["top_k_uint64"]
    unsorted = [c for c in cases if "sorted" in c.skipped]
    assert all("no attribute of the node carries sorted = 0" in c.skipped for c in unsorted)


CLIP = """
[[args]]
name = "x"
[[args]]
name = "low"
type = "float"
optional = true
[[args]]
name = "high"
type = "float"
optional = true
[[outputs]]
name = "y"
dtype = "x"
shape = "x.shape"
[[mapping.constants]]
name = "low_input"
dtype = "x"
arg = "low"
[[mapping.constants]]
name = "high_input"
dtype = "x"
arg = "high"
[[mapping.nodes]]
op = "Clip"
inputs = ["x", "low_input", "high_input"]
outputs = ["y"]
"""


def test_inputs_that_a_case_leaves_out_are_none() -> None:
    cases = onnx_cases(declared(CLIP), NOWHERE, "Clip")
    limits = {n: (c.values["low"], c.values["high"]) for n, c in used(cases).items()}
    assert limits["clip"] == (-1.0, 1.0)
    assert limits["clip_default_min"] == (0.0, None)
    assert limits["clip_default_max"] == (None, 0.0)
    assert "int8" in reasons(cases)["clip_default_int8_min"]


def test_a_list_of_tensors_takes_all_inputs() -> None:
    text = """
    [[args]]
    name = "xs"
    type = "tensor[]"
    [[args]]
    name = "axis"
    type = "int"
    [[outputs]]
    name = "y"
    dtype = "float32"
    shape = "[unknown]"
    [[mapping.nodes]]
    op = "Concat"
    inputs = ["xs"]
    outputs = ["y"]
    attributes = [{ name = "axis", type = "int", arg = "axis" }]
    """
    cases = onnx_cases(declared(text), NOWHERE, "Concat")
    case = used(cases)["concat_1d_axis_0"]
    assert [len(x) for x in case.values["xs"]] == [2, 2]
    for name, case in used(cases).items():
        joined = np.concatenate(case.values["xs"], case.values["axis"])
        np.testing.assert_array_equal(joined, case.expected["y"], name)


DEFORM_CONV = """
[[args]]
name = "x"
[[args]]
name = "w"
[[args]]
name = "offset"
[[args]]
name = "bias"
optional = true
[[args]]
name = "mask"
optional = true
[[args]]
name = "pad_h"
type = "int"
[[args]]
name = "pad_w"
type = "int"
[[args]]
name = "strides"
type = "int[]"
default = [1, 1]
[[args]]
name = "groups"
type = "int"
[[args]]
name = "offset_groups"
type = "int"
[[args]]
name = "use_mask"
type = "bool"
[[outputs]]
name = "y"
dtype = "x"
shape = "[x.shape[0], w.shape[0], unknown, unknown]"
[[mapping.nodes]]
op = "my::Other"
inputs = ["x"]
outputs = ["y"]
[variants.standard]
opset = 19
[[variants.standard.mapping.nodes]]
op = "DeformConv"
when = "use_mask"
inputs = ["x", "w", "offset", "bias", "mask"]
outputs = ["y"]
attributes = ATTRIBUTES
[[variants.standard.mapping.nodes]]
op = "DeformConv"
when = "not use_mask"
inputs = ["x", "w", "offset", "bias"]
outputs = ["y"]
attributes = ATTRIBUTES
""".replace(
    "ATTRIBUTES",
    """[
  { name = "kernel_shape", type = "ints", rule = "w.shape[2:]" },
  { name = "pads", type = "ints", rule = "[pad_h, pad_w, pad_h, pad_w]" },
  { name = "strides", type = "ints", rule = "strides" },
  { name = "group", type = "int", arg = "groups" },
  { name = "offset_group", type = "int", arg = "offset_groups" },
]""",
)


def test_rules_are_solved_and_a_variant_and_its_branch_are_found() -> None:
    cases = onnx_cases(declared(DEFORM_CONV), NOWHERE, "DeformConv")
    assert not reasons(cases)
    padded = used(cases)["basic_deform_conv_with_padding"].values
    assert (padded["pad_h"], padded["pad_w"], padded["strides"]) == (1, 1, (1, 1))
    assert padded["use_mask"] is False
    both = used(cases)["deform_conv_with_mask_bias"].values
    assert both["mask"].shape == (1, 4, 2, 2)
    assert both["use_mask"] is True
    assert used(cases)["deform_conv_with_multiple_offset_groups"].values["offset_groups"] == 2


def test_the_branch_follows_what_the_case_gives() -> None:
    text = DEFORM_CONV.replace('when = "use_mask"', 'when = "mask is not None"')
    text = text.replace('when = "not use_mask"', 'when = "mask is None"').replace(
        'name = "use_mask"\ntype = "bool"', 'name = "use_mask"\ntype = "bool"\ndefault = false'
    )
    cases = onnx_cases(declared(text), NOWHERE, "DeformConv")
    assert not reasons(cases)
    assert used(cases)["basic_deform_conv_with_padding"].values["mask"] is None


def test_a_rule_that_the_case_contradicts_is_skipped() -> None:
    text = DEFORM_CONV.replace('rule = "[pad_h, pad_w, pad_h, pad_w]"', 'rule = "[0, 0, 0, 0]"')
    text = text.replace('name = "pad_h"\ntype = "int"', 'name = "pad_h"\ntype = "int"\ndefault = 0')
    text = text.replace('name = "pad_w"\ntype = "int"', 'name = "pad_w"\ntype = "int"\ndefault = 0')
    cases = onnx_cases(declared(text), NOWHERE, "DeformConv")
    reason = reasons(cases)["basic_deform_conv_with_padding"]
    assert reason == "the node's pads cannot be [1, 1, 1, 1] here"


def test_an_argument_without_a_value_is_named() -> None:
    text = DEFORM_CONV.replace("default = [1, 1]", "")
    with pytest.raises(UserError, match="none of the 4 cases") as caught:
        onnx_cases(declared(text), NOWHERE, "DeformConv")
    assert any("nothing gives 'strides' a value" in p.message for p in caught.value.problems)


def test_a_mapping_of_several_nodes_needs_an_adapter() -> None:
    text = ADD.replace('inputs = ["a", "b"]', 'inputs = ["doubled", "b"]').replace(
        "[[mapping.nodes]]",
        '[[mapping.nodes]]\nop = "Mul"\ninputs = ["a", "a"]\noutputs = ["doubled"]\n[[mapping.nodes]]',
    )
    with pytest.raises(UserError, match="no node of 'case_' is Add alone") as caught:
        onnx_cases(declared(text), NOWHERE, "Add")
    assert "function Add in onnx_cases.py" in caught.value.problem.hint


def test_texts_are_called_so_where_no_argument_takes_them() -> None:
    op = declared(
        ADD.replace("my::Add", "my::Equal").replace('dtype = "T"\nshape', 'dtype = "bool"\nshape')
    )
    assert "'a' is string in the case" in reasons(onnx_cases(op, NOWHERE, "Equal"))["equal_string"]

"""Where ONNX Runtime's library finds each argument, over all nodes of an operator."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.declarations import declared
from workbench.core.codegen.ort_params import ort_nodes, ort_param
from workbench.core.declaration.op import Op

ARGS: list[dict[str, Any]] = [
    {"name": "x"},
    {"name": "mask", "optional": True},
    {"name": "use_mask", "type": "bool"},
    {"name": "stride_h", "type": "int"},
    {"name": "stride_w", "type": "int", "default": 2},
    {"name": "scale", "type": "float", "default": 0.5},
    {"name": "axes", "type": "int[]", "default": [1, 2]},
    {"name": "xs", "type": "tensor[]"},
]
NODE = {"op": "custom::Op", "inputs": ["x"], "outputs": ["y"]}


def op_of(*nodes: dict[str, Any], constants: list[dict[str, Any]] | None = None) -> Op:
    return declared(
        {
            "schema": 1,
            "name": "op",
            "torch": "tests::op",
            "args": ARGS,
            "outputs": [{"name": "y", "dtype": "x", "shape": "x.shape"}],
            "mapping": {"nodes": [NODE | n for n in nodes], "constants": constants or []},
        }
    )


def param(arg: str, *nodes: dict[str, Any], **options: Any) -> str:
    op = op_of(*nodes, **options)
    found = op.arg(arg)
    assert found is not None
    return ort_param(op, op.mapping.custom_nodes, found).removeprefix("wb::ort::")


def carrying(arg: str, kind: str, **more: Any) -> dict[str, Any]:
    return {"attributes": [{"name": f"{arg}_", "type": kind, "arg": arg, **more}]}


WITH, WITHOUT = {"when": "use_mask", "inputs": ["x", "mask"]}, {"when": "not use_mask"}


@pytest.mark.parametrize(
    ("arg", "nodes", "expected"),
    [
        ("x", [{}], "input(0)"),
        ("mask", [{}], "none()"),
        ("mask", [{"inputs": ["x", "", "mask"]}], "optional_input(2)"),
        ("mask", [{}, {"inputs": ["x", "mask"]}], "optional_input(1)"),
        ("xs", [{"inputs": ["x", "xs"]}], "variadic_input(1)"),
        ("stride_h", [{}], ""),
        ("stride_h", [carrying("stride_h", "int")], 'attribute("stride_h_")'),
        ("stride_w", [carrying("stride_w", "int")], 'attribute("stride_w_", int64_t{2})'),
        ("stride_w", [{}], "constant(int64_t{2})"),
        ("scale", [{}, carrying("scale", "float")], 'attribute("scale_", 0.5)'),
        (
            "scale",
            [carrying("scale", "tensor", dtype="float32")],
            'tensor_attribute("scale_", 0.5)',
        ),
        (
            "axes",
            [carrying("axes", "tensor", dtype="int64")],
            'tensor_attribute("axes_", wb::ort::Ints{int64_t{1}, int64_t{2}})',
        ),
        ("mask", [carrying("mask", "tensor")], 'attribute("mask_")'),
    ],
)
def test_source_of_an_argument(arg: str, nodes: list[dict[str, Any]], expected: str) -> None:
    assert param(arg, *nodes) == expected


@pytest.mark.parametrize(
    ("arg", "rule", "expected"),
    [
        ("stride_h", "[stride_h, stride_w]", 'attribute_element("s", 0)'),
        ("stride_w", "[stride_h, stride_w]", 'attribute_element("s", 1, int64_t{2})'),
        ("stride_h", "[3, stride_w, stride_h]", 'attribute_element("s", 2)'),
        ("stride_h", "[stride_h + 1, stride_w]", ""),
        ("stride_h", "x.shape[2:]", ""),
        ("axes", "axes", 'attribute("s", wb::ort::Ints{int64_t{1}, int64_t{2}})'),
        ("axes", "axes[1:]", "constant(wb::ort::Ints{int64_t{1}, int64_t{2}})"),
    ],
)
def test_attribute_made_by_a_rule_carries_what_stands_plainly_in_it(
    arg: str, rule: str, expected: str
) -> None:
    assert param(arg, {"attributes": [{"name": "s", "type": "ints", "rule": rule}]}) == expected


@pytest.mark.parametrize(
    ("whens", "expected"),
    [
        (["use_mask"], "constant(true)"),
        (["not use_mask"], "constant(false)"),
        (["use_mask and mask is not None"], "constant(true)"),
        (["mask is None and (mask is None and not use_mask)"], "constant(false)"),
        (["use_mask or mask is None"], ""),
        (["mask is None"], ""),
        (["not (use_mask and mask is None)"], ""),
        (["use_mask", "use_mask and mask is None"], "constant(true)"),
        (["use_mask", ""], ""),
    ],
)
def test_branch_settles_a_bool(whens: list[str], expected: str) -> None:
    assert param("use_mask", *({"when": when} for when in whens)) == expected


def test_bool_that_differs_between_branches_is_told_by_an_input() -> None:
    assert param("use_mask", WITH, WITHOUT) == "input_given(1)"
    assert param("use_mask", WITHOUT, WITH) == "input_given(1)"
    assert param("use_mask", {"when": "use_mask"}, WITHOUT) == "", "nothing tells the two apart"


def test_bool_that_one_branch_carries_is_settled_in_the_other() -> None:
    carried = carrying("use_mask", "int") | {"when": "mask is not None"}
    settled = {"when": "mask is None and not use_mask"}
    assert param("use_mask", carried, settled) == 'attribute("use_mask_", false)'


def test_argument_that_one_node_leaves_open_has_no_source() -> None:
    assert param("stride_h", carrying("stride_h", "int"), {}) == ""
    assert param("use_mask", carrying("use_mask", "int"), WITH, WITHOUT) == ""
    constants = [{"name": "k", "dtype": "int64", "arg": "stride_h"}]
    assert param("stride_h", {"inputs": ["x", "k"]}, {}, constants=constants) == ""


def test_constant_that_some_nodes_take_as_an_input() -> None:
    constants = [{"name": "k", "dtype": "int64", "arg": "stride_w"}]
    both = [{"inputs": ["x", "k"]}, {"inputs": ["x", "k"]}]
    assert param("stride_w", *both, constants=constants) == "scalar_input(1)"
    assert (
        param("stride_w", {"inputs": ["x", "k"]}, {}, constants=constants)
        == "optional_scalar_input(1, int64_t{2})"
    )


def test_operator_is_registered_once_with_its_own_parameters() -> None:
    stride = carrying("stride_h", "int")
    lists = {"inputs": ["x", "mask", "xs"]}
    plain = {"op": "other::Plain", "when": "not use_mask", "inputs": ["x", "", "xs"]}
    nodes = ort_nodes(
        op_of(
            stride | lists | {"when": "use_mask and mask is None"},
            stride | lists | {"when": "use_mask and mask is not None"},
            stride | plain,
            {"op": "Relu", "when": "use_mask"},
        )
    )
    assert [(n.domain, n.op_type) for n in nodes] == [("custom", "Op"), ("other", "Plain")]
    assert [n.params[1:3] for n in nodes] == [
        ["wb::ort::optional_input(1)", "wb::ort::constant(true)"],
        ["wb::ort::none()", "wb::ort::constant(false)"],
    ]
    assert [n.params[-1] for n in nodes] == ["wb::ort::output(0)"] * 2

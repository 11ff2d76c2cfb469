"""What a node of a standard operator needs one of, as the standard's text alone says."""

from __future__ import annotations

import onnx
import onnxruntime
import pytest
from onnx import TensorProto, helper

from tests.core.declarations import add_op, edited
from workbench.core.check import check_op
from workbench.core.fixes import fixes
from workbench.core.standard.operators import needed_one_of, too_many_of

NODE = "mapping__nodes__0__"


def runs(node: onnx.NodeProto, opset: int) -> bool:
    """Whether ONNX Runtime takes a model of one node, with what it needs as initializers."""
    values = [
        helper.make_tensor("split", TensorProto.INT64, [2], [2, 2]),
        helper.make_tensor("scales", TensorProto.FLOAT, [2], [1.0, 1.0]),
        helper.make_tensor("sizes", TensorProto.INT64, [2], [4, 3]),
    ]
    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [4, 3])
    outputs = [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in node.output]
    held = [v for v in values if v.name in node.input]
    graph = helper.make_graph([node], "g", [x], outputs, held)
    opsets = [helper.make_opsetid("", opset)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    try:
        onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    except Exception:  # its own, of many kinds
        return False
    return True


@pytest.mark.parametrize(
    ("name", "opset", "inputs", "attributes"),
    [
        ("Split", 18, ["x"], {}),
        ("Split", 18, ["x", "split"], {}),
        ("Split", 18, ["x"], {"num_outputs": 2}),
        ("Split", 13, ["x"], {}),
        ("Resize", 13, ["x", "", ""], {}),
        ("Resize", 13, ["x", "", "scales"], {}),
        ("Resize", 13, ["x", "", "", "sizes"], {}),
        ("Relu", 18, ["x"], {}),
        ("Split", 18, ["x", "split"], {"num_outputs": 2}),
        ("Resize", 13, ["x", "", "scales", "sizes"], {}),
        ("Constant", 13, [], {"value_int": 2}),
        ("Constant", 13, [], {}),
    ],
)
def test_it_is_what_onnx_runtime_asks_for(
    name: str, opset: int, inputs: list[str], attributes: dict[str, int]
) -> None:
    outputs = ["y", "z"] if name == "Split" else ["y"]
    node = helper.make_node(name, inputs, outputs, **attributes)
    wrong = needed_one_of(name, opset, inputs, attributes) or too_many_of(
        name, opset, inputs, attributes
    )
    assert runs(node, opset) == (not wrong)


def test_several_of_what_a_node_has_one_of_are_told() -> None:
    """ONNX Runtime takes such a Constant, of which the standard's text says that it has exactly one."""
    values = [{"name": f"value_{kind}", "type": kind, "value": 2} for kind in ("int", "float")]
    constant = {"op": "Constant", "inputs": [], "attributes": values}
    changes = {f"{NODE}{key}": value for key, value in constant.items()}
    op = edited(add_op(), ort={"implementation": "none"}, **changes)
    (problem,) = [p for p in check_op(op) if p.key == "mapping.nodes[0].attributes"]
    assert (
        problem.message
        == "Constant of opset 17 takes one of value_float, value_int, and not several"
    )
    assert problem.hint == "Leave one of them."
    assert [fix.title for fix in fixes(op, problem)] == [
        "Remove the attribute 'value_float'",
        "Remove the attribute 'value_int'",
    ]


def test_the_attribute_is_added_with_the_number_of_outputs() -> None:
    none = {"ort": {"implementation": "none"}}
    split = {"op": "Split", "inputs": ["a"], "attributes": []}
    changes = {f"{NODE}{key}": value for key, value in split.items()}
    op = edited(add_op(), **none, **changes, model__opset=18)
    (problem,) = [p for p in check_op(op) if p.key == "mapping.nodes[0].attributes"]
    assert problem.message == "Split of opset 18 needs one of split, num_outputs"
    (fix,) = fixes(op, problem)
    assert fix.title == "Add the attribute 'num_outputs'"
    (attribute,) = fix.op.mapping.nodes[0].attributes
    assert (attribute.name, attribute.value) == ("num_outputs", 1)
    assert problem.message not in [p.message for p in check_op(fix.op)]

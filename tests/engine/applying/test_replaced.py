"""Which nodes of a model become the op's, with which inputs and attributes, and which stay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnx_ir as ir
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun

from tests.ops.gallery import GALLERY
from workbench.core.applying import sought_of
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.engine.applying.replaced import Replacements, replace_nodes

SCALED = """
schema = 1
name = "scaled"
torch = "wb_test::scaled"

[types]
T = ["float32", "float64"]

[[args]]
name = "x"
dtype = "T"

[[args]]
name = "bias"
dtype = "T"
optional = true

[[args]]
name = "factor"
type = "float"
range = [0.0, 4.0]

[[args]]
name = "axis"
type = "int"

[[args]]
name = "loud"
type = "bool"
default = false

[[outputs]]
name = "y"
dtype = "T"
shape = "x.shape"

[[mapping.nodes]]
op = "test::Scaled"
inputs = ["x", "bias"]
outputs = ["y"]
attributes = [
  { name = "factor", type = "float", arg = "factor" },
  { name = "axis", type = "int", arg = "axis" },
  { name = "loud", type = "int", arg = "loud" },
  { name = "mode", type = "string", value = "plain" },
  { name = "last", type = "ints", rule = "x.shape[1:]" },
]

[ort]
since_version = 3

[[model.inputs]]
arg = "x"
shape = [2, 3]
seed = 1

[[model.inputs]]
arg = "factor"
value = 2.0

[[model.inputs]]
arg = "axis"
value = 1

[variants.main.mapping]
[[variants.main.mapping.constants]]
name = "by"
dtype = "x"
arg = "factor"

[[variants.main.mapping.nodes]]
op = "Mul"
inputs = ["x", "by"]
outputs = ["product"]

[[variants.main.mapping.nodes]]
op = "Softmax"
when = "bias is None"
inputs = ["product"]
outputs = ["y"]
attributes = [{ name = "axis", type = "int", arg = "axis" }]

[[variants.main.mapping.nodes]]
op = "Softmax"
when = "bias is not None"
inputs = ["product"]
outputs = ["soft"]
attributes = [{ name = "axis", type = "int", arg = "axis" }]

[[variants.main.mapping.nodes]]
op = "Add"
when = "bias is not None"
inputs = ["soft", "bias"]
outputs = ["y"]

[variants.main.ort]
implementation = "none"
"""


@pytest.fixture
def scaled(tmp_path: Path) -> Op:
    (tmp_path / "op.toml").write_text(SCALED)
    return op_file.load(tmp_path)


def model(nodes: list[Any], outputs: list[str] | None = None, **constants: Any) -> onnx.ModelProto:
    """A model of one input x, float[n, 3], and of constants."""
    made = {n: numpy_helper.from_array(np.asarray(v, np.float32), n) for n, v in constants.items()}
    graph = helper.make_graph(
        nodes,
        "net",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 3])],
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, ["n", 3]) for n in outputs or ["out"]],
        list(made.values()),
    )
    opsets = [helper.make_opsetid("", 17)]
    checked = helper.make_model(graph, opset_imports=opsets, ir_version=9)
    onnx.checker.check_model(checked)
    return checked


def replaced(
    before: onnx.ModelProto, op: Op, variant: str = ""
) -> tuple[onnx.ModelProto, Replacements]:
    changed = ir.from_proto(before)
    sought = sought_of(op, variant)
    assert sought
    found = replace_nodes(changed, op.resolved(), sought)
    after = ir.to_proto(changed)
    onnx.checker.check_model(after)
    return after, found


def attributes(node: onnx.NodeProto) -> dict[str, Any]:
    return {a.name: helper.get_attribute_value(a) for a in node.attribute}


def softmax(axis: int | None = 1) -> list[onnx.NodeProto]:
    more = {} if axis is None else {"axis": axis}
    return [
        helper.make_node("Mul", ["x", "two"], ["m"]),
        helper.make_node("Softmax", ["m"], ["s"], **more),
        helper.make_node("Relu", ["s"], ["out"]),
    ]


def test_arguments_come_of_constants_attributes_defaults_and_shapes(scaled: Op) -> None:
    after, found = replaced(model(softmax(), two=0.1), scaled)
    assert found == Replacements(1, {})
    node, relu = after.graph.node
    assert (node.domain, node.op_type, list(node.input), list(node.output)) == (
        "test", "Scaled", ["x"], list(relu.input),
    )  # fmt: skip
    assert attributes(node) == {
        "factor": pytest.approx(0.1, rel=1e-7), "axis": 1, "loud": 0, "mode": b"plain", "last": [3],
    }  # fmt: skip
    types = {a.name: a.type for a in node.attribute}
    assert types["loud"] == onnx.AttributeProto.INT
    assert {o.domain: o.version for o in after.opset_import} == {"": 17, "test": 3}


def test_an_attribute_that_is_left_out_has_onnx_s_default(scaled: Op) -> None:
    after, _ = replaced(model(softmax(None), two=2), scaled)
    assert attributes(after.graph.node[0])["axis"] == -1


def test_factors_in_either_order_and_constants_in_nodes(scaled: Op) -> None:
    nodes = softmax()
    nodes[0] = helper.make_node("Mul", ["two", "x"], ["m"])
    value = numpy_helper.from_array(np.float32(3), "")
    nodes.insert(0, helper.make_node("Constant", [], ["two"], value=value))
    after, found = replaced(model(nodes), scaled)
    assert found.places == 1
    (node,) = (n for n in after.graph.node if n.domain)
    assert attributes(node)["factor"] == 3
    assert list(node.input) == ["x"]


def test_an_optional_input_is_the_branch_that_has_it(scaled: Op) -> None:
    nodes = [*softmax()[:2], helper.make_node("Add", ["s", "b"], ["out"])]
    after, found = replaced(model(nodes, two=2, b=[1, 2, 3]), scaled)
    assert found.places == 1
    (node,) = after.graph.node
    assert list(node.input) == ["x", "b"]
    assert list(node.output) == ["out"]


def test_in_the_branches_of_an_if(scaled: Op) -> None:
    out = [helper.make_tensor_value_info("out", TensorProto.FLOAT, ["n", 3])]
    then = helper.make_graph(softmax(), "then", [], out)
    other = helper.make_graph([helper.make_node("Identity", ["x"], ["out"])], "else", [], out)
    nodes = [
        helper.make_node("ReduceSum", ["x"], ["sum"], keepdims=0),
        helper.make_node("Greater", ["sum", "two"], ["is"]),
        helper.make_node("If", ["is"], ["y"], then_branch=then, else_branch=other),
    ]
    after, found = replaced(model(nodes, ["y"], two=2), scaled)
    assert found.places == 1
    (branch,) = (a.g for a in after.graph.node[-1].attribute if a.name == "then_branch")
    assert [n.op_type for n in branch.node] == ["Scaled", "Relu"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"two": 5.0}, "'factor' would be 5.0, which the op does not take"),
        ({"two": [1.0, 2.0, 3.0]}, "'factor' would be [1.0, 2.0, 3.0]"),
        ({"two": None}, "'by' is no constant in the model"),
    ],
)
def test_what_is_no_call_stays_and_is_told(scaled: Op, change: dict[str, Any], reason: str) -> None:
    value = change["two"]
    if value is None:
        nodes = [helper.make_node("ReduceMax", ["x"], ["two"], keepdims=0), *softmax()]
        before = model(nodes)
    else:
        before = model(softmax(), two=value)
    after, found = replaced(before, scaled)
    assert found.places == 0
    ((told, count),) = found.reasons.items()
    assert told.startswith(reason)
    assert count == 1
    assert [n.op_type for n in after.graph.node] == [n.op_type for n in before.graph.node]


def test_a_value_that_others_read_stays(scaled: Op) -> None:
    nodes = [*softmax(), helper.make_node("Neg", ["m"], ["further"])]
    _, found = replaced(model(nodes, ["out", "further"], two=2), scaled)
    assert found.places == 0


def test_the_list_of_an_attribute_is_taken_apart_and_must_fit() -> None:
    op = op_file.load(GALLERY / "deform_conv2d")
    ones = np.ones((6, 8, 3, 3), np.float32)

    def net(**changed: Any) -> onnx.ModelProto:
        given = {
            "strides": [2, 1], "pads": [1, 2, 1, 2], "dilations": [1, 2], "group": 1,
            "offset_group": 2, "kernel_shape": [3, 3], **changed,
        }  # fmt: skip
        given = {name: value for name, value in given.items() if value is not None}
        node = helper.make_node("DeformConv", ["x", "w", "o", "b", "m"], ["y"], **given)
        shapes = {"x": [1, 8, 10, 12], "o": [1, 36, 5, 12], "m": [1, 18, 5, 12]}
        graph = helper.make_graph(
            [node],
            "net",
            [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in shapes.items()],
            [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 6, 5, 12])],
            [numpy_helper.from_array(ones, "w"), numpy_helper.from_array(ones[:, 0, 0, 0], "b")],
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 19)], ir_version=9)

    after, found = replaced(net(), op)
    assert found.places == 1
    (node,) = after.graph.node
    assert list(node.input) == ["x", "w", "o", "m", "b"]  # in the op's order, not ONNX's
    assert attributes(node) == {
        "stride_h": 2, "stride_w": 1, "pad_h": 1, "pad_w": 2, "dilation_h": 1, "dilation_w": 2,
        "groups": 1, "offset_groups": 2, "use_mask": 1,
    }  # fmt: skip
    assert replaced(net(kernel_shape=None), op)[1].places == 1  # ONNX infers it
    for changed, reason in (
        ({"pads": [1, 2, 1, 1]}, "pads: 'pad_w' would be 2 and 1"),
        ({"kernel_shape": [3, 2]}, "kernel_shape is [3, 2], and weight.shape[2:] is [3, 3]"),
        ({"strides": None}, "the nodes say nothing of 'stride_h'"),
    ):
        found = replaced(net(**changed), op)[1]
        assert found.places == 0, changed
        assert reason in "".join(found.reasons)


TWO = """
schema = 1
name = "both"
torch = "wb_test::both"

[[args]]
name = "a"

[[args]]
name = "b"

[[outputs]]
name = "sum"
dtype = "a"
shape = "a.shape"

[[outputs]]
name = "difference"
dtype = "a"
shape = "a.shape"

[[mapping.nodes]]
op = "test::Both"
inputs = ["a", "b"]
outputs = ["sum", "difference"]

[[model.inputs]]
arg = "a"
shape = [2, 3]
seed = 1

[[model.inputs]]
arg = "b"
shape = [2, 3]
seed = 2

[[variants.main.mapping.nodes]]
op = "Add"
inputs = ["a", "b"]
outputs = ["sum"]

[[variants.main.mapping.nodes]]
op = "Sub"
inputs = ["a", "b"]
outputs = ["difference"]

[variants.main.ort]
implementation = "none"
"""


class Both(OpRun):
    op_domain = "test"

    def _run(self, a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return a + b, a - b


def test_several_outputs_wherever_they_are_read(tmp_path: Path) -> None:
    """The first output is read before the second one's node comes: the order must still be right."""
    (tmp_path / "op.toml").write_text(TWO)
    nodes = [
        helper.make_node("Add", ["x", "c"], ["s"]),
        helper.make_node("Exp", ["s"], ["e"]),
        helper.make_node("Sub", ["x", "c"], ["d"]),
        helper.make_node("Mul", ["e", "d"], ["out"]),
    ]
    before = model(nodes, c=[1, 2, 3])
    after, found = replaced(before, op_file.load(tmp_path))
    assert found.places == 1
    assert [n.op_type for n in after.graph.node].count("Both") == 1
    x = {"x": np.arange(6, dtype=np.float32).reshape(2, 3) / 3}
    (wanted,) = ReferenceEvaluator(before).run(None, x)
    (given,) = ReferenceEvaluator(after, new_ops=[Both]).run(None, x)
    np.testing.assert_array_equal(given, wanted)


def test_another_element_type_than_the_op_is_built_for_stays(tmp_path: Path) -> None:
    (tmp_path / "op.toml").write_text(TWO)
    nodes = [
        helper.make_node("Cast", ["x"], ["w"], to=TensorProto.DOUBLE),
        helper.make_node("Add", ["w", "w"], ["s"]),
        helper.make_node("Sub", ["w", "w"], ["d"]),
        helper.make_node("Mul", ["s", "d"], ["t"]),
        helper.make_node("Cast", ["t"], ["out"], to=TensorProto.FLOAT),
    ]
    _, found = replaced(model(nodes), op_file.load(tmp_path))
    assert found.places == 0
    assert "a is float64, b is float64: the op is not built for that" in found.reasons


def test_what_cannot_be_put_or_looked_for_is_said(scaled: Op) -> None:
    plain = op_file.load(GALLERY / "my_add")
    with pytest.raises(UserError, match="is mapped to standard nodes"):
        sought_of(plain)
    with pytest.raises(UserError, match="has no variant 'other'"):
        sought_of(scaled, "other")
    resize = op_file.load(GALLERY / "dynamic_resize_plugin")
    with pytest.raises(UserError, match="variant 'bridge' has nodes that are not standard"):
        sought_of(resize, "bridge")
    assert sought_of(op_file.load(GALLERY / "knn_query")) == ()
    with pytest.raises(UserError, match="no kernel for ONNX Runtime"):
        sought_of(op_file.load(GALLERY / "dual_residual"))

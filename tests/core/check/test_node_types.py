"""The element types at standard operators: what the definition takes and gives."""

import pytest
from msgspec.structs import replace

from workbench.core.check import check_op
from workbench.core.declaration.op import Arg, Attribute, Constant, Mapping, Node, Op, Ort, Output
from workbench.core.fixes import fixes
from workbench.core.storage import project


def op_of(*nodes, args, outputs, constants=(), types=None):
    return Op(
        schema=1,
        name="x",
        torch="my::x",
        types=types or {},
        args=tuple(Arg(name, dtype=dtype) for name, dtype in args),
        outputs=tuple(Output(name, dtype, "[unknown]") for name, dtype in outputs),
        mapping=Mapping(constants=constants, nodes=nodes),
        ort=Ort(implementation="export-only"),
    )


def messages(op):
    wrong = [p for p in check_op(op) if p.key.startswith("mapping")]
    return [(p.key, p.message) for p in wrong]


TOPK = Node("TopK", ("points", "queries"), ("values", "indices"))


def test_an_input_of_a_type_that_the_operator_does_not_take():
    op = op_of(
        TOPK,
        args=[("points", "float32"), ("queries", "float32")],
        outputs=[("values", "float32"), ("indices", "int64")],
    )
    assert messages(op) == [
        (
            "mapping.nodes[0].inputs[1]",
            "TopK of opset 17 takes K as int64, and 'queries' is float32",
        )
    ]


def test_outputs_in_the_wrong_order_are_put_right_by_a_fix():
    op = op_of(
        replace(TOPK, outputs=("indices", "values")),
        args=[("points", "float32"), ("queries", "int64")],
        outputs=[("indices", "int64"), ("values", "float32")],
    )
    (problem,) = [p for p in check_op(op) if p.key == "mapping.nodes[0].outputs"]
    assert "gives Values in the type of X, float32, and 'indices' is int64" in problem.message
    assert "Values, Indices" in problem.hint
    fix = next(f for f in fixes(op, problem) if f.title == "Change the order to values, indices")
    assert messages(fix.op) == []


def test_inputs_in_the_wrong_order_are_put_right_by_a_fix():
    op = op_of(
        replace(TOPK, inputs=("k", "points")),
        args=[("points", "float32"), ("k", "int64")],
        outputs=[("values", "float32"), ("indices", "int64")],
    )
    problem = next(p for p in check_op(op) if p.key == "mapping.nodes[0].inputs[1]")
    fix = next(f for f in fixes(op, problem) if f.title == "Change the order to points, k")
    assert messages(fix.op) == []


def test_one_type_variable_has_one_type_and_a_cast_fixes_it():
    op = op_of(
        Node("Add", ("a", "b"), ("y",)),
        args=[("a", "float32"), ("b", "float64")],
        outputs=[("y", "float32")],
    )
    (problem,) = [p for p in check_op(op) if p.key.startswith("mapping")]
    message = "Add of opset 17 takes B in the type of A, float32, and 'b' is float64"
    assert (problem.key, problem.message) == ("mapping.nodes[0].inputs[1]", message)
    fix = next(f for f in fixes(op, problem) if f.title == "Cast 'b' to float32 first")
    assert messages(fix.op) == []
    assert [n.op for n in fix.op.mapping.nodes] == ["Cast", "Add"]


def test_types_are_followed_from_node_to_node():
    nodes = (Node("Shape", ("a",), ("s",)), Node("Add", ("a", "s"), ("y",)))
    op = op_of(*nodes, args=[("a", "float32")], outputs=[("y", "float32")])
    assert messages(op) == [
        (
            "mapping.nodes[1].inputs[1]",
            "Add of opset 17 takes B in the type of A, float32, and 's' is int64",
        )
    ]


@pytest.mark.parametrize(
    ("dtype", "wrong"),
    [("float32", True), ("float64", True), ("a", False), ("T", True)],
)
def test_a_constants_type_is_checked_for_each_type_of_a_variable(dtype, wrong):
    op = op_of(
        Node("Mul", ("a", "two"), ("y",)),
        args=[("a", "T")],
        outputs=[("y", "T")],
        constants=(Constant("two", dtype if dtype != "T" else "int64", 2.0),),
        types={"T": ("float32", "float64")},
    )
    assert bool(messages(op)) is wrong


@pytest.mark.parametrize(
    "nodes",
    [
        # A custom node's result, and what Cast gives, are of no known type.
        (Node("my::Own", ("a",), ("t",)), Node("Add", ("a", "t"), ("y",))),
        (
            Node("Cast", ("i",), ("t",), (Attribute("to", "int", value=1),)),
            Node("Add", ("a", "t"), ("y",)),
        ),
        # Two branches with results of two types under one name.
        (
            Node("Identity", ("a",), ("t",), (), "b is None"),
            Node("Identity", ("i",), ("t",), (), "b is not None"),
            Node("my::Own", ("t",), ("y",)),
        ),
        (Node("Where", ("m", "a", "a"), ("y",)),),
        (Node("Gather", ("a", "i"), ("y",)),),
    ],
)
def test_what_is_right_or_not_known_is_no_problem(nodes):
    op = op_of(
        *nodes,
        args=[("a", "float32"), ("i", "int64"), ("m", "bool")],
        outputs=[("y", "float32")],
    )
    op = replace(op, args=(*op.args, Arg("b", optional=True)))
    assert messages(op) == []


def test_the_gallery_has_no_such_problem():
    for _, op in project.gallery():
        assert check_op(op) == [], op.name

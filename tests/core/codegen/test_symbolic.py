"""What the generated symbolic function does, with a graph that only writes down."""

from __future__ import annotations

import ast
from typing import Any

import pytest

from tests.core.declarations import add_op, edited, shown
from workbench.core import codegen
from workbench.core.check import check_op
from workbench.core.declaration.op import Op
from workbench.core.storage import op_file, project


class Value:
    """A value of the graph; its type knows sizes, and what ``setType`` said."""

    def __init__(self, sizes: list[int | None] | None) -> None:
        self.known = sizes
        self.declared: Any = None

    def type(self) -> Value:
        return self

    def varyingSizes(self) -> list[int | None] | None:
        return self.known

    def dtype(self) -> str:
        return "dtype"

    def with_dtype(self, dtype: object) -> Value:
        return Value(self.known)

    def with_sizes(self, sizes: list[int | None]) -> Value:
        assert all(s is None or isinstance(s, int) for s in sizes), sizes
        return Value(sizes)

    def setType(self, kind: Value) -> None:
        self.declared = kind.known


class Graph:
    def __init__(self) -> None:
        self.nodes: list[tuple[str, tuple[object, ...], dict[str, object]]] = []

    def op(self, name: str, *inputs: object, outputs: int = 1, **attributes: object) -> Any:
        assert None not in inputs, "None handed to g.op kills the process"
        self.nodes.append((name, inputs, attributes))
        made = tuple(Value(None) for _ in range(outputs))
        return made if outputs > 1 else made[0]


def symbolic(op: Op, *args: object) -> tuple[Any, Graph]:
    torch = pytest.importorskip("torch")
    from torch.onnx import symbolic_helper

    tree = ast.parse(codegen.python_module(op))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = []
    namespace: dict[str, Any] = {}
    exec(compile(tree, "op.py", "exec"), namespace)
    tensor = torch.tensor
    namespace["torch"] = type("T", (), {"tensor": staticmethod(lambda v, dtype: tensor(v))})
    for name in ("float32", "float64", "int64", "int32"):
        setattr(namespace["torch"], name, name)
    namespace["symbolic_helper"] = type("H", (), {"_is_none": staticmethod(lambda v: v is None)})
    assert symbolic_helper
    graph = Graph()
    return namespace["symbolic"](graph, *args), graph


def test_symbolic_makes_the_declared_node_with_its_shape() -> None:
    result, graph = symbolic(add_op(), Value([2, 3]), Value([3]), 0.5)
    ((name, inputs, attributes),) = graph.nodes
    assert (name, len(inputs), attributes) == ("custom::Add", 2, {"scale_f": 0.5})
    assert result.declared == [2, 3]


@pytest.mark.parametrize("by", [{"arg": "scale"}, {"rule": "scale * 2", "arg": ...}])
def test_a_number_that_32_bits_make_infinite_is_no_attribute(by: dict[str, Any]) -> None:
    attribute = {f"mapping__nodes__0__attributes__0__{key}": value for key, value in by.items()}
    op = edited(add_op(), **attribute)
    for scale in (0.5, float("inf")):
        symbolic(op, Value([2, 3]), Value([3]), scale)
    with pytest.raises(
        ValueError, match=r"'scale' would be [24]e\+38, which is infinite in the 32"
    ):
        symbolic(op, Value([2, 3]), Value([3]), 2e38 if "rule" in by else 4e38)


def test_symbolic_leaves_out_a_trailing_optional_input() -> None:
    op = edited(add_op(), args__1__optional=True, outputs__0__shape="a.shape")
    _, graph = symbolic(op, Value([2, 3]), None, 0.5)
    assert len(graph.nodes[0][1]) == 1


def test_symbolic_makes_an_argument_a_constant_input() -> None:
    op = edited(
        add_op(),
        mapping={
            "constants": [{"name": "factor", "dtype": "float32", "arg": "scale"}],
            "nodes": [{"op": "custom::Add", "inputs": ["a", "b", "factor"], "outputs": ["y"]}],
        },
    )
    assert shown(check_op(op)) == ""
    _, graph = symbolic(op, Value([2, 3]), Value([3]), 0.5)
    assert [n[0] for n in graph.nodes] == ["Constant", "custom::Add"]
    assert graph.nodes[0][2]["value_t"].item() == 0.5  # type: ignore[attr-defined]


def test_constant_named_like_its_argument_leaves_the_shape_rule_its_value() -> None:
    op = edited(
        add_op(),
        args=[{"name": "a"}, {"name": "k", "type": "int"}],
        outputs=[{"name": "y", "dtype": "a", "shape": "[a.shape[0], k]"}],
        mapping={
            "constants": [{"name": "k", "dtype": "int64", "arg": "k"}],
            "nodes": [{"op": "custom::Add", "inputs": ["a", "k"], "outputs": ["y"]}],
        },
        model={"inputs": [{"arg": "a", "shape": [2]}, {"arg": "k", "value": 3}]},
        types={},
    )
    if check_op(op):
        return  # refusing the name is right, too
    result, _ = symbolic(op, Value([2]), 3)
    assert result.declared == [2, 3]


def test_optional_argument_made_a_constant_may_be_none() -> None:
    op = edited(
        add_op(),
        args__2__optional=True,
        mapping={
            "constants": [{"name": "factor", "dtype": "float32", "arg": "scale"}],
            "nodes": [{"op": "custom::Add", "inputs": ["a", "b", "factor"], "outputs": ["y"]}],
        },
    )
    if check_op(op):
        return  # refusing it is right, too
    _, graph = symbolic(op, Value([2, 3]), Value([3]), None)
    assert len(graph.nodes[-1][1]) == 2


def test_symbolic_of_two_outputs_gives_both() -> None:
    op = op_file.load(project.gallery_folder() / "dual_residual")
    result, graph = symbolic(op, Value([1, 3]), Value([1, 3]), 0.5)
    assert [r.declared for r in result] == [[1, 3], [1, 3]]
    assert graph.nodes[0][0] == "rknn_cst::cstDualResidual"

"""Which node of the mapping made a node of the graph."""

from __future__ import annotations

from msgspec.structs import replace

from workbench.core.declaration.mapping import Mapping, Node
from workbench.core.declaration.op import Op
from workbench.core.jobs import GraphNode
from workbench.core.pipeline.node_origin import mapping_nodes
from workbench.core.storage import op_file, project


def op_with(*nodes: Node) -> Op:
    op = op_file.load(project.gallery_folder() / "my_add_custom")
    return replace(op, mapping=Mapping(nodes=nodes))


def graph(*rows: tuple[str, str, str]) -> list[GraphNode]:
    """Each ``operator``, its inputs and its output."""
    return [GraphNode(out, op, inputs=tuple(i.split()), outputs=(out,)) for op, i, out in rows]


TWO = (
    Node("Exp", inputs=("a",), outputs=("t",)),
    Node("Mul", inputs=("t", "b"), outputs=("y",)),
)


def test_a_call_is_found_by_what_flows_and_not_by_operators_alone() -> None:
    nodes = graph(
        ("Exp", "x", "other"),  # the sample's own
        ("Exp", "x", "1"),
        ("Mul", "1 z", "2"),
        ("Mul", "2 other", "y"),  # below an Exp, but in the other place
    )
    assert mapping_nodes(op_with(*TWO), nodes) == {"1": 0, "2": 1}


def test_each_call_of_the_op_is_found() -> None:
    nodes = graph(
        ("Exp", "x", "1"), ("Mul", "1 z", "2"), ("Exp", "2", "3"), ("Mul", "3 z", "4")
    )  # fmt: skip
    assert mapping_nodes(op_with(*TWO), nodes) == {"1": 0, "2": 1, "3": 0, "4": 1}


def test_a_custom_node_is_found_though_the_rest_was_folded() -> None:
    nodes = graph(("my.ops::Mine", "x", "1"), ("Relu", "1", "y"))
    mine = Node("my.ops::Mine", inputs=("t",), outputs=("m",))
    op = op_with(Node("Exp", inputs=("a",), outputs=("t",)), mine)
    assert mapping_nodes(op, nodes) == {"1": 1}

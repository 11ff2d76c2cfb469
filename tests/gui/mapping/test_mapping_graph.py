"""The picture of a mapping: what it shows, whatever state the declaration is in."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt

from tests.gui.rich import write
from workbench.core.declaration.op import Arg, Attribute, Constant, Mapping, Node, Op, Output
from workbench.core.storage import op_file, project
from workbench.gui.mapping.layered import place
from workbench.gui.mapping.mapping_flow import can_both_hold, flow_of
from workbench.gui.mapping.mapping_graph import MappingGraph


def op_of(*nodes, constants=(), args=None, outputs=("y",), **mapping) -> Op:
    return Op(
        schema=1,
        name="o",
        torch="l::o",
        args=args or (Arg("x"), Arg("mask", optional=True), Arg("alpha", "float")),
        outputs=tuple(Output(name, "float32", "x.shape") for name in outputs),
        mapping=Mapping(nodes=nodes, constants=tuple(constants), **mapping),
    )


def arrows(op: Op) -> set[tuple[str, str]]:
    flow = flow_of(op)
    return {(flow.boxes[a.source].title, flow.boxes[a.target].title) for a in flow.arrows}


@pytest.fixture
def graph(qtbot) -> MappingGraph:
    widget = MappingGraph()
    qtbot.addWidget(widget)
    widget.resize(300, 150)
    widget.show()
    return widget


def click(qtbot, graph, index):
    centre = graph.node_rect(index).center().toPoint()
    qtbot.mouseClick(graph, Qt.MouseButton.LeftButton, pos=centre)


def test_values_flow_from_arguments_and_constants_through_nodes_to_outputs():
    op = op_of(
        Node("Mul", ("x", "two"), ("t",)),
        Node("custom::Foo", ("t", "mask"), ("y",), (Attribute("a", "int", value=3),)),
        constants=[Constant("two", "float32", value=2.0)],
    )
    assert arrows(op) == {
        ("x", "Mul"), ("two", "Mul"), ("Mul", "Foo"), ("mask", "Foo"), ("Foo", "y"),
    }  # fmt: skip
    flow = flow_of(op)
    kinds = {b.title: b.kind for b in flow.boxes}
    assert (kinds["Mul"], kinds["Foo"], kinds["two"]) == ("standard", "custom", "constant")
    assert next(b for b in flow.boxes if b.title == "Foo").lines == ("a = 3",)
    assert [a.name for a in flow.arrows if a.name] == ["t"]
    assert "alpha" not in kinds  # a number flows nowhere


def test_each_branch_is_connected_with_itself_only():
    op = op_of(
        Node("Abs", ("x",), ("t",), when="mask is None"),
        Node("Neg", ("x",), ("t",), when="mask is not None"),
        Node("Exp", ("t",), ("y",), when="mask is None"),
        Node("Log", ("t",), ("y",), when="mask is not None"),
    )
    assert {("Abs", "Exp"), ("Neg", "Log"), ("Exp", "y"), ("Log", "y")} <= arrows(op)
    assert not {("Abs", "Log"), ("Neg", "Exp")} & arrows(op)
    assert all(a.dashed for a in flow_of(op).arrows)
    assert can_both_hold(op, "not (", "mask is None")  # what cannot be read is not judged


def test_what_nothing_gives_is_a_red_question_mark(graph):
    op = op_of(Node("Abs", ("x",), ("s",)), Node("Add", ("s", "nowhere"), ("t",)))
    boxes = {b.title: b for b in flow_of(op).boxes}
    assert (boxes["nowhere"].kind, boxes["nowhere"].note) == ("unknown", "not known here")
    assert (boxes["y"].kind, boxes["y"].note) == ("unknown", "no node gives it")
    graph.resize(700, 150)  # from left to right
    graph.set_op(op)
    layout = graph._fitted()[0].picture
    centres = {b.title: r.center().x() for b, r in zip(layout.boxes, layout.rects, strict=True)}
    assert centres["nowhere"] < centres["Add"] < centres["y"]
    assert "nowhere: not known here" in graph.accessibleDescription()
    assert not graph.grab().isNull()


def test_broken_declarations_are_drawn(graph):
    hostile = [
        op_of(),
        op_of(Node("", (), ())),
        op_of(Node("Add", ("t", "t"), ("t", "t"), when="x x x")),
        op_of(Node("A" * 5000, ("x",) * 60, ("y",)), Node("b::c::d", ("y",), ("y",))),
        op_of(Node("Add", ("", "", "x"), ("y", "")), args=(Arg("x"), Arg("x"))),
        op_of(*(Node("Neg", (f"t{i}",), (f"t{i + 1}",)) for i in range(120))),
        op_of(*(Node("Neg", (f"t{i}",), (f"t{i + 1}",)) for i in range(2000))),
        replace(op_of(Node("Neg", ("x",), ("y",))), variant="gone"),
    ]
    for op in hostile:
        graph.set_op(op)
        for size in ((300, 150), (1, 1), (900, 700)):
            graph.resize(*size)
            assert not graph.grab().isNull()
    graph.set_op(hostile[6])
    assert "too many" in graph.words()
    graph.set_op(None)
    assert graph.flow().boxes == []


def test_a_mapping_in_python_says_so_and_draws_what_it_promises(graph):
    op = op_of(Node("plug::Foo", ("x",), ("y",)), source="m.py", function="sym")
    graph.set_op(op)
    assert graph.words() == "Made by sym in m.py; it promises these nodes:"
    assert not graph.node_rect(0).isEmpty()
    graph.set_op(op_of(source="m.py"))
    assert graph.words() == "Made by symbolic in m.py."


def test_the_variant_in_use_is_shown(graph, tmp_path):
    op = op_file.load(write(tmp_path / "rich"))
    graph.set_op(op)
    assert [b.title for b in graph.flow().boxes if b.index >= 0] == ["Deform", "Deform"]
    graph.set_op(replace(op, variant="functions"))
    assert [b.kind for b in graph.flow().boxes if b.index >= 0] == ["function"]


def test_a_click_tells_the_node_and_keys_walk(graph, qtbot):
    graph.set_op(op_of(Node("Neg", ("x",), ("t",)), Node("Abs", ("t",), ("y",))))
    with qtbot.waitSignal(graph.node_clicked) as told:
        click(qtbot, graph, 1)
    assert told.args == [1]
    assert graph.current() == 1
    qtbot.keyClick(graph, Qt.Key.Key_Left)
    with qtbot.waitSignal(graph.node_clicked) as told:
        qtbot.keyClick(graph, Qt.Key.Key_Return)
    assert told.args == [0]
    with qtbot.assertNotEmitted(graph.node_clicked):
        qtbot.mouseClick(graph, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))


def test_everything_is_inside_and_apart_for_every_gallery_op(graph):
    folders = sorted(p.parent for p in project.gallery_folder().glob("*/op.toml"))
    assert len(folders) > 10
    for folder in folders:
        graph.set_op(op_file.load(folder))
        for size in ((300, 150), (500, 500), (250, 700)):
            graph.resize(*size)
            rects = [graph.node_rect(b.index) for b in graph.flow().boxes if b.index >= 0]
            assert rects, folder
            for i, rect in enumerate(rects):
                assert graph.rect().contains(rect.toAlignedRect()), (folder, size)
                assert not any(rect.intersects(other) for other in rects[:i]), folder


def test_the_description_lists_the_nodes(graph):
    graph.set_op(op_of(Node("custom::Foo", ("x", "mask"), ("y",), when="mask is not None")))
    assert "custom::Foo · Custom node · x, mask to y, if mask is not None" in (
        graph.accessibleDescription()
    )


def test_layers_lead_one_way_and_do_not_overlap():
    sizes = [(30.0, 20.0)] * 6
    arrows = [(0, 2), (1, 2), (2, 3), (0, 3), (3, 4), (1, 4), (4, 5)]
    placed = place(sizes, arrows, last=[5])
    for (a, b), route in zip(arrows, placed.routes, strict=True):
        assert placed.boxes[a][0] < placed.boxes[b][0]
        along = [p[0] for p in route]
        assert along == sorted(along)
    for i, one in enumerate(placed.boxes):
        for other in placed.boxes[:i]:
            assert abs(one[0] - other[0]) >= 30 or abs(one[1] - other[1]) >= 20

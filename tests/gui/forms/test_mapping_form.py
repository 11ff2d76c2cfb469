"""The nodes of a mapping as a form: inputs, attributes, constants and branches are chosen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.gui.forms.boxes import choices, menu
from workbench.core import check
from workbench.core.declaration.op import Arg, Mapping, Node
from workbench.core.edits import nodes as edits


def test_an_operator_brings_inputs_outputs_and_what_it_requires(add, drive, document):
    add("Concat")
    node = document.op.mapping.nodes[0]
    assert (node.op, node.inputs, node.outputs) == ("Concat", ("a", "b"), ("y",))
    assert [(a.name, a.value) for a in node.attributes] == [("axis", 1)]
    assert drive.session.project.undo.undoText() == "Use Concat"
    drive.trigger("undo")
    assert document.op.mapping.nodes[0].op == "custom::MyAdd"
    assert drive.find("mapping.nodes[0].op").text() == "custom::MyAdd"


def test_keys_open_the_browser(drive, document, answers, qtbot):
    drive.page("mapping")
    answers["choose_operator"] = "Sub"
    field = drive.find("mapping.nodes[0].op")
    drive.window.activateWindow()
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    qtbot.keyClick(field, Qt.Key.Key_F2)
    assert document.op.mapping.nodes[0].op == "Sub"
    answers["choose_operator"] = "Mul"
    qtbot.keyClick(field, Qt.Key.Key_Space, Qt.KeyboardModifier.ControlModifier)
    assert document.op.mapping.nodes[0].op == "Mul"
    answers["choose_operator"] = ""  # cancelled
    drive.click("mapping.nodes[0].browse")
    assert document.op.mapping.nodes[0].op == "Mul"


def test_inputs_are_rows_named_as_onnx_names_them(add, drive, document):
    add("Resize")
    rows = drive.window.workspace.page("mapping").nodes.card(0).inputs
    assert [r.label.text() for r in rows._rows] == [
        "X", "roi  (optional)", "scales  (optional)", "sizes  (optional)",
    ]  # fmt: skip
    assert "required" in rows._rows[0].label.toolTip()
    drive.choose("mapping.nodes[0].inputs[1]", "")
    drive.choose("mapping.nodes[0].inputs[2]", "b")
    assert document.op.mapping.nodes[0].inputs == ("a", "", "b")
    drive.choose("mapping.nodes[0].inputs[2]", "")
    assert document.op.mapping.nodes[0].inputs == ("a",)
    drive.choose("mapping.nodes[0].inputs[0]", "")
    assert drive.find("mapping.nodes[0].inputs[0]").currentText() == "(choose)"
    assert any("needs its input" in p.message for p in document.problems)
    for _ in range(5):
        drive.trigger("undo")
    assert not document.dirty


def test_a_new_constant_is_made_for_an_input_and_has_its_type(add, drive, document):
    add("Resize")
    drive.choose("mapping.nodes[0].inputs[3]", "#constant")
    constant = document.op.mapping.constants[0]
    assert (constant.name, constant.dtype) == ("sizes", "int64")
    assert document.op.mapping.nodes[0].inputs[3] == "sizes"
    drive.type("mapping.constants[0].value", "1, 3, 8, 8")
    assert document.op.mapping.constants[0].value == (1, 3, 8, 8)
    assert choices(drive, "mapping.nodes[0].inputs[3]")[1:] == ["a", "b", "sizes", "#constant"]


def test_what_does_not_fit_is_offered_greyed_with_the_reason(add, drive, document):
    add("Resize")
    box = drive.find("mapping.nodes[0].inputs[3]")  # sizes: int64 only
    row = box.findData("a")
    assert not box.model().item(row).isEnabled()
    assert "sizes takes no T" in box.itemData(row, Qt.ItemDataRole.ToolTipRole)


def test_a_list_of_inputs_grows_moves_and_shrinks(add, drive, document):
    add("Concat")
    key = "mapping.nodes[0].inputs"
    drive.click(f"{key}.add")
    assert document.op.mapping.nodes[0].inputs[:2] == ("a", "b")
    assert len(document.op.mapping.nodes[0].inputs) == 3
    drive.choose(f"{key}[2]", "b")
    drive.click(f"{key}[0].down")
    assert document.op.mapping.nodes[0].inputs == ("b", "a", "b")
    drive.click(f"{key}[2].remove")
    assert document.op.mapping.nodes[0].inputs == ("b", "a")
    assert not drive.find(f"{key}[0].up").isEnabled()


def test_inputs_as_text_and_back(drive, document):
    drive.page("mapping")
    drive.click("mapping.nodes[0].inputs.astext")
    drive.type("mapping.nodes[0].inputs", "b, nowhere")
    assert document.op.mapping.nodes[0].inputs == ("b", "nowhere")
    drive.click("mapping.nodes[0].inputs.astext")
    box = drive.find("mapping.nodes[0].inputs[1]")
    assert box.currentData() == "nowhere"  # shown, though it is no choice
    assert box.property("problem") == "error"
    page = drive.window.workspace.page("mapping")
    assert [b.title for b in page.graph.flow().boxes if b.kind == "unknown"] == ["nowhere"]


def test_attributes_are_chosen_from_those_that_are_left(add, drive, document):
    add("Resize")
    key = "mapping.nodes[0].attributes"
    offered = menu(drive, f"{key}.choose")
    assert offered["mode"].text() == "mode\tstring, default nearest"
    offered["mode"].trigger()
    attribute = document.op.mapping.nodes[0].attributes[0]
    assert (attribute.name, attribute.type, attribute.value) == ("mode", "string", "nearest")
    assert drive.find(f"{key}[0].type").currentText() == "string _s"
    assert not drive.find(f"{key}[0].type").isEnabled()
    assert "mode" not in menu(drive, f"{key}.choose")
    assert "Default: nearest" in drive.find(f"{key}[0].value").toolTip()


def test_known_values_are_chosen_by_keys(add, drive, document, qtbot):
    add("Resize")
    key = "mapping.nodes[0].attributes"
    menu(drive, f"{key}.choose")["mode"].trigger()
    line = drive.find(f"{key}[0].value")
    qtbot.keyClick(line, Qt.Key.Key_Down)
    popup = QApplication.activePopupWidget()
    assert [a.text() for a in popup.actions()] == ["nearest", "linear", "cubic"]
    for _ in range(2):  # from 'nearest', which is the value
        qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert document.op.mapping.nodes[0].attributes[0].value == "cubic"
    drive.type(f"{key}[0].value", "of my own")
    assert document.op.mapping.nodes[0].attributes[0].value == "of my own"


def test_a_branch_is_one_step(rich, qtbot):
    drive, document = rich
    drive.page("mapping")
    drive.choose("variant", "functions")
    before = document.op
    offered = menu(drive, "mapping.nodes.branch")
    assert list(offered) == ["mask", "use_mask"]
    offered["use_mask"].trigger()
    nodes = document.op.variants["functions"].mapping.nodes
    assert [n.when for n in nodes] == ["use_mask", "not use_mask"]
    assert drive.find("mapping.nodes[1].heading").text() == "If not use_mask"
    menu(drive, "mapping.nodes[1].split")["mask"].trigger()
    nodes = document.op.variants["functions"].mapping.nodes
    assert [n.when for n in nodes] == [
        "use_mask",
        "not use_mask and mask is not None",
        "not use_mask and mask is None",
    ]
    drive.trigger("undo")
    drive.trigger("undo")
    assert document.op == before


def test_a_branch_leaves_out_the_missing_input(drive, document):
    op = document.op
    args = (*op.args, Arg("mask", optional=True))
    nodes = (
        Node("Abs", ("b",), ("t",)),
        Node("custom::Foo", ("a", "b", "mask"), ("y",)),
    )
    split = edits.branch_on(replace(op, args=args, mapping=Mapping(nodes=nodes)), "mask")
    assert split.mapping.nodes == (
        nodes[0],
        replace(nodes[1], when="mask is not None"),
        replace(nodes[1], inputs=("a", "b"), when="mask is None"),
    )
    assert not [p for p in check.check_op(split) if p.key.startswith("mapping")]


def test_a_deprecated_operator_is_a_problem(drive, document):
    drive.page("mapping")
    drive.type("mapping.nodes[0].op", "Upsample")
    assert any("deprecated in opset 17" in p.message for p in document.problems)


def test_hostile_nodes_are_shown(drive, document):
    drive.page("mapping")
    op = document.op
    for nodes in (
        (Node("", (), ()),),
        (Node("Add", tuple("abcdefgh") * 20, ("y",) * 30),),
        (Node("::", ("a", "", ""), ("",)), Node("Loop"), Node("Constant", ("a",), ("y",))),
        tuple(Node("Neg", (f"t{i}",), (f"t{i + 1}",), when="a is None") for i in range(20)),
        (),
    ):
        changed = replace(op, mapping=Mapping(nodes=nodes))
        drive.session.project.edit(document, "Hostile", lambda _op, to=changed: to)
        drive.window.grab()
    while drive.session.project.undo.canUndo():
        drive.trigger("undo")
    assert document.op == op


@pytest.mark.parametrize(
    ("kind", "dtype"),
    [("int", "int64"), ("int[]", "int64"), ("float", "float32"), ("bool", "bool")],
)
def test_a_number_becomes_an_input_in_one_step(add, drive, document, kind, dtype):
    add("Resize")
    number = Arg("k", kind, default={"int": 3, "int[]": (3, 4), "float": 0.5, "bool": True}[kind])
    project_ = drive.session.project
    project_.edit(document, "Add k", lambda op: replace(op, args=(*op.args, number)))
    before = document.op
    assert "#number:k" in choices(drive, "mapping.nodes[0].inputs[3]")
    drive.choose("mapping.nodes[0].inputs[3]", "#number:k")
    (constant,) = document.op.mapping.constants
    assert (constant.name, constant.dtype, constant.arg) == ("k", dtype, "k")
    assert document.op.mapping.nodes[0].inputs[3] == "k"
    assert drive.find("mapping.nodes[0].inputs[3]").currentText() == "k  (constant)"
    assert "#number:k" not in choices(drive, "mapping.nodes[0].inputs[2]")
    drive.trigger("undo")
    assert document.op == before

"""The Mapping page: nodes are made by choosing, with the picture and the Python beside them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from workbench.core import check
from workbench.core.edits import nodes as edits
from workbench.core.errors import Problem
from workbench.core.op import Arg, Attribute, Mapping, Node, Op, Ort
from workbench.core.storage import op_file, project


def menu(drive, name):
    """The actions of a button's menu, by their data."""
    owner = drive.find(name).menu()
    owner.aboutToShow.emit()
    return {action.data(): action for action in owner.actions()}


def choices(drive, name):
    box = drive.find(name)
    return [box.itemData(i) for i in range(box.count())]


@pytest.fixture
def add(drive, document, answers):
    """my_add_custom with the op's one node made an ONNX operator."""

    def make(operator: str):
        drive.page("mapping")
        answers["choose_operator"] = operator
        drive.click("mapping.nodes[0].browse")
        return document

    return make


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


def test_another_operator_keeps_what_it_takes(add, drive, document):
    add("Resize")
    key = "mapping.nodes[0].attributes"
    menu(drive, f"{key}.choose")["mode"].trigger()
    add("Concat")
    node = document.op.mapping.nodes[0]
    assert [a.name for a in node.attributes] == ["axis"]
    assert drive.find(f"{key}[0].type").currentText() == "int _i"


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
    assert drive.find("mapping.nodes[1].branch").text() == "If not use_mask"
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


def test_cards_of_a_branch_stand_together(rich):
    drive, _ = rich
    page = drive.page("mapping")
    one, other = page.nodes.card(0), page.nodes.card(1)
    assert (one.branch.text(), other.branch.text()) == ("If mask is not None", "If mask is None")
    assert not one.branch.isHidden()
    drive.type("mapping.nodes[1].when", "mask is not None")
    assert other.branch.isHidden()  # the same branch
    drive.type("mapping.nodes[1].when", "")
    drive.type("mapping.nodes[0].when", "")
    assert one.branch.isHidden()
    assert page.nodes._slots[0].contentsMargins().left() == 0


def test_the_picture_and_the_cards_follow_each_other(rich, qtbot):
    drive, _ = rich
    page = drive.page("mapping")
    drive.window.activateWindow()
    drive.window.resize(1280, 800)
    qtbot.waitUntil(page.graph.isVisible)
    where = page.graph.node_rect(1).center().toPoint()
    qtbot.mouseClick(page.graph, Qt.MouseButton.LeftButton, pos=where)
    field = drive.find("mapping.nodes[1].op")
    qtbot.waitUntil(field.hasFocus)
    assert page.nodes.card(1).property("current") is True
    assert page.nodes.card(0).property("current") in (False, None)
    qtbot.waitUntil(lambda: not field.visibleRegion().isEmpty())
    drive.find("mapping.nodes[0].op").setFocus()
    assert page.graph.current() == 0


def test_a_node_is_linked_to_its_line_of_python(drive, document, qtbot):
    from workbench.gui.pages.mapping import node_line

    page = drive.page("mapping")
    qtbot.waitUntil(lambda: bool(page.code.text()))
    line = page.code.text().splitlines()[node_line(page.code.text(), 0) + 1]
    assert "'custom::MyAdd'" in line
    assert node_line(page.code.text(), 1) == -1
    assert node_line("", 0) == -1


def test_the_picture_can_be_put_away_and_that_is_remembered(drive):
    page = drive.page("mapping")
    drive.window.resize(1280, 800)
    assert page.graph.isVisible()
    drive.click("mapping.results")
    assert not page.graph.isVisible()
    assert type(page)(page.services)._right.isHidden()


def test_a_narrow_page_shows_the_forms_first(drive):
    page = drive.page("mapping")
    page.resize(560, 400)
    assert page._right.isHidden()
    page.resize(1000, 600)
    assert not page._right.isHidden()


def test_a_problem_of_another_variant_switches_to_it(rich):
    drive, document = rich
    page = drive.page("mapping")
    page.reveal(Problem("declaration", "wrong", key="variants.plugin.mapping.nodes[0].op"))
    assert document.op.variant == "plugin"
    assert drive.find("mapping.nodes[0].op").text() == "plug::Deform"
    page.reveal(Problem("declaration", "wrong", key="mapping.nodes[1].op"))
    assert document.op.variant == ""
    assert drive.session.project.undo.undoText() == "Use the main mapping"
    page.reveal(Problem("", "", key="variants.plugin.mapping"))  # what undo shows
    assert document.op.variant == ""


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


def test_dual_residual_is_authored_from_nothing(drive, qtbot, project_folder, answers):
    folder = project_folder / "ops" / "dual_residual"
    drive.window.workspace.show_op(folder)
    document = drive.session.project.documents[folder]
    wanted = document.op
    blank = replace(wanted, mapping=Mapping(), ort=Ort())
    drive.session.project.edit(document, "Blank", lambda _op: blank)
    drive.page("mapping")
    drive.click("mapping.nodes.add")
    answers["choose_operator"] = "rknn_cst::cstDualResidual"
    qtbot.keyClick(drive.find("mapping.nodes[0].op"), Qt.Key.Key_F2)
    drive.choose("ort.implementation", "export-only")
    assert document.op == wanted
    page = drive.window.workspace.page("mapping")
    qtbot.waitUntil(lambda: "rknn_cst::cstDualResidual" in page.code.text())
    assert not document.problems


def test_dynamic_resize_plugin_is_authored_from_nothing(make_session, qtbot, tmp_path, answers):
    from tests.gui.conftest import Driver

    folder = tmp_path / "p"
    project.create_project(folder)
    name = "dynamic_resize_plugin"
    project.copy_op(project.gallery_folder() / name, folder, name)
    drive = Driver(make_session(folder), qtbot)
    drive.window.workspace.show_op(folder / "ops" / name)
    document = drive.session.project.documents[folder / "ops" / name]
    wanted: Op = document.op
    blank = replace(wanted, mapping=Mapping(), ort=Ort(), variants={})
    drive.session.project.edit(document, "Blank", lambda _op: blank)
    drive.page("mapping")
    drive.click("mapping.nodes.add")
    drive.type("mapping.nodes[0].op", "Just_A_Scope_Name::DynamicTRTResize")
    drive.click("variant.copy")
    drive.type("variant.name", "bridge")
    drive.type("variant.doc", wanted.variants["bridge"].doc)
    drive.choose("ort.implementation", "bridge")
    drive.click("variant.copy")
    drive.type("variant.name", "export_only")
    drive.type("variant.doc", wanted.variants["export_only"].doc)
    drive.choose("ort.implementation", "export-only")
    drive.choose("variant", "")
    assert document.op == wanted
    drive.trigger("save")
    assert op_file.load(folder / "ops" / name) == wanted


def test_resize_dynamic_is_authored_from_an_onnx_operator(make_session, qtbot, tmp_path, answers):
    from tests.gui.conftest import Driver

    folder = tmp_path / "p"
    project.create_project(folder)
    project.copy_op(project.gallery_folder() / "resize_dynamic", folder, "resize_dynamic")
    drive = Driver(make_session(folder), qtbot)
    drive.window.workspace.show_op(folder / "ops" / "resize_dynamic")
    document = drive.session.project.documents[folder / "ops" / "resize_dynamic"]
    wanted = document.op
    drive.session.project.edit(document, "Blank", lambda op: replace(op, mapping=Mapping()))
    drive.page("mapping")
    drive.click("mapping.nodes.add")
    answers["choose_operator"] = "Resize"
    drive.click("mapping.nodes[0].browse")
    drive.choose("mapping.nodes[0].inputs[1]", "#constant")
    drive.type("mapping.constants[0].value", "[]")
    drive.choose("mapping.nodes[0].inputs[2]", "scales")
    given = {a.name: a.value for a in wanted.mapping.nodes[0].attributes}
    for i, (name, value) in enumerate(given.items()):
        menu(drive, "mapping.nodes[0].attributes.choose")[name].trigger()
        drive.type(f"mapping.nodes[0].attributes[{i}].value", str(value))
    assert document.op.mapping == wanted.mapping


def test_an_added_node_is_seen_and_has_the_focus(drive, document, qtbot):
    page = drive.page("mapping")
    drive.window.resize(1280, 800)
    drive.window.activateWindow()
    drive.click("mapping.nodes.add")
    field = drive.find("mapping.nodes[1].op")
    qtbot.waitUntil(field.hasFocus)
    qtbot.waitUntil(lambda: not field.visibleRegion().isEmpty())
    assert page.nodes.card(1).property("current") is True
    qtbot.keyClicks(field, "Sin")
    assert document.op.mapping.nodes[1].op == "Sin"


# -- what an operator has no place for


@pytest.fixture
def custom(drive, document):
    """A node of one's own with two attributes, of which one is Concat's, too."""
    node = replace(
        document.op.mapping.nodes[0],
        attributes=(Attribute("alpha", "float", value=0.5), Attribute("axis", "int", value=1)),
    )
    mapping = replace(document.op.mapping, nodes=(node,))
    drive.session.project.edit(document, "Attributes", lambda op: replace(op, mapping=mapping))
    return node


def loss(drive) -> str:
    """What the note in the first card says; empty while it is hidden."""
    return drive.window.workspace.page("mapping").nodes.card(0).loss.text()


def test_what_another_operator_also_has_is_kept_and_the_rest_is_named(custom, add, drive, document):
    add("Concat")
    assert document.op.mapping.nodes[0].attributes == (custom.attributes[1],)
    assert loss(drive) == "Concat has no place for the attribute alpha. Left out."
    drive.click("mapping.nodes[0].loss.undo")
    assert document.op.mapping.nodes[0] == custom
    assert loss(drive) == ""


def test_inputs_and_values_that_are_lost_are_named_too(custom, add, drive, document):
    add("Elu")  # alpha is a float there, too; one input
    assert document.op.mapping.nodes[0].attributes == (custom.attributes[0],)
    assert loss(drive) == "Elu has no place for the attribute axis and the input b. Left out."


def test_the_note_goes_with_the_next_edit_and_with_another_op(
    custom, add, drive, document, project_folder
):
    add("Concat")
    assert loss(drive)
    drive.type("mapping.nodes[0].outputs", "out")
    assert loss(drive) == ""
    for _ in range(2):
        drive.trigger("undo")
    add("Concat")
    assert loss(drive)
    drive.window.workspace.show_op(project_folder / "ops" / "dual_residual")
    assert loss(drive) == ""


def test_nothing_is_reported_where_nothing_is_lost(add, drive, document):
    add("Add")
    assert loss(drive) == ""


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

"""The forms edit the declaration: every field, rows that come, go and move, problems at the field."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QWidget

from workbench.core.declaration.op import Backward
from workbench.core.storage import op_file


def test_typing_a_name_renames_the_argument_everywhere(drive, document):
    drive.page("signature")
    drive.type("args[0].name", "left")
    assert document.op.args[0].name == "left"
    assert document.op.outputs[0].shape == "broadcast(left.shape, b.shape)"
    assert document.op.mapping.nodes[0].inputs == ("left", "b")
    assert drive.session.project.undo.count() == 1
    drive.trigger("undo")
    assert document.op.args[0].name == "a"
    assert drive.find("args[0].name").text() == "a"


def test_every_field_of_an_argument_can_be_set(drive, document):
    drive.page("signature")
    drive.click("args.add")
    drive.type("args[2].name", "scale")
    drive.choose("args[2].type", "float")
    drive.type("args[2].default", "0.5")
    drive.type("args[2].doc", "how much")
    drive.find("args[2].optional").setChecked(True)
    drive.type("args[0].dtype", "float32, float16")
    arg = document.op.args[2]
    assert (arg.name, arg.type, arg.default, arg.doc, arg.optional) == (
        "scale", "float", 0.5, "how much", True,
    )  # fmt: skip
    assert document.op.args[0].dtype == ("float32", "float16")
    assert [a.arg for a in document.op.mapping.nodes[0].attributes] == ["scale"]


def test_one_field_takes_a_range_or_all_values(drive, document):
    drive.page("signature")
    drive.click("args.add")
    assert drive.window.findChild(QWidget, "args[2].range").isHidden()
    drive.choose("args[2].type", "int")
    drive.type("args[2].range", "1 to 8")
    arg = document.op.args[2]
    assert (arg.range, arg.choices) == ((1, 8), ())
    drive.type("args[2].range", "1..4")
    assert document.op.args[2].range == (1, 4)
    drive.type("args[2].range", "1, 2, 4")
    arg = document.op.args[2]
    assert (arg.range, arg.choices) == ((), (1, 2, 4))
    drive.type("args[2].range", "1 to")
    assert "write 1 to 8 for a range" in document.shown_problems[0].message
    drive.type("args[2].range", "5 to 2")
    assert [p.key for p in document.shown_problems] == ["args[2].range"]
    drive.choose("args[2].type", "str")
    assert document.op.args[2].range == ()
    drive.type("args[2].range", "near, far")
    assert document.op.args[2].choices == ("near", "far")
    drive.type("args[2].default", "middle")
    assert document.shown_problems[0].key == "args[2].default"
    drive.type("args[2].range", "")
    drive.page("model")
    drive.page("signature")
    assert drive.find("args[2].range").text() == ""
    drive.choose("args[2].type", "bool")
    assert drive.window.findChild(QWidget, "args[2].range").isHidden()
    drive.trigger("undo")
    drive.trigger("undo")
    assert drive.find("args[2].range").text() == "near, far"


def test_rows_are_moved_by_buttons_keys_and_mouse(drive, document, qtbot):
    drive.page("signature")
    drive.click("args[1].up")
    assert [a.name for a in document.op.args] == ["b", "a"]
    handle = drive.find("args[0].handle")
    qtbot.keyClick(handle, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert [a.name for a in document.op.args] == ["a", "b"]
    low = drive.find("args[1].handle")
    start = handle.rect().center()
    qtbot.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    target = low.mapTo(low.parentWidget(), low.rect().center()) + QPoint(0, 12)
    end = handle.mapFromParent(QPoint(handle.geometry().center().x(), target.y()))
    qtbot.mouseMove(handle, end)
    qtbot.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=end)
    assert [a.name for a in document.op.args] == ["b", "a"]


def test_the_focus_goes_with_the_moved_row(drive, document):
    drive.page("signature")
    field = drive.find("args[1].name")
    field.setFocus()
    drive.click("args[1].up")
    assert drive.find("args[0].name").hasFocus()


def test_a_removed_argument_is_gone_everywhere_and_comes_back(drive, document):
    before = document.op
    drive.page("signature")
    drive.click("args[1].remove")
    assert document.op.mapping.nodes[0].inputs == ("a",)
    assert [e.arg for e in document.op.model.inputs] == ["a"]
    drive.trigger("undo")
    assert document.op == before


def test_outputs_show_what_their_rule_gives_for_the_examples(drive, document):
    drive.page("signature")
    assert drive.find("outputs[0].shape.result").text() == "[4, 3, 8]"
    drive.type("outputs[0].shape", "a.shape[:-1] + [unknown]")
    assert drive.find("outputs[0].shape.result").text() == "[4, 3, ?]"
    drive.click("outputs.add")
    drive.type("outputs[1].name", "rest")
    assert document.op.mapping.nodes[0].outputs == ("y", "rest")
    drive.click("outputs[1].remove")
    assert len(document.op.outputs) == 1


def test_type_variables_are_added_renamed_and_removed(drive, document):
    drive.page("signature")
    drive.type("types[0].name", "Elem")
    assert document.op.types == {"Elem": ("float32", "float64")}
    assert document.op.args[0].dtype == "Elem"
    drive.type("types.Elem", "float16")
    assert document.op.types == {"Elem": ("float16",)}
    drive.click("types.add")
    assert list(document.op.types) == ["Elem", "T"]
    drive.type("types[1].name", "Elem")
    assert list(document.op.types) == ["Elem", "T"]
    assert drive.find("types[1].name").text() == "Elem"
    assert any("taken" in p.message for p in document.problems)
    drive.type("types[1].name", "Elem2")
    assert list(document.op.types) == ["Elem", "Elem2"]
    assert not any("taken" in p.message for p in document.problems)
    drive.click("types[0].remove")
    assert document.op.args[0].dtype == "float16"


def test_the_schema_follows_as_it_is_typed_and_can_be_copied(drive, document):
    drive.page("signature")
    drive.type("torch", "lib::twice")
    assert drive.find("torchSchema").text() == "lib::twice(Tensor a, Tensor b) -> Tensor"
    drive.click("torchSchema.copy")
    assert QGuiApplication.clipboard().text().startswith("lib::twice(")
    assert drive.find("parseArgs").text() == '@parse_args("v", "v")'


def test_a_problem_stands_at_its_field_and_goes_when_it_is_fixed(drive, document):
    drive.page("signature")
    drive.type("args[0].dtype", "floatt32")
    field = drive.find("args[0].dtype")
    assert field.property("problem") == "error"
    assert "is no element type" in field.toolTip()
    drive.leave()
    lines = [w for w in drive.window.findChildren(QLabel, "problemLine") if w.isVisible()]
    assert any("Choose one of" in line.plain_text() for line in lines)
    drive.type("args[0].dtype", "float32")
    assert field.property("problem") == ""


def test_a_text_that_is_no_shape_stays_in_the_field(drive, document):
    drive.page("model")
    drive.type("model.inputs[0].shape", "2,x")
    field = drive.find("model.inputs[0].shape")
    assert field.text() == "2,x"
    assert document.op.model.inputs[0].shape == (4, 3, 8)
    drive.page("signature")
    drive.window.workspace.show_op(drive.session.project.documents.__iter__().__next__())
    drive.window.workspace.show_op(document.folder)
    drive.page("model")
    assert field.text() == "2,x"
    assert field.property("problem") == "error"
    drive.trigger("undo")
    assert field.text() == "4, 3, 8"


def test_half_typed_lists_are_left_as_they_are(drive, document):
    drive.page("model")
    drive.type("model.inputs[0].shape", "5, ")
    assert drive.find("model.inputs[0].shape").text() == "5, "
    assert document.op.model.inputs[0].shape == (5,)


def test_every_field_of_an_example_can_be_set(drive, document):
    drive.page("model")
    drive.choose("model.inputs[0].generator", "uniform")
    drive.type("model.inputs[0].low", "-1")
    drive.type("model.inputs[0].high", "2.5")
    drive.type("model.inputs[0].seed", "7")
    drive.type("model.inputs[0].dynamic", "0=n, 2=w")
    drive.choose("model.inputs[0].dtype", "float64")
    example = document.op.model.inputs[0]
    assert (example.generator, example.low, example.high) == ("uniform", -1.0, 2.5)
    assert (example.seed, example.dynamic, example.dtype) == (7, {0: "n", 2: "w"}, "float64")
    drive.click("model.inputs[1].remove")
    assert any(p.key == "model.inputs" for p in document.problems)
    drive.click("model.inputs.add")
    assert document.op.model.inputs[1].arg == "b"


def test_the_exporter_takes_the_opset_along(drive, document):
    drive.page("model")
    drive.choose("model.exporter", "torch.export")
    assert document.op.model.opset == 17  # it is converted to
    drive.choose("model.opset", 23)
    drive.choose("model.exporter", "torchscript")
    assert document.op.model.opset == 20
    drive.page("run")
    drive.type("model.rtol", "1e-3")
    assert document.op.model.rtol == 1e-3
    drive.type("model.rtol", "")
    assert "rtol" not in document.toml()


def test_the_reference_is_an_expression_or_a_file(drive, document):
    drive.page("model")
    drive.type("reference.python", "2 * a + b + 0")
    assert document.op.reference.python == "2 * a + b + 0"
    drive.type("reference.python", "2 *")
    assert document.problems[0].key == "reference.python"


def is_hidden(drive, name):
    return all(widget.isHidden() for widget in drive.window.findChildren(QWidget, name))


def test_the_backward_is_formulas_a_file_or_an_op(drive, document):
    drive.page("model")
    formulas = dict(document.op.backward.formulas)
    assert drive.find("backward.formulas.a").text() == formulas["a"]
    drive.type("backward.formulas.a", "2 * grd")
    assert document.problems[0].key == "backward.formulas.a"
    assert drive.find("backward.formulas.a").property("problem") == "error"
    drive.type("backward.formulas.a", "2 * grad_y")
    assert document.op.backward.formulas == {**formulas, "a": "2 * grad_y"}
    drive.choose("backward.kind", "file")
    assert document.op.backward == Backward(source="backward.py")
    assert is_hidden(drive, "backward.formulas")
    assert drive.find("backward.edit").text() == "Create backward.py"
    drive.choose("backward.kind", "op")
    drive.type("backward.op", "gone")
    assert (document.op.backward, document.problems[0].key) == (Backward("gone"), "backward.op")
    drive.choose("backward.kind", "none")
    assert document.op.backward == Backward()
    assert "backward" not in document.toml()
    assert is_hidden(drive, "backward.op")
    drive.choose("backward.kind", "formulas")
    assert document.op.backward == Backward(), "nothing is written yet"
    drive.type("backward.formulas.b", "grad")
    assert document.op.backward.formulas == {"b": "grad"}


def test_the_rows_of_a_backward_follow_the_arguments(drive, document):
    drive.page("signature")
    drive.type("args[0].name", "left")
    drive.page("model")
    assert drive.find("backward.formulas.left").text() == "2 * grad"
    drive.trigger("undo")
    assert drive.find("backward.formulas.a").text() == "2 * grad"


def test_nodes_and_attributes_are_added_edited_moved_and_removed(drive, document):
    drive.page("mapping")
    drive.type("mapping.nodes[0].op", "mine::Twice")
    drive.click("mapping.nodes[0].inputs.astext")
    drive.type("mapping.nodes[0].inputs", "b, a")
    node = document.op.mapping.nodes[0]
    assert (node.op, node.inputs) == ("mine::Twice", ("b", "a"))
    drive.click("mapping.nodes[0].attributes.add")
    drive.type("mapping.nodes[0].attributes[0].name", "axes")
    drive.choose("mapping.nodes[0].attributes[0].type", "ints")
    drive.type("mapping.nodes[0].attributes[0].value", "0, 2")
    attribute = document.op.mapping.nodes[0].attributes[0]
    assert (attribute.name, attribute.type, attribute.value) == ("axes", "ints", (0, 2))
    drive.click("mapping.nodes.add")
    drive.type("mapping.nodes[1].outputs", "z")
    drive.click("mapping.nodes[1].up")
    assert [n.op for n in document.op.mapping.nodes] == ["Identity", "mine::Twice"]
    assert document.op.mapping.nodes[1].attributes == (attribute,)
    drive.click("mapping.nodes[0].remove")
    drive.click("mapping.nodes[0].attributes[0].remove")
    assert document.op.mapping.nodes[0].attributes == ()


def test_an_attribute_takes_an_argument_or_a_literal(drive, session, project_folder):
    residual = session.project.documents[project_folder / "ops" / "dual_residual"]
    session.window.workspace.show_op(residual.folder)
    drive.page("mapping")
    key = "mapping.nodes[0].attributes[0]"
    drive.choose(f"{key}.arg", "")
    assert residual.op.mapping.nodes[0].attributes[0].value == 1.0
    drive.type(f"{key}.value", "0.25")
    assert residual.op.mapping.nodes[0].attributes[0].value == 0.25
    drive.choose(f"{key}.arg", "alpha")
    assert residual.op.mapping.nodes[0].attributes[0].arg == "alpha"
    assert residual.problems == ()


def test_constants_and_the_implementation_are_edited(drive, document):
    drive.page("mapping")
    drive.click("mapping.constants.add")
    drive.type("mapping.constants[0].name", "half")
    drive.type("mapping.constants[0].value", "0.5")
    assert document.op.mapping.constants[0].value == 0.5
    drive.click("mapping.nodes[0].inputs.astext")
    drive.type("mapping.nodes[0].inputs", "a, b, half")
    drive.type("mapping.constants[0].name", "most")
    assert document.op.mapping.nodes[0].inputs == ("a", "b", "most")
    drive.choose("ort.implementation", "export-only")
    drive.choose("ort.oldest", "1.20")
    drive.type("ort.since_version", "3")
    ort = document.op.ort
    assert (ort.implementation, ort.oldest, ort.since_version) == ("export-only", "1.20", 3)


def test_the_generated_python_follows(drive, document, qtbot):
    drive.page("mapping")
    code = drive.find("generatedPython")
    qtbot.waitUntil(lambda: "custom::MyAdd" in code.text())
    drive.type("mapping.nodes[0].op", "mine::Twice")
    qtbot.waitUntil(lambda: "mine::Twice" in code.text())
    drive.type("mapping.nodes[0].op", "Nothing")
    qtbot.waitUntil(lambda: code.text() == "")


def test_completion_offers_what_is_in_scope(drive, document, qtbot):
    drive.page("mapping")
    drive.click("mapping.nodes.add")
    drive.click("mapping.nodes[1].inputs.astext")
    field = drive.find("mapping.nodes[1].inputs")
    assert all(name in field.toolTip() for name in ("a", "b", "y"))


def test_a_portable_op_that_becomes_libtorch_is_run_through_the_bridge(drive, document):
    drive.page("signature")
    drive.choose("kernel.style", "libtorch")
    assert document.op.ort.implementation == "bridge"
    drive.choose("kernel.registration", "own")
    drive.choose("kernel.style", "portable")
    assert document.op.kernel.registration == "generated"


@pytest.mark.parametrize("op", ["my_add_custom", "dual_residual"])
def test_looking_at_all_pages_changes_nothing(drive, session, project_folder, op):
    folder = project_folder / "ops" / op
    before = (folder / op_file.FILE_NAME).read_bytes()
    session.window.workspace.show_op(folder)
    for page in ("kernel", "signature", "mapping", "model", "graph", "run"):
        drive.page(page)
    assert not session.project.dirty
    assert session.project.documents[folder].toml().encode() == before


def test_choosing_what_is_there_already_is_no_edit(drive, document):
    drive.page("signature")
    for name, value in (("args[0].type", "tensor"), ("kernel.style", "portable")):
        drive.choose(name, value)
    drive.page("mapping")
    drive.choose("ort.implementation", "portable")
    drive.choose("mapping.kind", "nodes")
    assert drive.session.project.undo.count() == 0


def test_a_field_is_named_in_words_and_not_by_its_key(drive):
    drive.page("model")
    assert drive.find("model.inputs[0].shape").accessibleName() == "Shape, example 1"
    drive.page("mapping")
    assert drive.find("mapping.nodes[0].outputs").accessibleName() == "Outputs, node 1"


def test_the_list_of_problems_names_the_location(drive, document, qtbot):
    drive.page("model")
    drive.type("model.inputs[0].dynamic", "0")
    entries = drive.window.workspace.problems.entries
    qtbot.waitUntil(lambda: bool(entries()))
    assert entries()[0].location == "my_add_custom · Model · example of a · dynamic axes"
    model = drive.window.workspace.problems.view.model()
    assert "model.inputs[0].dynamic" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)

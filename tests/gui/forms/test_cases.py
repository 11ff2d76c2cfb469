"""The Model page: cases, lists of tensors, written values, a model file."""

import pytest
from msgspec import UNSET
from msgspec.structs import replace
from PySide6.QtCore import Qt

from workbench.core.declaration.op import Example
from workbench.core.errors import Problem
from workbench.gui.forms.binding.lens import CaseLens


def row_names(drive):
    table = drive.window.workspace.page("model").examples.table
    return [drive.find(f"model.inputs[{i}].arg").currentText() for i in range(table.count())]


def test_a_case_shows_its_own_rows_among_those_of_the_main_set(rich):
    drive, document = rich
    drive.page("model")
    assert row_names(drive) == ["input", "mask", "xs[0]", "xs[1]", "stride"]
    drive.choose("model.case", 1)
    assert row_names(drive) == ["input", "mask", "xs[0]", "xs[1]", "xs[2]", "stride", "use_mask"]
    overrides = [drive.find(f"model.inputs[{i}].override").isChecked() for i in range(7)]
    assert overrides == [False, False, True, True, True, False, True]
    assert not drive.find("model.inputs[0].shape").isEnabled()
    assert drive.find("model.inputs[2].shape").isEnabled()
    assert not document.dirty


def test_a_row_becomes_the_cases_own_and_the_main_ones_again(rich):
    drive, document = rich
    before = document.op
    drive.page("model")
    drive.choose("model.case", 1)
    box = drive.find("model.inputs[0].override")
    box.click()
    assert document.op.model.cases[1].inputs[-1] == Example("input", shape=(2, 8), seed=1)
    assert drive.find("model.inputs[0].dynamic").placeholderText() == "0=n"  # as in the main set
    drive.type("model.inputs[0].shape", "7, 8")
    assert document.op.model.cases[1].inputs[-1].shape == (7, 8)
    assert document.op.model.inputs == before.model.inputs
    box.click()
    assert document.op == before


def test_tensors_of_a_list_are_replaced_all_together(rich):
    drive, document = rich
    drive.page("model")
    drive.choose("model.case", 1)
    drive.find("model.inputs[3].override").click()
    assert [e.arg for e in document.op.model.cases[1].inputs] == ["use_mask"]
    assert row_names(drive)[2:4] == ["xs[0]", "xs[1]"]
    drive.click("model.inputs.xs.add")
    assert [e.arg for e in document.op.model.cases[1].inputs] == [
        "use_mask", "xs[0]", "xs[1]", "xs[2]",
    ]  # fmt: skip
    drive.click("model.inputs[2].remove")
    assert [e.arg for e in document.op.model.cases[1].inputs] == ["use_mask", "xs[0]", "xs[1]"]


def test_an_unfinished_text_goes_with_the_row_of_its_case(rich):
    drive, document = rich
    drive.page("model")
    drive.choose("model.case", 1)
    drive.type("model.inputs[4].shape", "3,x")
    assert list(document.unfinished) == ["model.cases[1].inputs[2].shape"]
    drive.choose("model.case", -1)
    assert drive.find("model.inputs[4].arg").currentText() == "stride"
    drive.choose("model.case", 1)
    assert drive.find("model.inputs[4].shape").text() == "3,x"
    drive.click("model.inputs[2].remove")
    assert list(document.unfinished) == ["model.cases[1].inputs[1].shape"]
    drive.find("model.inputs[2].override").click()
    assert document.unfinished == {}


def test_cases_are_added_copied_renamed_and_removed(rich):
    drive, document = rich
    drive.page("model")
    drive.click("model.case.add")
    assert [c.name for c in document.op.model.cases] == ["larger", "three", "case1"]
    drive.type("case.name", "tiny")
    drive.type("case.doc", "one row")
    drive.find("model.inputs[0].override").click()
    drive.click("model.case.copy")
    tiny, copy = document.op.model.cases[2:]
    assert (tiny.name, tiny.doc, copy.name) == ("tiny", "one row", "tiny2")
    assert copy.inputs == tiny.inputs
    drive.click("model.case.remove")
    assert [c.name for c in document.op.model.cases] == ["larger", "three", "tiny"]
    assert drive.find("model.case").currentText() == "Main inputs"
    for _ in range(6):
        drive.trigger("undo")
    assert not document.dirty


def test_a_problem_of_a_case_is_gone_to_and_named_elsewhere(rich):
    drive, document = rich
    page = drive.page("model")
    drive.choose("model.case", 0)
    drive.type("model.inputs[0].shape", "-1, 8")
    problem = next(p for p in document.problems if p.key == "model.cases[0].inputs[0].shape")
    assert drive.find("model.inputs[0].shape").property("problem") == "error"
    drive.choose("model.case", -1)
    assert page.binder.line_at(problem.key).plain_text().startswith("Case larger: ")
    page.reveal(Problem("", "", key=problem.key))
    assert drive.find("model.case").currentText() == "larger"
    assert drive.find("model.inputs[0].shape").hasFocus()


def test_elements_are_written_out(rich):
    drive, document = rich
    drive.page("model")
    assert drive.find("model.inputs[2].generator").currentData() == "values"
    drive.type("model.inputs[2].value", "1 2 3 4")
    assert document.op.model.inputs[2].value == (1.0, 2.0, 3.0, 4.0)
    drive.type("model.inputs[2].value", "[[1, 2], [3, 5]]")
    assert document.op.model.inputs[2].value == (1.0, 2.0, 3.0, 5.0)
    drive.choose("model.inputs[2].generator", "zeros")
    example = document.op.model.inputs[2]
    assert (example.value, example.generator) == (UNSET, "zeros")
    drive.choose("model.inputs[0].generator", "values")
    assert document.op.model.inputs[0].value == tuple(map(float, range(16)))


def test_tensors_of_a_list_come_and_go(rich):
    drive, document = rich
    drive.page("model")
    drive.click("model.inputs.xs.add")
    assert [e.arg for e in document.op.model.inputs][2:5] == ["xs[0]", "xs[1]", "xs[2]"]
    drive.click("model.inputs[2].remove")
    assert [e.arg for e in document.op.model.inputs][2:4] == ["xs[0]", "xs[1]"]
    assert document.op.model.inputs[2].seed == 2
    add = drive.find("model.inputs.add")
    drive.click("model.inputs.add")  # use_mask, which has a default
    assert document.op.model.inputs[-1].arg == "use_mask"
    assert not add.isEnabled()


def test_a_model_file_has_inputs_of_its_own(rich):
    drive, document = rich
    before = document.op
    drive.page("model")
    drive.choose("model.kind", "file")
    model = document.op.model
    assert (model.source, [e.arg for e in model.inputs]) == ("model.py", ["input", "xs0", "xs1"])
    drive.type("model.inputs[1].arg", "features")
    drive.type("model.outputs", "image, score")
    assert document.op.model.inputs[1].arg == "features"
    assert document.op.model.outputs == ("image", "score")
    drive.click("model.inputs.add")
    assert document.op.model.inputs[-1].arg == "x"
    drive.click("model.edit")
    text = document.texts[document.folder / "model.py"]
    assert "def model(op):" in text
    assert "return op(input, features, xs1, x)" in text
    drive.page("model")
    drive.choose("model.kind", "call")
    model = document.op.model
    assert (model.source, model.outputs) == ("", ())
    assert {e.arg for e in model.inputs} >= {"input", "stride"}
    while document.op != before:
        drive.trigger("undo")
    assert drive.find("model.inputs[2].arg").currentText() == "xs[0]"


def test_the_variants_opset_is_told(rich):
    drive, document = rich
    drive.page("mapping")
    drive.choose("variant", "functions")
    page = drive.page("model")
    assert page._opset.text() == "The variant functions is exported to opset 19 instead."
    drive.choose("model.opset", 18)
    assert document.op.model.opset == 18
    assert document.op.variants["functions"].opset == 19


@pytest.mark.parametrize("case", [-1, 0, 1])
def test_a_lens_is_no_change(rich, case):
    _, document = rich
    op = document.op
    lens = CaseLens(lambda: case)
    seen = lens.view(op)
    assert lens.put(op, seen) == op
    for i in range(len(seen.model.inputs)):
        key = f"model.inputs[{i}].shape"
        assert lens.to_form(op, lens.to_file(op, key)) == key
    if case >= 0:
        key = "case.name"
        assert lens.to_form(op, lens.to_file(op, key)) == key
        # What is shown is what is run.
        run = {
            e.arg: replace(e, dtype="", dynamic={})
            for e in op.for_case(op.model.cases[case]).model.inputs
        }
        assert {e.arg: replace(e, dtype="", dynamic={}) for e in seen.model.inputs} == run


@pytest.mark.parametrize("button", ["add", "copy"])
def test_a_new_case_begins_at_its_name_and_the_page_stays(rich, qtbot, button):
    drive, document = rich
    drive.window.resize(1000, 420)
    drive.window.show()
    page = drive.page("model")
    drive.choose("model.case", 1)
    bar = page.area.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() > 100)
    drive.find("model.inputs[2].shape").setFocus(Qt.FocusReason.MouseFocusReason)
    bar.setValue(100)
    drive.click(f"model.case.{button}")
    name = drive.find("case.name")
    assert name.hasFocus()
    assert name.selectedText() == name.text() == document.op.model.cases[-1].name
    assert bar.value() == 100


def test_undoing_a_new_case_leaves_the_keyboard_in_what_is_visible(rich, qtbot):
    drive, document = rich
    drive.window.show()
    drive.page("model")
    before = document.op
    drive.click("model.case.add")
    assert drive.find("case.name").hasFocus()
    drive.trigger("undo")
    assert document.op == before
    assert drive.find("model.case").hasFocus()


def test_an_onnx_model_is_one_of_the_kinds_and_asks_for_its_file(drive, document):
    drive.page("model")
    line = drive.find("model.kind").parent().findChild(object, "model.onnx")
    assert line.isHidden()
    drive.choose("model.kind", "onnx")
    assert drive.find("model.kind").currentData() == "onnx"
    drive.type("model.onnx", "foreign.onnx")
    assert document.op.model.onnx == "foreign.onnx"
    assert drive.find("model.node").isEnabled()
    drive.find("model.kind").setFocus()
    drive.choose("model.kind", "call")
    assert document.op.model.onnx == ""
    assert line.isHidden()

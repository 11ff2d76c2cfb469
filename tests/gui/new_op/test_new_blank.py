"""New op from a signature: the kernel it begins with, and the gaps that are left to fill."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QRadioButton, QWidget

from tests.engine.runtimes.foreign import make_module
from tests.gui.new_op.dialog import SCHEMA, child, create, in_dialog, reason, retype


def test_a_signature_makes_a_kernel_with_the_right_head(open_dialog, qtbot):
    dialog = open_dialog("blank")
    retype(qtbot, child(dialog, QPlainTextEdit, "blankSchema"), SCHEMA)
    assert child(dialog, QLineEdit, "newOpName").text() == "scale"
    assert child(dialog, QLineEdit, "newOpTorch").text().endswith("::scale")
    for style, words in (
        ("portable", "void scale(const wb::Context& ctx, wb::Tensor<const float> x, double by"),
        ("cuda", "void scale(const wb::CudaContext& ctx, wb::Tensor<const float> x, double by"),
        ("libtorch", "at::Tensor scale(const at::Tensor& x, double by)"),
        ("own", 'm.def("scale(Tensor x, float by=2.0) -> Tensor");'),
        ("python", "class Scale(torch.autograd.Function):"),
    ):
        child(dialog, QRadioButton, f"blankStyle.{style}").click()
        assert words in child(dialog, QWidget, "blankPreview").toPlainText()
        draft = dialog.page().draft()
        assert words in draft.texts[draft.op.kernel.source]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "Write the signature"),
        ("scale", "'('"),
        ("scale(Tensor x)", "'->'"),
        ("scale(Tensor x, Device d) -> Tensor", "Device"),
        ("scale(Tensor(a!) x) -> Tensor", "changes an argument"),
        ("scale(float x) -> Tensor", "no tensor"),
        ("class(Tensor x) -> Tensor", "keyword"),
        ("scale(Tensor x, *, int k=1) -> Tensor", "keyword only"),
        ("aten::scale(Tensor x) -> Tensor", "torch itself"),
        ("(" * 5000, "name"),
    ],
)
def test_a_signature_that_cannot_be_declared_is_refused_in_words(open_dialog, text, word):
    dialog = open_dialog("blank")
    child(dialog, QPlainTextEdit, "blankSchema").setText(text)
    assert word in reason(dialog)
    assert not create(dialog).isEnabled()


def test_after_create_the_first_gap_is_in_front_until_the_field_is_edited(
    session, qtbot, project_folder
):
    def act(dialog):
        retype(qtbot, dialog.page("blank").schema, "pool(Tensor x, int k) -> (Tensor y, Tensor i)")
        qtbot.keyClick(dialog.page().schema, Qt.Key.Key_Return)

    in_dialog(session, act)
    folder = project_folder / "ops" / "pool"
    workspace = session.window.workspace
    assert workspace.current_op() == folder
    assert workspace.current_page() == "signature"
    document = session.project.documents[folder]
    field = workspace.page("signature").binder.field_at("outputs[0].shape")
    assert field.widget.property("problem") == "warning"

    def gaps():
        entries = workspace.problems.entries()
        return [e.problem.key for e in entries if e.problem.kind == "gap" and e.folder == folder]

    qtbot.waitUntil(lambda: gaps() == ["outputs[0].shape", "outputs[1].shape"])
    shape = field.widget
    shape.setFocus()
    shape.selectAll()
    qtbot.keyClicks(shape, "[x.shape[0]]")
    qtbot.waitUntil(lambda: gaps() == ["outputs[1].shape"])
    session.window.actions_["undo"].trigger()
    qtbot.waitUntil(lambda: gaps() == ["outputs[0].shape", "outputs[1].shape"])

    # What was assumed may be right: Delete in the list says so.
    view = workspace.problems.view
    row = next(
        i
        for i, e in enumerate(workspace.problems.entries())
        if e.problem.key == "outputs[1].shape" and e.problem.kind == "gap"
    )
    view.setCurrentIndex(view.model().index(row, 0))
    workspace.problems.findChild(object, "action.settleGap").trigger()
    qtbot.waitUntil(lambda: gaps() == ["outputs[0].shape"])
    assert not document.dirty


def test_the_gaps_of_a_new_project_are_shown_too(make_session, qtbot, tmp_path):
    session = make_session()

    def act(dialog):
        retype(qtbot, dialog.page("blank").schema, SCHEMA)
        retype(qtbot, child(dialog, QLineEdit, "newProjectFolder"), str(tmp_path / "mine"))
        qtbot.mouseClick(create(dialog), Qt.MouseButton.LeftButton)

    in_dialog(session, act)
    folder = tmp_path / "mine" / "ops" / "scale"
    document = session.project.documents[folder]
    assert [g.key for g in session.project.gaps.of_op(document)] == ["outputs[0].shape"]
    assert session.window.workspace.current_page() == "signature"


def test_a_compiled_module_is_dropped_and_one_of_its_functions_chosen(open_dialog, tmp_path):
    module = make_module(tmp_path, "their.so")
    page = open_dialog("blank").page("blank")
    page.schema.setText("twice(Tensor x) -> Tensor")
    child(page, QRadioButton, "blankStyle.module").click()
    assert page.draft() is None
    assert "Choose the library" in page.problem()
    assert page.take_files([tmp_path / "other.txt", module])
    assert "several functions" in page.problem()
    child(page, QComboBox, "blankFunction").setCurrentText("double_it")
    draft = page.draft()
    assert (draft.op.ort.module, draft.op.ort.function) == ("their.so", "double_it")
    assert draft.copies == {"their.so": module}
    assert page.preview.isHidden()
    child(page, QRadioButton, "blankStyle.portable").click()
    assert page.draft().texts
    assert not page.preview.isHidden()


def test_the_caret_is_in_the_signature_which_has_several_lines(open_dialog, qtbot):
    dialog = open_dialog("blank")
    schema = dialog.page("blank").schema
    assert dialog.focusWidget() is schema
    assert schema.textCursor().hasSelection()
    qtbot.keyClicks(schema, "knn(Tensor x,")
    qtbot.keyClick(schema, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(schema, "Tensor[int32] offset, int k) -> (Tensor[int32] idx, Tensor dist)")
    op = dialog.page().draft().op
    assert [a.dtype for a in op.args] == ["float32", "int32", "float32"]
    assert [o.dtype for o in op.outputs] == ["int32", "x"]
    assert create(dialog).isEnabled()


def test_what_cannot_be_read_is_marked_where_it_is(open_dialog):
    schema = open_dialog("blank").page("blank").schema
    schema.setText("knn(Tensor x,\n Tensor[int33] offset) -> Tensor")
    (mark,) = schema.extraSelections()
    assert mark.cursor.selectedText() == "int33"
    schema.setText("knn(Tensor x) -> Tensor")
    assert schema.extraSelections() == []


def test_the_preview_of_a_kernel_with_many_arguments_is_seen_whole(open_dialog, session):
    dialog = open_dialog("blank")
    page = dialog.page()
    page.schema.setText(
        "pointops::knn_query(int nsample, Tensor xyz, Tensor offset, Tensor? new_xyz=None, "
        "Tensor? new_offset=None) -> (Tensor index, Tensor dist)"
    )
    bars = page.preview.horizontalScrollBar(), page.preview.verticalScrollBar()
    dialog.resize(1000, 810)  # its first size, where the screen has room for it
    assert page.preview.toPlainText().endswith("}")
    assert [bar.maximum() for bar in bars] == [0, 0]
    written = page.draft().texts["kernel.cpp"]
    assert "".join(page.preview.toPlainText().split()) == "".join(written.split())
    dialog.resize(dialog.minimumSize())
    assert bars[0].maximum() == 0
    dialog.resize(1300, 760)
    assert page.preview.toPlainText() == written.rstrip()

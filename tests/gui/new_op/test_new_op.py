"""The New-op dialog: its pages, names and destinations, and what happens after Create."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QRadioButton, QWidget

from workbench.core.storage import op_file, project
from workbench.gui.new_op.dialog import NewOpDialog
from workbench.gui.new_op.gallery_list import gallery_ops

SCHEMA = "scale(Tensor x, float by=2.0) -> Tensor"


@pytest.fixture
def open_dialog(session, qtbot):
    """Makes dialogs over the open project, shown but not waited for."""
    made = []

    def make(page: str = "", window_session=None) -> NewOpDialog:
        of = window_session or session
        dialog = NewOpDialog(of.services, of.settings, of.window, page)
        made.append(dialog)
        dialog.show()
        dialog.activateWindow()
        qtbot.waitExposed(dialog)
        return dialog

    yield make
    for dialog in made:
        dialog.close()
        dialog.deleteLater()


def child(dialog, kind, name):
    found = dialog.findChild(kind, name)
    assert found is not None, f"no widget {name}"
    return found


def reason(dialog) -> str:
    line = next(w for w in dialog.findChildren(QLabel, "problemLine") if w.parent() is dialog)
    return line.text()


def create(dialog) -> QPushButton:
    return child(dialog, QPushButton, "createOp")


def retype(qtbot, field, text):
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text) if text else qtbot.keyClick(field, Qt.Key.Key_Delete)


def in_dialog(session, act):
    """Do something in the modal dialog that an action opens next."""
    failures = []

    def go():
        dialog = QApplication.activeModalWidget()
        try:
            assert isinstance(dialog, NewOpDialog)
            act(dialog)
        except BaseException as error:
            failures.append(error)
        finally:
            if dialog is not None and dialog.isVisible():
                dialog.reject()

    QTimer.singleShot(0, session.window, go)
    session.window.actions_["new"].trigger()
    if failures:
        raise failures[0]


# -- the frame


def test_up_and_down_change_the_page_and_tab_goes_into_it_then_to_the_name(open_dialog, qtbot):
    dialog = open_dialog("blank")
    assert dialog.focusWidget() is dialog.page_list
    qtbot.keyClick(dialog.page_list, Qt.Key.Key_Down)
    assert dialog.page().id == "gallery"
    qtbot.keyClick(dialog.page_list, Qt.Key.Key_Tab)
    assert dialog.page().isAncestorOf(dialog.focusWidget())
    assert dialog.focusWidget().objectName() == "gallerySearch"
    for _ in range(12):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        if not dialog.page().isAncestorOf(dialog.focusWidget()):
            break
    assert dialog.focusWidget().objectName() == "newOpName"
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
    assert dialog.focusWidget().objectName() == "newOpTorch"


def test_every_page_says_what_it_is_and_what_is_missing(open_dialog):
    dialog = open_dialog()
    for name in dialog.page_list.ids():
        page = dialog.page(name)
        assert page.title
        assert page.tip
        assert (page.draft() is None) == bool(page.problem())
        assert create(dialog).isEnabled() == (page.draft() is not None)
        assert bool(reason(dialog)) == (page.draft() is None)


def test_the_page_and_the_size_are_remembered(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    dialog.resize(1100, 700)
    qtbot.keyClick(dialog.page_list, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    again = open_dialog()
    assert again.page().id == "gallery"
    assert again.size() == dialog.size()


def test_escape_closes_and_makes_nothing(session, qtbot, project_folder):
    before = set(session.project.documents)
    in_dialog(session, lambda d: qtbot.keyClick(d.focusWidget(), Qt.Key.Key_Escape))
    assert set(session.project.documents) == before


# -- names and destinations


def test_names_are_suggested_and_checked_as_they_are_typed(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    dialog.page().choose("foo")
    name = child(dialog, QLineEdit, "newOpName")
    assert name.text() == "foo"
    for wrong, word in (("2x", "identifier"), ("class", "keyword"), ("", "name")):
        retype(qtbot, name, wrong)
        assert word in reason(dialog)
        assert not create(dialog).isEnabled()
    retype(qtbot, name, "my_add_custom")
    assert "already" in reason(dialog)
    retype(qtbot, name, "other")
    assert reason(dialog) == ""
    dialog.page().choose("knn_query")
    assert name.text() == "other", "what was typed stands"


def test_a_name_that_is_taken_gets_a_number(open_dialog):
    dialog = open_dialog("gallery")
    dialog.page().choose("my_add_custom")
    assert child(dialog, QLineEdit, "newOpName").text() == "my_add_custom_2"
    torch = child(dialog, QLineEdit, "newOpTorch")
    assert torch.text() == "workbench::my_add_2"
    assert "'my_add_custom' already, so this one is called my_add_custom_2" in reason(dialog)
    assert create(dialog).isEnabled()
    child(dialog, QRadioButton, "newProject").setChecked(True)
    assert (torch.text(), reason(dialog)) == ("workbench::my_add", "")
    assert child(dialog, QLineEdit, "newOpName").text() == "my_add_custom"


def test_the_torch_name_is_checked_by_the_declarations_own_rules(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    dialog.page().choose("my_add_custom")
    torch = child(dialog, QLineEdit, "newOpTorch")
    for wrong, word in (
        ("foo", "namespace::name"),
        ("aten::foo", "torch itself"),
        ("a::b c", "b c"),
    ):
        retype(qtbot, torch, wrong)
        assert word in reason(dialog)
        assert not create(dialog).isEnabled()
    retype(qtbot, torch, "mine::foo")
    assert create(dialog).isEnabled()


@pytest.mark.parametrize("name", ["asinh", "dual_residual"])
def test_a_torch_name_that_something_else_registers_is_not_editable(open_dialog, name):
    dialog = open_dialog("gallery")
    dialog.page().choose(name)
    torch = child(dialog, QLineEdit, "newOpTorch")
    assert torch.isReadOnly()
    assert torch.text() == {op.name: op.torch for _, op in gallery_ops()}[name]
    dialog.page().choose("foo")
    assert not torch.isReadOnly()


def test_a_new_project_needs_an_empty_folder(open_dialog, qtbot, tmp_path, answers):
    dialog = open_dialog("gallery")
    child(dialog, QRadioButton, "newProject").click()
    folder = child(dialog, QLineEdit, "newProjectFolder")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thing").write_text("x")
    for wrong, word in (
        (str(tmp_path / "full"), "not empty"),
        ("", "which folder"),
        ("here", "whole path"),
        (str(tmp_path / "full" / "thing" / "below"), "a file"),
    ):
        retype(qtbot, folder, wrong)
        assert not create(dialog).isEnabled(), wrong
        assert word in reason(dialog)
    answers["choose_new_folder"] = tmp_path / "fresh"
    child(dialog, QPushButton, "newProjectBrowse").click()
    assert folder.text() == str(tmp_path / "fresh")
    assert create(dialog).text().replace("&", "") == "Create project"
    assert create(dialog).isEnabled()


def test_without_a_project_the_op_goes_to_a_new_one(make_session, open_dialog):
    session = make_session()
    dialog = open_dialog("gallery", session)
    assert not child(dialog, QRadioButton, "addHere").isEnabled()
    assert child(dialog, QRadioButton, "newProject").isChecked()
    assert create(dialog).isEnabled()


# -- the gallery


def test_the_gallery_is_searched_and_moved_in_from_the_search_field(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    search = child(dialog, QLineEdit, "gallerySearch")
    gallery = dialog.page().gallery
    retype(qtbot, search, "knn_query")
    assert gallery.current().name == "knn_query"
    assert child(dialog, QLabel, "galleryName").text() == "knn_query"
    retype(qtbot, search, "no such op")
    assert gallery.current() is None
    assert not child(dialog, QLabel, "galleryNone").isHidden()
    assert not create(dialog).isEnabled()
    retype(qtbot, search, "")
    first = gallery.current()
    qtbot.keyClick(search, Qt.Key.Key_Down)
    assert gallery.current() != first
    assert create(dialog).isEnabled()


def test_an_op_of_that_name_is_chosen_before_one_that_has_the_word_elsewhere(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    gallery = dialog.page().gallery
    gallery.choose("dual_residual")  # its node is rknn_cst::cstDualResidual
    retype(qtbot, child(dialog, QLineEdit, "gallerySearch"), "knn")
    shown = [i for i in range(gallery.list.count()) if not gallery.list.item(i).isHidden()]
    assert len(shown) > 1
    assert gallery.current().name == "knn_query"
    gallery.choose("dual_residual")
    assert gallery.current().name == "dual_residual"  # it can still be taken


def test_every_gallery_op_is_shown_with_its_graph_and_facts(open_dialog):
    dialog = open_dialog("gallery")
    for folder, op in gallery_ops():
        dialog.page().choose(folder.name)
        assert child(dialog, QLabel, "galleryName").text() == op.name
        assert child(dialog, QLabel, "galleryStyle").text()
        assert child(dialog, QLabel, "galleryOrt").text()
        assert child(dialog, QWidget, "galleryGraph").accessibleDescription()


def test_a_gallery_op_is_added_byte_for_byte_and_undo_takes_it_away(session, qtbot, project_folder):
    def act(dialog):
        dialog.page("gallery").choose("foo")
        qtbot.mouseClick(create(dialog), Qt.MouseButton.LeftButton)

    in_dialog(session, act)
    folder = project_folder / "ops" / "foo"
    assert session.window.workspace.current_op() == folder
    source = project.gallery_folder() / "foo"
    assert (folder / "op.toml").read_bytes() == (source / "op.toml").read_bytes()
    session.window.actions_["undo"].trigger()
    qtbot.waitUntil(lambda: folder not in session.project.documents)
    assert not folder.exists()


def test_a_gallery_op_takes_another_torch_name_and_keeps_its_comments(
    session, qtbot, project_folder
):
    def act(dialog):
        dialog.page("gallery").choose("my_add_custom")
        retype(qtbot, child(dialog, QLineEdit, "newOpTorch"), "mine::add2")
        qtbot.keyClick(child(dialog, QLineEdit, "newOpTorch"), Qt.Key.Key_Return)

    in_dialog(session, act)
    folder = project_folder / "ops" / "my_add_custom_2"
    op = op_file.load(folder)
    assert (op.name, op.torch) == ("my_add_custom_2", "mine::add2")
    assert "# A portable kernel" in (folder / "op.toml").read_text(encoding="utf-8")
    assert (folder / "kernel.cpp").is_file()


# -- blank


def test_a_signature_makes_a_kernel_with_the_right_head(open_dialog, qtbot):
    dialog = open_dialog("blank")
    retype(qtbot, child(dialog, QLineEdit, "blankSchema"), SCHEMA)
    assert child(dialog, QLineEdit, "newOpName").text() == "scale"
    assert child(dialog, QLineEdit, "newOpTorch").text().endswith("::scale")
    for style, words in (
        ("portable", "void scale(const wb::Context& ctx, wb::Tensor<const float> x, double by"),
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
    child(dialog, QLineEdit, "blankSchema").setText(text)
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


def test_where_the_op_cannot_be_written_the_dialog_comes_back_as_it_was(
    session, qtbot, project_folder, answers
):
    answers["show_error"] = None
    names = []

    def again():
        dialog = QApplication.activeModalWidget()
        names.append(child(dialog, QLineEdit, "blankSchema").text())
        dialog.reject()

    def act(dialog):
        dialog.page("blank").schema.setText(SCHEMA)
        (project_folder / "project.toml").unlink()
        QTimer.singleShot(0, session.window, again)
        dialog.accept()

    in_dialog(session, act)
    qtbot.waitUntil(lambda: names == [SCHEMA])
    assert answers["asked"] == ["show_error"]


def test_nothing_is_left_of_a_project_that_could_not_be_made(session, tmp_path, answers):
    from workbench.gui.new_op.destination_form import NewOp
    from workbench.importers.drafts.blank import blank_draft

    answers["show_error"] = None
    draft = blank_draft(SCHEMA)
    session.window.commands.create(NewOp(draft, "not a name", tmp_path / "fresh"))
    assert answers["asked"] == ["show_error"]
    assert not (tmp_path / "fresh").exists()


# -- files


def drop(widget, *paths):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(p)) for p in paths])
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    widget.dropEvent(event)


def test_files_that_no_page_can_use_are_reported_and_change_nothing(open_dialog, tmp_path):
    dialog = open_dialog("gallery")
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8\xff" + bytes(range(256)))
    drop(dialog, path)
    assert "holiday.jpg" in reason(dialog)
    assert dialog.page().id == "gallery"


def test_a_kernel_that_is_dropped_brings_the_page_to_the_front_that_can_use_it(
    open_dialog, tmp_path
):
    dialog = open_dialog("gallery")
    path = tmp_path / "scale.cpp"
    path.write_text(
        "#include <torch/torch.h>\nat::Tensor scale(const at::Tensor& x, double by) "
        "{ return x * by; }\n",
        encoding="utf-8",
    )
    drop(dialog, path)
    assert dialog.page().id == "cpp"
    assert dialog.page().draft().op.torch.endswith("scale")


def test_files_that_are_dropped_on_the_window_open_the_dialog(session, qtbot, tmp_path):
    path = tmp_path / "scale.cpp"
    path.write_text("at::Tensor scale(const at::Tensor& x) { return x; }\n", encoding="utf-8")
    shown = []

    def look():
        dialog = QApplication.activeModalWidget()
        if dialog is None:
            QTimer.singleShot(0, session.window, look)
            return
        shown.append(dialog.page().id)
        dialog.reject()

    drop(session.window, path)
    QTimer.singleShot(0, session.window, look)
    qtbot.waitUntil(lambda: shown == ["cpp"])


def test_a_project_that_is_dropped_on_the_window_is_opened(session, qtbot, tmp_path):
    other = tmp_path / "other-ops"
    project.create_project(other)
    drop(session.window, other / "project.toml")
    qtbot.waitUntil(lambda: session.project.folder == other)


def test_tab_goes_round_through_every_page_and_back_to_the_list(session, qtbot):
    dialog = NewOpDialog(session.services, session.settings, session.window)
    dialog.show()
    dialog.activateWindow()
    for row in range(dialog.page_list.count()):
        dialog.page_list.setCurrentRow(row)
        dialog.page_list.setFocus()
        seen = []
        while dialog.focusWidget() not in seen:
            seen.append(dialog.focusWidget())
            qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        assert dialog.focusWidget() is dialog.page_list
        assert any(dialog.page().isAncestorOf(w) for w in seen)
        assert seen[-1].objectName() == "cancelNewOp"
    dialog.reject()


def test_the_facts_of_a_gallery_op_have_all_the_room_and_are_not_cut(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    dialog.show()
    for op in ("deform_conv2d", "dynamic_resize_plugin", "asinh"):
        dialog.page().choose(op)
        QApplication.sendPostedEvents()
        qtbot.wait(1)
        details = dialog.page().findChild(QWidget, "galleryDetails")
        for value in details.findChildren(QLabel):
            if value.isVisible() and value.wordWrap():
                assert value.height() >= value.heightForWidth(value.width()), value.text()
        schema = next(
            v for v in details.findChildren(QLabel) if v.text().startswith(("work", "my_", "aten"))
        )
        assert schema.width() > 0.6 * details.width()


def test_a_torch_name_that_another_op_registers_is_reported_before_it_is_made(open_dialog, qtbot):
    dialog = open_dialog("gallery")
    dialog.page().choose("foo")
    retype(qtbot, child(dialog, QLineEdit, "newOpTorch"), "workbench::my_add")
    assert "'my_add_custom' registers workbench::my_add" in reason(dialog)
    assert create(dialog).isEnabled()


def test_cpp_that_cannot_be_read_says_where_it_stops_making_sense(open_dialog):
    dialog = open_dialog("cpp")
    dialog.page().text.setPlainText("int a;\nclass { void (((\n")
    dialog.page()._read()
    words = " ".join(label.text() for label in dialog.page().findChildren(QLabel))
    assert "stops making sense as C++ at line 2: class { void (((" in words


def test_files_that_the_page_has_no_use_for_are_named(session, tmp_path):
    (tmp_path / "a.cpp").write_text("float f(float x) { return x; }\n")
    (tmp_path / "m.onnx").write_bytes(b"")
    dialog = NewOpDialog(session.services, session.settings, session.window, "cpp")
    assert dialog.take_files([tmp_path / "a.cpp", tmp_path / "m.onnx"])
    assert dialog.page().id == "cpp"
    assert "Not used here: m.onnx." in dialog._reason.text()
    dialog.page("blank")
    assert "m.onnx" not in dialog._reason.text()
    dialog.deleteLater()

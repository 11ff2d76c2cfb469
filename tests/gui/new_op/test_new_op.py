"""The New-op dialog: its pages, keys and memory, and an op that cannot be written."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from tests.gui.new_op.dialog import SCHEMA, child, create, in_dialog, reason
from workbench.gui.new_op.dialog import NewOpDialog


def test_up_and_down_change_the_page_and_tab_goes_into_it_then_to_the_name(open_dialog, qtbot):
    dialog = open_dialog("blank")
    assert dialog.page().isAncestorOf(dialog.focusWidget())  # one types at once
    dialog.page_list.setFocus()
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


def test_where_the_op_cannot_be_written_the_dialog_comes_back_as_it_was(
    session, qtbot, project_folder, answers
):
    answers["show_error"] = None
    names = []

    def again():
        dialog = QApplication.activeModalWidget()
        names.append(child(dialog, QPlainTextEdit, "blankSchema").text())
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

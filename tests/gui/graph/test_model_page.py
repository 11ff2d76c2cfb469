"""A model's file in the window: opened in every way, with what it lacks, and the way on from there."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication

from tests import onnx_models
from workbench.core.errors import Problem
from workbench.gui.new_op.dialog import NewOpDialog


@pytest.fixture
def model(tmp_path) -> Path:
    return onnx_models.scale_shift(tmp_path / "net.onnx")


@pytest.fixture
def offered(monkeypatch):
    """The node that each New op dialog is asked for, which is then cancelled."""
    seen = []

    def shown(dialog: NewOpDialog) -> int:
        seen.append((dialog.page().id, dialog.page()._path, dialog.page()._wanted))
        return int(NewOpDialog.DialogCode.Rejected)

    monkeypatch.setattr(NewOpDialog, "exec", shown)
    return seen


def shown(session, qtbot):
    """The page, when the model is read."""
    qtbot.waitUntil(lambda: session.window.model_page is not None)
    page = session.window.model_page
    qtbot.waitUntil(lambda: page.pane.found is not None)
    assert session.window._central.currentWidget() is page
    return page


def test_it_opens_on_the_command_line_and_stands_among_the_recent(
    make_session, model, qtbot, answers
) -> None:
    session = make_session(model)
    page = shown(session, qtbot)
    assert page.path == model
    assert session.window.windowTitle() == "net.onnx – Op Workbench"
    assert session.settings.recent() == [model]
    assert answers["asked"] == []
    page.findChild(object, "modelClose").click()
    assert session.window._central.currentWidget() is session.window.start_view
    item = session.window.start_view.recent.item(0)
    session.window.start_view._on_recent(item)
    qtbot.waitUntil(lambda: session.window._central.currentWidget() is page)


def test_the_keys_go_to_what_is_lacking(session, model, qtbot) -> None:
    session.window.commands.open_path(model)
    page = shown(session, qtbot)
    assert session.window.focusWidget() is page.operators


def test_it_leaves_the_open_project_and_leads_back_to_it(session, model, qtbot, answers) -> None:
    answers["choose_project"] = model
    project = session.project.folder
    session.window.commands.open()
    shown(session, qtbot)
    assert session.project.folder == project
    session.window.close_tab()
    assert session.window._central.currentWidget() is session.window.workspace


def test_one_that_is_dropped_on_the_window_is_shown(session, model, qtbot) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(model))])
    action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    modifiers = Qt.KeyboardModifier.NoModifier
    session.window.dropEvent(QDropEvent(QPointF(9, 9), action, data, button, modifiers))
    shown(session, qtbot)


def test_a_node_names_the_op_that_serves_it(session, model, qtbot) -> None:
    """The fake host says that every model has one node, custom::MyAdd."""
    session.window.commands.open_path(model)
    page = shown(session, qtbot)
    (row,) = page.operators.rows()
    assert (row.title, row.detail) == ("custom::MyAdd", "1 node, served by my_add_custom")
    serve, new = page._serve, page._new
    assert not serve.isHidden()
    assert new.isHidden()
    serve.click()
    assert session.window.workspace.current_op().name == "my_add_custom"
    assert session.window._central.currentWidget() is session.window.workspace


def test_new_op_begins_with_the_node(make_session, model, qtbot, offered) -> None:
    session = make_session(model)
    page = shown(session, qtbot)
    assert page.operators.rows()[0].detail == "1 node, no op yet"
    page._new.click()
    assert offered == [("onnx", model, "y")]


def test_what_is_gone_is_said_and_forgotten(session, tmp_path, answers) -> None:
    answers["show_error"] = None
    session.settings.add_recent(tmp_path / "gone.onnx")
    assert not session.window.commands.open_path(tmp_path / "gone.onnx")
    assert answers["asked"] == ["show_error"]
    assert tmp_path / "gone.onnx" not in session.settings.recent()


def test_what_is_no_model_does_not_stand_among_the_recent(session, tmp_path, model, qtbot) -> None:
    before = session.settings.recent()
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"<html>")
    assert session.window.commands.open_path(broken)
    page = session.window.model_page
    with qtbot.waitSignal(page.pane.failed):
        pass
    assert session.settings.recent() == before
    session.window.commands.open_path(model)
    shown(session, qtbot)
    assert session.settings.recent() == [model, *before]


def test_without_a_drawing_the_list_says_what_there_is(session, model, qtbot) -> None:
    session.window.commands.open_path(model)
    page = shown(session, qtbot)
    assert [row.title for row in page.pane.rows.rows()] == ["custom::MyAdd"]
    page.pane.search.setText("nothing like it")
    assert page.pane.rows.rows() == []
    assert QApplication.activeModalWidget() is None


def test_beside_what_cannot_be_shown_is_no_list(session, qtbot, model) -> None:
    session.window.show()
    session.window.commands.open_path(model)
    pane = shown(session, qtbot).pane
    toggle = pane.bar.findChild(object, "graphSide")
    assert pane.side.isVisible()
    pane._on_failed(Problem("graph", "it is no model"))
    assert not pane.side.isVisible()
    assert not toggle.isEnabled()
    pane.show_model(model, "net", "net")
    qtbot.waitUntil(pane.side.isVisible)
    toggle.click()
    pane.reload()
    with qtbot.waitSignal(pane.read):
        pass
    assert not pane.side.isVisible(), "the user has closed it"

"""What the window shows first: three choices and recent projects; and a project without ops."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QPushButton

from workbench import paths
from workbench.core.manual import INDEX, manual_pages
from workbench.core.storage import op_file, project
from workbench.gui.manual.manual_window import ManualWindow
from workbench.importers.drafts.draft import Draft


@pytest.fixture
def start(make_session):
    """A window without a project, and its start view."""
    session = make_session()
    view = session.window.start_view
    assert view.isVisible()
    view.setFocus()
    return session, view


def choice(view, name) -> QPushButton:
    found = view.findChild(QPushButton, name)
    assert found is not None
    return found


def page_of_the_dialog(session, act) -> str:
    """What the New-op dialog shows that an act opens; it is closed again."""
    shown = []

    def look():
        dialog = QApplication.activeModalWidget()
        if dialog is not None:
            shown.append(dialog.page().id)
            dialog.reject()

    QTimer.singleShot(0, session.window, look)
    act()
    return shown[0] if shown else ""


def test_three_choices_with_a_sentence_each(start):
    _, view = start
    for name in ("startGallery", "startNew", "startOpen"):
        button = choice(view, name)
        assert button.accessibleName()
        assert button.accessibleDescription().endswith(".")


def test_a_click_on_gallery_or_new_begins_with_that_way(start, qtbot):
    session, view = start
    for name, page in (("startGallery", "gallery"), ("startNew", "blank")):
        button = choice(view, name)

        def click(button=button):
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

        assert page_of_the_dialog(session, click) == page


def test_the_keyboard_goes_through_the_choices_and_takes_one(start, qtbot, answers, project_folder):
    session, view = start
    gallery, new, open_ = (choice(view, f"start{n}") for n in ("Gallery", "New", "Open"))
    assert view.focusWidget() is gallery
    qtbot.keyClick(gallery, Qt.Key.Key_Right)
    assert view.focusWidget() is new
    assert page_of_the_dialog(session, lambda: qtbot.keyClick(new, Qt.Key.Key_Return)) == "blank"
    qtbot.keyClick(new, Qt.Key.Key_Right)
    assert view.focusWidget() is open_
    qtbot.keyClick(open_, Qt.Key.Key_Right)
    assert view.focusWidget() is gallery
    qtbot.keyClick(gallery, Qt.Key.Key_Left)
    answers["choose_project"] = project_folder
    qtbot.keyClick(open_, Qt.Key.Key_Space)
    assert session.project.folder == project_folder


def test_recent_projects_are_listed_and_opened(start, qtbot, project_folder, tmp_path):
    session, view = start
    assert view.recent.isHidden()
    session.settings.add_recent(tmp_path / "gone")
    session.window.commands.open_path(project_folder)
    assert session.window.workspace.isVisible()
    session.window.commands.close_project()
    assert view.isVisible()
    assert view.recent.count() == 2
    view.recent.setCurrentRow(0)
    qtbot.keyClick(view.recent, Qt.Key.Key_Return)  # and no button takes the same key
    qtbot.waitUntil(lambda: session.project.folder == project_folder)


def test_a_project_without_ops_offers_to_make_one(make_session, qtbot, tmp_path):
    project.create_project(tmp_path / "empty")
    session = make_session(tmp_path / "empty")
    workspace = session.window.workspace
    assert workspace.empty.isVisible()
    assert not workspace.page_bar.isVisible()
    for name, page in (("emptyGallery", "gallery"), ("emptyNew", "blank")):
        button = choice(workspace, name)

        def click(button=button):
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

        assert page_of_the_dialog(session, click) == page
    workspace.show_page("run")
    assert workspace.empty.isVisible(), "no page has anything to show"
    foo = project.gallery_folder() / "foo"
    session.project.add_draft(Draft(op_file.load(foo), base=foo), "foo")
    assert not workspace.empty.isVisible()
    assert workspace.page_bar.isVisible()
    session.window.actions_["undo"].trigger()
    qtbot.waitUntil(workspace.empty.isVisible)


def test_the_choices_follow_the_theme(start, qtbot):
    session, view = start
    pictures = []
    for mode in ("light", "dark", "light"):
        session.theme.set_mode(mode)
        shot: QPixmap = choice(view, "startGallery").grab()
        pictures.append(shot.toImage())
    assert pictures[0] == pictures[2] != pictures[1]


def test_the_box_of_recent_projects_is_as_high_as_its_rows(start, tmp_path, qtbot):
    _, view = start
    view.set_recent([tmp_path / "one"])
    qtbot.waitUntil(lambda: 30 < view.recent.height() < 80)
    view.set_recent([tmp_path / f"p{i}" for i in range(30)])
    qtbot.waitUntil(lambda: view.recent.height() > 150)
    assert view.recent.geometry().bottom() < view.height()
    assert view.recent.verticalScrollBar().maximum() > 0


def test_the_example_is_made_opened_and_run(start, qtbot, monkeypatch, tmp_path):
    from workbench.gui.window import new_project

    session, view = start
    monkeypatch.setattr(new_project, "default_folder", lambda name: free(tmp_path / name))
    button = choice(view, "startExample")
    with qtbot.waitSignal(session.engine.stage_ended, timeout=60_000):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert session.project.folder == tmp_path / "example"
    assert session.window.workspace.current_page() == "run"
    qtbot.waitUntil(lambda: session.engine.idle, timeout=60_000)
    session.window.commands.close_project()
    row = view.recent.itemWidget(view.recent.item(0))
    qtbot.waitUntil(lambda: row._verdict.text() == "1 agrees")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert session.project.folder == tmp_path / "example", "the one that is there"
    qtbot.waitUntil(lambda: session.engine.idle, timeout=60_000)


def free(folder):
    return folder if not folder.exists() else folder.with_name(f"{folder.name}-2")


def test_pages_of_the_manual_are_opened_from_the_start(start, qtbot, monkeypatch):
    _, view = start
    shown = []
    monkeypatch.setattr(ManualWindow, "show_place", lambda _, place: shown.append(place))
    files = {page.file for page in manual_pages()} | {INDEX}
    for row in range(view.manual.count()):
        view.manual.setCurrentRow(row)
        qtbot.keyClick(view.manual, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda many=row + 1: len(shown) == many)
        place = shown[-1]
        assert place.file in files
        text = (paths.docs() / place.file).read_text(encoding="utf-8")
        assert not place.heading or f"## {place.heading}\n" in text
    assert shown[0].file == "tutorial.md"


def test_the_lower_half_is_filled_before_anything_was_opened(start, qtbot):
    session, view = start
    for size in ((1024, 700), (1440, 900)):
        session.window.resize(*size)
        qtbot.waitUntil(lambda: view._no_recent.height() > 100)
        assert view._no_recent.height() == view.manual.height()
        assert view.manual.verticalScrollBar().maximum() == 0
        model = choice(view, "startModel")
        assert view.manual.width() == model.width(), "it stands below it"


def test_a_model_is_opened_from_the_start(start, qtbot, answers, monkeypatch):
    session, view = start
    opened = []
    monkeypatch.setattr(session.window.commands.models, "open", opened.append)
    answers["choose_onnx_model"] = "net.onnx"
    qtbot.mouseClick(choice(view, "startModel"), Qt.MouseButton.LeftButton)
    assert opened == ["net.onnx"]

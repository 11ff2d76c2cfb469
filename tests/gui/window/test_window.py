"""The window: title, pages, projects that are opened, and what is remembered."""

from collections import Counter
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent
from PySide6.QtWidgets import QLineEdit

from workbench.core.storage import op_file, project
from workbench.gui.new_op.destination_form import NewOp
from workbench.importers.drafts.draft import Draft


def test_the_title_shows_the_project_and_unsaved_edits(drive, document):
    window = drive.window
    assert window.windowTitle() == "edge-ops[*] – Op Workbench"
    assert not window.isWindowModified()
    drive.page("signature")
    drive.type("doc", "other")
    assert window.isWindowModified()
    drive.trigger("save")
    assert not window.isWindowModified()
    assert 'doc = "other"' in document.file.read_text()


def test_pages_are_reached_by_keys(drive, qtbot):
    drive.window.activateWindow()
    for number, page in enumerate(("kernel", "signature", "mapping", "model", "graph", "run"), 1):
        qtbot.keyClick(
            drive.window, getattr(Qt.Key, f"Key_{number}"), Qt.KeyboardModifier.ControlModifier
        )
        assert drive.window.workspace.current_page() == page


def test_the_filter_narrows_the_list(drive):
    drive.find("opFilter").setText("resid")
    assert drive.window.workspace.ops.view.model().rowCount() == 1
    drive.find("opFilter").clear()
    assert drive.window.workspace.ops.view.model().rowCount() == 2


def test_a_project_that_is_gone_is_reported_and_forgotten(make_session, answers, tmp_path):
    answers["show_error"] = None
    session = make_session()
    session.settings.add_recent(tmp_path / "gone")
    assert not session.window.commands.open_path(tmp_path / "gone")
    assert answers["asked"] == ["show_error"]
    assert session.settings.recent() == []


def test_an_op_of_the_gallery_is_added_or_begins_a_project(session, project_folder, tmp_path):
    foo = project.gallery_folder() / "foo"
    draft = Draft(op_file.load(foo), base=foo)
    session.window.commands.create(NewOp(draft, "sum_of_two"))
    added = project_folder / "ops" / "sum_of_two"
    assert session.window.workspace.current_op() == added
    assert session.project.documents[added].op.name == "sum_of_two"
    session.window.commands.create(NewOp(draft, "foo", tmp_path / "fresh"))
    assert session.project.folder == tmp_path / "fresh"
    assert (tmp_path / "fresh" / "ops" / "foo" / "op.toml").is_file()


def test_opening_a_folder_goes_through_the_dialog(session, answers, project_folder, tmp_path):
    other = tmp_path / "other"
    project.create_project(other)
    answers["choose_project"] = other
    session.window.actions_["open"].trigger()
    assert session.project.folder == other
    assert not session.window.actions_["run"].isEnabled()


def test_page_op_and_panels_are_remembered(make_session, project_folder):
    first = make_session(project_folder)
    first.window.closed.disconnect()
    first.window.workspace.show_page("model")
    first.window.workspace.show_op(project_folder / "ops" / "my_add_custom")
    first.window.workspace.panels.setCurrentWidget(first.window.workspace.log)
    first.window.workspace.panels.set_by_hand(False)
    assert first.window.close()
    first.window.closed.connect(first._on_closed)
    second = make_session(project_folder)
    workspace = second.window.workspace
    assert workspace.current_page() == "model"
    assert workspace.current_op() == project_folder / "ops" / "my_add_custom"
    assert not workspace.panels.isVisible()
    assert workspace.panels.currentWidget() is workspace.log


def test_settings_that_make_no_sense_are_ignored(make_session, project_folder):
    from workbench.gui.settings import Settings

    settings = Settings()
    for key, value in (("page", "no page"), ("ops", "[1, {"), ("panel", "?"), ("palette", "\n\n")):
        settings.set_text(key, value)
    session = make_session(project_folder)
    assert session.window.workspace.current_page() == "kernel"
    assert session.window.workspace.current_op() is not None
    assert session.window.palette_entries()


def test_light_and_dark_are_chosen_and_remembered(session):
    from workbench.gui.look.theme import is_dark

    session.theme.set_mode("dark")
    assert is_dark()
    session.theme.set_mode("light")
    assert not is_dark()


def test_a_change_of_the_theme_styles_each_widget_once(session):
    class Count(QObject):
        def eventFilter(self, watched, event):
            counted[watched] += event.type() == QEvent.Type.StyleChange
            return False

    counted = Counter()
    session.theme.set_mode("light")
    session.window.workspace.show_page("signature")
    count = Count()
    widgets = session.window.findChildren(QLineEdit)
    for widget in widgets:
        widget.installEventFilter(count)
    session.theme.set_mode("dark")
    for widget in widgets:
        widget.removeEventFilter(count)
    assert counted
    assert max(counted.values()) <= 2, "once without the old sheet, once with the new one"


def test_an_unexpected_exception_is_told_and_the_window_lives(session, monkeypatch, caplog):
    from workbench.gui import dialogs

    shown = []
    monkeypatch.setattr(dialogs, "show_unexpected", lambda *a: shown.append(a) or session.window)
    try:
        raise RuntimeError("boom")
    except RuntimeError as error:
        session.hook.handle(type(error), error, error.__traceback__)
    assert "RuntimeError: boom" in shown[0][1]
    assert session.window.isVisible()


def test_important_widgets_have_names_for_screen_readers(drive):
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit

    for page in ("signature", "mapping", "model", "run"):
        drive.page(page)
    nameless = [
        w.objectName() or type(w).__name__
        for kind in (QLineEdit, QComboBox, QAbstractButton)
        for w in drive.window.findChildren(kind)
        if w.isVisible()
        and not isinstance(w.parent(), QLineEdit)
        and not (w.accessibleName() or getattr(w, "text", str)())
    ]
    assert nameless == []


def test_the_start_up_report_is_written(make_session, project_folder, monkeypatch, tmp_path):
    import json

    monkeypatch.setenv("OP_WORKBENCH_STARTUP_REPORT", str(tmp_path / "report.json"))
    make_session(project_folder)
    marks = json.loads(Path(tmp_path / "report.json").read_text())
    assert 0 < marks["window_shown_ms"] <= marks["usable_ms"]


def test_a_low_window_gives_the_page_more_than_the_panels(drive, qtbot):
    workspace = drive.window.workspace
    workspace.panels.set_by_hand(True)
    drive.window.resize(1024, 560)
    qtbot.waitUntil(lambda: workspace.vertical.height() < 500)
    height = workspace.vertical.height()
    qtbot.waitUntil(lambda: workspace.vertical.sizes()[1] <= height // 4 + 4)
    assert workspace.split().isEmpty()
    workspace.vertical.moveSplitter(200, 1)  # by the user, who keeps it
    chosen = workspace.vertical.sizes()[1]
    assert chosen > height // 3
    assert not workspace.split().isEmpty()


def test_a_file_over_the_window_shows_that_it_is_taken(drive, project_folder, qtbot):
    frame = drive.window._drop_frame
    mime, empty = QMimeData(), QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(project_folder))])
    copy, left = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none = Qt.KeyboardModifier.NoModifier
    drive.window.dragEnterEvent(QDragEnterEvent(QPoint(9, 9), copy, mime, left, none))
    assert frame.isVisible()
    assert frame.accessibleName() == "Drop to open"
    assert frame.size() == drive.window.size()
    drive.window.dragLeaveEvent(QDragLeaveEvent())
    assert not frame.isVisible()
    drive.window.dragEnterEvent(QDragEnterEvent(QPoint(9, 9), copy, empty, left, none))
    assert not frame.isVisible()

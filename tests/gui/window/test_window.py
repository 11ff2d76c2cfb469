"""The window: title, saving and closing, running, problems, pages, start view, gallery."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QUndoStack

from workbench.core.storage import op_file, project
from workbench.gui.new_op.destination_form import NewOp
from workbench.gui.ops.status import status_of
from workbench.importers.drafts.draft import Draft


def say(document, word):
    document.set_text(document.source, f"// host: {word}\n")


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


def test_typing_in_the_editor_is_saved_and_undone_by_the_editor(drive, document, qtbot):
    drive.page("kernel")
    editor = drive.find("plainEditor")
    qtbot.keyClicks(editor, "// hello ")
    assert document.dirty
    assert drive.session.project.undo.count() == 0
    drive.trigger("save")
    assert document.source.read_text().startswith("// hello ")


@pytest.mark.parametrize(
    ("answer", "closes", "saved"),
    [("save", True, True), ("discard", True, False), ("cancel", False, False)],
)
def test_closing_asks_for_unsaved_edits(drive, document, answers, answer, closes, saved):
    drive.page("signature")
    drive.type("doc", "other")
    answers["ask_save"] = answer
    drive.session.window.closed.disconnect()
    assert drive.window.close() is closes
    assert ('doc = "other"' in document.file.read_text()) is saved
    drive.session.window.closed.connect(drive.session._on_closed)


def test_closing_without_edits_asks_nothing(drive, answers):
    drive.session.window.closed.disconnect()
    assert drive.window.close()
    assert answers["asked"] == []
    drive.session.window.closed.connect(drive.session._on_closed)


def test_unfinished_texts_hold_the_window_open(drive, document, answers):
    drive.page("model")
    drive.type("model.inputs[0].shape", "2,x")
    answers["ask_save"] = "save"
    answers["ask_unfinished"] = False
    assert not drive.window.close()
    assert drive.find("model.inputs[0].shape").text() == "2,x"
    answers["ask_save"] = "discard"
    drive.session.window.closed.disconnect()
    assert drive.window.close()
    drive.session.window.closed.connect(drive.session._on_closed)


def test_a_folder_that_cannot_be_written_offers_save_as(
    drive, document, answers, monkeypatch, tmp_path
):
    drive.page("signature")
    drive.type("doc", "precious")

    def refuse(**_where):
        monkeypatch.undo()  # the next place can be written
        raise PermissionError(30, "Read-only file system")

    answers["save_failed"] = "save-as"
    answers["choose_new_folder"] = tmp_path / "copy"
    real = drive.session.window.commands
    with monkeypatch.context() as patch:
        calls = []

        def once(**where):
            if not calls:
                calls.append(where)
                raise PermissionError(30, "Read-only file system")
            return original(**where)

        import tempfile

        original = tempfile.mkstemp
        patch.setattr("workbench.core.files.tempfile.mkstemp", once)
        assert real.try_save()
    assert drive.session.project.folder == tmp_path / "copy"
    assert 'doc = "precious"' in document.file.read_text()
    assert not drive.window.isWindowModified()


def test_run_all_saves_and_brings_everything_up_to_date(drive, document, project_folder):
    drive.page("signature")
    drive.type("doc", "other")
    drive.run_all()
    assert not document.dirty
    assert drive.window.workspace.ops.lights(document.folder) == ["ok"] * 5
    residual = project_folder / "ops" / "dual_residual"
    assert drive.window.workspace.ops.lights(residual) == ["ok"] * 3 + ["skipped"] * 2


def test_the_run_page_shows_agreement_and_both_values_where_they_differ(drive, document, qtbot):
    page = drive.page("run")
    assert page.banner.title.text() == "Not run yet"
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    assert page.banner.property("kind") == "ok"
    assert drive.find("runTime").text() == "0.25 ms per run"
    say(document, "differs")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Differs from PyTorch")
    table = drive.find("differencesTable")
    cells = [table.item(0, column).text() for column in range(6)]
    assert cells == ["y", "[0, 1]", "1.5", "by PyTorch", "2.5", "by ONNX Runtime"]


def test_an_export_only_op_is_never_shown_as_agreed(drive, session, project_folder, qtbot):
    folder = project_folder / "ops" / "dual_residual"
    session.window.workspace.show_op(folder)
    page = drive.page("run")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Exported, parity not checked")
    shown = status_of(session.project.documents[folder], session.engine)
    assert shown.kind == "exported"


def test_unsaved_edits_make_what_was_verified_stale(drive, document):
    drive.run_all()
    drive.page("signature")
    drive.type("args[0].doc", "left")
    assert drive.window.workspace.ops.lights(document.folder) == ["ok"] * 5
    drive.page("model")
    drive.type("model.rtol", "1e-3")
    assert drive.window.workspace.ops.lights(document.folder) == ["ok"] * 4 + ["stale"]
    drive.type("model.inputs[0].seed", "9")
    assert drive.window.workspace.ops.lights(document.folder) == ["ok"] + ["stale"] * 4
    say(document, "x")
    assert drive.window.workspace.ops.lights(document.folder) == ["stale"] * 5


def test_a_compile_error_is_listed_and_jumps_to_its_line(drive, document, qtbot):
    drive.page("signature")
    document.set_text(document.source, "int a;\nint b // host: compile-error\n")
    drive.run_all()
    panel = drive.window.workspace.problems
    qtbot.waitUntil(lambda: len(panel.entries()) == 1)
    entry = panel.entries()[0]
    assert entry.problem.hint == "Add it."
    assert entry.location == "my_add_custom · kernel.cpp:2"
    assert drive.window.workspace.panels.currentWidget() is panel
    panel.activated.emit(entry)
    assert drive.window.workspace.current_page() == "kernel"
    editor = drive.window.workspace.page("kernel").editor
    assert editor.cursor_of(str(document.source))[0] == 2
    assert [m.line for m in editor._markers[str(document.source)]["workbench"]] == [2]
    say(document, "")
    drive.run_all()
    qtbot.waitUntil(lambda: panel.entries() == [])


def test_a_problem_of_the_declaration_jumps_to_its_field(drive, document, qtbot):
    drive.page("model")
    drive.type("model.inputs[0].shape", "-2")
    drive.page("kernel")
    panel = drive.window.workspace.problems
    qtbot.waitUntil(lambda: len(panel.entries()) == 1)
    panel.activated.emit(panel.entries()[0])
    assert drive.window.workspace.current_page() == "model"
    assert drive.find("model.inputs[0].shape").hasFocus()


def test_undo_shows_the_op_and_the_page_that_it_changes(drive, document, session):
    drive.page("signature")
    drive.type("args[0].doc", "left")
    session.window.workspace.show_op(next(iter(session.project.documents)))
    drive.page("run")
    drive.trigger("undo")
    assert session.window.workspace.current_op() == document.folder
    assert session.window.workspace.current_page() == "signature"
    assert "Undo" in drive.window.actions_["undo"].text()
    drive.trigger("redo")
    assert document.op.args[0].doc == "left"


def test_undo_steps_have_names(drive, document):
    drive.page("signature")
    drive.type("args[0].doc", "left")
    stack: QUndoStack = drive.session.project.undo
    assert stack.undoText() == "Change description of a"
    drive.click("args.add")
    assert stack.undoText() == "Add argument"


def test_undo_in_a_field_is_the_windows_undo(drive, document, qtbot):
    drive.page("signature")
    drive.type("doc", "new text")
    field = drive.find("doc")
    drive.window.activateWindow()
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert field.text() == document.op.doc == "y = 2·a + b, with a kernel of its own in both worlds"


def test_stop_ends_a_run(drive, document, qtbot):
    say(document, "hang")
    with qtbot.waitSignal(
        drive.session.engine.stage_started,
        check_params_cb=lambda f, _s: f == document.folder,
        timeout=10_000,
    ):
        drive.trigger("run")
    assert drive.window.actions_["stop"].isEnabled()
    with qtbot.waitSignal(drive.session.engine.idle_changed):
        drive.trigger("stop")
    assert not drive.window.actions_["stop"].isEnabled()


def test_a_dying_host_leaves_the_window_alive_and_says_so(drive, document, qtbot):
    say(document, "die")
    drive.run_all()
    panel = drive.window.workspace.problems
    qtbot.waitUntil(lambda: any("status 7" in e.problem.message for e in panel.entries()))
    say(document, "")
    drive.run_all()
    assert drive.window.workspace.ops.lights(document.folder) == ["ok"] * 5
    qtbot.waitUntil(lambda: panel.entries() == [])


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


def test_generated_texts_open_beside_the_sources(drive, document, qtbot):
    page = drive.page("kernel")
    menu = drive.find("generatedCode").menu()
    for action in menu.actions():
        if action.data():
            menu.triggered.emit(action)
    tabs = drive.find("sourceTabs")
    titles = [tabs.tabText(i) for i in range(tabs.count())]
    assert titles[0] == "kernel.cpp"
    assert "python.py (generated)" in titles
    tabs.setCurrentIndex(titles.index("op.toml"))
    qtbot.waitUntil(lambda: 'name = "my_add_custom"' in page.editor.text(str(page.current_path())))
    drive.page("signature")
    drive.type("doc", "seen in op.toml")
    drive.page("kernel")
    qtbot.waitUntil(lambda: "seen in op.toml" in page.editor.text(str(page.current_path())))


def test_the_expected_head_is_shown(drive, qtbot):
    page = drive.page("kernel")
    qtbot.waitUntil(lambda: "void my_add(" in page._foot.head.text())


def test_a_missing_kernel_is_created_with_its_head(make_session, project_folder, qtbot):
    folder = project_folder / "ops" / "my_add_custom"
    (folder / "kernel.cpp").unlink()
    session = make_session(project_folder)
    session.window.workspace.show_op(folder)
    from PySide6.QtWidgets import QPushButton

    session.window.findChild(QPushButton, "createSource").click()
    document = session.project.documents[folder]
    assert "void my_add(" in document.texts[folder / "kernel.cpp"]
    assert document.problems == ()
    assert document.dirty


def test_a_broken_op_toml_is_shown_as_text(make_session, project_folder, qtbot):
    folder = project_folder / "ops" / "my_add_custom"
    (folder / "op.toml").write_text("schema = \n")
    session = make_session(project_folder)
    session.window.workspace.show_op(folder)
    page = session.window.workspace.page("kernel")
    assert page.current_path() == folder / "op.toml"
    for name in ("signature", "mapping", "model", "graph", "run"):
        session.window.workspace.show_page(name)


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


def test_save_as_moves_the_window_to_the_copy(drive, document, answers, tmp_path):
    drive.page("signature")
    drive.type("doc", "copied")
    answers["choose_new_folder"] = tmp_path / "copy"
    drive.trigger("saveAs")
    assert drive.window.windowTitle().startswith("copy")
    assert drive.session.project.folder == tmp_path / "copy"
    assert drive.session.settings.recent()[0] == tmp_path / "copy"
    drive.run_all()
    assert drive.window.workspace.ops.lights(document.folder) == ["ok"] * 5


def test_page_op_and_panels_are_remembered(make_session, project_folder):
    first = make_session(project_folder)
    first.window.closed.disconnect()
    first.window.workspace.show_page("model")
    first.window.workspace.show_op(project_folder / "ops" / "my_add_custom")
    first.window.workspace.panels.setCurrentWidget(first.window.workspace.log)
    first.window.actions_["panels"].trigger()
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


def test_an_op_with_problems_is_not_run_and_that_is_reported(drive, document, qtbot):
    drive.page("model")
    drive.window.workspace.panels.setCurrentWidget(drive.window.workspace.log)
    drive.type("model.inputs[0].shape", "2,x")
    panel = drive.window.workspace.problems
    qtbot.waitUntil(lambda: any(e.folder == document.folder for e in panel.entries()))
    drive.trigger("panels")  # hidden
    drive.run_all()
    words = "my_add_custom is not run: fix what is listed under Problems first."
    assert drive.window.status.message() == words
    assert panel.isVisible()
    assert panel.view.currentIndex().data(Qt.ItemDataRole.UserRole).folder == document.folder
    drive.page("run")
    qtbot.keyClick(panel.view, Qt.Key.Key_Return)
    assert drive.window.workspace.current_page() == "model"


def test_saving_is_confirmed_beside_the_lamp(drive, document, qtbot, tmp_path, answers):
    status = drive.window.status
    drive.page("signature")
    drive.type("doc", "other")
    drive.trigger("save")
    assert status.message() == "Saved my_add_custom."
    status._show()  # as every change of an op does
    lamp, line = status.result, drive.find("statusMessage")
    assert lamp.isVisible()
    assert not lamp.geometry().intersects(line.geometry())
    assert line.width() > 200
    answers["choose_new_folder"] = tmp_path / "copy"
    drive.trigger("saveAs")
    assert status.message() == f"Saved as {tmp_path / 'copy'}. You go on there."
    assert drive.window.windowTitle() == "copy[*] – Op Workbench"
    answers["choose_archive"] = tmp_path / "copy.opwb.zip"
    drive.trigger("exportArchive")
    assert status.message().startswith(f"The project is in {tmp_path / 'copy.opwb.zip'}: ")


def test_a_low_window_gives_the_page_more_than_the_panels(drive, qtbot):
    workspace = drive.window.workspace
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

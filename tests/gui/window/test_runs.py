"""Running from the window: what is brought up to date, what is shown of it, and how it ends."""

from PySide6.QtCore import Qt

from workbench.gui.ops.status import status_of


def say(document, word):
    document.set_text(document.source, f"// host: {word}\n")


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
    cells = [table.item(0, column).text() for column in range(3)]
    assert cells == ["[0, 1]", "1.5", "2.5"]
    headers = [table.horizontalHeaderItem(column).text() for column in range(3)]
    assert headers == ["Index", "PyTorch", "ONNX Runtime"]


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
    drive.page("run")
    drive.type("model.rtol", "1e-3")
    assert drive.window.workspace.ops.lights(document.folder) == ["ok"] * 4 + ["stale"]
    drive.page("model")
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


def test_stop_ends_a_run(drive, document, qtbot):
    say(document, "hang")
    with qtbot.waitSignal(
        drive.session.engine.stage_started,
        check_params_cb=lambda f, _s: f == document.folder,
        timeout=60_000,
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


def test_where_nothing_has_changed_that_is_said(drive, document, qtbot):
    drive.run_all()
    qtbot.waitUntil(lambda: drive.session.engine.idle)
    assert "Nothing has changed" not in drive.window.status.message()
    drive.trigger("run")
    qtbot.waitUntil(lambda: "Nothing has changed since it ran." in drive.window.status.message())

"""'Debug this element' on the Run page: what the debugger finds, and how to go on."""

import os
import signal

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from tests.engine.conftest import alive
from tests.gui import fake_debugger
from workbench.gui.hosts import debug_process


@pytest.fixture(autouse=True)
def _no_gdb(monkeypatch):
    monkeypatch.setattr(debug_process, "debug_command", fake_debugger.command)


@pytest.fixture
def differing(drive, document, qtbot):
    """The Run page of an op that differs; ``with_word`` has its debugger do something else."""

    def make(word: str = ""):
        document.set_text(document.source, f"// host: differs\n// debug: {word}\n" + "\n" * 50)
        page = drive.page("run")
        drive.run_all()
        qtbot.waitUntil(lambda: page.elements.table.rowCount() > 0)
        return page

    return make


def cells(table):
    return [
        [table.item(row, column).text() for column in range(table.columnCount())]
        for row in range(table.rowCount())
    ]


def at_last_write(page, qtbot):
    qtbot.mouseClick(page.elements.debug_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.debugger.buttons["step"].isEnabled)
    return page.debugger


def test_the_statement_its_variables_its_writes_and_who_called_it(differing, qtbot):
    page = differing()
    assert page.debugger.isHidden()
    page.elements.table.setCurrentCell(0, 0)
    debugger = at_last_write(page, qtbot)
    output, index = page.elements.compared, page.elements.index
    asked = f"{output.name}[{', '.join(map(str, index))}] ort case ''"
    assert cells(debugger.variables) == [["asked", asked, "job"], ["i", "7", "int64_t"]]
    assert cells(debugger.writes) == [
        ["kernel.cpp:30", "nothing", "0", "12"],
        ["… 3 more", "", "", ""],
        ["kernel.cpp:36", "0", "0.5", ""],
    ]
    assert cells(debugger.frames) == [
        ["workbench/context.h", "wb::Context::parallel_for<…>"],
        ["kernel.cpp:45", "my_add_outer"],
    ]
    assert debugger.state.whole() == "kernel.cpp:36 has written 0.5, which is what the op gives."
    assert debugger.subtitle.whole().endswith("in ONNX Runtime")
    assert debugger.code.text().startswith("// host: differs")


def test_step_continue_and_the_last_write_again(differing, qtbot):
    debugger = at_last_write(differing(), qtbot)
    for way, words in (
        ("step", "At kernel.cpp:37."),
        ("continue", "The op has returned"),
        ("again", "kernel.cpp:36 has written"),
    ):
        qtbot.mouseClick(debugger.buttons[way], Qt.MouseButton.LeftButton)
        assert not any(button.isEnabled() for button in debugger.buttons.values())
        qtbot.waitUntil(lambda words=words: debugger.state.whole().startswith(words))
        returned = way == "continue"
        assert debugger.buttons["step"].isEnabled() != returned
        assert debugger.buttons["continue"].isEnabled() != returned
        assert debugger.buttons["again"].isEnabled()


def test_the_menu_of_an_element_offers_both_runtimes(differing, qtbot):
    page = differing()
    at = page.elements.table.visualItemRect(page.elements.table.item(0, 0)).center()
    page.elements.table.customContextMenuRequested.emit(at)
    menu = page.findChild(QMenu, "elementMenu")
    assert [a.text() for a in menu.actions()] == [
        "Debug this element in PyTorch",
        "Debug this element in ONNX Runtime",
    ]
    menu.actions()[0].trigger()
    menu.close()
    qtbot.waitUntil(page.debugger.buttons["step"].isEnabled)
    assert " torch " in cells(page.debugger.variables)[0][1]
    assert page.debugger.subtitle.whole().endswith("in PyTorch")


def test_stop_ends_it_and_close_hides_it(differing, qtbot):
    debugger = at_last_write(differing(), qtbot)
    pid = debugger.process._child.pid
    qtbot.mouseClick(debugger.stop_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not alive(pid))
    assert not any(button.isEnabled() for button in debugger.buttons.values())
    assert debugger.isVisible()
    qtbot.mouseClick(debugger.stop_button, Qt.MouseButton.LeftButton)
    assert debugger.isHidden()


def test_it_can_be_stopped_before_it_has_found_anything(differing, qtbot):
    page = differing("hangs")
    qtbot.mouseClick(page.elements.debug_button, Qt.MouseButton.LeftButton)
    debugger = page.debugger
    qtbot.waitUntil(lambda: debugger.state.whole() == "Building the op without optimisation…")
    pid = debugger.process._child.pid
    qtbot.mouseClick(debugger.stop_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not alive(pid))
    assert debugger.state.whole() == "Ended."


def test_a_second_session_takes_the_place_of_the_first(differing, qtbot):
    page = differing()
    at_last_write(page, qtbot)
    first = page.debugger.process._child.pid
    at_last_write(page, qtbot)
    qtbot.waitUntil(lambda: not alive(first))
    assert page.debugger.process.active


def test_another_op_ends_it(differing, project_folder, drive, qtbot):
    debugger = at_last_write(differing(), qtbot)
    pid = debugger.process._child.pid
    drive.window.workspace.show_op(project_folder / "ops" / "dual_residual")
    assert debugger.isHidden()
    qtbot.waitUntil(lambda: not alive(pid))


def test_it_does_not_outlive_the_window(differing, session, qtbot):
    debugger = at_last_write(differing(), qtbot)
    pid = debugger.process._child.pid
    with qtbot.waitSignal(session.engine.closed, timeout=60_000):
        session.engine.shutdown()
    qtbot.waitUntil(lambda: not alive(pid))


def test_what_stands_in_its_way_is_said(differing, qtbot):
    page = differing("fails")
    qtbot.mouseClick(page.elements.debug_button, Qt.MouseButton.LeftButton)
    line = page.debugger.problems
    qtbot.waitUntil(lambda: "gdb is not installed" in line.plain_text())
    assert "apt install gdb" in line.plain_text()
    qtbot.waitUntil(lambda: not page.debugger.process.active)


def test_its_own_end_is_told_with_its_last_words(differing, qtbot):
    page = differing("dies")
    qtbot.mouseClick(page.elements.debug_button, Qt.MouseButton.LeftButton)
    line = page.debugger.problems
    qtbot.waitUntil(lambda: "the debugger ended by itself (status 1)" in line.plain_text())
    assert "the last words" in line.plain_text()


def test_a_debugger_that_was_killed_is_told(differing, qtbot):
    debugger = at_last_write(differing(), qtbot)
    os.kill(debugger.process._child.pid, signal.SIGKILL)
    qtbot.waitUntil(lambda: "ended by itself" in debugger.problems.plain_text())


def test_an_element_that_nothing_writes(differing, qtbot):
    page = differing("unwritten")
    qtbot.mouseClick(page.elements.debug_button, Qt.MouseButton.LeftButton)
    debugger = page.debugger
    qtbot.waitUntil(lambda: debugger.state.whole().startswith("Nothing writes"))
    assert not debugger.buttons["again"].isEnabled()
    assert not debugger.code.isVisible()


def test_a_caller_is_shown_in_the_editor(differing, drive, document, qtbot):
    debugger = at_last_write(differing(), qtbot)
    debugger.frames.cellDoubleClicked.emit(0, 0)  # of a header of ours: nothing to edit
    assert drive.window.workspace.current_page() == "run"
    debugger.frames.cellDoubleClicked.emit(1, 0)
    assert drive.window.workspace.current_page() == "kernel"
    assert drive.page("kernel").current_path() == document.source


def test_no_button_for_an_op_without_cpp(differing, monkeypatch, qtbot):
    monkeypatch.setattr("workbench.gui.pages.run.debug_runtimes", lambda op: ())
    page = differing()
    assert not page.elements.debug_button.isEnabled()
    assert "no C++ kernel" in page.elements.debug_button.toolTip()


def test_it_is_brought_up_when_it_has_something_to_show(differing, drive, qtbot):
    page = differing()
    drive.window.resize(1024, 700)
    page.area.verticalScrollBar().setValue(0)
    debugger = at_last_write(page, qtbot)
    view = page.area.viewport()

    def is_in_sight(part) -> bool:
        top = part.mapTo(view, part.rect().topLeft()).y()
        return top >= 0 and top + min(part.height(), 200) <= view.height()

    qtbot.waitUntil(lambda: is_in_sight(debugger) and is_in_sight(debugger.code))

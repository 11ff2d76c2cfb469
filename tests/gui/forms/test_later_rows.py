"""Another op's rows come in slices; whoever needs one before has it."""

import time
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QRegularExpression, Qt
from PySide6.QtWidgets import QWidget

from tests.gui.conftest import Driver
from workbench.core.errors import Problem
from workbench.core.storage import op_file

COUNT = 40
TURN_MS = 3 * 50.0


@pytest.fixture
def many_rows(make_session, project_folder, qtbot):
    """A window with a small op in front, beside one with many arguments that are wrong."""
    small = project_folder / "ops" / "my_add_custom"
    op = op_file.load(small)
    more = tuple(replace(op.args[0], name=f"a{i}") for i in range(COUNT - 1))
    wrong = replace(op.args[0], name="not a name")
    folder = project_folder / "ops" / "wide"
    folder.mkdir()
    op_file.save(folder, replace(op, name="wide", args=(*more, wrong)))
    session = make_session(project_folder)
    session.window.workspace.show_op(small)
    driver = Driver(session, qtbot)
    driver.page("signature")
    return driver, folder


def rows(driver: Driver) -> int:
    """How many arguments can be seen now."""
    name = QRegularExpression(r"^args\[\d+\]\.name$")
    return sum(not w.isHidden() for w in driver.window.findChildren(QWidget, name))


def show(driver: Driver, folder: Path) -> None:
    driver.window.workspace.show_op(folder)
    assert 0 < rows(driver) < COUNT


def test_the_rows_come_one_after_the_other_with_values_and_problems(many_rows, qtbot):
    driver, folder = many_rows
    show(driver, folder)
    page = driver.page("signature")
    card = page.args.parentWidget()
    # What is wrong in a row that is to come is not said elsewhere meanwhile.
    lines = [w for w in card.findChildren(QWidget, "problemLine") if not w.isHidden()]
    assert not any("not a name" in line.plain_text() for line in lines)
    qtbot.waitUntil(lambda: rows(driver) == COUNT)
    assert driver.find(f"args[{COUNT - 2}].name").text() == f"a{COUNT - 2}"
    last = driver.find(f"args[{COUNT - 1}].name")
    assert last.text() == "not a name"
    assert last.property("problem") == "error"
    assert "not a name" in page.binder.line_at(f"args[{COUNT - 1}].name").plain_text()
    assert not driver.find(f"args[{COUNT - 1}].down").isEnabled()
    assert driver.find("args[5].down").isEnabled()


def test_a_problem_of_a_row_that_is_to_come_is_revealed(many_rows):
    driver, folder = many_rows
    show(driver, folder)
    key = f"args[{COUNT - 1}].name"
    driver.page("signature").reveal(Problem("", "", key=key))
    assert driver.find(key) is driver.window.focusWidget()
    assert rows(driver) == COUNT


def test_tab_goes_to_a_row_that_is_to_come(many_rows, qtbot):
    driver, folder = many_rows
    show(driver, folder)
    last = rows(driver) - 1
    driver.window.activateWindow()
    driver.find(f"args[{last}].remove").setFocus()
    qtbot.keyClick(driver.find(f"args[{last}].remove"), Qt.Key.Key_Tab)
    assert rows(driver) == COUNT
    assert driver.window.focusWidget() is driver.find(f"args[{last + 1}].handle")


def test_adding_and_removing_meanwhile_is_right(many_rows):
    driver, folder = many_rows
    document = driver.session.project.documents[folder]
    show(driver, folder)
    driver.click("args.add")
    assert len(document.op.args) == rows(driver) == COUNT + 1
    assert document.op.args[COUNT - 1].name == "not a name"
    driver.trigger("undo")
    driver.window.workspace.show_op(folder.with_name("my_add_custom"))
    show(driver, folder)
    driver.click("args[0].remove")
    assert [a.name for a in document.op.args[:2]] == ["a1", "a2"]
    assert len(document.op.args) == rows(driver) == COUNT - 1


def test_typing_meanwhile_goes_on_and_the_rows_come(many_rows, qtbot):
    driver, folder = many_rows
    document = driver.session.project.documents[folder]
    show(driver, folder)
    driver.type("args[0].doc", "first")
    assert document.op.args[0].doc == "first"
    assert driver.window.focusWidget() is driver.find("args[0].doc")
    qtbot.waitUntil(lambda: rows(driver) == COUNT)
    assert driver.find(f"args[{COUNT - 2}].name").text() == f"a{COUNT - 2}"


def test_going_on_to_a_small_op_meanwhile_leaves_nothing(many_rows, qtbot):
    driver, folder = many_rows
    small = folder.with_name("my_add_custom")
    count = len(driver.session.project.documents[small].op.args)
    show(driver, folder)
    driver.window.workspace.show_op(small)
    assert rows(driver) == count
    assert not driver.page("signature").binder.later.active
    show(driver, folder)
    driver.page("model")
    driver.window.workspace.show_op(small)
    qtbot.wait(1)
    driver.page("signature")
    assert rows(driver) == count


def test_no_turn_of_the_event_loop_is_long(many_rows):
    driver, folder = many_rows
    dispatcher = QAbstractEventDispatcher.instance()
    turns = []
    began = time.process_time()
    show(driver, folder)
    turns.append(time.process_time() - began)
    while rows(driver) < COUNT:
        began = time.process_time()
        dispatcher.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
        turns.append(time.process_time() - began)
    assert max(turns) * 1000 < TURN_MS

"""The Run page side by side where the window is wide, one below the other where it is not."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt

from workbench.gui.elements.parity_table import MOST_AT_ONCE

WIDE, NARROW = (1440, 900), (1024, 700)


@pytest.fixture
def run(drive, qtbot):
    """The Run page of an op whose outputs are there."""
    drive.session.window.show()
    page = drive.page("run")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    return page


def size(drive, qtbot, page, to):
    drive.window.resize(*to)
    qtbot.waitUntil(lambda: page.area.columns.are_two == (to[0] == WIDE[0]))
    qtbot.waitUntil(lambda: page.area.horizontalScrollBar().maximum() == 0)
    qtbot.wait(1)  # what is posted while it is laid out


def place(page, part) -> QRect:
    return QRect(part.mapTo(page.body, QPoint()), part.size())


def seen(page, part) -> int:
    """How far below the upper edge of what is in view."""
    return part.mapTo(page.area.viewport(), QPoint()).y()


def test_time_inputs_and_history_stand_beside_the_outputs(drive, qtbot, run):
    size(drive, qtbot, run, WIDE)
    outputs = place(run, run._outputs_card)
    left, right = place(run, run.elements), place(run, run.history)
    assert outputs.left() == left.left()
    assert left.right() < right.left()
    for card in (run.time, run.inputs, run.history):
        beside = place(run, card)
        assert beside.left() > outputs.right()
        assert beside.right() <= run.body.width()
        assert seen(run, card) + card.height() <= run.area.viewport().height()  # without scrolling
    assert place(run, run.time).top() == outputs.top()
    assert 1.1 < outputs.width() / right.width() < 1.25


def test_a_narrow_window_has_all_in_one_column(drive, qtbot, run):
    size(drive, qtbot, run, WIDE)
    size(drive, qtbot, run, NARROW)
    shown = [part for part in run.area.columns.parts if part.isVisible()]
    tops = [place(run, part).top() for part in shown]
    assert tops == sorted(tops)
    assert len({place(run, part).left() for part in shown}) == 1
    assert len({part.width() for part in shown}) == 1
    assert shown.index(run.time) > shown.index(run.elements)


def test_a_list_that_is_widened_takes_the_room_of_the_second_column(drive, qtbot, run):
    size(drive, qtbot, run, WIDE)
    workspace = drive.window.workspace
    workspace.setSizes([600, 840])
    qtbot.waitUntil(lambda: not run.area.columns.are_two)
    assert run.area.horizontalScrollBar().maximum() == 0
    workspace.setSizes([240, 1200])
    qtbot.waitUntil(lambda: run.area.columns.are_two)


def test_focus_and_what_is_typed_stay_when_the_columns_change(drive, qtbot, run):
    size(drive, qtbot, run, NARROW)
    drive.window.activateWindow()
    field = drive.find("session.threads")
    field.setFocus()
    field.selectAll()
    run.area.ensureWidgetVisible(field, 24, 48)
    qtbot.keyClicks(field, "1e-")
    field.setCursorPosition(1)
    before = seen(run, field)
    assert run.area.verticalScrollBar().value() > 0
    for to in (WIDE, NARROW):
        size(drive, qtbot, run, to)
        assert field.hasFocus()
        assert (field.text(), field.cursorPosition()) == ("1e-", 1)
        top = seen(run, field)
        assert top >= 0
        assert top + field.height() <= run.area.viewport().height()
    assert before > 0


def test_what_one_looks_at_stays_in_view_when_the_columns_change(drive, qtbot, run):
    size(drive, qtbot, run, NARROW)
    drive.window.workspace.ops.setFocus()
    card = run.session
    run.area.verticalScrollBar().setValue(place(run, card).top() - 30)
    assert seen(run, card) == 30
    size(drive, qtbot, run, (1440, 500))
    top = seen(run, card)
    assert -card.height() < top < run.area.viewport().height()


def test_an_op_that_never_ran_has_its_inputs_beside_what_can_be_set(drive, qtbot):
    drive.session.window.show()
    page = drive.page("run")
    size(drive, qtbot, page, WIDE)
    assert page.banner.title.text() == "Not run yet"
    assert place(page, page.inputs).top() == place(page, page.tolerance).top()
    assert place(page, page.inputs).left() > place(page, page.tolerance).right()
    assert page.time.isHidden()
    assert page.area.verticalScrollBar().maximum() == 0


def test_tab_goes_down_the_left_column_then_the_right_one(drive, qtbot, run):
    from workbench.gui.look.tab_order import tab_stops

    size(drive, qtbot, run, WIDE)
    stops = tab_stops(run)
    assert stops.index(run.outputs) < stops.index(drive.find("model.rtol"))
    assert stops.index(drive.find("model.rtol")) < stops.index(run.time.button)
    assert stops.index(run.time.button) < stops.index(run.history.table)


# -- the inputs


def rows(page) -> list[list[str]]:
    table = page.inputs.table
    return [
        [table.item(row, column).text() for column in range(table.columnCount())]
        for row in range(table.rowCount())
    ]


def test_the_inputs_are_those_of_the_set_that_is_in_front(rich, qtbot):
    drive, document = rich
    page = drive.page("run")
    qtbot.waitUntil(lambda: page.inputs.table.rowCount() > 0)
    assert page.inputs.subtitle.whole() == "main"
    found = {row[0]: row[1:] for row in rows(page)}
    assert found["input"] == ["float32 [2, 8]", "normal, seed 1"]
    assert found["mask"] == ["None", ""]
    assert found["xs[0]"] == ["float32 [4] = 0.25, 0.5, 0.75, 1.0", "given values"]
    assert found["use_mask"][1] in ("", "default")
    case = document.op.model.cases[0]
    page.inputs.show_op(document, case.name)
    assert page.inputs.subtitle.whole() == case.name
    names = {row[0]: row[1:] for row in rows(page)}
    assert names != found
    page.inputs.show_op(document, "")
    page.inputs.table.setCurrentCell(0, 0)
    drive.click("inputsEdit")
    assert drive.window.workspace.current_page() == "model"
    qtbot.waitUntil(lambda: drive.window.focusWidget() is not None)
    assert drive.window.focusWidget().objectName() == "model.inputs[0].arg"


# -- many comparisons


def test_what_differs_is_among_the_rows_that_are_shown_at_once(drive, document, qtbot):
    from tests.gui.fake_answers import parity
    from workbench.gui.elements.parity_table import foremost

    agree = [parity(True, f"case{i}") for i in range(20)]
    bad = parity(False, "late")
    every = (*agree, bad, parity(True, "last"))
    shown = [one for (one,) in foremost([(one,) for one in every], agree[15])]
    assert len(shown) == MOST_AT_ONCE
    assert bad in shown
    assert agree[15] in shown
    assert [every.index(o) for o in shown] == sorted(every.index(o) for o in shown)

    page = drive.page("run")
    page._filled = every
    page.elements.show_outputs(None, every)
    page._show_rows()
    assert page.outputs.rowCount() == MOST_AT_ONCE
    last = page.outputs.columnCount() - 1
    chosen = page.outputs.item(page.outputs.currentRow(), last)
    assert chosen.text() == "late"
    assert page._all_button.text() == "All 22 rows"
    qtbot.mouseClick(page._all_button, Qt.MouseButton.LeftButton)
    assert page.outputs.rowCount() == len(every)
    assert page.outputs.currentRow() == 20
    page.outputs.setCurrentCell(3, 0)
    assert page.elements.compared is every[3]
    assert page.inputs.subtitle.whole() == "case3"
    qtbot.mouseClick(page._all_button, Qt.MouseButton.LeftButton)
    assert page.outputs.rowCount() == MOST_AT_ONCE
    assert page.elements.compared is every[3]
    assert page.outputs.item(page.outputs.currentRow(), last).text() == "case3"

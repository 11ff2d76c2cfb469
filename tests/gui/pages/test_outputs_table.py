"""The table of outputs: a row for each, and a column for each who is compared."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt

from workbench.core.jobs import CompareResult, PictureResult, WorstElement
from workbench.core.pipeline.op_state import RuntimeReport
from workbench.gui.elements.parity_table import _numbers
from workbench.gui.elements.worst_table import WorstTable
from workbench.gui.ops.runtimes_card import _Found, _key


@pytest.fixture
def agreeing(drive, qtbot):
    page = drive.page("run")
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    return page


def cells(table, row):
    return [table.item(row, column).text() for column in range(table.columnCount())]


def columns(table):
    return [table.horizontalHeaderItem(i).text() for i in range(table.columnCount())]


def spoken(table, row):
    role = Qt.ItemDataRole.AccessibleTextRole
    return {
        name: table.item(row, column).data(role)
        for column, name in enumerate(columns(table))
        if table.item(row, column).data(role)
    }


def test_what_agreed_before_a_change_is_not_green(drive, document, agreeing, qtbot):
    page, table = agreeing, drive.find("parityTable")

    def green() -> bool:
        """Whether any pixel of a verdict is as green as what agrees."""
        image = table.item(0, 2).icon().pixmap(16, 16).toImage()
        pixels = (image.pixelColor(x, y) for x in range(16) for y in range(16))
        return any(p.alpha() and p.green() > p.red() + 40 for p in pixels)

    assert green()
    assert "before the last changes" not in page._outputs_card.subtitle.whole()
    document.set_text(document.source, "// another\n")
    qtbot.waitUntil(lambda: page.banner.title.text() == "Out of date")
    assert not green()
    assert "before the last changes" in page._outputs_card.subtitle.whole()
    drive.run_all()
    qtbot.waitUntil(lambda: page.banner.title.text() == "Agrees with PyTorch")
    assert green()


def test_what_ran_elsewhere_is_a_column_of_the_same_table(drive, document, agreeing, qtbot):
    page, table = agreeing, drive.find("parityTable")
    assert columns(table)[:4] == ["Output", "Type", "ORT", "Max abs"]
    state = drive.session.engine.state(document.folder)
    here = state.result("compare").result.outputs[0]
    there = replace(here, actual_by="openvino", agrees=False, differing=2, max_abs_diff=0.75)
    truth = replace(here, expected_by="reference", actual_by="PyTorch", max_abs_diff=0.1, ulp=3.0)
    state.ended["compare"] = (
        state.ended["compare"][0],
        replace(state.result("compare"), result=CompareResult((here, truth))),
    )
    report = RuntimeReport("openvino", "openvino", "differs", outputs=(there,))
    page._elsewhere._found[document.folder, "openvino"] = _Found(_key(state), report)
    page._elsewhere.changed.emit()
    qtbot.waitUntil(lambda: "openvino" in columns(table))
    assert columns(table)[2:5] == ["ORT", "openvino", "reference"]
    assert table.rowCount() == 1
    words = {"ORT": "agrees", "openvino": "differs", "reference": "agrees"}
    assert spoken(table, 0) == words
    assert page.elements.compared is there, "what differs is in front"
    assert cells(table, 0)[5:8] == ["0.75", "–", "2 of 6"]
    assert "openvino with PyTorch" in table.item(0, 3).toolTip()
    assert not page.elements.save_button.isEnabled(), "its elements are not kept"
    table.setCurrentCell(0, 4)
    assert page.elements.compared is truth
    assert cells(table, 0)[5:8] == ["0.1", "3", "0"]
    table.setCurrentCell(0, 0)
    assert page.elements.compared is there, "of a row the worst"
    # Something has changed: what ran there is of another kernel.
    document.set_text(document.source, "// another kernel\n")
    drive.run_all()
    qtbot.waitUntil(lambda: "openvino" not in columns(table))


def test_an_output_without_elements_is_said_to_have_none(drive, document, agreeing, qtbot):
    page, table = agreeing, drive.find("parityTable")
    state = drive.session.engine.state(document.folder)
    here = state.result("compare").result.outputs[0]
    empty = replace(here, case="nothing", elements=0, max_abs_diff=None, ulp=None)
    state.ended["compare"] = (
        state.ended["compare"][0],
        replace(state.result("compare"), result=CompareResult((here, empty))),
    )
    page.refresh()
    qtbot.waitUntil(lambda: table.rowCount() == 2)
    assert "no elements" in cells(table, 1)
    assert "not compared" not in cells(table, 1)


def test_the_worst_elements_write_units_as_the_table_of_outputs_does(agreeing, document, drive):
    compared = drive.session.engine.state(document.folder).result("compare").result.outputs[0]
    worst = WorstElement((0, 1), "1", "2", 0.001, 67109.0, 1e-7, False)
    table = WorstTable()
    table.fill(replace(compared, agrees=False), PictureResult("ULP", (), (0, 0), (0, 0), (worst,)))
    assert table.view.item(0, 4).text() == "67,109"
    assert _numbers(replace(compared, ulp=67109.0))[1] == "67,109"

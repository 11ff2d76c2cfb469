"""The history is in view beside times and many inputs, a line of times and errors, and keeps what was measured."""

import pytest
from PySide6.QtCore import QItemSelectionModel

from tests.gui.conftest import Driver
from tests.gui.pages.test_columns import WIDE, run, seen, size
from workbench.core.storage import trust
from workbench.core.storage.project import copy_op, gallery_folder

__all__ = ["run"]


ROWS = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows


def again(drive, document, qtbot, run, times: int) -> None:
    """Run other contents of the op, one after the other."""
    for number in range(times):
        document.set_text(document.source, f"// content {number}\n")
        drive.run_all()
        qtbot.waitUntil(lambda: drive.session.engine.idle)
        qtbot.waitUntil(lambda: run.time.button.isEnabled())


def measure(run, qtbot, title: str) -> None:
    found = run.time.inputs.findText(title)
    run.time.inputs.setCurrentIndex(found)
    run.time.inputs.activated.emit(found)
    run.time.button.click()
    assert run.time.button.text() == "Stop"
    qtbot.waitUntil(lambda: run.time.button.text() == "&Measure")


@pytest.fixture
def many(project_folder, make_session, qtbot):
    """The Run page of the op with the most arguments, which has run some times."""
    folder = copy_op(gallery_folder() / "deform_conv2d", project_folder, "deform_conv2d")
    trust.trust([folder])
    session = make_session(project_folder)
    drive = Driver(session, qtbot)
    session.window.show()
    session.window.workspace.show_op(folder)
    page = drive.page("run")
    size(drive, qtbot, page, WIDE)
    again(drive, session.project.documents[folder], qtbot, page, 4)
    return drive, page


@pytest.mark.parametrize("sweep", [False, True])
def test_the_history_is_in_view_beside_times_and_many_inputs(many, qtbot, sweep):
    drive, run = many
    axis = next(c.title for c in run.time._choices if c.axis)
    measure(run, qtbot, axis if sweep else "Example inputs")
    card = run.history
    bottom = run.area.viewport().height()
    qtbot.waitUntil(lambda: seen(run, card) + card.height() <= bottom)
    assert run.area.columns.are_two
    assert card.plot.isVisible()
    for area in (run.area, run.time.table, run.inputs.table, run.outputs):
        assert area.horizontalScrollBar().maximum() == 0
    # All is there for who asks for it.
    for name in ("inputsAll", *["timeAll"] * sweep, "historyAll"):
        drive.click(name)
    for table in (run.inputs.table, run.time.table, card.table):
        assert table.isVisible()
        assert not any(table.isRowHidden(row) for row in range(table.rowCount()))


def test_what_was_measured_is_in_the_history(drive, document, qtbot, run):
    size(drive, qtbot, run, WIDE)
    card = run.history
    assert card.plot.isHidden(), "of one run the table says more"
    assert card.table.isVisible()
    assert card.table.isColumnHidden(3), "nothing was measured"
    measure(run, qtbot, "Example inputs")
    qtbot.waitUntil(lambda: not card.table.isColumnHidden(3))
    assert card.table.item(0, 3).text() == "0.01"
    axis = next(c.title for c in run.time._choices if c.axis)
    measure(run, qtbot, axis)
    assert [m.name for m in card._runs[0].measured] == [""]
    (sweep,) = drive.session.engine.last_results.sweeps(document.folder)
    assert (sweep.run, f"Sizes of {sweep.axis}", len(sweep.points)) == (
        card._runs[0].number,
        axis,
        5,
    )


def test_the_last_run_says_what_became_worse(drive, document, qtbot, run):
    size(drive, qtbot, run, WIDE)
    again(drive, document, qtbot, run, 2)
    assert not run.history.subtitle.whole()
    document.set_text(document.source, "// host: differs\n")
    drive.run_all()
    qtbot.waitUntil(lambda: run.history.subtitle.whole() == "was: agrees")
    assert run.history.subtitle.property("severity") == "warning"
    assert run.history.plot.isVisible()
    told = run.history.plot.accessibleName()
    assert told.count("0.25 ms per run") == 4
    assert told.endswith("DIFFERS, 0.25 ms per run, Max abs 1, was: agrees")
    assert not run.history.plot.grab().isNull()


def test_no_table_of_the_run_page_is_scrolled_sideways(many, qtbot):
    drive, run = many
    measure(run, qtbot, "Example inputs")
    drive.click("historyAll")
    card = run.history
    for row in (0, 2):
        card.table.selectionModel().select(card.table.model().index(row, 0), ROWS)
    assert card.two.isVisible()
    for table in (card.table, card.two, run.arguments.table, run.elements.table):
        qtbot.waitUntil(lambda t=table: t.horizontalScrollBar().maximum() == 0)

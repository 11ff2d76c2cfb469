"""The card Time: a sweep is there again when the project is opened again, and beside an earlier one."""

import pytest
from msgspec.structs import replace

from tests.gui.conftest import Driver
from tests.gui.timing.test_time_card import begin, card
from workbench.core.jobs import TimeResult

__all__ = ["card"]


@pytest.fixture
def swept(drive, document, qtbot, card):
    """A card that has measured a sweep."""
    begin(drive, document, qtbot, card, "sweep")
    qtbot.waitUntil(lambda: card.button.text() == "&Measure")
    return card


def slowed(points: tuple[TimeResult, ...], by: float) -> list[TimeResult]:
    return [
        replace(
            one,
            timed=tuple(
                replace(t, **{n: by * getattr(t, n) for n in ("fastest", "median", "p95")})
                for t in one.timed
            ),
        )
        for one in points
    ]


def test_a_sweep_is_shown_when_the_project_is_opened_again(
    swept, document, project_folder, make_session, qtbot
):
    assert swept._line.text().startswith("Measured on 2")
    document.save()
    session = make_session(project_folder)
    drive = Driver(session, qtbot)
    session.window.workspace.show_op(document.folder)
    card = drive.page("run").time
    qtbot.waitUntil(lambda: card.points == 5)
    assert not card.plot.isHidden()
    assert card.inputs.currentText().startswith("Sizes of ")
    assert card._line.text() == swept._line.text()
    assert card.earlier.isHidden(), "there is none before it"
    again = session.project.documents[document.folder]
    again.set_text(again.source, "// host: changed since\n")
    drive.run_all()
    changed = " · Measured of an earlier state: something has changed since."
    qtbot.waitUntil(lambda: card._line.text().endswith(changed))
    assert card.points == 5


def test_an_earlier_sweep_is_a_faint_line_and_what_became_slower_is_said(
    swept, drive, document, qtbot
):
    results = drive.session.engine.last_results
    (first,) = results.sweeps(document.folder)
    state = drive.session.engine.state(document.folder)
    slow = slowed(first.points, 10.0)
    results.add_sweep(state, first.content, first.axis, slow, "")
    swept._found.clear()
    swept._document = None
    swept.show_op(document)
    assert "10.0 × slower · Measured on " in swept._line.text()
    assert swept._line.property("severity") == "warning"
    assert swept.earlier.count() == 2
    alone = len(list(swept.plot.spots()))
    drive.choose("timeEarlier", first.number)
    assert len(list(swept.plot.spots())) == 2 * alone
    assert "; earlier, 2" in swept.plot.accessibleName()
    assert not swept.plot.grab().isNull()

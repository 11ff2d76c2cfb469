"""The card Time: what was measured of one set of inputs is there again when the project is opened again."""

from tests.gui.conftest import Driver
from tests.gui.timing.test_time_card import card, rows

__all__ = ["card"]


def test_times_are_shown_when_the_project_is_opened_again(
    drive, card, document, project_folder, make_session, qtbot
):
    document.set_text(document.source, "// host: sweep\n")
    drive.run_all()
    qtbot.waitUntil(card.button.isEnabled)
    card.button.click()
    qtbot.waitUntil(lambda: card.button.text() == "&Measure")
    assert card._line.text().startswith("Measured on 2")
    before = rows(card)
    assert before
    document.save()
    session = make_session(project_folder)
    again = Driver(session, qtbot)
    session.window.workspace.show_op(document.folder)
    later = again.page("run").time
    qtbot.waitUntil(lambda: later.points == 1)
    assert rows(later) == before
    assert later.inputs.currentText() == "Example inputs"
    assert later._line.text() == card._line.text()
    assert card._about.text().startswith(later._about.text())
    session.project.documents[document.folder].set_text(document.source, "// host: changed since\n")
    again.run_all()
    changed = " · Measured of an earlier state: something has changed since."
    qtbot.waitUntil(lambda: later._line.text().endswith(changed))
    assert rows(later) == before

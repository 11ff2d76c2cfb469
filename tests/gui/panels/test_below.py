"""The panels below the pages take no room while they have nothing to say."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor

from workbench.core.errors import Problem
from workbench.gui.problems.problem_panel import ListedProblem
from workbench.gui.settings import Settings


def spoil(drive):
    drive.page("model")
    drive.type("model.inputs[0].shape", "2,x")


def mend(drive):
    drive.type("model.inputs[0].shape", "4, 3, 8")


def test_they_open_on_the_first_problem_and_close_when_none_is_left(drive, qtbot):
    panels = drive.window.workspace.panels
    opener = drive.window.status.findChild(type(panels.openers[0]), "open.problems")
    assert not panels.isVisible()
    assert opener.isVisible()
    assert not drive.window.actions_["panels"].isChecked()
    spoil(drive)
    qtbot.waitUntil(panels.isVisible)
    assert panels.currentWidget() is panels.problems
    assert not opener.isVisible()
    assert drive.window.actions_["panels"].isChecked()
    mend(drive)
    qtbot.waitUntil(lambda: not panels.isVisible())
    assert opener.text() == "Problems"


def test_a_note_is_listed_and_opens_nothing(drive, document, qtbot):
    panels = drive.window.workspace.panels
    note = Problem("cuda", "compiled, not run", "", severity="note")
    wrong = Problem("compile", "wrong", "", severity="error")
    panels.show_problems([ListedProblem(note, document.folder)])
    assert not panels.isVisible()
    assert panels.openers[0].text() == "Problems (1)"
    panels.show_problems([ListedProblem(p, document.folder) for p in (note, wrong)])
    assert panels.isVisible()
    panels.show_problems([ListedProblem(note, document.folder)])
    qtbot.waitUntil(lambda: not panels.isVisible())


def test_what_the_user_has_closed_stays_closed(drive, qtbot):
    panels = drive.window.workspace.panels
    spoil(drive)
    qtbot.waitUntil(panels.isVisible)
    drive.click("closePanels")
    assert not panels.isVisible()
    assert panels.openers[0].text() == "Problems (1)"
    mend(drive)
    qtbot.waitUntil(lambda: panels.openers[0].text() == "Problems")
    spoil(drive)
    qtbot.waitUntil(lambda: panels.openers[0].text() == "Problems (1)")
    assert not panels.isVisible()
    drive.click("open.problems")
    assert panels.isVisible()


def test_what_the_user_has_opened_stays_open(drive, make_session, project_folder):
    panels = drive.window.workspace.panels
    drive.trigger("panels")
    assert panels.isVisible()
    panels._on_empty()
    assert panels.isVisible()
    drive.window._save_layout()
    assert Settings().text("below") == "shown"
    assert make_session(project_folder).window.workspace.panels.isVisible()


def test_menus_and_tools_share_one_row(drive, qtbot):
    bar, menus = drive.find("toolbar"), drive.window.menuBar()
    assert bar.parentWidget() is menus.parentWidget()
    assert abs(bar.geometry().center().y() - menus.geometry().center().y()) <= 1
    drive.window.resize(1024, 700)
    run = drive.find("tool.run")
    for mode in ("dark", "light"):
        drive.session.theme.set_mode(mode)
        qtbot.waitUntil(lambda: run.visibleRegion().boundingRect() == run.rect())
        assert run.mapTo(drive.window, run.rect().topRight()).x() < drive.window.width()


def test_no_opener_looks_as_if_the_mouse_were_over_it_for_ever(drive, qtbot):
    panels, under = drive.window.workspace.panels, Qt.WidgetAttribute.WA_UnderMouse
    panels.set_by_hand(True)
    for opener in panels.openers:
        opener.setAttribute(under, True)  # as Qt does where they stood before they were laid out
    QCursor.setPos(drive.window.mapToGlobal(QPoint(5, 5)))
    panels.set_by_hand(False)
    qtbot.waitUntil(lambda: not any(opener.testAttribute(under) for opener in panels.openers))

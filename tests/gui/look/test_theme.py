"""Another theme reaches all of the window: what is seen at once, a hidden page when it is shown."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QLabel, QTableWidgetItem

from workbench.core.errors import Problem
from workbench.gui.look.fitted_table import fitted_table
from workbench.gui.look.lights import light_icon
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.theme import color


@pytest.fixture
def theme(drive):
    theme = drive.session.theme
    before = theme.mode
    theme.set_mode("light")
    yield theme
    theme.set_mode(before)


def picture(page):
    QApplication.processEvents()
    # Rows that were replaced are gone only as an event loop comes round, and take room until then.
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()
    # Not its end: what is above the page may grow meanwhile, when the hosts have started.
    return page.grab().toImage().copy(0, 0, 900, 500)


def test_a_hidden_page_looks_like_one_that_was_seen_all_the_time(drive, theme):
    drive.window.show()
    seen = drive.page("model")
    QApplication.processEvents()
    theme.set_mode("dark")
    wanted = picture(seen)
    theme.set_mode("light")
    light = picture(seen)
    drive.page("signature")
    theme.set_mode("dark")
    theme.set_mode("light")  # twice without being shown
    theme.set_mode("dark")
    drive.page("model")
    assert picture(seen) == wanted
    drive.page("signature")
    theme.set_mode("light")
    drive.page("model")
    assert picture(seen) == light
    assert light != wanted


def test_a_hidden_page_is_styled_when_it_is_shown(drive, theme):
    drive.window.show()
    page = drive.page("model")
    QApplication.processEvents()
    labels = [w for w in page.findChildren(QLabel) if w.isVisible()]
    styled = Qt.WidgetAttribute.WA_WState_Polished
    assert labels
    drive.page("signature")
    theme.set_mode("dark")
    assert not any(label.testAttribute(styled) for label in labels)
    drive.page("model")
    assert all(label.testAttribute(styled) for label in labels)


def muted_label(page) -> QLabel:
    label = QLabel("WWWW", page)
    label.setProperty("role", "muted")
    label.show()
    label.ensurePolished()
    assert color("muted").name() in colours_of(label)
    return label


@pytest.mark.parametrize("when", ["at once", "later"])
def test_what_is_hidden_in_a_page_that_is_seen_is_styled_when_nothing_else_is_to_be_done(
    drive, theme, qtbot, when
):
    drive.window.show()
    label = muted_label(drive.page("model"))
    told = []
    label.changeEvent = lambda event: told.append(event.type())
    label.hide()
    theme.set_mode("dark")
    styled = Qt.WidgetAttribute.WA_WState_Polished
    assert not label.testAttribute(styled)
    assert QEvent.Type.StyleChange not in told
    label.setVisible(when == "at once")
    qtbot.wait_until(lambda: label.testAttribute(styled))
    label.show()
    assert color("muted").name() in colours_of(label)
    assert told.count(QEvent.Type.StyleChange) == 1
    assert not label.testAttribute(Qt.WidgetAttribute.WA_SetStyle)


def test_a_page_may_lose_widgets_before_it_is_shown_again(drive, theme, qtbot):
    drive.window.show()
    page = drive.page("model")
    QApplication.processEvents()
    drive.page("signature")
    theme.set_mode("dark")
    gone = QLabel(page)
    gone.ensurePolished()
    theme.set_mode("light")
    with qtbot.waitSignal(gone.destroyed):
        gone.deleteLater()
    drive.page("model")
    assert page.isVisible()


def test_links_and_hints_take_on_the_colours_of_another_theme(drive, theme, qtbot):
    line = ProblemLine(drive.window)
    line.set_locations(True)
    line.show_problems([Problem("x", "it is wrong", "Mend it.", file="kernel.cpp", line=3)])
    for mode in ("dark", "light"):
        theme.set_mode(mode)
        QApplication.processEvents()
        line.adjustSize()
        seen = colours_of(line)
        assert color("link").name() in seen
        assert color("muted").name() in line.text()


def colours_of(widget) -> set[str]:
    image = widget.grab().toImage()
    places = [(x, y) for x in range(image.width()) for y in range(image.height())]
    return {image.pixelColor(x, y).name() for x, y in places}


def test_a_chosen_row_keeps_its_colours(drive, theme):
    table = fitted_table("t", "a table", ("A",))
    table.setRowCount(1)
    item = QTableWidgetItem("WWWW")
    item.setForeground(color("warning"))
    item.setIcon(light_icon("differs"))
    table.setItem(0, 0, item)
    table.fit()
    table.resize(200, 80)
    table.selectRow(0)
    seen = colours_of(table)
    assert color("selected").name() in seen
    assert color("warning").name() in seen
    assert color("text").name() not in seen


def test_nothing_moves_when_the_theme_changes(drive, theme, qtbot):
    bar = drive.find("toolbar")
    before = bar.sizeHint().height()
    theme.set_mode("dark")
    qtbot.wait_until(lambda: color("window").lightness() < 128)
    assert bar.sizeHint().height() == before

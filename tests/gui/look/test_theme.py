"""Another theme reaches all of the window: what is seen at once, a hidden page when it is shown."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel


@pytest.fixture
def theme(drive):
    theme = drive.session.theme
    before = theme.mode
    theme.set_mode("light")
    yield theme
    theme.set_mode(before)


def picture(page):
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

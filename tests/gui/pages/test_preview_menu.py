"""What input tensors hold, over the page."""

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtWidgets import QApplication, QWidget

from workbench.core.jobs import InputPreview
from workbench.gui.elements.preview_menu import PreviewMenu

TENSORS = tuple(InputPreview(f"x{i}", "float32", (2, 3), first=("1", "2")) for i in range(4))


@pytest.fixture
def window(qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(600, 400)
    window.show()
    return window


def height(menu, tensors) -> int:
    menu.show_inputs(tensors, QPoint(0, 0))
    QApplication.processEvents()
    shown = menu.height()
    menu.hide()
    return shown


def test_it_is_as_high_as_what_it_shows(window):
    menu = PreviewMenu(window)
    four = height(menu, TENSORS)
    assert four > 4 * 72
    assert height(menu, TENSORS[:1]) < four / 2
    QApplication.sendEvent(menu, QEvent(QEvent.Type.StyleChange))
    assert height(menu, TENSORS) == four


def test_it_stays_within_the_window(window):
    menu = PreviewMenu(window)
    right = window.mapToGlobal(window.rect().topRight())
    menu.show_inputs(TENSORS, right)
    assert menu.geometry().right() <= right.x() + 2
    menu.hide()

"""The bars of the errors."""

from PySide6.QtWidgets import QWidget

from workbench.core.jobs import Bin
from workbench.gui.elements.histogram import Histogram
from workbench.gui.look.layouts import hbox


def test_the_words_above_the_bars_have_room(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    histogram = Histogram(page)
    hbox((QWidget(page), 3), (histogram, 2), on=page)
    page.resize(300, 200)
    histogram.show_bins((Bin(0, 549_368_000, 0), Bin(4, 3, 1)), "ULP")
    page.show()
    words = histogram.fontMetrics().horizontalAdvance(histogram._head())
    qtbot.wait_until(lambda: histogram.width() >= words)

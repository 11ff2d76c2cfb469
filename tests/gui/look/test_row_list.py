"""A row that changes is painted alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPaintEvent, QRegion, QStandardItem, QStandardItemModel

from workbench.gui.look.row_list import RowList


class _Paints(QObject):
    """The regions that a widget was asked to paint."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.regions: list[QRegion] = []

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.regions.append(QRegion(event.region()))
        return False


@pytest.fixture
def rows(qtbot):
    view = RowList()
    view.setUniformItemSizes(True)
    model = QStandardItemModel(view)
    for number in range(40):
        model.appendRow(QStandardItem(f"row {number}"))
    view.setModel(model)
    view.resize(200, 300)
    qtbot.addWidget(view)
    with qtbot.waitExposed(view):
        view.show()
    return view


@pytest.fixture
def paints(rows, qtbot):
    seen = _Paints(rows)
    rows.viewport().installEventFilter(seen)
    rows.viewport().update()
    qtbot.waitUntil(lambda: bool(seen.regions))
    seen.regions.clear()
    return seen


def test_only_the_row_that_changed_is_painted(rows, paints, qtbot) -> None:
    rows.model().item(3).setText("another")
    qtbot.waitUntil(lambda: bool(paints.regions))
    area = rows.visualRect(rows.model().index(3, 0))
    painted = QRegion()
    for region in paints.regions:
        painted = painted.united(region)
    assert painted.intersects(area)
    assert painted.boundingRect().height() <= area.height() + 2


def test_the_new_text_is_on_the_screen(rows, paints, qtbot) -> None:
    before = rows.grab().toImage()
    rows.model().item(0).setText("another")
    assert rows.grab().toImage() != before


def test_rows_that_come_and_go_lay_the_list_out(rows) -> None:
    height = rows.visualRect(rows.model().index(0, 0)).height()
    rows.model().insertRow(0, QStandardItem("new"))
    assert rows.visualRect(rows.model().index(1, 0)).top() == height
    rows.model().removeRow(0)
    assert rows.visualRect(rows.model().index(0, 0)).top() == 0

"""A table to look at, whose columns are as wide as their cells and whose height is that of its rows."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
)

__all__ = ["FittedTable", "fitted_table", "name_item"]


def fitted_table(name: str, accessible: str, headers: tuple[str, ...]) -> FittedTable:
    """A table to look at.

    Args:
        name: the object name.
        accessible: what it shows, for screen readers.
        headers: of its columns.
    """
    table = FittedTable(0, len(headers))
    table.setObjectName(name)
    table.setAccessibleName(accessible)
    table.setHorizontalHeaderLabels(headers)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setShowGrid(False)
    table.verticalHeader().hide()
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setHighlightSections(False)
    header.setStretchLastSection(True)
    header.setMinimumSectionSize(0)  # of a last one without anything
    # Measured once per filling, in _fit: ResizeToContents measures all cells after each one.
    header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    table.verticalHeader().setDefaultSectionSize(26)
    table.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    table.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
    table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return table


def name_item(name: str) -> QTableWidgetItem:
    """A cell with a name, which is in nobody's language."""
    item = QTableWidgetItem()
    item.setData(Qt.ItemDataRole.DisplayRole, name)
    return item


class _Coloured(QStyledItemDelegate):
    """What has a colour of its own keeps it in the chosen row."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        if (own := index.data(Qt.ItemDataRole.ForegroundRole)) is not None:
            option.palette.setBrush(QPalette.ColorRole.HighlightedText, own)


_LEAST = 200
"""Pixels of the last column, where it may be cut off."""
_LEAST_OF_TEXT = 72
"""Of another one."""
_SLACK = 8
"""The empty right edge of the last column: no reason for a scroll bar."""


class FittedTable(QTableWidget):
    """Columns as wide as their cells. The page scrolls up and down; sideways the table does.

    Attributes:
        spare: columns that are left out, in this order, before the table has to scroll sideways.
        elided: the last column is as wide as there is room, and its tips say what is cut off.
        cut: columns that are cut off, in this order, before the table has to scroll sideways.
    """

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__(rows, columns)
        self.spare: tuple[int, ...] = ()
        self.elided = False
        self.cut: tuple[int, ...] = ()
        self._wanted = 0
        self._widths: dict[int, int] = {}
        self._whole: dict[int, int] = {}
        self.setItemDelegate(_Coloured(self))
        self.setWordWrap(False)  # what does not fit would go on in a second line that nobody sees

    def fit(self) -> None:
        """Measure the columns, after it was filled."""
        self.horizontalHeader().setStretchLastSection(False)
        for column in self.spare:
            self.setColumnHidden(column, False)
        self.resizeColumnsToContents()
        self._widths = {column: self.columnWidth(column) for column in self.spare}
        self._whole = {
            column: self.columnWidth(column)
            for column in self.cut
            if not self.isColumnHidden(column)
        }
        last = self.columnCount() - 1
        title = self.horizontalHeaderItem(last)
        if title is not None and not title.text() and not self.elided:
            self.setColumnWidth(last, _SLACK)  # it has what is left of the width, and needs none
        self._wanted = self.horizontalHeader().length()
        if self.elided:
            last = self.columnWidth(self.columnCount() - 1)
            self._wanted -= max(0, last - _LEAST)
        self._stretch()

    def _stretch(self) -> None:
        """The last column takes what is left, but never less than its cells need."""
        header = self.horizontalHeader()
        wanted, width = self._wanted - _SLACK, self.viewport().width()
        for column, wide in self._widths.items():
            self.setColumnHidden(column, wanted > width)
            wanted -= wide if wanted > width else 0
        for column, wide in self._whole.items():
            missing = wanted + _SLACK - width if wanted > width else 0
            given = max(min(wide, _LEAST_OF_TEXT), wide - missing)
            self.setColumnWidth(column, given)
            wanted -= wide - given
        fits = wanted <= width
        if header.stretchLastSection() != fits:
            header.setStretchLastSection(fits)
            if not fits:
                self.resizeColumnToContents(header.logicalIndex(header.count() - 1))
        # What is missing is no more than an edge; a bar would cover a row for it.
        policy = Qt.ScrollBarPolicy
        self.setHorizontalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if fits else policy.ScrollBarAsNeeded
        )
        rows = sum(self.rowHeight(i) for i in range(self.rowCount()))
        room = 2 if fits else self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(header.sizeHint().height() + rows + room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stretch()

"""A map of a check: the levels of one factor against those of another, coloured by the worst."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from workbench.core.cells import USUAL
from workbench.core.checking import CellReport
from workbench.core.checking.words import cells_of, counted
from workbench.gui.checks.cell_looks import light_of, soft_of, worst
from workbench.gui.look.lights import paint_light
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.theme import color

__all__ = ["HeatMap", "cell_text", "place_text"]

_ROW, _LEAST, _MOST, _SIDE, _INSET = 24, 48, 150, 14, 1.5
_MOST_LETTERS = 34
"""Of the heading of a row."""
_BESIDE = 20
"""What the heading of a column has beside its words."""
_TIP = Qt.ItemDataRole.ToolTipRole
_STATUS = Qt.ItemDataRole.UserRole
_TIP_CELLS = 4


class HeatMap(QTableWidget):
    """A square per pair of levels. The page scrolls up and down; sideways the map does."""

    chosen = Signal(object)
    """A square was chosen: its ``CellReport``s, the worst first."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("checkMap")
        self.setAccessibleName("Map of the check: the worst status of each two levels")
        self.setItemDelegate(_Square(self))
        self.setShowGrid(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setTabKeyNavigation(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionsClickable(False)
            header.setHighlightSections(False)
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.verticalHeader().setDefaultSectionSize(_ROW)
        self.verticalHeader().setMinimumSectionSize(_ROW)
        self.verticalHeader().setDefaultAlignment(
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        )
        self.verticalHeader().setMaximumWidth(_MOST_LETTERS * self.fontMetrics().averageCharWidth())
        self._squares: dict[tuple[int, int], list[CellReport]] = {}
        self._items: dict[tuple[int, int], QTableWidgetItem] = {}
        self._shown: tuple[object, ...] = ()
        self.currentCellChanged.connect(self._on_current)

    def show_cells(
        self,
        cells: Sequence[CellReport],
        rows: tuple[str, Sequence[str]],
        columns: tuple[str, Sequence[str]],
    ) -> None:
        """Show the cells; the square in front stays in front.

        Args:
            cells: all of them.
            rows: a factor, and its levels.
            columns: another factor, and its levels.
        """
        of_place: dict[tuple[str, str], list[CellReport]] = {}
        for cell in cells:
            place = cell.levels.get(rows[0], USUAL), cell.levels.get(columns[0], USUAL)
            of_place.setdefault(place, []).append(cell)
        if (rows, columns) != self._shown:
            self._shown = (rows, columns)
            self._lay_out(rows[1], columns[1])
        self._squares = {
            (i, j): of_place.get((row, column), [])
            for i, row in enumerate(rows[1])
            for j, column in enumerate(columns[1])
        }
        for (i, j), found in self._squares.items():
            status = bad.status if (bad := worst(found)) is not None else ""
            item = self._items[i, j]
            if item.data(_STATUS) != status:
                item.setData(_STATUS, status)
            where = f"{rows[0]}: {rows[1][i]} · {columns[0]}: {columns[1][j]}"
            item.setToolTip(plain_tip(place_text(where, found)))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{where}: {status or 'not tried'}")

    def _lay_out(self, rows: Sequence[str], columns: Sequence[str]) -> None:
        self.blockSignals(True)
        self.clear()
        self.setRowCount(len(rows))
        self.setColumnCount(len(columns))
        self.setVerticalHeaderLabels(list(rows))
        self.setHorizontalHeaderLabels(list(columns))
        for i, name in enumerate(rows):
            self.model().setHeaderData(i, Qt.Orientation.Vertical, plain_tip(name), _TIP)
        for j, name in enumerate(columns):
            self.model().setHeaderData(j, Qt.Orientation.Horizontal, plain_tip(name), _TIP)
        metrics = self.horizontalHeader().fontMetrics()
        for j, name in enumerate(columns):
            width = metrics.horizontalAdvance(name) + _BESIDE
            self.setColumnWidth(j, max(_LEAST, min(width, _MOST)))
        places = [(i, j) for i in range(len(rows)) for j in range(len(columns))]
        self._items = {place: QTableWidgetItem() for place in places}
        for (i, j), item in self._items.items():
            self.setItem(i, j, item)
        self.setCurrentCell(-1, -1)
        self.blockSignals(False)
        self._fit()

    def _fit(self) -> None:
        height = self.horizontalHeader().sizeHint().height() + _ROW * self.rowCount() + 2
        wide = self.horizontalHeader().length() > self.viewport().width()
        bar = self.horizontalScrollBar().sizeHint().height() if wide else 0
        self.setFixedHeight(height + bar)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            event.ignore()  # the window's
            return
        super().keyPressEvent(event)

    def square(self, row: int, column: int) -> list[CellReport]:
        """The cells of a square."""
        return self._squares.get((row, column), [])

    def _on_current(self, row: int, column: int, _row: int, _column: int) -> None:
        self.chosen.emit(self.square(row, column))


def place_text(where: str, cells: Sequence[CellReport]) -> str:
    """What is known of a square, in a few lines."""
    if not cells:
        return f"{where}\nnot tried together"
    counts: dict[str, int] = {}
    for cell in cells:
        counts[cell.status] = counts.get(cell.status, 0) + 1
    lines = [where, f"{cells_of(tuple(c.number for c in cells))}: {counted(counts)}"]
    told = [c for c in cells if c.problems and light_of(c.status) not in ("ok", "unverified")]
    for cell in told[:_TIP_CELLS]:
        message = cell.problems[0].message.partition("\n")[0]
        lines.append(f"{cell_text(cell)}: {message}")
    if len(told) > _TIP_CELLS:
        lines.append(f"and {len(told) - _TIP_CELLS} more")
    return "\n".join(lines)


def cell_text(cell: CellReport) -> str:
    """What is unusual in a cell."""
    return ", ".join(f"{f}: {level}" for f, level in cell.levels.items()) or "as declared"


class _Square(QStyledItemDelegate):
    """A soft square with the light of the worst status in it."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        status = index.data(_STATUS)
        rect = QRectF(option.rect).adjusted(_INSET, _INSET, -_INSET, -_INSET)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_current = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setPen(QPen(color("accent"), 2) if is_current else Qt.PenStyle.NoPen)
        painter.setBrush(color(soft_of(status)) if status else Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect, 4, 4)
        painter.restore()
        if status:
            light = QRectF(0, 0, _SIDE, _SIDE)
            light.moveCenter(rect.center())
            paint_light(painter, light, light_of(status))

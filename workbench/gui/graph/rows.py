"""A list of nodes: each a mark, a title, and a line of detail; thousands of them, filtered as one types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from workbench.gui.language.translation import tr
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.row_list import RowList
from workbench.gui.look.row_paint import draw_elided, paint_back
from workbench.gui.look.theme import color

__all__ = ["NodeRows", "Row"]

_Index = QModelIndex | QPersistentModelIndex
_PAD = 8
_SIGN = 18


@dataclass(frozen=True)
class Row:
    """A row.

    Attributes:
        key: of the node, that of its first output; empty for what is no node.
        title: what it is called.
        detail: a second line; or at the right of the first one where the list has one line a row.
        sign: a character before it.
        role: the colour of the sign.
        tip: all there is to say.
    """

    key: str
    title: str
    detail: str = ""
    sign: str = ""
    role: str = "muted"
    tip: str = ""

    @property
    def words(self) -> str:
        """For screen readers, and what is searched."""
        return " ".join(filter(None, (self.sign, self.title, self.detail)))


class NodeRows(RowList):
    """The list.

    Args:
        name: the object name.
        label: what it lists, for screen readers.
        lines: of each row, 1 or 2.
        parent: the Qt parent.
    """

    chosen = Signal(str)
    """The user went to a row: its key."""

    def __init__(self, name: str, label: str, lines: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setAccessibleName(label)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self._rows = _Rows(self)
        self.setModel(self._rows)
        self.setItemDelegate(_Painter(lines, self))
        self._silent = False

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show other rows; what was chosen stays so, where it is there."""
        key = self.key()
        self._rows.set_all(rows)
        self.show_key(key)

    def rows(self) -> list[Row]:
        """What is listed now."""
        return self._rows.shown

    def set_filter(self, text: str) -> None:
        """List only what has each of these words."""
        key = self.key()
        self._rows.filter(text)
        self.show_key(key)

    def key(self) -> str:
        """Of the chosen row."""
        index = self.currentIndex()
        return self._rows.shown[index.row()].key if index.isValid() else ""

    def show_key(self, key: str) -> None:
        """Choose a row, without telling of it."""
        at = self._rows.at.get(key, -1)
        self._silent = True
        if at >= 0:
            self.setCurrentIndex(self._rows.index(at))
            self.scrollTo(self.currentIndex())
        else:
            self.setCurrentIndex(QModelIndex())
        self._silent = False

    def currentChanged(self, current: _Index, previous: _Index) -> None:
        super().currentChanged(current, previous)
        if current.isValid() and not self._silent:
            self.chosen.emit(self._rows.shown[current.row()].key)


class _Rows(QAbstractListModel):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._all: list[Row] = []
        self._words: list[str] = []
        self.shown: list[Row] = []
        self.at: dict[str, int] = {}

    def set_all(self, rows: Sequence[Row]) -> None:
        self._all = list(rows)
        self.filter(" ".join(self._words))

    def filter(self, text: str) -> None:
        self._words = text.lower().split()
        self.beginResetModel()
        self.shown = [
            row
            for row in self._all
            if not self._words or all(w in row.words.lower() for w in self._words)
        ]
        self.at = {row.key: i for i, row in enumerate(self.shown) if row.key}
        self.endResetModel()

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        return 0 if parent.isValid() else len(self.shown)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.shown[index.row()]
        if role == Qt.ItemDataRole.UserRole:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return tr(row.words)
        tips = role == Qt.ItemDataRole.ToolTipRole
        return plain_tip(tr(row.tip or row.words)) if tips else None


class _Painter(QStyledItemDelegate):
    def __init__(self, lines: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._lines = lines

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        line: int = option.fontMetrics.lineSpacing()
        return QSize(80, self._lines * line + (8 if self._lines == 1 else 12))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        row = index.data(Qt.ItemDataRole.UserRole)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect: QRect = option.rect
        paint_back(painter, option, rect.adjusted(4, 1, -4, -1), 4)
        area = rect.adjusted(_PAD + 4, 0, -_PAD - 4, 0)
        if row.sign:
            bold = QFont(option.font)
            bold.setBold(True)
            painter.setFont(bold)
            painter.setPen(color(row.role))
            painter.drawText(
                QRect(area.left(), area.top(), _SIGN, self._line(option, area)),
                Qt.AlignmentFlag.AlignVCenter,
                row.sign,
            )
        area.setLeft(area.left() + _SIGN)
        painter.setFont(option.font)
        is_name = bool(row.key)  # of a node
        if self._lines == 1:
            width = draw_elided(painter, area, row.title, "text", is_name=is_name)
            area.setLeft(min(area.left() + width + 12, area.right()))
            if row.detail and area.width() > 30:
                draw_elided(
                    painter, area, row.detail, "muted", Qt.TextElideMode.ElideLeft, at_right=True
                )
        else:
            height = option.fontMetrics.lineSpacing()
            first = QRect(area.left(), area.top() + 6, area.width(), height)
            middle = Qt.TextElideMode.ElideMiddle
            draw_elided(painter, first, row.title, "text", middle, is_name=is_name)
            draw_elided(painter, first.translated(0, height), row.detail, "muted")
        painter.restore()

    def _line(self, option: QStyleOptionViewItem, area: QRect) -> int:
        if self._lines == 1:
            return area.height()
        height: int = option.fontMetrics.lineSpacing()
        return height + 12

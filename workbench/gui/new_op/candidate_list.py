"""What C++ text offers: a row per function or registration, painted, so that many cost nothing."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from workbench.gui.language.translation import tr
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.row_paint import draw_elided, paint_back
from workbench.gui.look.theme import code_font, color
from workbench.gui.look.widgets import LONG_LIST, search_field
from workbench.importers.cpp.search.candidates import Candidate

__all__ = ["CandidateList", "chip_text", "fitted_name"]

_MOST = 500
_DATA = Qt.ItemDataRole.UserRole
_SEVERAL = Qt.ItemDataRole.UserRole + 1
_PAD = 10


def chip_text(candidate: Candidate) -> str:
    """How it is registered, in a word or two."""
    found = candidate.style.found if candidate.struct is None else ""
    return found or candidate.how or "plain function"


def fitted_name(name: str, metrics: QFontMetrics, width: int) -> str:
    """A qualified name, without its namespaces where it does not fit, shortened in the middle if need be."""
    own = name.rpartition("::")[2]
    shown = name if metrics.horizontalAdvance(name) <= width else own
    return metrics.elidedText(shown, Qt.TextElideMode.ElideMiddle, width)


class CandidateList(QListWidget):
    """The most likely candidate is on top, and is chosen until the user chooses another.

    Attributes:
        filter: finds something in a long list; to be laid out above it.
    """

    chosen = Signal(object)
    """The candidate, or None."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("cppCandidates")
        self.setAccessibleName("Functions and registrations in the C++")
        self.setItemDelegate(_RowDelegate(self))
        self.setUniformItemSizes(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.currentItemChanged.connect(self._on_current)
        self.filter = search_field("cppFilter", "Find in: functions", "Filter", parent or self)
        self.filter.textChanged.connect(self._on_filter)
        self.filter.hide()

    def show_candidates(self, candidates: list[Candidate], several: bool = False) -> None:
        """Show them; the one that was chosen stays so if it is still there.

        Args:
            candidates: the most likely first.
            several: they may be of several files, so each is shown with its own.
        """
        before = self.current()
        self.filter.clear()
        self.filter.setVisible(len(candidates) > LONG_LIST)
        self.blockSignals(True)
        self.clear()
        row = 0
        for i, candidate in enumerate(candidates[:_MOST]):
            item = QListWidgetItem(self)
            item.setData(_DATA, candidate)
            item.setData(_SEVERAL, several)
            words = f"{candidate.name}, {chip_text(candidate)}, line {candidate.line}"
            item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
            problem = f"\n\nCannot be used: {candidate.problem}." if candidate.problem else ""
            item.setToolTip(plain_tip(f"{candidate.name}\n{candidate.signature}{problem}"))
            if before is not None and (before.name, before.kind) == (
                candidate.name,
                candidate.kind,
            ):
                row = i
        self.blockSignals(False)
        self.setCurrentRow(row if candidates else -1)
        if not candidates:
            self.chosen.emit(None)

    def current(self) -> Candidate | None:
        """The chosen one."""
        item = self.currentItem()
        chosen: Candidate | None = item.data(_DATA) if item is not None else None
        return chosen

    def _on_filter(self, text: str) -> None:
        """Show the rows that have all the words; the first of them is chosen where the chosen one has not."""
        words = text.casefold().split()
        shown: list[int] = []
        for row in range(self.count()):
            candidate: Candidate = self.item(row).data(_DATA)
            said = f"{candidate.name} {candidate.file} {candidate.signature}".casefold()
            if all(word in said for word in words):
                shown.append(row)
            self.setRowHidden(row, row not in shown[-1:])
        if shown and self.currentRow() not in shown:
            self.setCurrentRow(shown[0])

    def _on_current(self, item: QListWidgetItem | None, _before: object) -> None:
        self.chosen.emit(item.data(_DATA) if item is not None else None)


class _RowDelegate(QStyledItemDelegate):
    """Name, chip and line; below them the signature in monospace."""

    def sizeHint(
        self, option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(120, 2 * option.fontMetrics.lineSpacing() + 20)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        candidate: Candidate = index.data(_DATA)
        painter.save()
        paint_back(painter, option)
        area: QRect = option.rect.adjusted(_PAD, 7, -_PAD, -7)
        base: QFont = option.font
        height = QFontMetrics(base).lineSpacing()
        bold = QFont(base)
        bold.setWeight(QFont.Weight.DemiBold)
        right = self._chip(painter, area, area.right(), height, base, candidate)
        painter.setFont(bold)
        room = QRect(area.left(), area.top(), right - area.left(), height)
        name = fitted_name(candidate.name, QFontMetrics(bold), room.width())
        role = "muted" if candidate.problem else "text"
        draw_elided(painter, room, name, role, is_name=True)
        below = QRect(area.left(), area.top() + height + 4, area.width(), height)
        file = candidate.file.rpartition("/")[2]
        where = f"{file}:{candidate.line}" if index.data(_SEVERAL) else f"line {candidate.line}"
        below.setRight(self._right(painter, below, height, base, where))
        if candidate.problem:
            painter.setFont(base)
            draw_elided(painter, below, f"Cannot be used: {candidate.problem}", "warning")
        else:
            painter.setFont(code_font(base.pointSizeF() * 0.95))
            draw_elided(painter, below, candidate.signature, "muted")
        painter.restore()

    def _right(self, painter: QPainter, area: QRect, height: int, font: QFont, text: str) -> int:
        painter.setFont(font)
        width = area.width() // 2
        room = QRect(area.right() - width, area.top(), width, height)
        left_out = Qt.TextElideMode.ElideLeft
        used = draw_elided(painter, room, text, "muted", left_out, at_right=True)
        return area.right() - used - 8

    def _chip(
        self,
        painter: QPainter,
        area: QRect,
        right: int,
        height: int,
        font: QFont,
        candidate: Candidate,
    ) -> int:
        small = QFont(font)
        small.setPointSizeF(font.pointSizeF() * 0.9)
        metrics = QFontMetrics(small)
        text = metrics.elidedText(
            tr(chip_text(candidate)), Qt.TextElideMode.ElideRight, area.width() // 2
        )
        width = metrics.horizontalAdvance(text) + 16
        box = QRect(right - width, area.top() - 1, width, height + 2)
        registered = candidate.registration is not None and not candidate.problem
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color("info_soft" if registered else "neutral_soft"))
        painter.drawRoundedRect(box, 8, 8)
        painter.setFont(small)
        painter.setPen(color("info" if registered else "muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        return box.left() - 8

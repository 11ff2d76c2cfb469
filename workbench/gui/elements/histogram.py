"""How many elements are off by how much: a bar per power of two, heights by the logarithm."""

from __future__ import annotations

import math

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from workbench.core.jobs import Bin
from workbench.core.pipeline.picturing import bin_label
from workbench.gui.language.translation import tr
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.theme import color

__all__ = ["Histogram"]

_HEIGHT, _LEAST = 240, 160
_GAP = 2.0
_WIDEST = 44.0


class Histogram(QWidget):
    """Bars of errors; what is beyond what is allowed has another colour, and stands on top."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("elementsHistogram")
        self.setMinimumSize(_LEAST, _HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._bins: tuple[Bin, ...] = ()

    def sizeHint(self) -> QSize:
        return QSize(2 * _LEAST, _HEIGHT)

    def show_bins(self, bins: tuple[Bin, ...], unit: str) -> None:
        """Show them; ``unit`` is that of the errors, empty for whole numbers."""
        self._bins = bins
        said = (
            f"{bin_label(b)} {unit}: {b.within + b.beyond:,}" for b in bins if b.within + b.beyond
        )
        self.setAccessibleName("Elements by their error. " + "; ".join(said))
        head = self.fontMetrics().horizontalAdvance(tr(self._head())) if bins else 0
        self.setMinimumWidth(max(_LEAST, head))
        self.update()

    def bars(self) -> list[QRectF]:
        """Where the bars stand, a whole one each."""
        words = self.fontMetrics().height()
        room = QRectF(0, words + 4, self.width(), self.height() - 2 * words - 10)
        wide = min(room.width() / max(len(self._bins), 1), _WIDEST)
        most = max((b.within + b.beyond for b in self._bins), default=0)
        found = []
        for i, one in enumerate(self._bins):
            high = self._part(one.within + one.beyond, most) * room.height()
            found.append(QRectF(i * wide + _GAP, room.bottom() - high, wide - 2 * _GAP, high))
        return found

    @staticmethod
    def _part(count: int, most: int) -> float:
        return math.log1p(count) / math.log1p(most) if most else 0.0

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self._bins:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        bars = self.bars()
        for one, bar in zip(self._bins, bars, strict=True):
            total = one.within + one.beyond
            if not total:
                continue
            # A part of a bar whose height is a logarithm: by its share of the elements.
            beyond = bar.height() * one.beyond / total
            painter.fillRect(bar, color("heat_most"))
            painter.fillRect(
                QRectF(bar.topLeft(), bar.size()).adjusted(0, 0, 0, beyond - bar.height()),
                color("heat_worst"),
            )
        metrics = self.fontMetrics()
        foot = self.height() - metrics.height() - 4
        painter.setPen(color("border_strong"))
        painter.drawLine(QPointF(0, foot), QPointF(max(bars[-1].right() + _GAP, 1), foot))
        painter.setPen(color("muted"))
        free = 0.0
        for number, (one, bar) in enumerate(zip(self._bins, bars, strict=True)):
            # Where there is no room for all, the last one is said: it is looked for.
            text = bin_label(one)
            wide = metrics.horizontalAdvance(text)
            last = number == len(bars) - 1
            left = min(bar.center().x() - wide / 2, self.width() - wide)
            ahead = 0.0 if last else self._label_left(bars) - 10
            if left < free or (not last and left + wide > ahead):
                continue
            painter.drawText(QPointF(max(left, 0), self.height() - metrics.descent() - 1), text)
            free = left + wide + 10
        painter.drawText(QPointF(0, metrics.ascent()), tr(self._head()))

    def _label_left(self, bars: list[QRectF]) -> float:
        """Where the last bar's label begins."""
        wide = self.fontMetrics().horizontalAdvance(bin_label(self._bins[-1]))
        return min(bars[-1].center().x() - wide / 2, self.width() - wide)

    def _head(self) -> str:
        most = max(b.within + b.beyond for b in self._bins)
        return f"up to {most:,} elements, log scale"

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = QPointF(event.pos())
            for one, bar in zip(self._bins, self.bars(), strict=True):
                if bar.left() - _GAP <= at.x() <= bar.right() + _GAP:
                    label, elements = bin_label(one), f"{one.within + one.beyond:,}"
                    text = f"{label} · {elements} elements"
                    if one.beyond:
                        text = (
                            f"{label} · {elements} elements, {one.beyond:,} beyond what is allowed"
                        )
                    QToolTip.showText(event.globalPos(), plain_tip(text), self)
                    return True
            QToolTip.hideText()
            return True
        return super().event(event)

"""What the colours of a picture mean: a ramp, and words at the places that matter."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.core.jobs.pictured import BEYOND, DECADES, NO_DISTANCE
from workbench.gui.elements.planes import heat_colors
from workbench.gui.language.translation import tr
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.theme import color

__all__ = ["Legend"]

_RAMP = 8
_BELOW = 4
"""Pixels between a picture and words that have no ramp above them."""
_WIDEST, _LEAST = 520, 240


class Legend(QWidget):
    """Under a picture: of its errors, of its values from black to white, or in words of its colours."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._range: tuple[float, float] | None = None
        self._words = ""
        self.show_errors()

    def show_errors(self) -> None:
        """Show the colours of errors."""
        self._range, self._words = None, ""
        self._say(
            "Blue: within what is allowed. Orange to red: beyond. Violet: a number on one side only"
        )

    def show_range(self, low: float, high: float, channels: int) -> None:
        """Show what the darkest and the lightest stand for.

        Args:
            low, high: the values.
            channels: of the picture. One of several is no shade of grey, and none has one ramp.
        """
        self._range, self._words = (low, high), ""
        if channels > 1:
            self._words = f"Each channel: dark {low:.4g}, bright {high:.4g}"
        self._say(self._words or f"From black {low:.4g} to white {high:.4g}")

    def _say(self, said: str) -> None:
        self.setAccessibleName(said)
        self.setToolTip(plain_tip(said))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(_WIDEST, _RAMP + self.fontMetrics().height() + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        wide = float(min(self.width(), _WIDEST))
        if self._words:
            metrics = self.fontMetrics()
            painter.setPen(color("muted"))
            text = metrics.elidedText(tr(self._words), Qt.TextElideMode.ElideRight, self.width())
            painter.drawText(QPointF(0, _BELOW + metrics.ascent()), text)
            return
        if self._range is not None:
            self._paint_range(painter, wide, *self._range)
            return
        colors = heat_colors()
        words = (tr("no error"), tr("allowed"), f"{10**DECADES:,} ×", tr("no number"))
        metrics = self.fontMetrics()
        last = metrics.horizontalAdvance(words[3])
        ramp = wide - last - 12
        for number in range(NO_DISTANCE):
            left = ramp * number / NO_DISTANCE
            painter.fillRect(QRectF(left, 0, ramp / NO_DISTANCE + 1, _RAMP), QColor(colors[number]))
        painter.fillRect(QRectF(wide - last, 0, last, _RAMP), QColor(colors[NO_DISTANCE]))
        limit = ramp * BEYOND / NO_DISTANCE
        painter.setPen(color("text"))
        painter.drawLine(QPointF(limit, 0), QPointF(limit, _RAMP + 3))
        painter.setPen(color("muted"))
        foot = self.height() - metrics.descent() - 1.0
        places = (
            0.0,
            limit - metrics.horizontalAdvance(words[1]) / 2,
            ramp - metrics.horizontalAdvance(words[2]),
            wide - last,
        )
        for left, text in zip(places, words, strict=True):
            painter.drawText(QPointF(left, foot), text)

    def _paint_range(self, painter: QPainter, wide: float, low: float, high: float) -> None:
        for number in range(256):
            left = wide * number / 256
            painter.fillRect(QRectF(left, 0, wide / 256 + 1, _RAMP), QColor(number, number, number))
        painter.setPen(color("muted"))
        foot = self.height() - self.fontMetrics().descent() - 1.0
        text = f"{high:.4g}"
        painter.drawText(QPointF(0, foot), f"{low:.4g}")
        painter.drawText(QPointF(wide - self.fontMetrics().horizontalAdvance(text), foot), text)

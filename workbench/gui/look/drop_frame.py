"""What the window shows while files are dragged over it: that it takes them."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from workbench.gui.language.translation import tr
from workbench.gui.look.theme import color

__all__ = ["DropFrame"]

_INSET = 5.0


class DropFrame(QWidget):
    """A frame over a whole widget, with a few words; the mouse goes through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("dropFrame")
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._words = ""
        self.hide()

    def show_over(self, words: str) -> None:
        """Cover the parent."""
        self._words = words
        self.setAccessibleName(words)
        covered = self.parentWidget()
        assert covered is not None
        self.setGeometry(covered.rect())
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        accent = color("accent")
        veil = QColor(accent)
        veil.setAlpha(24)
        frame = QRectF(self.rect()).adjusted(_INSET, _INSET, -_INSET, -_INSET)
        painter.setPen(QPen(accent, 2.0, Qt.PenStyle.DashLine))
        painter.setBrush(veil)
        painter.drawRoundedRect(frame, 10, 10)
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        words = tr(self._words)
        room = painter.fontMetrics().boundingRect(words).adjusted(-16, -9, 16, 9)
        room.moveCenter(self.rect().center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(accent)
        painter.drawRoundedRect(QRectF(room), 8, 8)
        painter.setPen(color("on_accent"))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)
        painter.end()

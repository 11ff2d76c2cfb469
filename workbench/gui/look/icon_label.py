"""An icon on its own, which follows the theme: a label's pixmap would keep the old colours."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from workbench.gui.look.icons import icon

__all__ = ["IconLabel"]


class IconLabel(QWidget):
    """Draws one of the program's icons.

    Args:
        name: the icon's.
        side: its size in pixels.
        role: a colour of the theme; the text's when empty.
        parent: the Qt parent.
    """

    def __init__(self, name: str, side: int, role: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon(name, role)
        self.setFixedSize(QSize(side, side))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._icon.paint(painter, self.rect())
        painter.end()

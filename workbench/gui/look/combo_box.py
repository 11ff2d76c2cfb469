"""A box with choices that stays as it is while the page under it is scrolled."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

__all__ = ["ComboBox"]


class ComboBox(QComboBox):
    """The wheel is the page's: it neither takes the focus nor changes what is chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        # With Qt's own policy the wheel gives the focus first, and then it changes the value.
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

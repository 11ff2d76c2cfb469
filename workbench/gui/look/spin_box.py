"""A whole number that stays as it is while the page under it is scrolled."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QSpinBox, QWidget

__all__ = ["SpinBox"]


class SpinBox(QSpinBox):
    """The wheel is the page's, as in ``ComboBox``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

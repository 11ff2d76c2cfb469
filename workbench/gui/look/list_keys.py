"""From a search field the arrow keys move in the list of what is found; typing goes on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit

__all__ = ["ListKeys"]

_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
_KEYPAD = Qt.KeyboardModifier.KeypadModifier


class ListKeys(QObject):
    """Hands a field's arrow and page keys to a list.

    Args:
        field: where one types; it owns this object.
        view: the list.
    """

    def __init__(self, field: QLineEdit, view: QAbstractItemView) -> None:
        super().__init__(field)
        self._view = view
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.KeyPress
        if (
            pressed
            and isinstance(event, QKeyEvent)
            and event.key() in _MOVES
            and not event.modifiers() & ~_KEYPAD
        ):
            QApplication.sendEvent(self._view, event)
            return True
        return super().eventFilter(watched, event)

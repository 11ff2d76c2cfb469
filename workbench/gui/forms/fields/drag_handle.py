"""The grip at the left of a row: drag it to reorder, or press Alt+Up and Alt+Down on it."""

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QToolButton, QWidget

from workbench.gui.look.icons import icon

__all__ = ["DragHandle", "DropLine"]


class DragHandle(QToolButton):
    """Reports the row, and heights in its parent's coordinates while it is dragged.

    Args:
        index: the row's position, from 0.
        parent: the Qt parent.
    """

    dragged = Signal(int, int)
    dropped = Signal(int, int)
    moved = Signal(int, int)
    """From here to there, by the keyboard."""

    def __init__(self, index: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._index = index
        self.setIcon(icon("grip"))
        self.setIconSize(QSize(14, 14))
        self.setProperty("flat", True)
        self.setProperty("grip", True)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setToolTip("Drag to reorder (Alt+Up, Alt+Down)")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._start: QPoint | None = None
        self._dragging = False

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._start = event.position().toPoint()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._start is None:
            return
        position = event.position().toPoint()
        if (position - self._start).manhattanLength() >= QApplication.startDragDistance():
            self._dragging = True
        if self._dragging:
            self.dragged.emit(self._index, self.mapToParent(position).y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._dragging:
            self.dropped.emit(self._index, self.mapToParent(event.position().toPoint()).y())
        self._start, self._dragging = None, False
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        if step and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.moved.emit(self._index, self._index + step)
        else:
            super().keyPressEvent(event)


class DropLine(QFrame):
    """Shows where a dragged row would go."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Highlight)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.hide()

    def show_at(self, y: int, width: int) -> None:
        """Move to a height of the parent."""
        self.setGeometry(0, y, width, 2)
        self.raise_()
        self.show()

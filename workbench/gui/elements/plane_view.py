"""An image of elements: wheel and drag to look closer, a point under the pointer, one that is chosen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from workbench.gui.look.theme import color

__all__ = ["PlaneView"]

_HEIGHT, _LEAST = 240, 120
_MOST_ZOOM = 256.0
_STEP = 1.25
_LONG, _IMAGE = 4.0, 64
"""Sides that differ by more than this, or are shorter, fill the widget: their points are not those of an
image, and a column of them would not be seen."""
_MOVES = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
}


class PlaneView(QWidget):
    """Shows an image whose pixels are points of a plane."""

    pointed = Signal(int, int)
    """Row and column under the pointer; -1 where there is none."""
    chosen = Signal(int, int)
    """A point was clicked, or gone to by an arrow key."""
    looked = Signal()
    """Zoom or place are others."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("elementsPicture")
        self.setMinimumSize(_LEAST, _HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self._image = QImage()
        self._square = False
        self._zoom, self._middle = 1.0, QPointF(0.5, 0.5)
        self._grip: QPointF | None = None
        self._moved = False
        self.point: tuple[int, int] | None = None

    def sizeHint(self) -> QSize:
        return QSize(3 * _LEAST, _HEIGHT)

    def show_image(self, image: QImage, point: tuple[int, int] | None, fresh: bool) -> None:
        """Show an image.

        Args:
            image: a pixel per point.
            point: row and column of the chosen one.
            fresh: show all of it; else zoom and place stay.
        """
        self._image, self.point = image, point
        sides = (image.width(), image.height())
        self._square = min(sides) >= _IMAGE and max(sides) <= _LONG * min(sides)
        if fresh:
            self._zoom, self._middle = 1.0, QPointF(0.5, 0.5)
        self.update()

    @property
    def zoom(self) -> float:
        """1 where all is shown."""
        return self._zoom

    def look_as(self, other: PlaneView) -> None:
        """Take another's zoom and place; nobody is told."""
        self._zoom, self._middle = other._zoom, QPointF(other._middle)
        self.update()

    def area(self) -> QRectF:
        """Where the whole image is, in the widget's coordinates; most of it may be outside."""
        width, height = float(self.width()), float(self.height())
        if self._square:
            scale = min(width / self._image.width(), height / self._image.height())
            width, height = scale * self._image.width(), scale * self._image.height()
        width, height = width * self._zoom, height * self._zoom
        # What is smaller than the widget stands at its left edge, under the words.
        left = self.width() / 2 - self._middle.x() * width if width > self.width() else 0.0
        top = self.height() / 2 - self._middle.y() * height if height > self.height() else 0.0
        return QRectF(left, top, width, height)

    def point_at(self, at: QPointF) -> tuple[int, int] | None:
        """Row and column at a place of the widget."""
        area = self.area()
        if self._image.isNull() or not area.contains(at):
            return None
        column = int((at.x() - area.x()) / area.width() * self._image.width())
        row = int((at.y() - area.y()) / area.height() * self._image.height())
        return min(row, self._image.height() - 1), min(column, self._image.width() - 1)

    def rect_of(self, row: int, column: int) -> QRectF:
        """Where a point is painted."""
        area = self.area()
        wide, high = area.width() / self._image.width(), area.height() / self._image.height()
        return QRectF(area.x() + column * wide, area.y() + row * high, wide, high)

    def choose(self, row: int, column: int) -> None:
        """Mark a point, and tell of it."""
        self.point = (row, column)
        self.update()
        self.chosen.emit(row, column)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._image.isNull():
            return
        painter = QPainter(self)
        painter.drawImage(self.area(), self._image)
        if self.point is not None:
            self._mark(painter, self.rect_of(*self.point))
        if self.hasFocus():
            painter.setPen(QPen(color("accent"), 1))
            painter.drawRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5))

    def _mark(self, painter: QPainter, rect: QRectF) -> None:
        least = 7.0
        grown = QRectF(0, 0, max(rect.width(), least), max(rect.height(), least))
        grown.moveCenter(rect.center())
        # A light line in a dark one is seen on every colour.
        for width, name in ((3.0, "base"), (1.4, "text")):
            painter.setPen(QPen(color(name), width))
            painter.drawRect(grown)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._image.isNull() or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()  # the page scrolls
            return
        before = self.area()
        at = event.position()
        part = QPointF(
            (at.x() - before.x()) / before.width(), (at.y() - before.y()) / before.height()
        )
        self._set_zoom(self._zoom * (_STEP if event.angleDelta().y() > 0 else 1 / _STEP))
        after = self.area()
        # What is under the pointer stays there.
        self._middle = QPointF(
            part.x() + (self.width() / 2 - at.x()) / after.width(),
            part.y() + (self.height() / 2 - at.y()) / after.height(),
        )
        self._keep_inside()
        event.accept()

    def _set_zoom(self, zoom: float) -> None:
        self._zoom = min(max(zoom, 1.0), _MOST_ZOOM)
        self._keep_inside()

    def _keep_inside(self) -> None:
        area = self.area()
        half = (
            min(self.width() / area.width() / 2, 0.5),
            min(self.height() / area.height() / 2, 0.5),
        )
        self._middle = QPointF(
            min(max(self._middle.x(), half[0]), 1 - half[0]),
            min(max(self._middle.y(), half[1]), 1 - half[1]),
        )
        self.update()
        self.looked.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._grip, self._moved = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._grip is not None and self._zoom > 1:
            area, moved = self.area(), event.position() - self._grip
            if self._moved or moved.manhattanLength() > 4:
                self._moved, self._grip = True, event.position()
                self._middle -= QPointF(moved.x() / area.width(), moved.y() / area.height())
                self._keep_inside()
        self.pointed.emit(*(self.point_at(event.position()) or (-1, -1)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        found = self.point_at(event.position())
        if self._grip is not None and not self._moved and found is not None:
            self.choose(*found)
        self._grip = None

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        self._set_zoom(1.0)

    def leaveEvent(self, event: QEvent) -> None:
        self.pointed.emit(-1, -1)
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _MOVES and not self._image.isNull():
            row, column = self.point or (0, 0)
            down, right = _MOVES[key]
            row = min(max(row + down, 0), self._image.height() - 1)
            column = min(max(column + right, 0), self._image.width() - 1)
            self.choose(row, column)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            if self.point is not None:
                row, column = self.point
                self._middle = QPointF(
                    (column + 0.5) / self._image.width(), (row + 0.5) / self._image.height()
                )
            self._set_zoom(self._zoom * (_STEP if key == Qt.Key.Key_Plus else 1 / _STEP))
        else:
            super().keyPressEvent(event)

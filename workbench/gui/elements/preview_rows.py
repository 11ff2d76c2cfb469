"""What example tensors hold, to look at: of each a small picture, its type, its range, its first elements."""

from __future__ import annotations

import math

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from workbench.core.jobs import InputPreview, Thumbnail
from workbench.gui.look.theme import code_font, color
from workbench.gui.look.widgets import ElidedLabel

__all__ = ["PreviewRows", "image_of", "lines_of"]

_SIDE = 72
_FORMATS = {
    1: QImage.Format.Format_Grayscale8,
    3: QImage.Format.Format_RGB888,
    4: QImage.Format.Format_RGBA8888,
}


def lines_of(preview: InputPreview) -> tuple[str, str]:
    """The range of a tensor and what its picture shows, or why there is none; its first elements."""
    picture = preview.picture
    shown = f" · {picture.words}" if picture is not None and picture.words else ""
    dots = ", …" if len(preview.first) < math.prod(preview.shape) else ""
    return preview.problem or f"{preview.range_words}{shown}", ", ".join(preview.first) + dots


def image_of(picture: Thumbnail | None) -> QImage:
    """A thumbnail with its own number of points; null for none."""
    if picture is None:
        return QImage()
    width, kind = picture.columns * picture.channels, _FORMATS[picture.channels]
    return QImage(picture.pixels, picture.columns, picture.rows, width, kind).copy()


class PreviewRows(QWidget):
    """A row per tensor.

    Args:
        parent: the Qt parent.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_Row] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(10)
        self._grid.setColumnStretch(1, 1)

    def fill(self, inputs: tuple[InputPreview, ...]) -> None:
        """Show tensors."""
        while len(self._rows) > len(inputs):
            self._rows.pop().remove(self._grid)
        while len(self._rows) < len(inputs):
            self._rows.append(_Row(self._grid, len(self._rows), self))
        for row, preview in zip(self._rows, inputs, strict=True):
            row.show_preview(preview)


class _Row:
    """The widgets of one tensor."""

    def __init__(self, grid: QGridLayout, row: int, parent: QWidget) -> None:
        self.picture = _Picture(parent)
        self.head = ElidedLabel("", parent)
        self.range = ElidedLabel("", parent)
        self.first = ElidedLabel("", parent)
        for line, label in enumerate((self.head, self.range, self.first)):
            label.setObjectName(f"preview[{row}].{line}")
            grid.addWidget(label, 3 * row + line, 1)
        self.first.setFont(code_font())
        for label in (self.range, self.first):
            label.setProperty("role", "muted")
        grid.addWidget(self.picture, 3 * row, 0, 3, 1, Qt.AlignmentFlag.AlignTop)

    def show_preview(self, preview: InputPreview) -> None:
        words = preview.type_words if not preview.problem else ""
        self.head.set_whole(words, f"{preview.name}  ")
        about, first = lines_of(preview)
        self.range.set_whole(about)
        self.first.set_whole(first)
        self.first.setVisible(bool(preview.first))
        self.picture.show_thumbnail(preview.picture)

    def remove(self, grid: QGridLayout) -> None:
        for widget in (self.picture, self.head, self.range, self.first):
            grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()


class _Picture(QWidget):
    """A thumbnail in a frame; its points stay sharp."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._image = QImage()

    def sizeHint(self) -> QSize:
        return QSize(_SIDE, _SIDE)

    def show_thumbnail(self, picture: Thumbnail | None) -> None:
        self._image = image_of(picture)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._image.isNull():
            return
        painter = QPainter(self)
        painter.setPen(color("border"))
        painter.setBrush(color("base"))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        size = self._image.size().scaled(
            self.size() - QSize(2, 2), Qt.AspectRatioMode.KeepAspectRatio
        )
        size = size.expandedTo(QSize(4, 4))
        target = QRect(QPoint(), size)
        target.moveCenter(self.rect().center())
        painter.drawImage(target, self._image)

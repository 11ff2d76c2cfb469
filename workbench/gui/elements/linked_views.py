"""Images of one plane beside each other: looked at from as near, at the same place, with one point marked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QWidget

from workbench.gui.elements.plane_view import PlaneView
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.widgets import ElidedLabel

__all__ = ["LinkedViews"]

_APART = 32
"""What is saved has a gap between the images of this part of an image's width."""


class LinkedViews(QWidget):
    """One image, or two.

    Attributes:
        views: all there is room for; what has no image is hidden.

    Args:
        parent: the Qt parent.
    """

    pointed = Signal(int, int)
    """As of ``PlaneView``, whichever it is."""
    chosen = Signal(int, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.views = (PlaneView(self), PlaneView(self))
        self._heads = tuple(ElidedLabel("", self) for _ in self.views)
        self._images: list[QImage] = []
        columns = []
        for number, (head, view) in enumerate(zip(self._heads, self.views, strict=True)):
            head.setObjectName(f"elementsPictureOf.{number}")
            head.setProperty("role", "muted")
            columns.append(vbox(head, view, spacing=6))
            view.pointed.connect(self.pointed)
            view.looked.connect(self._on_looked)
            view.chosen.connect(self._on_chosen)
        first, second = columns
        hbox((first, 1), (second, 1), on=self, margins=0, spacing=12)

    def show_images(
        self, images: Sequence[tuple[str, QImage]], point: tuple[int, int] | None, fresh: bool
    ) -> None:
        """Show images.

        Args:
            images: of the same size, each with what it shows.
            point, fresh: as in ``PlaneView.show_image``.
        """
        self._images = [image for _, image in images]
        several = len(images) > 1
        for number, (head, view) in enumerate(zip(self._heads, self.views, strict=True)):
            there = number < len(images)
            words, image = images[number] if there else ("", QImage())
            view.show_image(image, point, fresh)
            view.look_as(self.views[0])
            view.setAccessibleName(f"Picture: {words}" if there else "")
            view.setVisible(there)
            head.set_whole(words)
            head.setVisible(there and several)  # one alone is named by the box that chose it

    def mark(self, point: tuple[int, int] | None) -> None:
        """Mark a point in all of them; nobody is told."""
        for view in self.views:
            view.point = point
            view.update()

    def image(self) -> QImage:
        """All that is shown in one image, a pixel per point, from left to right."""
        if len(self._images) == 1:
            return self._images[0]
        gap = max(self._images[0].width() // _APART, 1)
        wide = sum(image.width() + gap for image in self._images) - gap
        whole = QImage(wide, self._images[0].height(), QImage.Format.Format_ARGB32)
        whole.fill(Qt.GlobalColor.transparent)
        painter, left = QPainter(whole), 0
        for image in self._images:
            painter.drawImage(QPoint(left, 0), image)
            left += image.width() + gap
        painter.end()
        return whole

    def _on_looked(self) -> None:
        moved = self.sender()
        for view in self.views:
            if isinstance(moved, PlaneView) and view is not moved:
                view.look_as(moved)

    def _on_chosen(self, row: int, column: int) -> None:
        self.mark((row, column))
        self.chosen.emit(row, column)

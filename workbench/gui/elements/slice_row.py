"""Which slice of a tensor of more than two dimensions is shown."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from workbench.core.jobs import Picture
from workbench.gui.look.layouts import Stretch, hbox
from workbench.gui.look.spin_box import SpinBox
from workbench.gui.look.widgets import muted

__all__ = ["SliceRow"]


class SliceRow(QWidget):
    """An index for each dimension that is not in the picture.

    Args:
        parent: the Qt parent.

    Attributes:
        boxes: the indices.
    """

    chosen = Signal(object)
    """Another slice is wanted: its indices."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        words = muted("Slice", self)
        words.setWordWrap(False)
        self.boxes: list[SpinBox] = []
        self._row = hbox(words, Stretch(1), on=self, margins=0, spacing=6)

    def show_picture(self, picture: Picture | None) -> None:
        """Show where the picture is cut; None, or one of two dimensions, has no slice."""
        sizes = picture.sizes if picture is not None else ()
        while len(self.boxes) > len(sizes):
            box = self.boxes.pop()
            self._row.removeWidget(box)
            box.deleteLater()
        while len(self.boxes) < len(sizes):
            self._add()
        for box, size, at in zip(self.boxes, sizes, picture.at if picture else (), strict=True):
            box.blockSignals(True)
            box.setRange(0, size - 1)
            box.setSuffix(f" / {size - 1}")
            box.setValue(at)
            box.setEnabled(size > 1)
            box.blockSignals(False)
        self.setVisible(any(size > 1 for size in sizes))

    def _add(self) -> None:
        box, number = SpinBox(self), len(self.boxes) + 1
        box.setObjectName(f"elementsSlice.{number - 1}")
        box.setAccessibleName(f"Slice, number {number}")
        box.setKeyboardTracking(False)
        box.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._row.insertWidget(number, box)
        box.valueChanged.connect(self._on_value)
        self.boxes.append(box)

    def _on_value(self, _value: int) -> None:
        self.chosen.emit(tuple(box.value() for box in self.boxes))

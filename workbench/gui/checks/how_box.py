"""Which cells a check has: each pair of levels once, or every combination; how many are told."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from workbench.core.cells import FULL, PAIRS, Extent, extent
from workbench.core.declaration.op import Op
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.layouts import hbox
from workbench.gui.look.widgets import muted

__all__ = ["HowBox"]

_WORDS = {PAIRS: "Each pair of levels", FULL: "Every combination"}


class HowBox(QWidget):
    """A box with the number of cells in its words.

    Attributes:
        left_out: a line on what would be left out, for the place below.
    """

    chosen = Signal(str)
    """How: of ``core.cells.plan``."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._op: Op | None = None
        self._extents: dict[str, Extent] = {}
        self.box = ComboBox(self)
        self.box.setObjectName("checkHow")
        self.box.setAccessibleName("Which cells are tried")
        self.box.setToolTip(
            "Each pair: any two levels of different kinds meet in a cell. Every combination: all "
            "that can be made of the levels, which takes long."
        )
        # The words come later than the box is shown, and change with the op.
        self.box.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
        for how in _WORDS:
            self.box.addItem("", how)
        self.box.activated.connect(self._on_activated)
        self.left_out = muted("", self, "checkLeftOut")
        hbox(self.box, on=self, margins=0)

    def show_op(self, op: Op, how: str) -> None:
        """Show how many cells an op has; ``op`` is resolved."""
        if op != self._op:
            self._op = op
            self._extents = {name: extent(op, name) for name in _WORDS}
            for i, (name, words) in enumerate(_WORDS.items()):
                self.box.setItemText(i, f"{words}: {self._extents[name].cells:,} cells")
        self.box.setCurrentIndex(self.box.findData(how))
        self._show_left_out(how)

    def _show_left_out(self, how: str) -> None:
        number = self._extents[how].left_out
        text = f"{number:,} more combinations are left out: those in which most is unusual at once."
        self.left_out.setText(text if number else "")

    def _on_activated(self, index: int) -> None:
        how = self.box.itemData(index, Qt.ItemDataRole.UserRole)
        self._show_left_out(how)
        self.chosen.emit(how)

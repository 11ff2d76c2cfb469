"""Of a large graph a part is drawn: which, how far around, and the way to all of it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.gui.look.layouts import hbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.spin_box import SpinBox
from workbench.gui.look.widgets import ElidedLabel

__all__ = ["PartBar"]

_HOPS = 3
_MOST_HOPS = 50


class PartBar(QWidget):
    """``9 of 10,000 nodes, around Odd 'x'``, the number of hops, and a button for the whole."""

    changed = Signal(bool)
    """Draw another part, or (True) all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("graphPart")
        self._words = ElidedLabel("", self)
        self._words.setObjectName("graphPartWords")
        label = PlainLabel("&Hops", self)
        self._hops = SpinBox(self)
        self._hops.setObjectName("graphHops")
        self._hops.setAccessibleName("Hops: how many edges away from the node in the middle")
        self._hops.setRange(0, _MOST_HOPS)
        self._hops.setValue(_HOPS)
        self._hops.setKeyboardTracking(False)
        label.setBuddy(self._hops)
        self._here = QPushButton("Around the &chosen node", self)
        self._here.setObjectName("graphAround")
        self._all = QPushButton("Draw a&ll", self)
        self._all.setObjectName("graphWhole")
        for button in (self._here, self._all):
            button.setAutoDefault(False)
        self._hops.valueChanged.connect(self._on_part)
        self._here.clicked.connect(self._on_part)
        self._all.clicked.connect(self._on_all)
        hbox(
            (self._words, 1), label, self._hops, self._here, self._all, on=self,
            margins=(16, 0, 8, 6), spacing=8,
        )  # fmt: skip

    def hops(self) -> int:
        """How many edges away neighbours may be."""
        return self._hops.value()

    def reset(self) -> None:
        """Another model: as many hops as at first."""
        self._hops.blockSignals(True)
        self._hops.setValue(_HOPS)
        self._hops.blockSignals(False)

    def show_part(
        self, middle: str, drawn: int, total: int, whole: bool, drawing: bool = False
    ) -> None:
        """Say what is drawn; nothing where it is all of a graph that is not large.

        Args:
            middle: the node around which it is; empty where all is drawn.
            drawn: how many nodes.
            total: how many there are.
            whole: whether all were asked for.
            drawing: the picture is still being made.
        """
        self.setVisible(bool(middle) or whole)
        around = f", around {middle}" if middle else ""
        self._words.set_whole(
            f"{drawn:,} of {total:,} nodes are being drawn{around}"
            if drawing
            else f"{drawn:,} of {total:,} nodes are drawn{around}"
        )
        self._all.setVisible(bool(middle))

    def _on_part(self) -> None:
        self.changed.emit(False)

    def _on_all(self) -> None:
        self.changed.emit(True)

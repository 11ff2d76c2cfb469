"""An earlier sweep beside the one that is shown: which is chosen, and what became slower since."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from workbench.core.storage.history import when
from workbench.core.storage.sweep_words import slower, sweep_marks
from workbench.core.storage.sweeps import Sweep
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.plain import plain_tip
from workbench.gui.timing.found import Found

__all__ = ["EarlierBox"]

_ABOUT = "An earlier sweep of the same inputs, as faint lines"
_LEAST_CHARACTERS = 8


class EarlierBox(ComboBox):
    """The sweeps before the one that is shown, of the same axis; hidden where there is none.

    Args:
        parent: the card.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("timeEarlier")
        self.setAccessibleName("An earlier sweep to compare with")
        self.setToolTip(plain_tip(_ABOUT))
        self.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumContentsLength(_LEAST_CHARACTERS)
        self._every: list[Sweep] = []
        self._before: list[Sweep] = []

    def show_sweeps(self, sweeps: Sequence[Sweep], found: Found | None) -> None:
        """Offer those before the one that is shown.

        Args:
            sweeps: all of the op, the newest first.
            found: what is shown; None where it is no line.
        """
        chosen, self._every = self.currentData(), list(sweeps)
        self._before = [one for one in sweeps if found is not None and _is_before(one, found)]
        self.clear()
        self.addItem("Not compared", 0)
        for one in self._before:
            other = " · another content" if found is not None and one.content != found.key else ""
            self.addItem(f"Compared with {when(one.at)}{other}", one.number)
        self.setCurrentIndex(max(self.findData(chosen), 0))
        self.setVisible(bool(self._before))

    @property
    def sweep(self) -> Sweep | None:
        """The one that is chosen."""
        return next((one for one in self._before if one.number == self.currentData()), None)

    def slower(self, found: Found) -> str:
        """What takes longer than in the chosen one; where none is, than in those before."""
        if (chosen := self.sweep) is not None:
            return slower(found.results, chosen.points)
        marks = zip(self._every, sweep_marks(self._every), strict=True)
        return next((mark for one, mark in marks if one.number == found.number), "")


def _is_before(sweep: Sweep, found: Found) -> bool:
    return sweep.axis == found.axis and (not found.number or sweep.number < found.number)

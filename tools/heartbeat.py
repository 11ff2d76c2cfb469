"""Measures how long the event loop was ever held up."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, QTimer

__all__ = ["Heartbeat"]


class Heartbeat(QObject):
    """Beats every 10 ms; a late beat is a gap in which the window did not answer.

    Args:
        clock: seconds; ``time.process_time`` counts only what this process did itself, and so
            leaves out what other programs did meanwhile.
        parent: the Qt parent.

    Attributes:
        largest: the longest time between two beats, in milliseconds.
        beats: how many there were.
    """

    INTERVAL_MS = 10

    def __init__(
        self, clock: Callable[[], float] = time.perf_counter, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._clock = clock
        self.largest = 0.0
        self.beats = 0
        self._last = 0.0
        self._timer = QTimer(self, interval=self.INTERVAL_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        """Begin a new measurement."""
        self.largest, self.beats = 0.0, 0
        self._last = self._clock()
        self._timer.start()

    def stop(self) -> float:
        """End it: the largest gap in milliseconds."""
        self._beat()
        self._timer.stop()
        return self.largest

    def _beat(self) -> None:
        now = self._clock()
        self.largest = max(self.largest, (now - self._last) * 1000)
        self.beats += 1
        self._last = now

"""Problems that are kept back while somebody types: half a word is wrong, and nobody's mistake."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from workbench.core.errors import Problem

__all__ = ["HeldProblems"]

_PAUSE_MS = 600
"""After such a pause in the typing one has probably written what one meant."""


class HeldProblems(QObject):
    """What was shown before the typing is shown on; what it makes wrong waits for its end.

    Args:
        parent: the Qt parent.
    """

    over = Signal()
    """The typing paused, or ended."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._pause: QTimer | None = None  # most ops are never typed in
        self._shown: frozenset[str] = frozenset()

    @property
    def active(self) -> bool:
        """Whether somebody types."""
        return self._pause is not None and self._pause.isActive()

    def hold(self, problems: Iterable[Problem]) -> None:
        """A key was pressed in a field.

        Args:
            problems: those there are without it.
        """
        if not self.active:
            self._shown = frozenset(p.key for p in problems)
        if self._pause is None:
            self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
            self._pause.timeout.connect(self._on_pause)
        self._pause.start()

    def _on_pause(self) -> None:
        if self._pause is not None and QApplication.activePopupWidget() is not None:
            self._pause.start()  # half a word is in the line, and its completions are below it
        else:
            self.over.emit()

    def release(self) -> None:
        """The field was left."""
        if self._pause is not None and self.active:
            self._pause.stop()
            self.over.emit()

    def are_new(self, problems: tuple[Problem, ...]) -> bool:
        """Whether any of them came with the typing."""
        return any(p.key not in self._shown for p in problems)

    def shown(self, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        """The problems that are spoken of now."""
        return tuple(p for p in problems if p.key in self._shown) if self.active else problems

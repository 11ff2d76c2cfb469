"""What was measured of an op: just now, or as the history keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workbench.core.jobs import TimeResult
from workbench.core.storage.history import when
from workbench.core.storage.sweeps import Sweep

__all__ = ["Found"]

_CHANGED = "Measured of an earlier state: something has changed since."


class Found(NamedTuple):
    """Times, and what is said of them.

    Attributes:
        key: the content that was measured.
        results: for each set of inputs.
        missing: who was left out from the beginning, and why, a line each.
        axis: of a sweep; None where there is none.
        why: there are no more of them.
        number: of the sweep in the history; 0 where it is not there.
        at: when it was kept there.
    """

    key: str
    results: list[TimeResult]
    missing: tuple[str, ...] = ()
    axis: str | None = None
    why: str = ""
    number: int = 0
    at: float = 0.0

    @classmethod
    def of(cls, sweep: Sweep) -> Found:
        """A sweep of the history."""
        return cls(sweep.content, list(sweep.points))._kept(sweep)

    def _kept(self, sweep: Sweep) -> Found:
        return self._replace(axis=sweep.axis, why=sweep.why, number=sweep.number, at=sweep.at)

    def kept(self, sweeps: Sequence[Sweep]) -> Found:
        """The same, with the number and time of the newest sweep, as which it was just kept."""
        return self._kept(sweeps[0]) if sweeps else self

    def said(self, key: str, slower: str) -> str:
        """A line on it.

        Args:
            key: the op's content now.
            slower: what takes longer than before.
        """
        when_kept = f"Measured on {when(self.at)}" if self.number else ""
        changed = _CHANGED if self.key != key else ""
        return " · ".join(filter(None, (slower, self.why, when_kept, changed)))

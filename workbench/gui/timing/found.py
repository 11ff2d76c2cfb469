"""What was measured of an op: just now, or as the history keeps it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from workbench.core.jobs import TimeResult
from workbench.core.storage.measured import Measured
from workbench.core.storage.run_words import kept_words
from workbench.core.storage.sweeps import Sweep
from workbench.gui.hosts.last_results import LastResults

__all__ = ["Found", "kept_of"]


class Found(NamedTuple):
    """Times, and what is said of them.

    Attributes:
        key: the content that was measured.
        results: for each set of inputs.
        missing: who was left out from the beginning, and why, a line each.
        axis: of a sweep; None where there is none.
        why: there are no more of them.
        number: of a sweep in the history; 0 where it is none, or not there.
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

    @classmethod
    def of_inputs(cls, content: str, measured: Measured) -> Found:
        """Times of one set of inputs in the history."""
        return cls(content, [measured], at=measured.at)

    def _kept(self, sweep: Sweep) -> Found:
        return self._replace(axis=sweep.axis, why=sweep.why, number=sweep.number, at=sweep.at)

    def kept(self, sweeps: Sequence[Sweep]) -> Found:
        """The same, with the number and time of the newest sweep, as which it was just kept."""
        return self._kept(sweeps[0]) if sweeps else self

    @property
    def asked(self) -> tuple[str, str | None]:
        """Which inputs these are, as ``Inputs.asked`` has it."""
        return self.results[0].name if self.axis is None and self.results else "", self.axis

    def said(self, key: str, slower: str) -> str:
        """A line on it.

        Args:
            key: the op's content now.
            slower: what takes longer than before.
        """
        return kept_words(self.at, self.key != key, slower, self.why)


def kept_of(results: LastResults, folder: Path) -> tuple[list[Sweep], Found | None]:
    """The sweeps of an op in the history, and what was measured of it last, be it one or not."""
    sweeps, run = results.sweeps(folder), results.measured(folder)
    found = [Found.of(sweep) for sweep in sweeps[:1]]
    if run is not None and (last := run.last_measured) is not None:
        found.append(Found.of_inputs(run.content, last))
    return sweeps, max(found, key=lambda one: one.at, default=None)

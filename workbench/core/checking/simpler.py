"""Looks for the simplest cell that is still wrong, of those in which much is unusual at once.

Two things that are unusual together are what a plan of pairs is for, and each of them alone was
tried. Where a cell with more is wrong, levels are left out one by one, greedily: what it takes
stays. Then smaller sizes of the same axis are tried. All findings take their steps together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import prod

from msgspec import UNSET

from workbench.core.cells import DIFFERS, FAILED, Cell, realised
from workbench.core.cells.factors import (
    ARGUMENTS,
    CALLS,
    DTYPES_OF,
    EXPORT,
    LAYOUT,
    OPTIMISATION,
    SIZES,
    THREADS,
    VALUES,
    Factor,
    family,
)
from workbench.core.checking.report import CellReport, findings
from workbench.core.declaration.op import Op

__all__ = ["MOST_CELLS", "Simplifier"]

MOST_CELLS = 12
"""That are tried for one finding."""
_MOST_FINDINGS = 8
_MANY = 3
"""Levels of a cell from which on it may have some that do not matter."""
_ORDER = (
    EXPORT, OPTIMISATION, THREADS, CALLS, LAYOUT, ARGUMENTS, DTYPES_OF, VALUES, SIZES,
)  # fmt: skip
"""What is left out first is what people believe in last."""
_BAD = (DIFFERS, FAILED)

Levels = dict[str, str]


class Simplifier:
    """Asked again and again, it says which cells to try next, until it knows.

    Args:
        op: ``Op.resolved``.
        factors: its factors.
        first: the number of the first cell that it may make.
    """

    def __init__(self, op: Op, factors: Sequence[Factor], first: int) -> None:
        self._op, self._number = op, first
        self._sizes = {f.name: [level.name for level in f.levels] for f in factors}.get(SIZES, [])
        self._steps: dict[int, Iterator[Levels]] = {}
        self._asked: dict[int, Levels] = {}
        self._tried: dict[int, int] = {}
        self._known: dict[frozenset[tuple[str, str]], bool] = {}
        self.cells: list[tuple[Cell, int]] = []
        """All that were made, each with the number of the cell that it is to explain."""
        self.done = False

    def next_cells(self, reports: Sequence[CellReport]) -> list[Cell]:
        """The cells to try; none where there are no simpler ones: then it is ``done``.

        Args:
            reports: of all cells, those of the last call among them.
        """
        self._known = {_key(r.levels): r.status in _BAD for r in reports}
        if not self._tried:
            self._begin(reports)
        made = []
        for number, steps in self._steps.items():
            levels = self._next(number, steps)
            if levels is not None:
                made.append(Cell(self._number, levels))
                self._asked[number] = levels
                self._number += 1
                self.cells.append((made[-1], number))
        self.done = not made
        return made

    def _begin(self, reports: Sequence[CellReport]) -> None:
        of = {r.number: r for r in reports}
        first = (of[f.cells[0]] for f in findings(reports))
        many = [r for r in first if len(r.levels) >= _MANY][:_MOST_FINDINGS]
        self._tried = {r.number: 0 for r in many}
        self._steps = {r.number: self._simpler(dict(r.levels)) for r in many}

    def _next(self, number: int, steps: Iterator[Levels]) -> Levels | None:
        if self._tried[number] == MOST_CELLS:
            return None
        levels = next(steps, None)
        self._tried[number] += levels is not None
        return levels

    def _simpler(self, levels: Levels) -> Iterator[Levels]:
        """What to try in its turn; what came of it is known when the next one is asked for."""
        for factor in sorted(levels, key=lambda f: _ORDER.index(family(f))):
            fewer = {f: level for f, level in levels.items() if f != factor}
            if _key(fewer) not in self._known:
                yield fewer
            if self._known.get(_key(fewer)):
                levels = fewer
        for size in self._smaller(levels):
            other = {**levels, SIZES: size}
            if _key(other) not in self._known:
                yield other
            if self._known.get(_key(other)):
                return

    def _smaller(self, levels: Levels) -> list[str]:
        """The smaller sizes of the axis that a cell changes, the smallest first."""
        if SIZES not in levels:
            return []
        family, now = _family(levels[SIZES]), self._elements(levels[SIZES])
        sizes = {size: self._elements(size) for size in self._sizes if _family(size) == family}
        return sorted((s for s, elements in sizes.items() if elements < now), key=sizes.__getitem__)

    def _elements(self, size: str) -> int:
        inputs = realised(self._op, Cell(0, {SIZES: size})).model.inputs
        return sum(prod(e.shape) for e in inputs if e.shape is not UNSET and not e.none)


def _family(size: str) -> str:
    """``n = 7`` is one of ``n =``; what has no number is alone."""
    return re.sub(r"\d+( \(large\))?$", "", size) if " = " in size or "every" in size else size


def _key(levels: Levels) -> frozenset[tuple[str, str]]:
    return frozenset(levels.items())

"""A check whose cells are divided: parts of them are run elsewhere, each by a check of its own.

A cell is a pure function of declaration, seed and versions, so it does not matter who runs it,
nor that it is run again where a worker was lost. What is not run any more, since another cell has
ended its process, does depend on the order; so what comes back is taken in in the order of the
numbers, as if it had been run here. The closer looks and their builds stay here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from workbench.core import jobs
from workbench.core.cells import NOT_RUN, Cell, CellOutcome
from workbench.core.cells.factors import SIZES, file_levels
from workbench.core.checking.check import Check
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.pipeline.parity import PYTORCH, RUNTIME

__all__ = ["DividedCheck", "Part", "PartCheck", "PartOutcome"]

_FEWEST, _MOST = 8, 64
"""Cells of a part: fewer are not worth their way, more keep a worker too long for the others."""
_PARTS_EACH = 2
"""Parts per worker, so that one that is done early takes over of another."""


class Part(msgspec.Struct, frozen=True):
    """Cells that are run together.

    Attributes:
        number: of the part.
        cells: in the order of their numbers.
        planned: numbers from here on are those of simpler cells.
        ends: side → cells that are known to end their process there, in their order.
        wanted: numbers of the cells whose files are needed here.
    """

    number: int
    cells: tuple[Cell, ...]
    planned: int
    ends: dict[str, tuple[Cell, ...]]
    wanted: tuple[int, ...]


class PartOutcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of a part.

    Attributes:
        number: of the part.
        outcomes: side → of its cells.
        ends: side → numbers of the cells that ended their process there.
        error: why nothing could be run.
    """

    number: int
    outcomes: dict[str, tuple[CellOutcome, ...]] = {}
    ends: dict[str, tuple[int, ...]] = {}
    error: Problem | None = None


class PartCheck(Check):
    """The check of a part, where it is run.

    Args:
        folder: the op's.
        op: ``Op.resolved``.
        work: a folder for the files of the cells; it is there.
        part: which cells.
        limits: of each step of a cell.
    """

    def __init__(self, folder: Path, op: Op, work: Path, part: Part, limits: jobs.Limits) -> None:
        super().__init__(folder, op, work, limits=limits, passes=(), cells=part.cells)
        self._part, self._planned = part, part.planned
        self._ends = [(side, cell) for side, cells in part.ends.items() for cell in cells]
        self._known = len(self._ends)

    def _is_simpler(self, cell: Cell) -> bool:
        return cell.number >= self._planned

    def outcome(self) -> PartOutcome:
        """What came of it."""
        ends = self._ends[self._known :]
        return PartOutcome(
            self._part.number,
            {side: tuple(of.values()) for side, of in self._outcomes.items()},
            {side: tuple(c.number for s, c in ends if s == side) for side in self._outcomes},
            self._error,
        )


class DividedCheck(Check):
    """The check of an op whose matrix is run elsewhere.

    Whoever drives it asks ``next_parts`` beside ``next_jobs`` what to send, and hands what comes
    of a part to ``part_ended``.

    Args:
        workers: among how many the cells are divided; 0 where that is told later.
        known: as of ``Check``.
    """

    def __init__(self, *known: Any, workers: int = 0, **named: Any) -> None:
        super().__init__(*known, **named)
        self.workers = workers
        self._parts: list[Part] = []
        self._away: dict[int, Part] = {}
        self._brought: list[PartOutcome] = []
        self._wave: list[Cell] = []
        plain = (look for look in self._passes if not look.kind.in_torch)
        self._wanted = {cell.number for look in plain for cell in look.made_of.values()}
        self._next_part = 0

    # -- what to do

    @property
    def idle(self) -> bool:
        """Whether nothing runs and nothing is left to do."""
        return super().idle and (self._stopped or not self._away)

    @property
    def _stopped(self) -> bool:
        """Whether no cells are sent: not yet, or no more."""
        nobody = self._build is None or not self.workers
        return nobody or self._error is not None or self._cancelled

    @property
    def done(self) -> int:
        """How many cells have ended."""
        away = {cell.number for part in self._away.values() for cell in part.cells}
        return super().done - len(away)

    def next_jobs(self) -> list[jobs.Job]:
        """The jobs to send to the hosts here: builds and closer looks."""
        found: list[jobs.Job] = []
        while True:
            self._divide()
            found += super().next_jobs()
            if self._away or not self._waiting[PYTORCH] or self._stopped:
                return found

    def next_parts(self) -> list[Part]:
        """The parts to send elsewhere; asked after ``next_jobs``."""
        found, self._parts = self._parts, []
        return found

    def _torch_job(self) -> jobs.Job | None:
        return None

    def _ort_job(self) -> jobs.Job | None:
        return None

    def _matrix_in_torch(self) -> bool:
        return bool(self._waiting[PYTORCH] or self._away)

    def _matrix_runs(self) -> bool:
        return super()._matrix_runs() or bool(self._away)

    def _divide(self) -> None:
        """Make parts of what waits, unless some are away.

        First those with one thing unusual: what ends the process by itself need not be tried
        together with something else.
        """
        while self._waiting[PYTORCH] and not self._away and not self._stopped:
            waiting = self._waiting[PYTORCH]
            self._wave = [c for c in waiting if len(c.levels) <= 1] or waiting
            numbers = {cell.number for cell in self._wave}
            self._waiting[PYTORCH] = [c for c in waiting if c.number not in numbers]
            self._wave = sorted(self._still(PYTORCH, self._wave), key=_number)
            self._parts = [self._part(cells) for cells in self._divided()]
            self._away = {part.number: part for part in self._parts}

    def _divided(self) -> Iterable[list[Cell]]:
        """The cells of the wave by parts; those that use one model file lie together."""
        each = -(-len(self._wave) // (self.workers * _PARTS_EACH))
        size = min(max(each, _FEWEST), _MOST)
        alike = sorted(self._wave, key=lambda c: (sorted(file_levels(c).items()), c.level(SIZES)))
        first = [cell for cell in self._wave if not cell.levels]
        for start in range(0, len(alike), size):
            # Where the op as declared ends the process, nothing else need be tried.
            rest = [cell for cell in alike[start : start + size] if cell.levels]
            yield [*first, *sorted(rest, key=_number)]

    def _part(self, cells: list[Cell]) -> Part:
        self._next_part += 1
        ends = {s: tuple(c for where, c in self._ends if where == s) for s in self._outcomes}
        wanted = tuple(cell.number for cell in cells if cell.number in self._wanted)
        return Part(self._next_part, tuple(cells), self._planned, ends, wanted)

    # -- what happened

    def workers_failed(self, problem: Problem) -> None:
        """There are none, or no more: the check ends with what it has."""
        self._error = self._error or problem

    def part_ended(self, came: PartOutcome) -> None:
        """Take in what came of a part."""
        if self._away.pop(came.number, None) is None:
            return
        self._brought.append(came)
        self._error = self._error or came.error
        if not self._away and self._error is None:
            self._take_in()

    def _take_in(self) -> None:
        """All parts are back: their cells, in their order."""
        cells, brought = self._wave, self._brought
        self._wave, self._brought = [], []
        for side in (PYTORCH, RUNTIME):
            came = {o.number: o for part in brought for o in part.outcomes.get(side, ())}
            ended = {number for part in brought for number in part.ends.get(side, ())}
            cells = [cell for cell in cells if self._taken(side, cell, came, ended)]

    def _taken(
        self, side: str, cell: Cell, came: Mapping[int, CellOutcome], ended: set[int]
    ) -> bool:
        """Take in one cell; whether the other side goes on with it."""
        if not self._still(side, [cell]):
            return False
        outcome = came.get(cell.number)
        if outcome is None or outcome.status == NOT_RUN:
            # Something else in its part has ended the process, which does not count here.
            self._waiting[PYTORCH].append(cell)
            return False
        self._outcomes[side][cell.number] = outcome
        if cell.number in ended:
            self._ends.append((side, cell))
        if outcome.files is not None:
            self._files[cell.number] = outcome.files
        return outcome.files is not None


def _number(cell: Cell) -> int:
    return cell.number

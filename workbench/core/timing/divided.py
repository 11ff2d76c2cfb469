"""A sweep that several machines measure: which point is next on which of them, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

import msgspec

from workbench.core.errors import Problem
from workbench.core.jobs import Machine, Missing, Roof, TimeJob, TimeResult
from workbench.core.timing.words import threads_text

__all__ = ["DividedSweep", "SweepPoint"]

_MOST_LOSSES = 3
"""A point that ends its machine's worker so often is no machine's bad luck."""


class SweepPoint(NamedTuple):
    """What is measured at once, by one machine: inputs with a number of threads, all contenders.

    Attributes:
        number: of the inputs.
        threads: with how many.
        inputs: their name.
    """

    number: int
    threads: int
    inputs: str

    @property
    def name(self) -> str:
        """``n = 400, 2 threads``."""
        return ", ".join(filter(None, (self.inputs, threads_text(self.threads))))


class DividedSweep:
    """The points of a sweep; does no I/O. Who drives it sees that a machine has one at a time.

    Args:
        job: the whole sweep, with its numbers of threads.
    """

    def __init__(self, job: TimeJob) -> None:
        self._job = job
        self._waiting = [
            SweepPoint(number, threads, inputs.name)
            for number, inputs in enumerate(job.points)
            for threads in job.threads
        ]
        self.total = len(self._waiting)
        self._away: set[SweepPoint] = set()
        self._losses: Counter[SweepPoint] = Counter()
        self._results: dict[SweepPoint, TimeResult] = {}
        self._problems: list[tuple[int, Problem]] = []
        self._too_slow: set[int] = set()
        self._left_out: set[SweepPoint] = set()
        self._roofs: dict[Machine, dict[int, Roof]] = {}

    @property
    def over(self) -> bool:
        """Whether nothing is measured, and nothing is left to be."""
        return not self._waiting and not self._away

    @property
    def done(self) -> int:
        """How many points have been measured."""
        return len(self._results)

    @property
    def problem(self) -> Problem | None:
        """Why not all was measured: of the smallest inputs that failed."""
        return min(self._problems, key=lambda one: one[0])[1] if self._problems else None

    # -- what to do

    def next_for(self, machine: Machine, machines: Collection[Machine]) -> SweepPoint | None:
        """The point that a machine is to measure now; None where there is none for it.

        A point of more threads than it has cores waits for one of the others that has as many.

        Args:
            machine: which; it measures nothing.
            machines: all that there are.
        """
        most = max(one.cores for one in machines)
        for point in self._waiting:
            if point.threads <= machine.cores or point.threads > most:
                self._waiting.remove(point)
                self._away.add(point)
                return point
        return None

    def job(self, point: SweepPoint, machine: Machine) -> TimeJob:
        """What a machine is asked for."""
        known = tuple(self._roofs.get(machine, {}).values())
        inputs = (self._job.points[point.number],)
        return msgspec.structs.replace(
            self._job, points=inputs, threads=(point.threads,), too_long=0.0, roofs=known
        )

    # -- what came of it

    def ended(self, point: SweepPoint, result: TimeResult) -> None:
        """A point was measured; larger inputs are left out where a call takes too long already."""
        self._away.discard(point)
        self._results[point] = result
        roofs = self._roofs.setdefault(result.machine, {})
        roofs.update((roof.threads, roof) for roof in result.roofs)
        if self._job.too_long and result.slowest > self._job.too_long:
            self._too_slow.add(point.number)
            self._wait(self._waiting)

    def failed(self, point: SweepPoint, problem: Problem) -> None:
        """A point cannot be measured; larger inputs are not tried."""
        self._away.discard(point)
        self._problems.append((point.number, problem))
        self._wait(self._waiting)

    def lost(self, point: SweepPoint) -> bool:
        """Who measured it is gone: another one does, unless larger inputs are no longer tried.

        Returns:
            False where that has happened too often.
        """
        self._losses[point] += 1
        if self._losses[point] >= _MOST_LOSSES and point.number <= self._largest:
            return False
        self._away.discard(point)
        self._wait([*self._waiting, point])
        return True

    def give_up(self, problem: Problem) -> None:
        """Nothing more is measured."""
        left = [*self._away, *self._waiting]
        first = min((point.number for point in left), default=0)
        self._away, self._waiting = set(), []
        self._problems.append((first, problem))

    @property
    def _largest(self) -> int:
        """The number of the last inputs that are tried."""
        return min((*self._too_slow, *(number for number, _ in self._problems)), default=self.total)

    def _wait(self, points: Collection[SweepPoint]) -> None:
        """Have these wait, and nothing else, without inputs larger than some that were too much."""
        slow = min(self._too_slow, default=self.total)
        self._left_out |= {one for one in points if one.number > slow}
        tried = (one for one in points if one.number <= self._largest)
        self._waiting = sorted(tried, key=self._order)

    def _order(self, point: SweepPoint) -> tuple[int, int]:
        return point.number, self._job.threads.index(point.threads)

    def results(self) -> tuple[TimeResult, ...]:
        """What was measured so far, in the order of the sweep: one for the same inputs and machine."""
        together: dict[tuple[int, Machine], list[TimeResult]] = {}
        for point in sorted(self._results, key=self._order):
            result = self._results[point]
            together.setdefault((point.number, result.machine), []).append(result)
        found = [_joined(several) for several in together.values()]
        if self._left_out:
            found[-1] = msgspec.structs.replace(found[-1], left_out=tuple(self._left_out_names()))
        return tuple(found)

    def _left_out_names(self) -> Iterator[str]:
        """Inputs are named once where they were left out with each number of threads."""
        points = sorted(self._left_out, key=self._order)
        for number, several in groupby(points, key=lambda one: one.number):
            left = list(several)
            whole = len(left) == len(set(self._job.threads))
            yield from [self._job.points[number].name] if whole else [one.name for one in left]


def _joined(results: list[TimeResult]) -> TimeResult:
    return msgspec.structs.replace(
        results[0],
        timed=tuple(one for result in results for one in result.timed),
        missing=_once(one for result in results for one in result.missing),
        roofs=tuple(one for result in results for one in result.roofs),
    )


def _once(missing: Iterable[Missing]) -> tuple[Missing, ...]:
    return tuple(dict.fromkeys(missing))

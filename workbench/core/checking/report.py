"""What came of a check: its cells, and what is wrong in them, told by its circumstances."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from workbench.core.cells import DIFFERS, FAILED, LEFT_OUT, NOT_RUN, REFUSED, Cell, CellOutcome
from workbench.core.cells.passes import BUILD
from workbench.core.errors import Problem

__all__ = ["CellReport", "CheckReport", "Finding", "findings", "made", "refusals"]

_BAD = (DIFFERS, FAILED)
_SHOWN = 6


class CellReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of one cell, both sides together.

    Attributes:
        number: in the plan.
        levels: what is unusual in it.
        status: of ``core.cells``; the worse one of the two sides.
        side: whose that is; empty where both are alike.
        problems: what is wrong, or why it was left out.
        elements: how many numbers were compared with an independent truth.
        simpler_than: the number of the cell that it was tried for, with less that is unusual; -1
            for a cell of the plan.
    """

    number: int
    levels: dict[str, str]
    status: str
    side: str = ""
    problems: tuple[Problem, ...] = ()
    elements: int = 0
    simpler_than: int = -1

    @property
    def rank(self) -> tuple[int, bool, int]:
        """What is told first has least that is unusual; the last simpler one is the simplest."""
        planned = self.simpler_than < 0
        return len(self.levels), planned, self.number if planned else -self.number


class Finding(msgspec.Struct, frozen=True):
    """What is wrong under the same circumstances: one entry for all its cells.

    Attributes:
        factor: what is unusual, ``sizes`` or several words; empty where it is as declared.
        levels: in which ways, those of the smallest cells.
        side: where.
        problem: of the first cell.
        cells: the numbers of all cells that it accounts for, first the one that is told.
    """

    factor: str
    levels: tuple[str, ...]
    side: str
    problem: Problem
    cells: tuple[int, ...]

    @property
    def circumstances(self) -> str:
        """Under which it is so, for people."""
        return f"{self.factor}: {'; '.join(self.levels)}" if self.factor else "as declared"


class CheckReport(msgspec.Struct, frozen=True):
    """What ``op-workbench check --json`` says of one op.

    Attributes:
        status: ``agrees``, ``unverified``, ``differs``, ``failed``, or ``not run``.
        verdict: the same in words, with what was not checked; empty where that is all.
        counts: status → how many cells.
        elements: how many numbers were compared with an independent truth.
        findings: what is wrong.
        notes: what was left out, and what the kernel refuses.
        error: why nothing could be checked.
    """

    op: str
    status: str
    counts: dict[str, int]
    elements: int = 0
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()
    error: Problem | None = None
    cells: tuple[CellReport, ...] = ()
    verdict: str = ""


def made(cell: Cell, outcome: CellOutcome, side: str) -> CellReport:
    return CellReport(
        cell.number, cell.levels, outcome.status, side, outcome.problems, outcome.elements
    )


def _grouped(
    cells: Sequence[CellReport], *statuses: str
) -> list[tuple[list[CellReport], list[int]]]:
    """The smallest cells of these statuses, those together that differ in one factor's level only.

    A cell that holds all that is unusual in a smaller one is accounted for by that one.

    Returns:
        Per group its smallest cells, and the numbers of all that it accounts for.
    """
    smallest: list[CellReport] = []
    members: dict[int, list[int]] = {}
    for cell in sorted(cells, key=lambda c: c.rank):
        if cell.status not in (*statuses, NOT_RUN):
            continue
        cause = next((c for c in smallest if _accounts_for(c, cell)), None)
        if cause is not None:
            members[cause.number].append(cell.number)
        elif cell.status in statuses:
            smallest.append(cell)
            members[cell.number] = [cell.number]
    groups: dict[tuple[str, ...], list[CellReport]] = {}
    for cell in smallest:
        groups.setdefault((cell.status, *cell.levels, cell.side, *_kind(cell)), []).append(cell)
    return [
        (group, _one_first(group[0].number, {n for c in group for n in members[c.number]}))
        for group in groups.values()
    ]


def _one_first(number: int, numbers: Collection[int]) -> list[int]:
    return [number, *sorted(n for n in numbers if n != number)]


def _accounts_for(cause: CellReport, cell: CellReport) -> bool:
    """What a closer look finds is said besides where it knows the line."""
    if cause.levels.get(BUILD) != cell.levels.get(BUILD) and any(p.line for p in cell.problems):
        return False
    if cause.simpler_than in (cell.number, cell.simpler_than) and cause.simpler_than >= 0:
        return True
    return cause.levels.items() <= cell.levels.items()


def _holds_any(cell: CellReport, others: Sequence[CellReport]) -> bool:
    """Whether all that is unusual in one of others is so in a cell."""
    levels = cell.levels.items()
    return any(one.levels.items() <= levels for one in others)


def _kind(cell: CellReport) -> tuple[str, ...]:
    """What two bad cells have in common that are told as one."""
    first = cell.problems[0]
    return (first.kind, first.where()) if cell.status in _BAD else (first.kind,)


def findings(cells: Sequence[CellReport]) -> list[Finding]:
    """What is wrong; what is known to the line comes first."""
    found = [
        Finding(
            " and ".join(group[0].levels),
            tuple(" and ".join(cell.levels.values()) for cell in group),
            group[0].side,
            group[0].problems[0],
            tuple(numbers),
        )
        for group, numbers in _grouped(cells, *_BAD)
    ]
    same: dict[tuple[str, Problem], Finding] = {}
    for one in found:  # the very same, word for word, is one cause, whatever else was unusual
        known = same.setdefault((one.side, one.problem), one)
        if known is not one:
            both = _one_first(known.cells[0], {*known.cells, *one.cells})
            merged = msgspec.structs.replace(known, cells=tuple(both))
            same[one.side, one.problem] = merged
    return sorted(same.values(), key=lambda one: not one.problem.line)


def refusals(cells: Sequence[CellReport]) -> list[str]:
    """What is left out or refused, by what is unusual in it, and is not wrong without that."""
    notes = []
    bad: list[CellReport] = []
    for cell in sorted((c for c in cells if c.status in _BAD), key=lambda c: len(c.levels)):
        if not _holds_any(cell, bad):
            bad.append(cell)
    left = [c for c in cells if not _holds_any(c, bad)]
    for group, numbers in _grouped(left, REFUSED, LEFT_OUT):
        levels = [" and ".join(cell.levels.values()) for cell in group]
        shown = ", ".join(levels[:_SHOWN]) + (" …" if len(levels) > _SHOWN else "")
        message = group[0].problems[0].message.partition("\n")[0]
        count = f"{len(numbers)} cell{'s' * (len(numbers) != 1)}"
        factor = " and ".join(group[0].levels) or "as declared"
        notes.append(f"{group[0].status}: {factor}: {shown} ({count}): {message}")
    return notes

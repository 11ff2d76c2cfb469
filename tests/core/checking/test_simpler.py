"""A cell in which much is unusual is told by what it takes to be wrong, found in few more cells."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.core.checking.test_check import Hosts, fine
from workbench import paths
from workbench.core import jobs
from workbench.core.cells import DIFFERS, Cell, CellOutcome
from workbench.core.cells.passes import BUILD
from workbench.core.checking import Check, CheckReport
from workbench.core.checking.simpler import MOST_CELLS
from workbench.core.errors import Problem
from workbench.core.storage import op_file

Wrong = Callable[[Cell], bool]
NAN, N = {"values": "nan"}, "sizes"


@pytest.fixture
def check(tmp_path: Path) -> Check:
    folder = paths.ops_lib() / "ops" / "my_add_custom"
    return Check(folder, op_file.load(folder).resolved(), tmp_path)


def report_of(check: Check, wrong: Wrong, crash: bool = False) -> CheckReport:
    def answer(job: jobs.Job, cell: Cell) -> CellOutcome | Problem:
        if not wrong(cell) or not isinstance(job, jobs.CellsJob):
            return fine(job, cell)
        if crash:
            return Problem("crash", "it crashed")
        return CellOutcome(cell.number, DIFFERS, (Problem("differs", "y differs"),))

    return Hosts(check, answer).work().report()


def holds(levels: dict[str, str]) -> Wrong:
    return lambda cell: BUILD not in cell.levels and levels.items() <= cell.levels.items()


@pytest.mark.parametrize("crash", [False, True])
@pytest.mark.parametrize(
    "factors",
    [
        ("values", "layout"),
        ("element types", "values"),
        ("threads", "optimisation", "values"),
        ("sizes", "values", "layout"),
    ],
)
def test_what_fails_where_two_or_three_meet_is_told_by_these(
    check: Check, factors: tuple[str, ...], crash: bool
) -> None:
    many = [c for c in check.plan.cells if len(c.levels) >= 5 and {*factors} <= {*c.levels}]
    levels = {factor: many[0].levels[factor] for factor in factors}
    report = report_of(check, holds(levels), crash)
    (finding,) = report.findings
    first = next(c for c in report.cells if c.number == finding.cells[0])
    assert first.levels == levels
    assert check.idle
    assert check.done == check.total == len(report.cells)


def test_levels_that_do_not_matter_are_left_out(check: Check) -> None:
    many = max(check.plan.cells, key=lambda c: len(c.levels))
    assert len(many.levels) >= 5
    two = dict(list(many.levels.items())[-2:])
    only = {many.number}

    def wrong(cell: Cell) -> bool:
        planned = cell.number < len(check.plan.cells)
        return cell.number in only if planned else holds(two)(cell)

    report = report_of(check, wrong)
    (finding,) = report.findings
    told = next(c for c in report.cells if c.number == finding.cells[0])
    # Pairs in the plan are known to be fine, so it stops one above what it takes.
    assert len(told.levels) <= 3
    assert two.items() <= told.levels.items()
    assert many.number in finding.cells
    tried = [c for c in report.cells if c.simpler_than == many.number]
    assert 0 < len(tried) <= MOST_CELLS


def test_then_smaller_sizes_are_tried(check: Check) -> None:
    """It fails from a size on where two other levels meet: the smallest such size is told."""

    def wrong(cell: Cell) -> bool:
        size = cell.level(N)
        large = size.startswith("n = ") and int(size.split()[2]) >= 3
        others = {"values": "nan", "layout": "transposed"}.items() <= cell.levels.items()
        return large and others and BUILD not in cell.levels

    assert any(wrong(c) for c in check.plan.cells)
    report = report_of(check, wrong)
    (finding,) = report.findings
    told = next(c for c in report.cells if c.number == finding.cells[0])
    assert told.levels == {N: "n = 3", "values": "nan", "layout": "transposed"}


def test_it_takes_no_more_than_it_may(check: Check) -> None:
    """A kernel that is wrong with much at once, in a way that nothing simple explains."""
    planned = len(check.plan.cells)
    report = report_of(check, lambda c: c.number < planned and len(c.levels) >= 4)
    tried = [c for c in report.cells if c.simpler_than >= 0]
    per = {n: sum(c.simpler_than == n for c in tried) for n in {c.simpler_than for c in tried}}
    assert per
    assert max(per.values()) <= MOST_CELLS
    assert len(per) <= 8


def test_where_nothing_is_wrong_nothing_more_is_tried(check: Check) -> None:
    report = Hosts(check).work().report()
    assert all(c.simpler_than < 0 for c in report.cells)

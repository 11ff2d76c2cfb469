"""A divided check says what a check that is not divided says; workers are played by the test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.core.checking.test_check import Answer, Hosts, fine
from workbench import paths
from workbench.core import jobs
from workbench.core.cells import DIFFERS, NOT_RUN, Cell, CellOutcome
from workbench.core.cells.passes import BUILD
from workbench.core.checking import CELL_LIMITS, Check, DividedCheck, Part, PartCheck, PartOutcome
from workbench.core.errors import Problem
from workbench.core.storage import op_file

FOLDER = paths.ops_lib() / "ops" / "my_add_custom"


class Workers(Hosts):
    """Beside the hosts here, some that run the parts: the last one that was sent comes first."""

    def __init__(self, check: DividedCheck, answer: Answer = fine) -> None:
        super().__init__(check, answer)
        self.divided = check
        self.parts: list[Part] = []

    def work(self) -> Check:
        while not self.check.idle:
            found, parts = self.check.next_jobs(), self.divided.next_parts()
            assert found or parts or self.check.idle, "it waits for nothing"
            self.sent += found
            for job in found:
                self._do(job)
            self.parts += parts
            for part in reversed(parts):
                self.divided.part_ended(self.run(part))
        return self.check

    def run(self, part: Part) -> PartOutcome:
        check = PartCheck(FOLDER, self.check.op, Path("/work"), part, CELL_LIMITS)
        Hosts(check, self.answer).work()
        return check.outcome()


def ends(job: jobs.Job, cell: Cell) -> CellOutcome | Problem:
    """Some cells end their process, one side after the other, some differ."""
    crash = Problem("crash", "the process divided an integer by zero", file="kernel.cpp", line=3)
    if cell.level("sizes") == "n = 0" and isinstance(job, jobs.CellsJob):
        return crash
    if cell.level("threads") != "usual" and isinstance(job, jobs.CellsRunJob):
        return crash
    both = {"values": "nan", "element types": "float64"}
    if both.items() <= cell.levels.items():
        return CellOutcome(cell.number, DIFFERS, (Problem("differs", "nan is lost"),))
    return fine(job, cell)


def always(job: jobs.Job, cell: Cell) -> CellOutcome | Problem:
    return Problem("crash", "the process ended")


def in_ort(job: jobs.Job, cell: Cell) -> CellOutcome | Problem:
    crash = Problem("crash", "the process ended")
    return crash if isinstance(job, jobs.CellsRunJob) else fine(job, cell)


def where_two_meet(job: jobs.Job, cell: Cell) -> CellOutcome | Problem:
    """So many end their process that the rest is not tried any more."""
    return Problem("crash", cell.text) if len(cell.levels) > 1 else fine(job, cell)


@pytest.mark.parametrize("answer", [fine, ends, always, in_ort, where_two_meet])
@pytest.mark.parametrize("workers", [1, 2, 7])
def test_who_runs_the_cells_makes_no_difference(
    answer: Answer, workers: int, tmp_path: Path
) -> None:
    op = op_file.load(FOLDER).resolved()
    alone = Hosts(Check(FOLDER, op, tmp_path), answer)
    divided = Workers(DividedCheck(FOLDER, op, tmp_path, workers=workers), answer)
    assert divided.work().report() == alone.work().report()
    assert divided.check.done == divided.check.total
    # The matrix is run by the workers, and the closer looks here.
    cells = [c for j in divided.sent if not isinstance(j, jobs.BuildJob) for c in j.cells]
    assert all(BUILD in cell.levels for cell in cells)
    assert bool(cells) or answer is always


def test_what_ends_the_process_is_known_to_all_that_come_later(tmp_path: Path) -> None:
    op = op_file.load(FOLDER).resolved()
    runs: list[str] = []

    def answer(job: jobs.Job, cell: Cell) -> CellOutcome | Problem:
        if BUILD not in cell.levels:
            runs.append(cell.text)
        return always(job, cell)

    Workers(DividedCheck(FOLDER, op, tmp_path, workers=3), answer).work()
    assert set(runs) == {"as declared"}
    assert len(runs) <= 6  # by each part of the first wave


def broken(answer: PartOutcome) -> Callable[[Part], PartOutcome]:
    return lambda part: PartOutcome(part.number, error=answer.error)


def test_cells_that_no_worker_has_run_are_not_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    op = op_file.load(FOLDER).resolved()
    workers = Workers(DividedCheck(FOLDER, op, tmp_path, workers=2))
    lost = Problem("cluster", "all workers are lost")
    monkeypatch.setattr(workers, "run", broken(PartOutcome(0, error=lost)))
    report = workers.work().report()
    assert report.status == "failed"
    assert report.error == lost
    assert set(report.counts) == {NOT_RUN}


def test_the_cells_of_a_lost_answer_are_sent_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A part that comes back without some of its cells: they wait, and none is passed."""
    op = op_file.load(FOLDER).resolved()
    workers = Workers(DividedCheck(FOLDER, op, tmp_path, workers=2))
    run, empty = workers.run, [True]

    def first_empty(part: Part) -> PartOutcome:
        return PartOutcome(part.number) if empty and empty.pop() else run(part)

    monkeypatch.setattr(workers, "run", first_empty)
    alone = Hosts(Check(FOLDER, op, tmp_path)).work().report()
    assert workers.work().report() == alone

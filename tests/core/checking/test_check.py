"""A check's jobs, and what it says of what came of them; hosts are played by the test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from workbench import paths
from workbench.core import jobs
from workbench.core.cells import (
    AGREES,
    ALIKE,
    DIFFERS,
    FAILED,
    NOT_RUN,
    REFUSED,
    Cell,
    CellFiles,
    CellOutcome,
)
from workbench.core.cells.passes import BUILD, COMPILED, MEMORY, OPCHECK, PASSES, RACES
from workbench.core.checking import Check
from workbench.core.declaration.op import Backward
from workbench.core.errors import Problem
from workbench.core.storage import op_file

FILES = CellFiles("m.onnx", "i.npz", "o.npz", "e.npz")
Answer = Callable[[jobs.Job, Cell], CellOutcome | Problem]


def fine(job: jobs.Job, cell: Cell) -> CellOutcome:
    files = FILES if isinstance(job, jobs.CellsJob) and job.export else None
    return CellOutcome(cell.number, AGREES, files=files, elements=10)


class Hosts:
    """Two hosts that answer as they are told."""

    def __init__(self, check: Check, answer: Answer = fine) -> None:
        self.check, self.answer = check, answer
        self.sent: list[jobs.Job] = []
        self.build_fails: dict[str, Problem] = {}

    def work(self) -> Check:
        while not self.check.idle:
            found = self.check.next_jobs()
            assert found or self.check.idle, "it waits for nothing"
            for job in found:
                self.sent.append(job)
            for job in found:
                self._do(job)
        return self.check

    def _do(self, job: jobs.Job) -> None:
        if isinstance(job, jobs.BuildJob):
            flags = " ".join(job.op.kernel.compile_flags)
            wrong = next((p for flag, p in self.build_fails.items() if flag in flags), None)
            result = None if wrong else jobs.BuildResult("t.so", "o.so")
            problems = (wrong,) if wrong else ()
            status = "failed" if wrong else "ok"
            self.check.handle(jobs.StageEnded(job.id, "build", status, 1.0, problems, result))
            self.check.handle(jobs.JobEnded(job.id, status))
            return
        assert isinstance(job, jobs.CellsJob | jobs.CellsRunJob)
        self.check.handle(jobs.Progress(job.id, "check", 0, len(job.cells), "checking"))
        for cell in job.cells:
            came = self.answer(job, cell)
            if isinstance(came, Problem):  # it ends the process
                self.check.handle(jobs.StageEnded(job.id, "check", "failed", 1.0, (came,)))
                self.check.handle(jobs.JobEnded(job.id, "failed"))
                return
            self.check.handle(jobs.CellEnded(job.id, came))
        self.check.handle(jobs.StageEnded(job.id, "check", "ok", 1.0))
        self.check.handle(jobs.JobEnded(job.id, "ok"))


@pytest.fixture
def check(tmp_path: Path) -> Check:
    folder = paths.ops_lib() / "ops" / "my_add_custom"
    return Check(folder, op_file.load(folder).resolved(), tmp_path)


def test_each_cell_is_run_on_both_sides_and_then_looked_at(check: Check) -> None:
    hosts = Hosts(check)
    report = hosts.work().report()
    assert report.status == "agrees"
    assert report.counts == {AGREES: len(check.cells)}
    assert report.findings == ()
    assert check.done == len(check.cells)
    cells = {
        side: [c.number for j in hosts.sent if isinstance(j, side) for c in j.cells]
        for side in (jobs.CellsJob, jobs.CellsRunJob)
    }
    matrix = set(range(len(check.plan.cells)))
    assert matrix <= set(cells[jobs.CellsJob]) & set(cells[jobs.CellsRunJob])
    looked = [c for c in report.cells if BUILD in c.levels]
    assert {c.levels[BUILD] for c in looked} == {look.name for look in PASSES}
    assert all(len(numbers) == len(set(numbers)) for numbers in cells.values())


def test_an_op_without_a_backward_is_not_told_of_its_check(tmp_path: Path) -> None:
    folder = paths.ops_lib() / "ops" / "my_add_custom"
    op = replace(op_file.load(folder).resolved(), backward=Backward())
    check = Check(folder, op, tmp_path)
    looks = {c.levels[BUILD] for c in check.cells if BUILD in c.levels}
    assert looks == {OPCHECK.name, COMPILED.name, MEMORY.name, RACES.name}
    assert not any("grad" in note or "dual" in note for note in check.report().notes)


def test_a_backward_has_builds_of_its_own(check: Check) -> None:
    hosts = Hosts(check)
    hosts.work()
    builds = [job for job in hosts.sent if isinstance(job, jobs.BuildJob)]
    assert [job.dual for job in builds].count(True) == 1
    assert all(job.backward for job in builds if job.dual)
    assert not builds[0].backward
    assert not builds[0].dual


def test_a_kernel_that_dual_numbers_do_not_suit_is_not_passed(tmp_path: Path) -> None:
    folder = paths.ops_lib() / "ops" / "concat_rows"
    op = op_file.load(folder).resolved()
    op = replace(op, backward=Backward(formulas={"clouds": "[]"}))
    notes = Check(folder, op, tmp_path).report().notes
    assert (
        "not looked at with dual numbers: only the kernel knows the sizes of its outputs" in notes
    )
    op = replace(op, backward=Backward("other"))
    notes = Check(folder, op, tmp_path).report().notes
    assert any(
        n.startswith("not looked at with gradgradcheck: the backward is the op") for n in notes
    )


def test_a_cell_that_ends_its_process_is_told_and_its_like_are_spared(check: Check) -> None:
    crash = Problem("crash", "the process divided an integer by zero", file="kernel.cpp", line=3)

    def answer(job: jobs.Job, cell: Cell) -> CellOutcome | Problem:
        if isinstance(job, jobs.CellsJob) and cell.level("sizes") == "n = 0":
            return crash
        return fine(job, cell)

    hosts = Hosts(check, answer)
    report = hosts.work().report()
    assert report.status == "failed"
    (finding,) = report.findings
    assert finding.circumstances == "sizes: n = 0"
    assert finding.problem == crash
    # All cells with that size are accounted for, and only one of them was run.
    with_it = [c for c in report.cells if c.levels.get("sizes") == "n = 0"]
    assert set(finding.cells) == {c.number for c in with_it if BUILD not in c.levels}
    assert [c.status for c in with_it].count(FAILED) == 1
    assert {c.status for c in with_it} <= {FAILED, NOT_RUN, "left out"}
    others = [c for c in report.cells if c.levels.get("sizes") != "n = 0"]
    assert {c.status for c in others} == {AGREES}


def test_one_cause_is_one_finding_with_all_its_cells(check: Check) -> None:
    def answer(job: jobs.Job, cell: Cell) -> CellOutcome:
        if cell.level("values") in ("nan", "inf"):
            problem = Problem("differs", f"{cell.number} differs")
            return CellOutcome(cell.number, DIFFERS, (problem,))
        return fine(job, cell)

    report = Hosts(check, answer).work().report()
    assert report.status == "differs"
    (finding,) = report.findings
    assert finding.circumstances == "values: nan; inf"
    bad = [c.number for c in report.cells if c.status == DIFFERS]
    assert list(finding.cells) == bad


def test_without_an_independent_truth_nothing_is_proven(check: Check) -> None:
    def answer(job: jobs.Job, cell: Cell) -> CellOutcome:
        files = FILES if isinstance(job, jobs.CellsJob) and job.export else None
        return CellOutcome(cell.number, ALIKE, files=files)

    report = Hosts(check, answer).work().report()
    assert report.status == "unverified"
    assert "add a [reference]" in report.notes[0]


def test_that_nothing_independent_says_what_is_right_is_not_said_where_nothing_ran(
    check: Check,
) -> None:
    crash = Problem("crash", "the process divided an integer by zero", file="kernel.cpp", line=3)
    report = Hosts(check, lambda job, cell: crash).work().report()
    assert report.status == "failed"
    assert not any("add a [reference]" in note for note in report.notes)


def test_what_could_not_be_looked_at_is_said_and_not_passed(check: Check) -> None:
    hosts = Hosts(check)
    missing = Problem("sanitizer", "the runtime of -fsanitize=thread is not on this machine")
    hosts.build_fails["-fsanitize=thread"] = missing
    report = hosts.work().report()
    assert not any(c.levels.get(BUILD) == RACES.name for c in report.cells)
    assert any(RACES.name in note and "not on this machine" in note for note in report.notes)
    assert any(c.levels.get(BUILD) == MEMORY.name for c in report.cells)
    assert report.status == "agrees"
    assert report.verdict == f"agrees; not looked at with {RACES.name}"


def test_an_op_that_cannot_be_built_is_not_checked(check: Check) -> None:
    hosts = Hosts(check)
    hosts.build_fails[""] = Problem("compile", "expected ';'")
    report = hosts.work().report()
    assert report.status == "failed"
    assert report.error == Problem("compile", "expected ';'")
    assert report.counts == {NOT_RUN: len(check.cells)}
    assert [type(job) for job in hosts.sent] == [jobs.BuildJob]


def test_a_job_that_fails_before_its_first_cell_blames_no_cell(check: Check) -> None:
    (build,) = check.next_jobs()
    check.handle(jobs.StageEnded(build.id, "build", "ok", 1.0, (), jobs.BuildResult("t.so")))
    check.handle(jobs.JobEnded(build.id, "ok"))
    (job,) = check.next_jobs()
    problem = Problem("load", "the library cannot be loaded")
    check.handle(jobs.StageEnded(job.id, "check", "failed", 1.0, (problem,)))
    check.handle(jobs.JobEnded(job.id, "failed"))
    assert check.idle
    assert check.report().error == problem


def test_a_lost_host_costs_the_cell_that_it_had(check: Check) -> None:
    (build,) = check.next_jobs()
    check.handle(jobs.StageEnded(build.id, "build", "ok", 1.0, (), jobs.BuildResult("t.so")))
    check.handle(jobs.JobEnded(build.id, "ok"))
    (job,) = check.next_jobs()
    check.handle(jobs.Progress(job.id, "check", 0, 10, "checking"))
    check.host_lost("torch", Problem("host", "the host died"))
    report = check.report()
    assert report.cells[0].status == FAILED
    assert not check.idle


def test_a_cancelled_check_is_never_green(check: Check) -> None:
    (build,) = check.next_jobs()
    check.handle(jobs.StageEnded(build.id, "build", "ok", 1.0, (), jobs.BuildResult("t.so")))
    check.handle(jobs.JobEnded(build.id, "ok"))
    (job,) = check.next_jobs()
    check.handle(jobs.CellEnded(job.id, fine(job, check.plan.cells[0])))
    assert check.cancel() == [("torch", jobs.CancelJob(job.id))]
    check.handle(jobs.JobEnded(job.id, "cancelled"))
    assert check.idle
    assert check.report().status == NOT_RUN


def test_what_the_kernel_refuses_is_told_and_is_no_error(check: Check) -> None:
    def answer(job: jobs.Job, cell: Cell) -> CellOutcome:
        if cell.level("sizes") == "n = 0":
            problem = Problem("kernel", "the kernel failed in PyTorch: x must not be empty")
            return CellOutcome(cell.number, REFUSED, (problem,))
        return fine(job, cell)

    report = Hosts(check, answer).work().report()
    assert report.status == "agrees"
    assert any(n.startswith("refused: sizes: n = 0") and "not be empty" in n for n in report.notes)


def test_a_kernel_that_refuses_what_is_declared_is_not_fine(check: Check) -> None:
    def answer(job: jobs.Job, cell: Cell) -> CellOutcome:
        return CellOutcome(cell.number, REFUSED, (Problem("kernel", "no"),))

    assert Hosts(check, answer).work().report().status == "failed"


def test_where_a_crash_comes_from_is_looked_for(check: Check) -> None:
    crash = Problem("crash", "the kernel wrote out of bounds (malloc(): invalid size)")
    found = Problem("sanitizer", "heap-buffer-overflow", file="kernel.cpp", line=7)

    def answer(job: jobs.Job, cell: Cell) -> CellOutcome | Problem:
        if cell.level("sizes") != "n = 7" or not isinstance(job, jobs.CellsJob):
            return fine(job, cell)
        return found if BUILD in cell.levels else crash

    report = Hosts(check, answer).work().report()
    assert {f.problem for f in report.findings} == {crash, found}


def test_one_problem_word_for_word_is_one_finding(check: Check) -> None:
    """A file that vanished meanwhile, say: it has nothing to do with what is unusual in a cell."""
    gone = Problem("reference", "the file does not exist", file="/op/reference.py")

    def answer(job: jobs.Job, cell: Cell) -> CellOutcome:
        if cell.level("values") == "nan" or cell.level("layout") == "offset":
            return CellOutcome(cell.number, FAILED, (gone,))
        return fine(job, cell)

    report = Hosts(check, answer).work().report()
    (finding,) = report.findings
    assert set(finding.cells) == {c.number for c in report.cells if c.status == FAILED}


def test_what_is_wrong_by_itself_is_not_said_again_of_what_is_refused(check: Check) -> None:
    no = Problem("kernel", "float64 is not written yet")

    def answer(job: jobs.Job, cell: Cell) -> CellOutcome:
        if cell.level("element types") == "float64":
            alone = set(cell.levels) == {"element types"}
            return CellOutcome(cell.number, FAILED if alone else REFUSED, (no,))
        return fine(job, cell)

    report = Hosts(check, answer).work().report()
    assert report.status == "failed"
    assert [f.circumstances for f in report.findings] == ["element types: float64"]
    assert not any("float64" in note for note in report.notes)


def test_that_a_kernel_for_gpus_is_not_checked_is_said(tmp_path: Path) -> None:
    folder = paths.ops_lib() / "ops" / "foo"
    report = Hosts(Check(folder, op_file.load(folder).resolved(), tmp_path)).work().report()
    assert report.verdict == "agrees on the CPU; the kernel for GPUs is not checked"
    assert any(
        note.startswith(
            "not checked: the kernel for GPUs (kernel.cu), since a check runs on the CPU"
        )
        for note in report.notes
    )

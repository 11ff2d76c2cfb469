"""Checks an op: sends its cells to the two hosts, and gathers what comes of them.

Like ``Pipeline`` it does no I/O: a driver asks ``next_jobs`` what to send and hands every event to
``handle``. A cell that ends its process is told, and those after it go to a new one; cells that
hold all that was unusual in it are not run, since they would end theirs, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from workbench.core import jobs
from workbench.core.cells import (
    AGREES,
    ALIKE,
    DIFFERS,
    FAILED,
    LEFT_OUT,
    NOT_RUN,
    PAIRS,
    Cell,
    CellFiles,
    CellOutcome,
    Plan,
    plan,
)
from workbench.core.cells.passes import PASSES, Pass
from workbench.core.checking.gathered import gathered, summed_up
from workbench.core.checking.report import CheckReport
from workbench.core.checking.simpler import Simplifier
from workbench.core.checking.under_way import Look, Running
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.pipeline.parity import PYTORCH, RUNTIME

__all__ = ["CELL_LIMITS", "Check"]

CELL_LIMITS = jobs.Limits(seconds=20.0)
"""Of each cell."""
_BATCH = 16
"""Cells that wait for ONNX Runtime before a job of them is worth its start."""
_MOST_ENDS = 12
"""Processes that cells may end; then the rest is not run."""


class Check:
    """The check of one op.

    Args:
        folder: the op's.
        op: ``Op.resolved``.
        work: a folder for the files of the cells; it is there.
        how: which cells, see ``core.cells.plan``.
        limits: of each step of a cell.
        passes: the closer looks that follow.
        cells: only these, and no simpler ones: a part of a check that is divided.
    """

    def __init__(
        self,
        folder: Path,
        op: Op,
        work: Path,
        how: str = PAIRS,
        limits: jobs.Limits = CELL_LIMITS,
        passes: Sequence[Pass] = PASSES,
        cells: Sequence[Cell] | None = None,
    ) -> None:
        self.folder, self.op = folder, op
        self.plan = plan(op, how) if cells is None else Plan((), tuple(cells), ())
        self._work, self._limits = work, limits
        self._build: jobs.BuildResult | None = None
        self._error: Problem | None = None
        self._waiting: dict[str, list[Cell]] = {PYTORCH: list(self.plan.cells), RUNTIME: []}
        self._files: dict[int, CellFiles] = {}
        self._outcomes: dict[str, dict[int, CellOutcome]] = {PYTORCH: {}, RUNTIME: {}}
        self._running: dict[str, Running] = {}
        self._ends: list[tuple[str, Cell]] = []
        self._next_id = 1_000_000  # others than those of a pipeline on the same hosts
        self._cancelled = False
        self._passes: list[Look] = []
        self._notes: list[str] = []
        self._lacking: list[str] = []
        number = 1 + max((cell.number for cell in self.plan.cells), default=-1)
        self._planned = number
        for kind in filter(lambda kind: kind.concerns(op), passes):
            if reason := kind.applies(op):
                self._notes.append(f"not looked at with {kind.name}: {reason}")
            else:
                self._passes.append(Look(kind, self.plan.cells, number))
                number += len(self._passes[-1].cells)
        self._simplifier = Simplifier(op, self.plan.factors, number)
        self._simplifier.done = cells is not None

    @property
    def cells(self) -> list[Cell]:
        """All cells: of the plan, of the closer looks, and simpler ones that were tried."""
        looked_at = (cell for look in self._passes for cell in look.all_cells)
        return [*self.plan.cells, *looked_at, *(cell for cell, _ in self._simplifier.cells)]

    @property
    def build(self) -> jobs.BuildResult | None:
        """The libraries that are checked; None where there are none yet."""
        return self._build

    @property
    def total(self) -> int:
        """How many cells there are."""
        looked_at = sum(len(look.all_cells) for look in self._passes)
        return len(self.plan.cells) + looked_at + len(self._simplifier.cells)

    # -- what to do

    @property
    def idle(self) -> bool:
        """Whether nothing runs and nothing is left to do."""
        done = self._error is not None or self._cancelled
        if self._running or done or self._build is None:
            return done and not self._running
        if any(self._waiting.values()) or not self._simplifier.done:
            return False
        return all(look.begun for look in self._passes)

    @property
    def done(self) -> int:
        """How many cells have ended."""
        if self._build is None:
            return 0
        waiting = sum(map(len, self._waiting.values()))
        running = sum(len(r.left) for r in self._running.values())
        later = sum(len(look.cells) for look in self._passes if not look.begun)
        return self.total - waiting - running - later

    def next_jobs(self) -> list[jobs.Job]:
        """The jobs to send now."""
        if self._error is not None or self._cancelled:
            return []
        if self._build is None:
            if self._running:
                return []
            return [self._sent(jobs.BuildJob(self._id(), str(self.folder), self.op))]
        self._simplify()
        matrix = (self._torch_job(), self._ort_job())
        return [*(job for job in matrix if job is not None), *self._look_closer()]

    def _simplify(self) -> None:
        """Where all that is planned is known, simpler cells follow of what is wrong."""
        if self._matrix_runs() or any(self._waiting.values()) or self._simplifier.done:
            return
        cells = gathered(self.plan.cells, (), self._simplifier.cells, self._outcomes)
        self._waiting[PYTORCH] += self._simplifier.next_cells(cells)

    def _matrix_runs(self) -> bool:
        return any(r.look is None for r in self._running.values())

    def _id(self) -> int:
        self._next_id += 1
        return self._next_id

    def _sent(
        self, job: jobs.Job, cells: Iterable[Cell] = (), look: Look | None = None
    ) -> jobs.Job:
        self._running[job.host] = Running(job, cells, look)
        return job

    def _torch_job(self) -> jobs.Job | None:
        cells = self._take(PYTORCH, jobs.CellsJob.host)
        return self._cells_job(cells, None) if cells else None

    def _cells_job(self, cells: list[Cell], look: Look | None) -> jobs.Job:
        """The job of cells in PyTorch; of the matrix, or of a closer look."""
        build = self._build if look is None else look.build
        assert build is not None
        job = jobs.CellsJob(
            self._id(),
            str(self.folder),
            self.op if look is None else look.kind.op(self.op),
            build.torch_library,
            tuple(cells),
            str(self._work),
            export=look is None,
            limits=self._limits,
            backward_library=build.backward_library,
            dual_library=build.dual_library,
        )
        return self._sent(job, cells, look)

    def _ort_job(self) -> jobs.Job | None:
        more = self._matrix_in_torch()
        if more and len(self._waiting[RUNTIME]) < _BATCH:
            return None
        cells = self._take(RUNTIME, jobs.CellsRunJob.host)
        return self._run_job(cells, None) if cells else None

    def _run_job(self, cells: list[Cell], look: Look | None) -> jobs.Job:
        """The job of cells in ONNX Runtime; of the matrix, or of a closer look."""
        build = self._build if look is None else look.build
        assert build is not None
        made_of = {} if look is None else look.made_of
        job = jobs.CellsRunJob(
            self._id(),
            str(self.folder),
            self.op if look is None else look.kind.op(self.op),
            build.ort_library,
            tuple(cells),
            tuple(self._files[made_of.get(c.number, c).number] for c in cells),
            limits=self._limits,
        )
        return self._sent(job, cells, look)

    def _matrix_in_torch(self) -> bool:
        """Whether cells of the matrix are run in PyTorch, or wait for it."""
        running = self._running.get(jobs.CellsJob.host)
        return bool(self._waiting[PYTORCH]) or (running is not None and running.look is None)

    def _look_closer(self) -> list[jobs.Job]:
        """The jobs of the closer looks; their builds begin when PyTorch is done with the matrix."""
        sent: list[jobs.Job] = []
        for look in self._passes:
            if self._matrix_in_torch() or look.begun:
                continue
            if look.build is None:
                if jobs.BuildJob.host not in self._running:
                    job = look.build_job(self._id(), str(self.folder), self.op)
                    sent.append(self._sent(job, (), look))
                continue
            cells = self._to_look_at(look)
            host = jobs.CellsJob.host if look.kind.in_torch else jobs.CellsRunJob.host
            if cells is not None and host not in self._running:
                look.begun = True
                start = self._cells_job if look.kind.in_torch else self._run_job
                sent += [start(cells, look)] if cells else []
        return sent

    def _to_look_at(self, look: Look) -> list[Cell] | None:
        """The cells of a closer look that are run; None where that is not known yet.

        A cell that nobody takes is not looked at, nor one of which a line is known to be wrong.
        """
        if not look.kind.in_torch and (
            self._waiting[RUNTIME] or jobs.CellsRunJob.host in self._running
        ):
            return None
        fine: list[Cell] = []
        for cell in look.cells:
            if self._worth(look, look.made_of[cell.number].number):
                fine.append(cell)
                continue
            problem = Problem(LEFT_OUT, "the plain kernel does not do it", severity="note")
            self._outcomes[look.side][cell.number] = CellOutcome(cell.number, LEFT_OUT, (problem,))
        return fine

    def _worth(self, look: Look, number: int) -> bool:
        """Whether a cell is worth a closer look, by what came of it without."""
        plain = self._outcomes[look.side].get(number)
        if plain is None:
            return False
        if plain.status in (AGREES, ALIKE):
            return True
        # What ends the process, or goes wrong without a word on where, may be seen to begin here.
        wrong = plain.status in (DIFFERS, FAILED)
        return wrong and look.kind.in_torch and not plain.problems[0].line

    def _take(self, side: str, host: str) -> list[Cell]:
        """The cells that wait for a side, if its host is idle."""
        if host in self._running or not self._waiting[side]:
            return []
        cells, self._waiting[side] = self._waiting[side], []
        return self._still(side, cells)

    def _still(self, side: str, cells: Iterable[Cell]) -> list[Cell]:
        """The cells that are still worth a try; why the others are not is noted."""
        run = []
        for cell in cells:
            if reason := self._why_not(side, cell):
                problem = Problem(NOT_RUN, reason, severity="note")
                self._outcomes[side][cell.number] = CellOutcome(cell.number, NOT_RUN, (problem,))
            else:
                run.append(cell)
        return run

    def _why_not(self, side: str, cell: Cell) -> str:
        """Why a cell is not run any more; empty where it is."""
        for where, ended in self._ends:
            if where == side and ended.levels.items() <= cell.levels.items():
                return f"cell {ended.number} ({ended.text}) ends the process, and so would this one"
        planned = [where for where, ended in self._ends if ended.number < self._planned]
        if planned.count(side) >= _MOST_ENDS and not self._is_simpler(cell):
            return f"{_MOST_ENDS} cells have ended the process"
        return ""

    def _is_simpler(self, cell: Cell) -> bool:
        """Whether it was made to explain another one; these are few, and tell much."""
        return any(cell is made for made, _ in self._simplifier.cells)

    def cancel(self) -> list[tuple[str, jobs.CancelJob]]:
        """Stop: the cancellations to send."""
        self._cancelled = True
        return [(host, jobs.CancelJob(r.job.id)) for host, r in list(self._running.items())]

    # -- what happened

    def folder_of(self, job_id: int) -> Path | None:
        """The op's folder, if the job is one of this check's."""
        return self.folder if self._of(job_id) is not None else None

    def _of(self, job_id: int) -> Running | None:
        return next((r for r in self._running.values() if r.job.id == job_id), None)

    def handle(self, event: jobs.Event) -> None:
        """Take in an event of a host."""
        if isinstance(event, jobs.HostReady) or (running := self._of(event.id)) is None:
            return
        match event:
            case jobs.Progress(total=total) if total:
                running.began = True
            case jobs.CellEnded(outcome=outcome):
                self._cell_ended(running, outcome)
            case jobs.StageEnded():
                if isinstance(event.result, jobs.BuildResult):
                    if running.look is None:
                        self._build = event.result
                    else:
                        running.look.build = event.result
                if event.status == "failed":
                    running.problems = event.problems
            case jobs.JobEnded():
                self._job_ended(running, event.status)
            case _:
                pass

    def _cell_ended(self, running: Running, outcome: CellOutcome) -> None:
        self._outcomes[running.side][outcome.number] = outcome
        cell = next(c for c in running.left if c.number == outcome.number)
        running.left.remove(cell)
        if outcome.files is not None:
            self._files[outcome.number] = outcome.files
            self._waiting[RUNTIME].append(cell)

    def _job_ended(self, running: Running, status: str) -> None:
        del self._running[running.job.host]
        if status == "cancelled":
            return
        unknown = Problem("failed", "the job ended without a word", "Run it again.")
        problems = running.problems or (unknown,)
        look = running.look
        if isinstance(running.job, jobs.BuildJob):
            if look is not None and look.build is None:
                self._give_up(look, problems[0])
            elif look is None and self._build is None:
                self._error = problems[0]
            return
        if not running.left:
            return
        if not running.began:
            if look is None:
                self._error = problems[0]  # the op could not be loaded
            else:
                self._give_up(look, problems[0])
            return
        cell, *rest = running.left
        self._outcomes[running.side][cell.number] = CellOutcome(cell.number, FAILED, problems)
        self._ends.append((running.side, cell))
        if look is None:
            self._waiting[running.side] = [*rest, *self._waiting[running.side]]
        elif rest := self._still(running.side, rest):
            # The host is idle again, and the look goes on where it was.
            look.begun, look.cells = False, rest

    def _give_up(self, look: Look, problem: Problem) -> None:
        """Nothing is looked at this way, which is told: it is not passed."""
        self._notes.append(f"not looked at with {look.kind.name}: {problem.words}")
        self._lacking.append(look.kind.name)
        self._passes.remove(look)

    def host_lost(self, host: str, problem: Problem) -> None:
        """A host process died: its job failed."""
        if (running := self._running.get(host)) is not None:
            running.problems = (problem,)
            self._job_ended(running, "failed")

    # -- what came of it

    def report(self) -> CheckReport:
        """What is known so far."""
        simpler = self._simplifier.cells
        cells = gathered(self.plan.cells, self._passes, simpler, self._outcomes)
        notes = (*self.plan.left_out, *self._notes)
        return summed_up(self.op, cells, notes, self._error, self._cancelled, self._lacking)

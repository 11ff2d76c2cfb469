"""The checks of the window: one at a time over the engine's hosts, and what came of the last ones.

The engine carries the messages. What is asked for here waits until its hosts have nothing else to
do, and gives way to whatever is asked of the pipeline.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from workbench import paths
from workbench.core import jobs
from workbench.core.cells import NOT_RUN, PAIRS
from workbench.core.checking import CELL_LIMITS, Check, CheckReport, DividedCheck
from workbench.core.cluster import ON_WORKERS, CheckStart, Workers, WorkersTold
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.files.leftovers import scratch_folder
from workbench.core.jobs import Progress, StageEnded
from workbench.core.storage.cache import unusable
from workbench.gui.hosts.workers_process import WorkersProcess

__all__ = ["CHECK", "CheckRun", "Checks"]

CHECK = "check"
"""What a check is told as, in the place of a stage."""
_NONE = Workers()
_AS_STAGE = {"agrees": "ok", NOT_RUN: "cancelled"}


class CheckRun:
    """One check: it waits, is under way, or has ended.

    Attributes:
        folder: the op's.
        op: ``Op.resolved``, as it is checked.
        keys: of the op's stages at that time, and of what only a check depends on.
        how: which cells, see ``core.cells.plan``.
        workers: over which they are divided.
        check: what runs; None while it waits.
        text: what is being tried.
        stopped: it was ended before its end.
        seconds: how long it took.
    """

    def __init__(
        self,
        folder: Path,
        op: Op,
        keys: Mapping[str, str],
        how: str = PAIRS,
        workers: Workers = _NONE,
    ) -> None:
        self.folder, self.op, self.keys, self.how = folder, op, dict(keys), how
        self.workers = workers
        self.check: Check | None = None
        self.text = ""
        self.stopped = False
        self.seconds = 0.0
        self._began = 0.0
        self._error: Problem | None = None
        self._ended: CheckReport | None = None
        self._work = contextlib.ExitStack()

    @property
    def is_running(self) -> bool:
        """Whether it is under way."""
        return self.check is not None and self._ended is None

    @property
    def is_waiting(self) -> bool:
        """Whether its turn has not come."""
        return self.check is None and self._ended is None

    @property
    def done(self) -> int:
        """How many cells have ended."""
        return self.check.done if self.check is not None else 0

    @property
    def total(self) -> int:
        """How many cells there are."""
        return self.check.total if self.check is not None else 0

    def report(self) -> CheckReport:
        """What is known so far."""
        if self._ended is not None:
            return self._ended
        if self.check is None:
            return CheckReport(self.op.name, NOT_RUN, {}, error=self._error)
        return self.check.report()

    def begin(self) -> CheckStart | None:
        """Make the folder for the files of its cells, and plan them.

        Returns:
            What its workers have to know; None where it has none.
        """
        self._began = time.monotonic()
        try:
            parent = paths.cache_dir() / "scratch"
            parent.mkdir(parents=True, exist_ok=True)
            work = self._work.enter_context(scratch_folder(parent))
        except OSError as error:
            problem = unusable(paths.cache_dir(), error).problem
            self._ended = CheckReport(self.op.name, "failed", {}, error=problem)
            return None
        if not self.workers.any:
            self.check = Check(self.folder, self.op, work, self.how)
            return None
        self.check = DividedCheck(self.folder, self.op, work, self.how)
        return CheckStart(self.workers, str(self.folder), str(work), CELL_LIMITS)

    def end(self) -> None:
        """Keep what came of it, and remove the files of its cells."""
        if self._ended is None:
            self._ended = self.report()
            self.seconds = time.monotonic() - self._began if self._began else 0.0
        self._work.close()


class Checks(QObject):
    """What is asked for, what runs, and what came of the last check of each op.

    Attributes:
        how: which cells the next check has.
        workers: over which it is divided.
    """

    started = Signal(object, str)
    """The op's folder, ``CHECK``."""
    progress = Signal(object, object)
    """The op's folder, a ``Progress`` over all cells."""
    ended = Signal(object, object)
    """The op's folder, a ``StageEnded``."""
    changed = Signal(object)
    """Something else is known of an op's check: its folder."""
    said = Signal(str)
    """A line for the status bar."""
    went_on = Signal()
    """There may be more to send, or nothing any more."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.how = PAIRS
        self.workers = _NONE
        self._elsewhere: WorkersProcess | None = None
        self._runs: dict[Path, CheckRun] = {}
        self._now: CheckRun | None = None
        self._next: CheckRun | None = None
        self._cancelled: dict[str, int] = {}

    # -- what is known

    def of(self, folder: Path) -> CheckRun | None:
        """The last check of an op."""
        return self._runs.get(folder)

    @property
    def running(self) -> CheckRun | None:
        """The check that has the hosts."""
        return self._now

    @property
    def idle(self) -> bool:
        """Whether nothing runs and nothing waits."""
        return self._now is None and self._next is None

    def owns(self, job_id: int) -> bool:
        """Whether a job is one of the check that runs."""
        check = self._now.check if self._now is not None else None
        return check is not None and check.folder_of(job_id) is not None

    # -- what to do

    def ask(self, folder: Path, op: Op, keys: Mapping[str, str]) -> None:
        """Check an op as soon as nothing else runs."""
        self._drop_next()
        run = CheckRun(folder, op, keys, self.how, self.workers)
        self._next = self._runs[folder] = run
        self.changed.emit(folder)

    def next_jobs(self) -> list[jobs.Job]:
        """The jobs to send now; the hosts must have nothing else to do."""
        if self._now is None and self._next is not None:
            self._now, self._next = self._next, None
            start = self._now.begin()
            if start is not None:
                self._elsewhere = WorkersProcess(start, self)
                self._elsewhere.told.connect(self._on_told)
            self.started.emit(self._now.folder, CHECK)
            self.changed.emit(self._now.folder)
        run = self._now
        if run is None:
            return []
        sent = run.check.next_jobs() if run.check is not None else []
        if isinstance(run.check, DividedCheck) and self._elsewhere is not None:
            for part in run.check.next_parts():
                self._elsewhere.send(part)
        if not sent and (run.check is None or run.check.idle):
            self._end()
        return sent

    def cancel(self, why: str = "") -> list[tuple[str, jobs.CancelJob]]:
        """Stop what runs and what waits: the cancellations to send.

        Args:
            why: what to say of it; empty for nothing.
        """
        self._drop_next()
        run = self._now
        if run is None or run.check is None or run.stopped:
            return []
        run.stopped = True
        cancellations = run.check.cancel()
        self._cancelled = {host: cancel.id for host, cancel in cancellations}
        if why:
            self.said.emit(f"The check of {run.op.name} was stopped: {why}.")
        if run.check.idle:
            self._end()
        return cancellations

    def _drop_next(self) -> None:
        if self._next is not None:
            run, self._next = self._next, None
            run.stopped = True
            run.end()
            self.changed.emit(run.folder)

    def stuck(self) -> Iterator[str]:
        """The hosts that do not obey a cancellation."""
        return (host for host, job_id in self._cancelled.items() if self.owns(job_id))

    def forget(self, folder: Path) -> None:
        """An op is gone."""
        self._runs.pop(folder, None)

    def forget_all(self) -> None:
        """All ops are gone."""
        self._runs.clear()

    def close(self) -> None:
        """The hosts are gone: nothing is left behind."""
        self._end_workers()
        for run in (self._now, self._next):
            if run is not None:
                run.stopped = True
                run.end()
        self._now = self._next = None

    # -- what happened

    def handle(self, event: jobs.Event) -> None:
        """Take in an event of a job that is ours."""
        run = self._now
        if run is None or run.check is None or isinstance(event, jobs.HostReady):
            return
        run.check.handle(event)
        if isinstance(event, jobs.Progress):
            run.text = event.text
        if isinstance(event, (jobs.Progress, jobs.CellEnded)):
            shown = Progress(event.id, CHECK, run.done, run.total, run.text)
            self.progress.emit(run.folder, shown)
        self.changed.emit(run.folder)

    def _on_told(self, told: WorkersTold) -> None:
        run = self._now
        if run is None or not isinstance(run.check, DividedCheck):
            return
        run.check.workers = run.check.workers or told.threads
        if told.said:
            self.said.emit(told.said)
        if told.outcome is not None:
            run.check.part_ended(told.outcome)
        if told.problem is not None:
            run.check.workers_failed(told.problem)
        run.text = ON_WORKERS
        self.progress.emit(run.folder, Progress(0, CHECK, run.done, run.total, run.text))
        self.changed.emit(run.folder)
        self.went_on.emit()

    def _end_workers(self) -> None:
        if self._elsewhere is not None:
            self._elsewhere.end()
            self._elsewhere = None

    def host_lost(self, host: str, problem: Problem) -> None:
        """A host process died, perhaps because it did not obey a cancellation."""
        run = self._now
        if run is None or run.check is None:
            return
        cancelled = self._cancelled.get(host)
        if cancelled is not None and self.owns(cancelled):
            run.check.handle(jobs.JobEnded(cancelled, "cancelled"))
        else:
            run.check.host_lost(host, problem)
        self.changed.emit(run.folder)

    def _end(self) -> None:
        """What runs has come to its end."""
        run = self._now
        assert run is not None
        self._now, self._cancelled = None, {}
        self._end_workers()
        run.end()
        report = run.report()
        problems = tuple(f.problem for f in report.findings)
        if report.error is not None:
            problems = (report.error,)
        status = "cancelled" if run.stopped else _AS_STAGE.get(report.status, report.status)
        self.ended.emit(run.folder, StageEnded(0, CHECK, status, run.seconds, problems))
        self.changed.emit(run.folder)

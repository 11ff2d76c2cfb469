"""One question to a host beside the pipeline: what torch has registered, what a model holds."""

from __future__ import annotations

import itertools

import msgspec
from PySide6.QtCore import QObject, Signal

from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.gui.hosts.engine import Engine

__all__ = ["HostRequest"]

_numbers = itertools.count(1 << 40)
"""The pipeline counts its jobs from 1."""


class HostRequest(QObject):
    """Asks, and tells the answer; a new question takes the place of one without an answer.

    Args:
        engine: owns the hosts.
        host: ``torch`` or ``ort``; it is started if it does not run.
        parent: the Qt parent; with it the question is gone, too.
    """

    answered = Signal(object)
    """The result of the job's last stage that gave one."""
    failed = Signal(object)
    """The problem: the job's, or that of a host that ended."""
    told = Signal(object)
    """A result of a stage, as soon as it is there; the last of them is answered, too."""
    progress = Signal(str)
    begun = Signal()
    """The host has come to the question: what was asked of it before has ended."""

    def __init__(self, engine: Engine, host: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._host = engine.hosts[host]
        self._id = 0
        self.results: list[jobs.Result] = []
        """What the job's stages have given so far, whatever comes of the job."""
        self.ended: list[jobs.StageEnded] = []
        """The job's stages so far."""
        self._problem: Problem | None = None
        self._host.received.connect(self._on_event)
        self._host.lost.connect(self._on_lost)
        self._host.closed.connect(self._on_closed)

    @property
    def busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._id != 0

    @property
    def waits_for(self) -> str:
        """What the host does before it comes to the question; empty where it has, or nothing is asked."""
        return self._host.doing_before(self._id) if self._id else ""

    def ask(self, job: jobs.Job) -> None:
        """Send a job; its id is chosen here."""
        self.cancel()
        self._host.start()
        self._id = next(_numbers)
        self.results, self.ended, self._problem = [], [], None
        if self._host.takes_jobs:
            self._host.send(msgspec.structs.replace(job, id=self._id))
        else:
            self._fail(Problem("host", f"the {self._host.name} host does not run", "Try again."))

    def cancel(self) -> None:
        """Want no answer any more."""
        if self._id:
            self._host.send(jobs.CancelJob(self._id))
            self._id = 0

    def _on_event(self, _host: str, event: jobs.Event) -> None:
        if not self._id or getattr(event, "id", 0) != self._id:
            return
        match event:
            case jobs.StageStarted():
                self.begun.emit()
            case jobs.Progress():
                self.progress.emit(event.text)
            case jobs.StageEnded():
                self.ended.append(event)
                if event.result is not None:
                    self.results.append(event.result)
                    self.told.emit(event.result)
                self._problem = next(iter(event.problems), self._problem)
            case jobs.JobEnded():
                if event.status == "ok" and self.results:
                    self._id = 0
                    self.answered.emit(self.results[-1])
                else:
                    stopped = Problem("stopped", "stopped before there was an answer", "Try again.")
                    self._fail(self._problem or stopped)
            case _:
                pass

    def _on_lost(self, _host: str, problem: Problem) -> None:
        if self._id:
            self._fail(problem)

    def _on_closed(self, _host: str) -> None:
        self._id = 0

    def _fail(self, problem: Problem) -> None:
        self._id = 0
        self.failed.emit(problem)

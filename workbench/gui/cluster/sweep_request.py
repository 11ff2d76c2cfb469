"""A sweep that is measured by the machines of a cluster."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from workbench.core.cluster import SweepStart, SweepTold, Workers
from workbench.core.errors import Problem
from workbench.core.jobs import TimeJob
from workbench.gui.hosts.workers_process import WorkersProcess

__all__ = ["SweepRequest"]


class SweepRequest(QObject):
    """Asks, and tells what comes; a new question takes the place of one without an answer."""

    progress = Signal(str)
    """What is measured now, and where."""
    said = Signal(str)
    """A line for the status bar."""
    told = Signal(object)
    """All that was measured so far, in the order of the sweep: ``TimeResult``s."""
    answered = Signal()
    """Nothing more is to be measured."""
    failed = Signal(object)
    """The problem: nothing more comes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: WorkersProcess | None = None

    @property
    def busy(self) -> bool:
        """Whether something is to come."""
        return self._process is not None

    def ask(self, workers: Workers, job: TimeJob) -> None:
        """Have a sweep measured.

        Args:
            workers: whose machines measure.
            job: the sweep.
        """
        self.cancel()
        self._process = WorkersProcess(SweepStart(workers), self)
        self._process.told.connect(self._on_told)
        self._process.send(job)

    def cancel(self) -> None:
        """Want nothing any more."""
        if self._process is not None:
            self._process.told.disconnect(self._on_told)
            self._process.end()
            self._process = None

    def _on_told(self, told: SweepTold) -> None:
        if told.said:
            self.said.emit(told.said)
        if told.doing:
            self.progress.emit(told.doing)
        if told.results is not None:
            self.told.emit(told.results)
        if told.problem is not None:
            self._end(told.problem)
        elif told.over:
            self._end(None)

    def _end(self, problem: Problem | None) -> None:
        self.cancel()
        if problem is None:
            self.answered.emit()
        else:
            self.failed.emit(problem)

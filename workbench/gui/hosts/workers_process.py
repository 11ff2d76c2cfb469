"""Workers as a child process of the window, which has no code of a cluster."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from workbench.core import jobs
from workbench.core.checking import Part
from workbench.core.cluster import CLUSTER, CheckStart, SweepStart, SweepTold, WorkersTold
from workbench.core.errors import Problem
from workbench.core.pipeline.hosts import host_environment
from workbench.gui.child_process import ChildProcess

__all__ = ["WorkersProcess", "workers_command"]

_KILL_AFTER_MS = 10_000
"""It ends what the workers do before it ends itself."""


def workers_command() -> list[str]:
    """Program and arguments."""
    return [sys.executable, "-P", "-m", "workbench.engine.cluster.program"]


class WorkersProcess(QObject):
    """The workers of one check, or of one sweep.

    Args:
        start: which.
        parent: the Qt parent; with it the process is gone, too.
        command: program and arguments; tests give one of their own.
    """

    told = Signal(object)
    """What it tells: ``WorkersTold``, or ``SweepTold``. After a problem comes nothing more."""

    def __init__(
        self,
        start: CheckStart | SweepStart,
        parent: QObject | None = None,
        command: Sequence[str] | None = None,
    ) -> None:
        super().__init__(parent)
        self._lines = jobs.LineReader()
        self._kind: type[WorkersTold | SweepTold] = (
            SweepTold if isinstance(start, SweepStart) else WorkersTold
        )
        self._last_words = ""
        self._over = False
        self._killer = QTimer(self, singleShot=True, interval=_KILL_AFTER_MS)
        self._child = ChildProcess(self)
        self._killer.timeout.connect(self._child.kill)
        self._child.output.connect(self._read)
        self._child.errors.connect(self._read_errors)
        self._child.ended.connect(self._on_ended)
        self._child.not_started.connect(self._on_not_started)
        self._child.start(command or workers_command(), host_environment())
        self._child.write(msgspec.json.encode(start) + b"\n")

    def send(self, what: Part | jobs.TimeJob) -> None:
        """Have a part of the check run, or the sweep measured."""
        if isinstance(what, jobs.TimeJob):
            self._child.write(jobs.encode(what))
        else:
            self._child.write(msgspec.json.encode(what) + b"\n")

    def end(self) -> None:
        """End the workers; nothing more is told."""
        self._over = True
        self._child.close_input()
        if self._child.is_there:
            self._killer.start()
        else:
            self.deleteLater()

    def _read(self, data: bytes) -> None:
        for line in self._lines.feed(data):
            if not self._over:
                told = msgspec.json.decode(line, type=self._kind)
                self._over = told.problem is not None
                self.told.emit(told)

    def _read_errors(self, data: bytes) -> None:
        self._last_words = (self._last_words + data.decode("utf-8", "replace"))[-600:]

    def _on_ended(self, status: int) -> None:
        words = " ".join(self._last_words.split()[-40:])
        hint = f"Its last words: {words}" if words else "Try it again, or without workers."
        self._fail(f"the program that has the workers ended by itself (status {status})", hint)

    def _on_not_started(self, reason: str) -> None:
        self._fail(f"the workers cannot be started: {reason}", "Run op-workbench doctor.")

    def _fail(self, message: str, hint: str) -> None:
        if not self._over:
            self._over = True
            self.told.emit(self._kind(problem=Problem(CLUSTER, message, hint)))
        else:
            self._killer.stop()
            self.deleteLater()

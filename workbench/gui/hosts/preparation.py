"""Has what the first builds would wait for made while nothing else is to be done."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.core.pipeline.hosts import host_environment
from workbench.gui.child_process import ChildProcess
from workbench.gui.hosts.engine import Engine

__all__ = ["Preparation"]

_WAIT_MS = 3000


class Preparation(QObject):
    """Runs ``engine/prepare.py`` a while after the last job, until it has ended by itself once.

    Args:
        engine: whose jobs go first: the program ends when one begins, and begins again later.
        command: the program.
        parent: the Qt parent.
    """

    told = Signal(str)
    """What is being made; empty when nothing is."""

    def __init__(
        self, engine: Engine, command: Sequence[str], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._command = command
        self._wanted = False
        self._child = ChildProcess(self)
        self._child.output.connect(self._on_output)
        self._child.ended.connect(self._on_ended)
        self._child.not_started.connect(self._on_not_started)
        self._later = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._later.timeout.connect(self._begin)
        engine.idle_changed.connect(self._on_idle)

    @property
    def wanted(self) -> bool:
        """Whether it has still to be done, or is being done."""
        return self._wanted

    @property
    def active(self) -> bool:
        """Whether it is being done."""
        return self._child.is_there

    def start(self) -> None:
        """Do it, in a while."""
        self._wanted = True
        self._on_idle(self._engine.idle)

    def stop(self) -> None:
        """End it, and do not begin again."""
        self._wanted = False
        self._on_idle(False)

    def _on_idle(self, idle: bool) -> None:
        if idle and self._wanted:
            self._later.start()
        elif not idle:
            self._later.stop()
            self._end()

    def _begin(self) -> None:
        if self._engine.idle and not self._child.is_there:
            self._child.start(self._command, host_environment(), listen_to_errors=False)

    def _end(self) -> None:
        if self._child.pid:
            os.kill(self._child.pid, signal.SIGTERM)  # it ends its compilers, too

    def _on_output(self, data: bytes) -> None:
        lines = data.decode("utf-8", "replace").split("\n")
        lines = [line for line in lines if line]
        if lines:
            self.told.emit(lines[-1])

    def _on_ended(self, status: int) -> None:
        self.told.emit("")
        if status >= 0:
            self._wanted = False  # what stood in its way is told by the build that meets it
        elif self._engine.idle and self._wanted:
            self._later.start()

    def _on_not_started(self, _reason: str) -> None:
        self._wanted = False

"""Adds a runtime or a toolkit: asks first, says what it downloads, and runs the command of the same name."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from workbench.core.environments import Environment
from workbench.core.pipeline.hosts import host_environment
from workbench.gui import dialogs
from workbench.gui.child_process import ChildProcess

__all__ = ["EnvironmentAdder"]


class EnvironmentAdder(QObject):
    """One ``op-workbench runtime add``, or ``toolkit add``, at a time.

    Args:
        parent: where it is asked.
    """

    told = Signal(str)
    """What is being done."""
    printed = Signal(str)
    """What the command prints, for the log."""
    ended = Signal(str)
    """It is over; why what was asked for is not there, or nothing."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._child = ChildProcess(self)
        self._child.output.connect(self._on_output)
        self._child.errors.connect(self._on_errors)
        self._child.ended.connect(self._on_ended)
        self._child.not_started.connect(self._on_not_started)
        self._errors = ""
        self.environment: Environment | None = None
        """The one that is being added."""

    def add(self, environment: Environment) -> bool:
        """Add it, if that is wanted. Returns whether it is."""
        if self.environment is not None or not dialogs.ask_add(self._parent, environment):
            return False
        self.environment, self._errors = environment, ""
        command = [sys.executable, "-P", "-m", "workbench"]
        command += [environment.kind, "add", environment.name]
        self._child.start(command, host_environment())
        return True

    def stop(self) -> None:
        """Give up; the command takes away what it has made so far."""
        if self._child.pid:
            with suppress(ProcessLookupError):
                os.kill(self._child.pid, signal.SIGINT)

    def _on_output(self, data: bytes) -> None:
        text = data.decode(errors="replace")
        self.printed.emit(text)
        if lines := text.strip().splitlines():
            self.told.emit(lines[-1].strip())

    def _on_errors(self, data: bytes) -> None:
        self._errors += data.decode(errors="replace")
        self.printed.emit(data.decode(errors="replace"))

    def _on_ended(self, status: int) -> None:
        added, self.environment = self.environment, None
        there = added is not None and added.is_there and status == 0
        self.ended.emit("" if there else self._errors.strip() or "stopped")

    def _on_not_started(self, reason: str) -> None:
        self.environment = None
        self.ended.emit(reason)

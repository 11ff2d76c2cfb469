"""The debugger as a child process of the window: it runs gdb and the op, never the window."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress

import msgspec
from PySide6.QtCore import QObject, Signal

from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.jobs import DebugGo, DebugJob, DebugReturned, DebugStopped, DebugWrites
from workbench.core.pipeline.hosts import host_environment
from workbench.gui.child_process import ChildProcess

__all__ = ["DebugProcess", "debug_command"]


def debug_command() -> list[str]:
    """Program and arguments."""
    return [sys.executable, "-P", "-m", "workbench.engine.debug.program"]


class DebugProcess(QObject):
    """One session of the debugger after the other.

    Args:
        parent: the Qt parent; with it the session is gone, too.
    """

    told = Signal(str)
    """What is being done."""
    printed = Signal(str)
    """Text for the log."""
    found = Signal(object)
    """All writes of the element: ``DebugWrites``."""
    stopped = Signal(object)
    """``DebugStopped``, or ``DebugReturned``."""
    failed = Signal(object)
    """The problems because of which there is nothing to see."""
    ended = Signal()
    """The session is over, however it ended."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._child: ChildProcess | None = None
        self._lines = jobs.LineReader()
        self._last_words = ""
        self._told_end = False

    @property
    def active(self) -> bool:
        """Whether there is a session."""
        return self._child is not None

    def start(self, job: DebugJob, command: Sequence[str] | None = None) -> None:
        """Begin a session, in the place of one that there may be."""
        self.stop()
        child = ChildProcess(self)
        child.output.connect(self._read)
        child.errors.connect(self._read_errors)
        child.ended.connect(self._on_ended)
        child.not_started.connect(self._on_not_started)
        self._child, self._lines = child, jobs.LineReader()
        self._last_words, self._told_end = "", False
        child.start(command or debug_command(), host_environment())
        child.write(jobs.encode(job))

    def go(self, how: str) -> None:
        """Go on; see ``DebugGo``."""
        if self._child is not None:
            self._child.write(jobs.encode(DebugGo(1, how)))

    def stop(self) -> None:
        """End the session now, with all its processes; nothing more is told of it."""
        child, self._child = self._child, None
        if child is None:
            return
        for told, slot in (
            (child.output, self._read),
            (child.errors, self._read_errors),
            (child.ended, self._on_ended),
            (child.not_started, self._on_not_started),
        ):
            told.disconnect(slot)
        child.ended.connect(child.deleteLater)
        if child.pid:
            with suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGTERM)  # it ends what it has started, too
        else:
            child.kill()
        self.ended.emit()

    def _read(self, data: bytes) -> None:
        for line in self._lines.feed(data):
            if line.strip() and self._child is not None:
                self._handle(line)

    def _handle(self, line: bytes) -> None:
        try:
            event = jobs.decode_event(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            self.printed.emit(f"[debugger, not understood] {line[:2000]!r}\n")
            return
        match event:
            case jobs.Progress():
                self.told.emit(event.text)
            case jobs.Log():
                self.printed.emit(event.text)
            case DebugWrites():
                self.found.emit(event)
            case DebugStopped() | DebugReturned():
                self.stopped.emit(event)
            case jobs.StageEnded() if event.problems:
                self._told_end = True
                self.failed.emit(event.problems)
            case _:
                pass

    def _read_errors(self, data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        self._last_words = (self._last_words + text)[-600:]
        self.printed.emit(text)

    def _on_ended(self, status: int) -> None:
        if status and not self._told_end:
            words = " ".join(self._last_words.split()[-40:])
            self._fail(f"the debugger ended by itself (status {status})", words)
        self._forget()

    def _on_not_started(self, reason: str) -> None:
        self._fail(f"the debugger cannot be started: {reason}", "")
        self._forget()

    def _fail(self, message: str, words: str) -> None:
        hint = f"Its last words: {words}" if words else "Run op-workbench doctor."
        self.failed.emit((Problem("debug", message, hint),))

    def _forget(self) -> None:
        if self._child is not None:
            self._child.deleteLater()
            self._child = None
            self.ended.emit()

"""One engine host as a child process of the window: its life, with Qt's process and timers."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.core import jobs
from workbench.core.jobs import HostReady, Request
from workbench.core.pipeline.hosts import HostLife, host_environment
from workbench.gui.child_process import ChildProcess

__all__ = ["HostProcess"]

_BUDGET_S = 0.008
_MAX_WAITING = 20_000
_KILL_AFTER_MS = 1500


class HostProcess(QObject):
    """Starts a host, decodes what it says within a time budget, and starts it again.

    A host that dies three times soon after its start stays down until ``start`` is called.

    Args:
        name: ``torch`` or ``ort``.
        command: program and arguments.
        parent: the Qt parent.
    """

    received = Signal(str, object)
    """The host's name, an event of the protocol."""
    printed = Signal(str, str)
    """The host's name, text for the log."""
    state_changed = Signal(str, str)
    lost = Signal(str, object)
    """The host died unasked: its name, the problem."""
    closed = Signal(str)

    def __init__(self, name: str, command: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.name = name
        self._life = HostLife(name)
        self._told = self._life.state
        self._command = list(command)
        self._process = ChildProcess(self)
        self._process.output.connect(self._read_events)
        self._process.errors.connect(self._read_log)
        self._process.ended.connect(self._on_ended)
        self._process.not_started.connect(self._on_not_started)
        self._lines: deque[bytes] = deque()
        self._left_out = 0
        self._jobs: dict[int, str] = {}
        self._work = QTimer(self, singleShot=True, interval=0)
        self._work.timeout.connect(self._work_off)
        self._killer = QTimer(self, singleShot=True, interval=_KILL_AFTER_MS)
        self._killer.timeout.connect(self.kill)

    @property
    def state(self) -> str:
        """``off``, ``starting``, ``ready``, ``failed`` or ``closing``."""
        return self._life.state

    @property
    def takes_jobs(self) -> bool:
        """Whether what is sent is read, now or once it is ready."""
        return self._life.takes_jobs

    @property
    def ready(self) -> HostReady | None:
        """What the host reported of itself, once it did."""
        return self._life.ready

    # -- life

    def start(self) -> None:
        """Start the host, unless it runs."""
        if self._life.asked_for():
            self._launch()

    def _launch(self) -> None:
        self._life.started()
        self._tell_state()
        self._process.start(self._command, _environment())

    def send(self, request: Request) -> None:
        """Send a request."""
        if self.takes_jobs:
            if not isinstance(request, jobs.CancelJob):
                self._jobs[request.id] = request.doing
            self._process.write(jobs.encode(request))

    def doing_before(self, job: int) -> str:
        """What the host, which does one job at a time, does while this one waits; empty where none does."""
        number, doing = next(iter(self._jobs.items()), (job, ""))
        return doing if number != job and job in self._jobs else ""

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def close(self) -> None:
        """Ask the host to end by closing its stdin; kill it when it does not."""
        running = self._process.is_there and self.takes_jobs
        self._life.closing()
        if not running:
            self._on_gone(0)
            return
        self._tell_state()
        self._process.close_input()
        self._killer.start()

    def _tell_state(self) -> None:
        if self._told != self.state:
            self._told = self.state
            self.state_changed.emit(self.name, self._told)

    def _on_not_started(self, reason: str) -> None:
        self._on_gone(0, reason)

    def _on_ended(self, status: int) -> None:
        self._drain()
        self._on_gone(status)

    def _on_gone(self, status: int, not_started: str = "") -> None:
        self._jobs.clear()
        problem = self._life.ended(status, not_started)
        if problem is None:
            self._killer.stop()
            self._tell_state()
            self.closed.emit(self.name)
            return
        # 'failed' first: whoever hears of the loss must not send another job at once.
        self._tell_state()
        self.lost.emit(self.name, problem)
        if self._life.comes_back:
            self._launch()

    # -- what it says

    def _read_events(self, data: bytes) -> None:
        for line in self._life.lines(data):
            # A kernel that prints without end must not fill the memory of the window.
            if len(self._lines) > _MAX_WAITING and line.startswith(b'{"type":"Log"'):
                self._left_out += 1
            else:
                self._lines.append(line)
        if self._lines and not self._work.isActive():
            self._work_off()

    def _work_off(self) -> None:
        """Handle lines for a few milliseconds; the rest waits for the next turn of the loop."""
        end = time.monotonic() + _BUDGET_S
        while self._lines and time.monotonic() < end:
            self._handle(self._lines.popleft())
        if self._lines:
            self._work.start()
        elif self._left_out:
            self.printed.emit(self.name, f"[{self._left_out} lines of the log were left out]\n")
            self._left_out = 0

    def _drain(self) -> None:
        self._work.stop()
        while self._lines:
            self._handle(self._lines.popleft())

    def _handle(self, line: bytes) -> None:
        event = self._life.event(line)
        if isinstance(event, jobs.JobEnded):
            self._jobs.pop(event.id, None)
        self._tell_state()
        self.received.emit(self.name, event)

    def _read_log(self, data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        if text:
            self._life.printed(text)
            self.printed.emit(self.name, text)


def _environment() -> dict[str, str]:
    """The window's environment, in which the host finds the same package."""
    environment = host_environment() | {"PYTHONUNBUFFERED": "1"}
    environment.pop("QTWEBENGINE_CHROMIUM_FLAGS", None)
    return environment

"""One engine host as a child process: lines in, events out, and an end that explains itself."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.hosts import host_environment, lost_host
from workbench.core.jobs import HostReady, Request

__all__ = ["HostProcess"]

_BUDGET_S = 0.008
_MAX_LINE = 64 << 20
_MAX_WAITING = 20_000
_GIVE_UP_AFTER = 3
_QUICK_DEATH_S = 10.0
_KILL_AFTER_MS = 1500


class HostProcess(QObject):
    """Starts a host, decodes what it says within a time budget, and starts it again.

    A host that dies three times soon after its start stays down until ``start`` is called.

    Args:
        name: ``torch`` or ``ort``.
        command: program and arguments.
        parent: the Qt parent.

    Attributes:
        state: ``off``, ``starting``, ``ready``, ``failed`` or ``closing``.
        ready: what the host said of itself, once it did.
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
        self.state = "off"
        self.ready: HostReady | None = None
        self._command = list(command)
        self._process: QProcess | None = None
        self._buffer = bytearray()
        self._lines: deque[bytes] = deque()
        self._last_words: deque[str] = deque(maxlen=8)
        self._left_out = 0
        self._started_at = 0.0
        self._quick_deaths = 0
        self._work = QTimer(self, singleShot=True, interval=0)
        self._work.timeout.connect(self._work_off)
        self._killer = QTimer(self, singleShot=True, interval=_KILL_AFTER_MS)
        self._killer.timeout.connect(self.kill)

    # -- life

    def start(self) -> None:
        """Start the host, unless it runs."""
        if self.state in ("starting", "ready", "closing"):
            return
        if self.state == "failed":
            self._quick_deaths = 0
        self._launch()

    def _launch(self) -> None:
        self.ready = None
        self._buffer.clear()
        self._last_words.clear()
        self._started_at = time.monotonic()
        process = QProcess(self)
        process.setProcessEnvironment(_environment())
        process.readyReadStandardOutput.connect(self._read_events)
        process.readyReadStandardError.connect(self._read_log)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        self._process = process
        self._set_state("starting")
        process.start(self._command[0], self._command[1:])

    def send(self, request: Request) -> None:
        """Send a request; Qt keeps it until the process takes it."""
        if self._process is not None and self.state in ("starting", "ready"):
            self._process.write(jobs.encode(request))

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """Ask the host to end by closing its stdin; kill it when it does not."""
        if self._process is None or self.state not in ("starting", "ready"):
            self._end()
            return
        self._set_state("closing")
        self._process.closeWriteChannel()
        self._killer.start()

    def _end(self) -> None:
        self._killer.stop()
        self._set_state("off")
        self.closed.emit(self.name)

    def _set_state(self, state: str) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(self.name, state)

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and self._process is not None:
            reason = self._process.errorString()
            self._forget()
            if self.state == "closing":
                self._end()
                return
            message = f"the {self.name} host cannot be started: {reason}"
            problem = Problem("host", message, "Run op-workbench doctor: it says what is missing.")
            self._die(lambda _again: problem, quick=True)

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read_events()
        self._read_log()
        self._drain()
        self._forget()
        if self.state == "closing":
            self._end()
            return
        # Of one that a signal ended, Qt gives its number.
        ended = -code if status == QProcess.ExitStatus.CrashExit else code
        ready, words = self.ready is not None, tuple(self._last_words)
        quick = time.monotonic() - self._started_at < _QUICK_DEATH_S
        self._die(
            lambda again: lost_host(
                self.name, ended, was_ready=ready, again=again, last_words=words
            ),
            quick=quick,
        )

    def _die(self, problem: Callable[[bool], Problem], *, quick: bool) -> None:
        """``problem`` is told whether the host is started again."""
        self._quick_deaths = self._quick_deaths + 1 if quick else 1
        gave_up = self._quick_deaths >= _GIVE_UP_AFTER
        # 'failed' first: whoever hears of the loss must not send another job at once.
        self._set_state("failed")
        self.lost.emit(self.name, problem(not gave_up))
        if not gave_up and self.state == "failed":
            self._launch()

    def _forget(self) -> None:
        if self._process is not None:
            self._process.deleteLater()
            self._process = None

    # -- what it says

    def _read_events(self) -> None:
        if self._process is None:
            return
        self._buffer += bytes(self._process.readAllStandardOutput().data())
        *lines, rest = self._buffer.split(b"\n")
        self._buffer = bytearray(rest)
        if len(self._buffer) > _MAX_LINE:
            self.printed.emit(self.name, f"[{self.name} host: a line of over 64 MiB was dropped]\n")
            self._buffer.clear()
        for line in lines:
            # A kernel that prints without end must not fill the memory of the window.
            if len(self._lines) > _MAX_WAITING and line.startswith(b'{"type":"Log"'):
                self._left_out += 1
            elif line.strip():
                self._lines.append(bytes(line))
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
        try:
            event = jobs.decode_event(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            text = line[:2000].decode("utf-8", "replace")
            self.printed.emit(self.name, f"[{self.name} host, not understood] {text}\n")
            return
        if isinstance(event, HostReady):
            self.ready = event
            if self.state == "starting":
                self._set_state("ready")
        self.received.emit(self.name, event)

    def _read_log(self) -> None:
        if self._process is None:
            return
        text = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace")
        if text:
            self._last_words.extend(text.splitlines()[-8:])
            self.printed.emit(self.name, text)


def _environment() -> QProcessEnvironment:
    """The window's environment, in which the host finds the same package."""
    environment = QProcessEnvironment()
    for name, value in host_environment().items():
        environment.insert(name, value)
    environment.insert("PYTHONUNBUFFERED", "1")
    environment.remove("QTWEBENGINE_CHROMIUM_FLAGS")
    return environment

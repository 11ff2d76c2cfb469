"""One engine host as a child process: lines in, events out, and an end that explains itself."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.hosts import host_environment, lost_host
from workbench.core.jobs import HostReady, Request
from workbench.gui.child_process import ChildProcess

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
        ready: what the host reported of itself, once it did.
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
        self._process = ChildProcess(self)
        self._process.output.connect(self._read_events)
        self._process.errors.connect(self._read_log)
        self._process.ended.connect(self._on_ended)
        self._process.not_started.connect(self._on_not_started)
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
        self._set_state("starting")
        self._process.start(self._command, _environment())

    def send(self, request: Request) -> None:
        """Send a request."""
        if self.state in ("starting", "ready"):
            self._process.write(jobs.encode(request))

    def kill(self) -> None:
        """End the process at once."""
        self._process.kill()

    def close(self) -> None:
        """Ask the host to end by closing its stdin; kill it when it does not."""
        if not self._process.is_there or self.state not in ("starting", "ready"):
            self._end()
            return
        self._set_state("closing")
        self._process.close_input()
        self._killer.start()

    def _end(self) -> None:
        self._killer.stop()
        self._set_state("off")
        self.closed.emit(self.name)

    def _set_state(self, state: str) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(self.name, state)

    def _on_not_started(self, reason: str) -> None:
        if self.state == "closing":
            self._end()
            return
        message = f"the {self.name} host cannot be started: {reason}"
        problem = Problem("host", message, "Run op-workbench doctor: it says what is missing.")
        self._die(lambda _again: problem, quick=True)

    def _on_ended(self, status: int) -> None:
        self._drain()
        if self.state == "closing":
            self._end()
            return
        ready, words = self.ready is not None, tuple(self._last_words)
        quick = time.monotonic() - self._started_at < _QUICK_DEATH_S
        self._die(
            lambda again: lost_host(
                self.name, status, was_ready=ready, again=again, last_words=words
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

    # -- what it says

    def _read_events(self, data: bytes) -> None:
        self._buffer += data
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

    def _read_log(self, data: bytes) -> None:
        text = data.decode("utf-8", "replace")
        if text:
            self._last_words.extend(text.splitlines()[-8:])
            self.printed.emit(self.name, text)


def _environment() -> dict[str, str]:
    """The window's environment, in which the host finds the same package."""
    environment = host_environment() | {"PYTHONUNBUFFERED": "1"}
    environment.pop("QTWEBENGINE_CHROMIUM_FLAGS", None)
    return environment

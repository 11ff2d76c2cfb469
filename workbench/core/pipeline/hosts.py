"""The life of a host process: how it is started, what it writes, and what its end means.

No process is started here: the window does it with Qt, the command line without, and both hand
on what they read.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import deque
from collections.abc import Iterable
from pathlib import Path

import msgspec

import workbench
from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.jobs import Event, HostReady

__all__ = [
    *("HOSTS", "SIGNAL_WORDS", "HostLife", "Restarts", "host_command", "host_environment"),
    *("lost_host", "preparation_command"),
]

HOSTS = ("torch", "ort")
SIGNAL_WORDS = {
    signal.SIGSEGV: "read or wrote memory that is not its own (segmentation fault)",
    signal.SIGABRT: "aborted (an assertion or an unhandled C++ exception)",
    signal.SIGFPE: "divided an integer by zero",
    signal.SIGILL: "ran an instruction that this processor does not have",
    signal.SIGBUS: "touched memory that is not there (bus error)",
    signal.SIGKILL: "was killed (out of memory, or from outside)",
}
"""What a process did that was ended by a signal."""
_LAST_WORDS = 8
"""Lines of what a host printed last that are told with its end."""
_MOST_ENDS = 3
_ENDS_WITHIN_S = 30.0


def host_command(name: str) -> list[str]:
    """Program and arguments of a host.

    ``-P``: the user's working folder may hold a ``torch.py``, which must not be imported.
    """
    return [sys.executable, "-P", "-m", f"workbench.engine.{name}_host"]


def preparation_command(*, first_alone: bool = False) -> list[str]:
    """Program and arguments of what makes, beside all else, what first builds would wait for.

    Args:
        first_alone: only what each of them waits for.
    """
    command = [sys.executable, "-P", "-m", "workbench.engine.prepare"]
    return [*command, *["--first-alone"] * first_alone]


def host_environment() -> dict[str, str]:
    """The environment of a host: ours, and the way to this very package."""
    home = str(Path(workbench.__file__).resolve().parent.parent)
    others = [p for p in os.environ.get("PYTHONPATH", "").split(os.pathsep) if p and p != home]
    return {**os.environ, "PYTHONPATH": os.pathsep.join([home, *others])}


_FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT)


def lost_host(
    name: str,
    status: int,
    *,
    was_ready: bool,
    again: bool = True,
    last_words: Iterable[str] = (),
) -> Problem:
    """A host that ended unasked.

    Args:
        name: the host's.
        status: its exit status, or the negative number of the signal that ended it.
        was_ready: whether it had come so far as to take jobs.
        again: whether it is started again at once.
        last_words: the last lines that it printed.
    """
    if status >= 0:
        how = f"ended with status {status}"
    else:
        number = -status
        verb = "was killed" if number in _FROM_OUTSIDE else "crashed"
        known = number in [s.value for s in signal.Signals]
        how = f"{verb} ({signal.Signals(number).name if known else f'signal {number}'})"
    if status >= 0 and not was_ready:
        hint = "Run op-workbench doctor: it says what is missing."
    elif again:
        hint = "It has been started again: run once more what it was doing."
    else:
        hint = "It is not started again until the next run."
    if words := " | ".join(w.strip() for w in last_words if w.strip()):
        hint += f" Its last words: {words[-600:]}"
    return Problem("host", f"the {name} host {how}", hint)


class Restarts:
    """Whether a program that ends unasked is started again: not after three ends in a short time.

    Args:
        within: the time in seconds.
    """

    def __init__(self, within: float) -> None:
        self._within = within
        self._ends: list[float] = []

    @property
    def allowed(self) -> bool:
        """Whether it may be started (again)."""
        return len(self._ends) < _MOST_ENDS

    def ended(self) -> None:
        """It ended unasked."""
        now = time.monotonic()
        self._ends = [t for t in self._ends if now - t < self._within] + [now]

    def give_up(self) -> None:
        """It cannot be started at all."""
        self._ends = [float("inf")] * _MOST_ENDS


class HostLife:
    """What is known of one host, by whoever runs its process.

    Args:
        name: ``torch`` or ``ort``.

    Attributes:
        state: ``off``, ``starting``, ``ready``, ``failed`` or ``closing``.
        ready: what the host reported of itself, once it did.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.state = "off"
        self._over = False
        self.ready: HostReady | None = None
        self._restarts = Restarts(_ENDS_WITHIN_S)
        self._reader = jobs.LineReader()
        self._last_words: deque[str] = deque(maxlen=_LAST_WORDS)

    @property
    def takes_jobs(self) -> bool:
        """Whether what is sent is read, now or once it is ready."""
        return self.state in ("starting", "ready")

    @property
    def comes_back(self) -> bool:
        """Whether it is started again after its end."""
        return self.state == "failed" and self._restarts.allowed

    def asked_for(self) -> bool:
        """Whether its process is to be started, now that someone needs it; never after its end."""
        if self._over or self.state not in ("off", "failed"):
            return False
        self._restarts = Restarts(_ENDS_WITHIN_S)
        return True

    def started(self) -> None:
        """Its process is started."""
        self.state, self.ready = "starting", None
        self._reader = jobs.LineReader()
        self._last_words.clear()

    def lines(self, data: bytes) -> list[bytes]:
        """The messages that are complete with what it writes, for ``event``."""
        lines = [line for line in self._reader.feed(data) if line.strip()]
        if self._reader.overflows:
            self._reader = jobs.LineReader()
            lines.append(jobs.encode(self._log(": a line of over 64 MiB was dropped]")))
        return lines

    def event(self, line: bytes) -> Event:
        """What a message says; a line that is none is text for the log."""
        try:
            event = jobs.decode_event(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return self._log(f", not understood] {line[:2000].decode('utf-8', 'replace')}")
        if isinstance(event, HostReady):
            self.ready = event
            if self.state == "starting":
                self.state = "ready"
        return event

    def _log(self, text: str) -> jobs.Log:
        return jobs.Log(0, f"[{self.name} host{text}\n")

    def printed(self, text: str) -> None:
        """What it printed, which may be its last words."""
        self._last_words.extend(text.splitlines()[-_LAST_WORDS:])

    def closing(self) -> None:
        """It is asked to end, for good."""
        self.state, self._over = "closing", True

    def ended(self, status: int, not_started: str = "") -> Problem | None:
        """Its process is gone.

        Args:
            status: its exit status, or the negative number of the signal that ended it.
            not_started: why the system could not start it.

        Returns:
            What is lost with it; None where it was asked to end.
        """
        if self.state == "closing":
            self.state = "off"
            return None
        self._restarts.ended()
        self.state = "failed"
        if not_started:
            message = f"the {self.name} host cannot be started: {not_started}"
            return Problem("host", message, "Run op-workbench doctor: it says what is missing.")
        return lost_host(
            self.name,
            status,
            was_ready=self.ready is not None,
            again=self.comes_back,
            last_words=self._last_words,
        )

"""The contenders' processes: started, told, and stopped while it is another one's turn."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.core.pipeline.hosts import host_environment
from workbench.engine.with_parent import end_with_parent

__all__ = ["GoneError", "Process", "command_of"]

_LONGEST = 1 << 24


class GoneError(Exception):
    """A contender does not answer any more; the message says why."""


def command_of(kind: str) -> list[str]:
    """The command of one of our own contenders; a descriptor's number is added to it."""
    return [sys.executable, "-P", "-m", "workbench.engine.timing.contender", kind]


class Process:
    """One contender. It runs only while it is asked something.

    Args:
        command: of it; the number of the descriptor for its answers is added.
        environment: of it; ours where None.
        folder: to run it in.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._answers, theirs = os.pipe()
        self._rest = b""
        self._process = subprocess.Popen(
            [*command, str(theirs)],
            stdin=subprocess.PIPE,
            cwd=folder,
            env=host_environment() if environment is None else dict(environment),
            pass_fds=(theirs,),
            preexec_fn=end_with_parent,
        )
        os.close(theirs)

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def ready(self, seconds: float) -> None:
        """Wait until it has imported what it needs. Raises GoneError."""
        self._answer(seconds)
        self._stop()

    def ask(self, line: str, seconds: float) -> dict[str, Any]:
        """Let it run for an answer.

        Args:
            line: what it is told.
            seconds: after which it is ended.

        Raises:
            GoneError: it ended, or took too long.
        """
        self._signal(signal.SIGCONT)
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # its end is seen when it is read from
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        answer = self._answer(seconds)
        # Its threads would still be busy for a while, waiting for the next call.
        self._stop()
        return answer

    def _answer(self, seconds: float) -> dict[str, Any]:
        until = time.monotonic() + seconds
        while b"\n" not in self._rest:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self._answers], [], [], left)[0]:
                self.close()
                raise GoneError(f"it was ended after {seconds:g} s without an answer")
            data = os.read(self._answers, 1 << 16)
            if not data or len(self._rest) > _LONGEST:
                raise GoneError(self._end())
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        try:
            found = json.loads(line)
        except ValueError:
            raise GoneError("it wrote into a file descriptor that is not its own") from None
        return found if isinstance(found, dict) else {}

    def _end(self) -> str:
        status = self._process.wait()
        if status < 0:
            return f"its process was ended by {signal.Signals(-status).name}"
        return f"its process ended with status {status}"

    def _signal(self, number: signal.Signals) -> None:
        if self._process.poll() is None:
            self._process.send_signal(number)

    def _stop(self) -> None:
        """Have it stopped before anyone else runs: a signal alone is there when it is there."""
        self._signal(signal.SIGSTOP)
        if self._process.returncode is None:
            os.waitid(os.P_PID, self.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)

    def close(self) -> None:
        """End it; once more does nothing, since its descriptor may be another's by then."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        if self._answers >= 0:
            os.close(self._answers)
            self._answers = -1

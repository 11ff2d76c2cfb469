"""The process of the op that is debugged, as the debugger sees it."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec

from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.pipeline.hosts import host_environment
from workbench.engine.debug.inferior import DebugTarget, Failed, Ready, Returned
from workbench.engine.with_parent import end_with_parent

__all__ = ["OpProcess"]

_ENVIRONMENT = {"OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}
"""One thread: who called what is on its stack."""


class OpProcess:
    """Starts ``inferior.py``.

    Args:
        run: the job that makes the call.
        target: what is looked at in it.
        seconds: to wait for an answer.
        log: is given what the op prints.
    """

    def __init__(
        self,
        run: jobs.ExportJob | jobs.RunJob,
        target: DebugTarget,
        seconds: float,
        log: Callable[[str], None],
    ) -> None:
        self._seconds, self._log = seconds, log
        self._said, out = os.pipe()
        self._rest = b""
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "workbench.engine.debug.inferior", str(out)],
            env=host_environment() | _ENVIRONMENT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=(out,),
            preexec_fn=end_with_parent,
            start_new_session=True,
        )
        os.close(out)
        self._write(jobs.encode(run) + msgspec.json.encode(target) + b"\n")

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def go(self) -> None:
        """Have it make the next call."""
        self._write(b"go\n")

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()
        self.print_output()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        if self._said >= 0:
            os.close(self._said)
            self._said = -1

    def _write(self, data: bytes) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(data)
            self._process.stdin.flush()

    def next(self, kind: type[Any]) -> Any:
        """The next message of the program."""
        deadline = time.monotonic() + self._seconds
        while b"\n" not in self._rest:
            left = deadline - time.monotonic()
            if left <= 0:
                raise self.too_long()
            select.select([self._said, self._output], [], [], min(left, 0.5))
            self.print_output()
            if not select.select([self._said], [], [], 0)[0]:
                continue
            data = os.read(self._said, 1 << 16)
            if not data:
                raise self._gone()
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        message = msgspec.json.decode(line, type=Ready | Returned | Failed)
        if isinstance(message, Failed):
            raise UserError.of(message.problems)
        assert isinstance(message, kind)
        return message

    def too_long(self) -> UserError:
        """It has not come so far within the time."""
        hint = "Does it loop for ever? Otherwise give it smaller example inputs."
        return UserError("timeout", f"stopped after {self._seconds:g} s", hint)

    def _gone(self) -> UserError:
        status = self._process.wait()
        how = f"status {status}" if status >= 0 else signal.Signals(-status).name
        message = f"the op's process ended ({how}) before anything could be looked at"
        return UserError("crash", message, "Run it (F5): a run tells of crashes with their line.")

    @property
    def _output(self) -> int:
        assert self._process.stdout is not None
        return self._process.stdout.fileno()

    def print_output(self) -> None:
        """Hand on what the op has printed."""
        with contextlib.suppress(OSError, ValueError):
            while select.select([self._output], [], [], 0)[0]:
                data = os.read(self._output, 1 << 16)
                if not data:
                    return
                self._log(data.decode("utf-8", "replace"))

"""gdb as a child process, driven by its machine interface."""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import subprocess
import time
from collections import deque
from typing import Any

from workbench import paths
from workbench.core.errors import UserError
from workbench.engine.debug.mi import Record, parse
from workbench.engine.with_parent import end_with_parent

__all__ = ["GET_GDB", "Gdb", "GdbError", "find_gdb"]

GET_GDB = "Debian and Ubuntu: apt install gdb; Fedora: dnf install gdb."
_ANSWER_SECONDS = 120.0
_SETTINGS = (
    "-gdb-set mi-async off",
    "-gdb-set confirm off",
    "-gdb-set pagination off",
    "-gdb-set auto-solib-add off",  # all of torch's symbols take seconds, and few are asked for
    "-gdb-set debuginfod enabled off",  # nothing is asked of another machine
    "-gdb-set can-use-hw-watchpoints 1",
    "-gdb-set print elements 24",
    "-gdb-set print max-depth 3",
    "-gdb-set print repeats 8",
    "-gdb-set print thread-events off",
    "-gdb-set scheduler-locking off",
    "-enable-pretty-printing",
)


class GdbError(Exception):
    """What gdb answers to a command that it cannot do."""


def find_gdb() -> str:
    """The program.

    Raises:
        UserError: kind ``debug``; there is none.
    """
    found = shutil.which(os.environ.get("OP_WORKBENCH_GDB") or "gdb")
    if not found:
        raise UserError("debug", "gdb is not installed, and the debugger is made of it", GET_GDB)
    return found


class Gdb:
    """One gdb; a context manager that ends it.

    Attributes:
        pid: its number.
    """

    def __init__(self) -> None:
        # -nx: what the user has gdb do elsewhere might ask something that nobody answers here.
        self._process = subprocess.Popen(
            [find_gdb(), "-nx", "-q", "--interpreter=mi3"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            preexec_fn=end_with_parent,
            start_new_session=True,  # Ctrl+C is for us
        )
        self.pid = self._process.pid
        self._rest = b""
        self._records: deque[Record] = deque()
        self._token = 0
        self.said: deque[str] = deque(maxlen=40)
        """What it wrote last for people."""
        for setting in _SETTINGS:
            with contextlib.suppress(GdbError):  # an older one may not know it
                self.ask(setting)
        with contextlib.suppress(GdbError):  # one without Python writes values as they are
            self.console(f"source {paths.resources() / 'toolchain' / 'gdb_printers.py'}")

    def __enter__(self) -> Gdb:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def kill(self) -> None:
        """End it now; what it held goes on."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """End it, and forget it."""
        self.kill()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def ask(self, command: str) -> dict[str, Any]:
        """Give a command and wait for the answer.

        Raises:
            GdbError: it cannot; with gdb's own words.
        """
        self._token += 1
        token = str(self._token)
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(f"{token}{command}\n".encode())
            self._process.stdin.flush()
        except BrokenPipeError:
            raise GdbError("gdb has ended") from None
        kept: list[Record] = []
        deadline = time.monotonic() + _ANSWER_SECONDS
        while True:
            try:
                record = self._next(deadline)
            except TimeoutError as error:
                raise GdbError(str(error)) from None
            if record.kind == "^" and record.token == token:
                self._records.extendleft(reversed(kept))
                if record.name == "error":
                    raise GdbError(record.values.get("msg", "gdb cannot do that"))
                return record.values
            kept.append(record)

    def console(self, command: str) -> str:
        """What a command of the command line prints."""
        before = len(self._records)
        self.ask(f'-interpreter-exec console "{command}"')
        fresh = list(self._records)[before:]
        return "".join(r.values["text"] for r in fresh if r.kind == "~")

    def stopped(self, seconds: float) -> dict[str, Any]:
        """Wait until the program stops.

        Raises:
            TimeoutError: it does not within the time.
            GdbError: gdb has ended.
        """
        deadline = time.monotonic() + seconds
        while True:
            record = self._next(deadline)
            if record.kind == "*" and record.name == "stopped":
                return record.values

    def _next(self, deadline: float) -> Record:
        while not self._records:
            assert self._process.stdout is not None
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self._process.stdout], [], [], left)[0]:
                raise TimeoutError("gdb does not answer")
            data = os.read(self._process.stdout.fileno(), 1 << 16)
            if not data:
                raise GdbError("gdb has ended")
            *lines, self._rest = (self._rest + data).split(b"\n")
            for line in lines:
                record = parse(line.decode("utf-8", "surrogateescape"))
                if record is not None:
                    self._records.append(record)
        return self._records.popleft()

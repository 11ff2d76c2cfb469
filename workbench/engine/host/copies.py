"""A kernel may fork. A copy of the job that comes back from it ends, and the job says so.

The copy would go on as if it were the job: write the same files, remove its scratch folder,
end its stages once more. So it is ended at the first line of ours that it reaches after the
user's code. A process that a kernel forks off and that never comes back (it calls ``exec`` or
``_exit``) is the kernel's own affair.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from workbench.core.errors import Problem
from workbench.engine.host import frames

__all__ = ["FORKED", "begin", "came_back", "end_copy", "forked_at", "no_copies"]

FORKED = Problem(
    "kernel",
    "the kernel called fork(), and the copy of the process came back from it too",
    "A forked process must end in exec or _exit inside the kernel; for work in parallel there "
    "is ctx.parallel_for.",
)

_PR_SET_CHILD_SUBREAPER = 36
_PATIENCE_SECONDS = 2.0


class _Job:
    """The process of the job, as it and its copies know it."""

    pid = 0
    returned: mmap.mmap | None = None


def begin() -> None:
    """In the job's child, before code of the user runs: this process is the job."""
    _Job.pid = os.getpid()
    _Job.returned = mmap.mmap(-1, 1 + frames.CALLS_BYTES)  # shared with every copy
    # A copy of a copy is seen as a child, too.
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)


def end_copy() -> None:
    """End this process if it is a copy of the job."""
    if _Job.returned is not None and os.getpid() != _Job.pid:
        where = frames.noted(fork=True)
        _Job.returned[1 : 1 + len(where)] = where
        _Job.returned[0] = 1
        os._exit(0)


@contextmanager
def no_copies() -> Iterator[None]:
    """Around a call of the user's code: only the job comes out of it."""
    try:
        yield
    finally:
        end_copy()


def came_back() -> bool:
    """Whether a copy has come back; waits a moment for those that are still on their way."""
    if _Job.returned is None:
        return False
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while not _Job.returned[0] and _copies() and time.monotonic() < deadline:
        time.sleep(0.002)
    return bool(_Job.returned[0])


def forked_at() -> bytes:
    """Where a copy that has come back was forked off, as ``frames`` notes it."""
    return _Job.returned[1:].partition(b"\0")[0] if _Job.returned is not None else b""


def _copies() -> list[int]:
    """The children that still run our own program."""
    command_line = Path("/proc/self/cmdline").read_bytes()
    found = []
    for thread in Path("/proc/self/task").iterdir():
        with suppress(OSError):
            for pid in (thread / "children").read_text().split():
                with suppress(OSError):  # one that has ended has no command line
                    if Path("/proc", pid, "cmdline").read_bytes() == command_line:
                        found.append(int(pid))
    return found

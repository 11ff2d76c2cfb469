"""Work of a job that may crash or hang without harm: done in a copy of its process, beside it."""

from __future__ import annotations

import ctypes
import os
import select
import signal
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np

from workbench.engine.host import copies
from workbench.engine.values.arrays import load_arrays, save_arrays

__all__ = ["Aside"]

_PR_SET_PDEATHSIG = 1


class Aside:
    """A copy of this process that computes arrays, from now on.

    Nothing of it is heard but its result: what the user's code prints there has been printed by
    the job already.

    Args:
        work: gives the arrays by name; code of the user may run in it. It must not speak to the
            host, and starts no threads: those of the job are not in the copy.
        file: where the copy writes them.
        seconds: how long it may take.
    """

    def __init__(
        self, work: Callable[[], Mapping[str, np.ndarray]], file: Path, seconds: float
    ) -> None:
        self._file = file
        self._until = time.monotonic() + seconds
        self._pid = os.fork()
        if self._pid == 0:
            _serve(work, file)

    def result(self) -> dict[str, np.ndarray]:
        """The arrays; none if the copy crashed, failed or took too long. Waits for it."""
        if not _ended_well(self._pid, self._until):
            return {}
        arrays = load_arrays(self._file)
        self._file.unlink()
        return arrays


def _serve(work: Callable[[], Mapping[str, np.ndarray]], file: Path) -> None:
    """The whole life of the copy; never returns."""
    status = 1
    try:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        copies.begin()  # what the user's code forks off here is a copy of this process
        quiet = os.open(os.devnull, os.O_WRONLY)
        for descriptor in (1, 2):
            os.dup2(quiet, descriptor)
        save_arrays(file, work())
        status = 0
    finally:  # whatever the user's code raised
        os._exit(status)


def _ended_well(pid: int, until: float) -> bool:
    descriptor = os.pidfd_open(pid)
    ended, _, _ = select.select([descriptor], [], [], max(0.0, until - time.monotonic()))
    os.close(descriptor)
    if not ended:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return status == 0

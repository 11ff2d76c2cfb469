"""A process that ends when the one that started it does, however that happens."""

from __future__ import annotations

import ctypes
import signal

__all__ = ["end_with_parent"]

_PR_SET_PDEATHSIG = 1


def end_with_parent(by: signal.Signals = signal.SIGKILL) -> None:
    """For the process itself, or for ``preexec_fn`` where it is about to become another program.

    Args:
        by: what it gets then; SIGTERM for one that ends others before itself.
    """
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, by)

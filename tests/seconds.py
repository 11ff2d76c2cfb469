"""How long something takes, as far as it can be told on a machine that does other work, too."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

__all__ = ["fastest"]


def fastest(call: Callable[[], object], tries: int = 3) -> float:
    """The CPU seconds of the fastest of some calls.

    A single call is a bad measure: the clock of a busy core, or a collection of all garbage that
    the tests before it left, makes it several times as long. Neither is the call's own.
    """
    best = float("inf")
    for _ in range(tries):
        gc.collect()  # none comes within a test: see conftest.py
        began = time.process_time()
        try:
            call()
        finally:
            best = min(best, time.process_time() - began)
    return best

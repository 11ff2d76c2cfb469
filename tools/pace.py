"""How fast the processor is while something is measured: the same arithmetic, again and again.

A virtual machine's processor does the same work in half or twice the time, as its neighbours and its
clock have it, and neither the load nor the time that is said to be stolen shows it. A figure that is
all processor time is no faster or slower than this.
"""

from __future__ import annotations

import statistics
import time
from typing import NamedTuple

__all__ = ["Pace", "sample"]

_ADDITIONS = 200_000
_ROUNDS = 20


class Pace(NamedTuple):
    """Seconds that the same arithmetic took, over several samples.

    Attributes:
        least: at the fastest.
        median: of all.
        most: at the slowest.
    """

    least: float
    median: float
    most: float

    @classmethod
    def of(cls, seconds: list[float]) -> Pace:
        """What samples come to. At least one is due."""
        return cls(min(seconds), statistics.median(seconds), max(seconds))

    def __str__(self) -> str:
        return (
            f"the same arithmetic took {self.least * 1e3:.1f} to {self.most * 1e3:.1f} ms meanwhile "
            f"(median {self.median * 1e3:.1f}): so much does this processor's speed vary"
        )


def sample() -> list[float]:
    """Seconds per round; about 0.2 s together."""
    return [_round() for _ in range(_ROUNDS)]


def _round() -> float:
    start = time.perf_counter()
    total = 0
    for number in range(_ADDITIONS):
        total += number * number
    return time.perf_counter() - start

"""Times several calls against each other, for the ``bench_*.py`` beside this file."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

__all__ = ["measure"]


def measure(
    calls: dict[str, Callable[[], object]], rounds: int, turn_seconds: float
) -> dict[str, list[float]]:
    """Per call and round the median seconds. They take turns: a busy time falls on all alike."""
    seconds: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            times = []
            end = time.perf_counter() + turn_seconds
            while (start := time.perf_counter()) < end:
                call()
                times.append(time.perf_counter() - start)
            seconds[name].append(statistics.median(times))
    return seconds

"""What a contender's process does: it times calls when it is told to. Needs nothing but Python.

Its standard input has lines: ``open FILE THREADS`` for another call to be timed, ``run SECONDS`` for a
turn. Each is answered by a line of JSON on the descriptor that it was given: what was measured, in
milliseconds, or why not: ``failed`` in words for the user, or ``told``, as the error says it.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable

__all__ = ["MOST", "serve"]

_LINES, _CHARACTERS = 4, 600
"""Of what an error says."""
MOST = 10_000
"""Calls of a turn."""


def serve(opened: Callable[[str, int], Callable[[], object]], descriptor: int) -> None:
    """Answer until the input ends.

    Args:
        opened: takes the file and the number of threads, and gives what is to be called; what it
            raises is told.
        descriptor: where answers go: the call may print.
    """
    _say(descriptor, {"ready": True})
    call: Callable[[], object] | None = None
    for line in sys.stdin:
        what, *words = line.split()
        try:
            if what == "open":
                call = None  # its memory is free before the next one takes some
                gc.collect()
                call = opened(words[0], int(words[1]))
                start = time.perf_counter()
                call()
                _say(descriptor, {"first": (time.perf_counter() - start) * 1e3})
            elif call is not None:
                _say(descriptor, {"times": _turn(call, float(words[0]))})
            else:
                _say(descriptor, {"failed": "nothing is open"})
        except Exception as error:  # whatever the user's code raises
            call = None
            _say(descriptor, _failure(error))


def _turn(call: Callable[[], object], seconds: float) -> list[float]:
    """Milliseconds of each call but the first, which finds the caches full of others' values."""
    call()
    times = []
    clock = time.perf_counter
    gc.disable()
    end = clock() + seconds
    while True:
        start = clock()
        call()
        now = clock()
        times.append((now - start) * 1e3)
        if now >= end or len(times) >= MOST:
            break
    gc.enable()
    return times


def _failure(error: Exception) -> dict[str, object]:
    """What went wrong, where that is meant for the user; else the first lines that the error has."""
    problem = getattr(error, "problem", None)
    if problem is not None:
        return {"failed": str(problem.message)}
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if said := [line for line in lines[1:] if " error: " in line]:
        lines = [lines[0], *said]  # a compiler's, whose command is longer than all that is told
    words = f"{type(error).__name__}: {' '.join(lines[:_LINES])}"
    return {"told": words[:_CHARACTERS]}


def _say(descriptor: int, answer: dict[str, object]) -> None:
    os.write(descriptor, json.dumps(answer).encode() + b"\n")

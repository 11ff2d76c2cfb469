"""Measured times as lines of a plot: against the elements of inputs and outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workbench.core.jobs import TimeResult
from workbench.core.timing.words import per_second, threads_text

__all__ = ["Line", "LinePoint", "lines_of", "roofs_of"]


class LinePoint(NamedTuple):
    """One of a line.

    Attributes:
        name: of the inputs.
        elements: of inputs and outputs.
        median, p95: milliseconds.
        rate: bytes and operations a second, where the op declares its cost.
    """

    name: str
    elements: int
    median: float
    p95: float
    rate: str = ""


class Line(NamedTuple):
    """One contender with a number of threads, or one of the machine's roofs.

    Attributes:
        name: the contender's, or ``memory`` or ``multiply-adds``.
        title: for people.
        threads: their number.
        points: small inputs first.
        who: the title without the threads.
    """

    name: str
    title: str
    threads: int
    points: tuple[LinePoint, ...]
    who: str = ""


def lines_of(results: Sequence[TimeResult]) -> list[Line]:
    """A line for each contender and number of threads."""
    found: dict[tuple[str, int], list[LinePoint]] = {}
    who: dict[str, str] = {}
    several = len({t.threads for r in results for t in r.timed}) > 1
    for result in sorted(results, key=lambda r: r.elements):
        for timed in result.timed:
            key = (timed.name, timed.threads)
            who[timed.name] = timed.title
            rates = []
            for amount, unit in ((result.bytes, "B"), (result.flops, "FLOP")):
                if amount is not None and timed.median > 0:
                    rates.append(per_second(amount / timed.median * 1e3, unit))
            name = result.name or "the example inputs"
            point = LinePoint(name, result.elements, timed.median, timed.p95, ", ".join(rates))
            found.setdefault(key, []).append(point)
    lines = []
    for (name, threads), points in found.items():
        title = who[name] + f", {threads_text(threads)}" * several
        lines.append(Line(name, title, threads, tuple(points), who[name]))
    return lines


def roofs_of(results: Sequence[TimeResult]) -> list[Line]:
    """The time that a call takes at least, by what the op declares as its cost and the machine can do.

    A line for each number of threads that was timed; none where no cost is declared, or nothing was
    measured.
    """
    found = []
    ordered = sorted(results, key=lambda r: r.elements)
    numbers = sorted({t.threads for r in results for t in r.timed})
    for name, what in (("memory", "memory bandwidth"), ("multiply-adds", "multiply-adds")):
        for threads in numbers:
            points = []
            for result in ordered:
                roof = next((r for r in result.roofs if r.threads == threads), None)
                amount = result.bytes if name == "memory" else result.flops
                if roof is None or not amount:
                    continue
                least = amount / (roof.bandwidth if name == "memory" else roof.flops) * 1e3
                points.append(LinePoint(result.name, result.elements, least, least))
            if len(points) > 1:
                title = f"machine: {what}, {threads_text(threads)}"
                found.append(Line(name, title, threads, tuple(points)))
    return found

"""Measured times as lines of a plot: against the elements of inputs and outputs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workbench.core.jobs import Machine, TimeResult
from workbench.core.timing.words import hosts_text, per_second, threads_text

__all__ = ["Line", "LinePoint", "lines_of", "roofs_of"]


_Kind = tuple[str, int]


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
    """One contender with a number of threads, or a roof; its points are of machines that are alike.

    Attributes:
        name: the contender's, or ``memory`` or ``multiply-adds``.
        title: for people.
        threads: their number.
        points: small inputs first.
        who: the title without the threads and the machines.
        hosts: the machines' names, where there are others that are not alike.
    """

    name: str
    title: str
    threads: int
    points: tuple[LinePoint, ...]
    who: str = ""
    hosts: str = ""


def _alike(results: Sequence[TimeResult]) -> dict[_Kind, str]:
    """For each kind of machine the names of those; none where there is one kind only."""
    found: dict[_Kind, list[Machine]] = {}
    for result in results:
        found.setdefault(result.machine.kind, []).append(result.machine)
    return {kind: hosts_text(of) if len(found) > 1 else "" for kind, of in found.items()}


def lines_of(results: Sequence[TimeResult]) -> list[Line]:
    """A line for each contender, number of threads, and kind of machine."""
    found: dict[tuple[str, int, _Kind], list[LinePoint]] = {}
    who: dict[str, str] = {}
    hosts = _alike(results)
    several = len({t.threads for r in results for t in r.timed}) > 1
    for result in sorted(results, key=lambda r: r.elements):
        for timed in result.timed:
            key = (timed.name, timed.threads, result.machine.kind)
            who[timed.name] = timed.title
            rates = []
            for amount, unit in ((result.bytes, "B"), (result.flops, "FLOP")):
                if amount is not None and timed.median > 0:
                    rates.append(per_second(amount / timed.median * 1e3, unit))
            name = result.name or "the example inputs"
            point = LinePoint(name, result.elements, timed.median, timed.p95, ", ".join(rates))
            found.setdefault(key, []).append(point)
    lines = []
    for (name, threads, kind), points in found.items():
        title = who[name] + f", {threads_text(threads)}" * several + _on(hosts[kind])
        lines.append(Line(name, title, threads, tuple(points), who[name], hosts[kind]))
    return lines


def roofs_of(results: Sequence[TimeResult]) -> list[Line]:
    """The time that a call takes at least, by what the op declares as its cost and the machine can do.

    A line for each number of threads that was timed and each kind of machine; none where no cost is
    declared, or nothing was measured.
    """
    found = []
    ordered = sorted(results, key=lambda r: r.elements)
    numbers = sorted({t.threads for r in results for t in r.timed})
    hosts = _alike(results)
    for name, what in (("memory", "memory bandwidth"), ("multiply-adds", "multiply-adds")):
        for threads, kind in ((n, kind) for kind in hosts for n in numbers):
            points = []
            for result in ordered:
                roof = next((r for r in result.roofs if r.threads == threads), None)
                amount = result.bytes if name == "memory" else result.flops
                if roof is None or not amount or result.machine.kind != kind:
                    continue
                least = amount / (roof.bandwidth if name == "memory" else roof.flops) * 1e3
                points.append(LinePoint(result.name, result.elements, least, least))
            if len(points) > 1:
                who = f"machine: {what}"
                title = f"{who}, {threads_text(threads)}{_on(hosts[kind])}"
                found.append(Line(name, title, threads, tuple(points), who, hosts[kind]))
    return found


def _on(hosts: str) -> str:
    return f", on {hosts}" if hosts else ""

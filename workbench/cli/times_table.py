"""Measured times on a terminal: a table for each set of inputs, and what is to be said of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from workbench.core.jobs import Missing, TimeResult
from workbench.core.timing import about, cells, headers, machines_text, not_run, shapes_text, told

__all__ = ["print_times"]


def print_times(points: Sequence[TimeResult], others: Sequence[Missing], out: TextIO) -> None:
    """Print them.

    Args:
        points: what was measured, for each set of inputs.
        others: who was left out from the beginning.
        out: where.
    """
    names = headers(points)
    rows = {id(p): [cells(p, timed, names) for timed in p.timed] for p in points}
    every = [names, *(row for many in rows.values() for row in many)]
    several = machines_text(points)
    widths = [max(len(row[i]) for row in every) for i in range(len(names))]
    for point in points:
        where = f"{point.name}: " if point.name else ""
        on = f"; on {point.machine.host}" if several else ""
        print(f"{where}{shapes_text(point.shapes)}; {point.elements:,} elements{on}", file=out)
        for row in (names, *rows[id(point)]):
            print("  " + _line(row, widths), file=out)
    for text in (*not_run(points), *about(points, others), *told(points)):
        print(f"  {text}", file=out)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    first, *others = zip(row, widths, strict=True)
    return "  ".join([f"{first[0]:<{first[1]}}", *(f"{text:>{wide}}" for text, wide in others)])

"""What is told of the sweeps in the history, in the same words everywhere."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.jobs import Machine, TimeResult
from workbench.core.storage.history import when
from workbench.core.storage.run_words import compared
from workbench.core.storage.sweeps import Sweep
from workbench.core.timing import duration, hosts_text, threads_text

__all__ = ["slower", "sweep_marks", "sweeps_beside"]


def slower(now: Sequence[TimeResult], before: Sequence[TimeResult]) -> str:
    """Who takes longer, at which size, by the rule for runs; empty for nobody."""
    return compared(now, before) or ""


def sweep_marks(sweeps: Sequence[Sweep]) -> list[str]:
    """Of each sweep, the newest first, what became slower since those before it, as ``marks`` has it of runs."""
    found = []
    for number, sweep in enumerate(sweeps):
        before = (one for one in sweeps[number + 1 :] if _are_alike(one, sweep))
        found.append(slower(sweep.points, [point for one in before for point in one.points]))
    return found


def _are_alike(one: Sweep, other: Sweep) -> bool:
    return (one.axis, one.made_by) == (other.axis, other.made_by)


def sweeps_beside(one: Sweep, other: Sweep) -> list[tuple[str, str, str, str]]:
    """Two sweeps: what it is, of the one, of the other, and how many times as long that one takes.

    Ratios are of medians, and only of machines that are alike.
    """
    rows = [
        ("Measured on", when(one.at), when(other.at), ""),
        ("Inputs", one.title, other.title, ""),
        ("Content", one.content[:10], other.content[:10], ""),
        ("Machines", hosts_text(_machines(one)), hosts_text(_machines(other)), ""),
    ]
    times, others = _medians(one), _medians(other)
    for key in dict.fromkeys((*times, *others)):
        mine, theirs = times.get(key), others.get(key)
        both = mine and theirs and mine[1] == theirs[1]
        ratio = f"{theirs[0] / mine[0]:.2f} ×" if both and mine and theirs and mine[0] else ""
        told = [duration(time[0]) if time else "–" for time in (mine, theirs)]
        rows.append((key, told[0], told[1], ratio))
    return rows


def _machines(sweep: Sweep) -> list[Machine]:
    return [point.machine for point in sweep.points]


def _medians(sweep: Sweep) -> dict[str, tuple[float, tuple[str, int]]]:
    """Milliseconds of a call, and the kind of machine, by inputs, who, and number of threads."""
    return {
        ", ".join(filter(None, (p.name, t.title, threads_text(t.threads)))): (
            t.median,
            p.machine.kind,
        )
        for p in sorted(sweep.points, key=lambda point: point.elements)
        for t in p.timed
    }

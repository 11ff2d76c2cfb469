"""What is told of the runs in the history, in the same words everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from workbench.core.jobs import Timed, TimeResult
from workbench.core.storage.history import Run, rank, when
from workbench.core.storage.measured import are_alike
from workbench.core.timing import threads_text

__all__ = ["compared", "figure", "kept_words", "marks", "side_by_side"]

_CHANGED = "Measured of an earlier state: something has changed since."

_SLOWER, _LEAST_MS, _BEFORE = 1.25, 0.02, 5
_LEAST_MEASURED_MS = 0.002
"""Many calls were measured, so that less says something."""


def figure(value: float | None) -> str:
    """A figure of a run in few digits."""
    return "–" if value is None else f"{value:.3g}"


def kept_words(at: float, changed: bool, slower: str = "", why: str = "") -> str:
    """A line on times that are in the history.

    Args:
        at: when they were measured; 0 where they are not there.
        changed: whether the op has another content now.
        slower: what takes longer than before.
        why: there are no more of them.
    """
    when_kept = f"Measured on {when(at)}" if at else ""
    return " · ".join(filter(None, (slower, why, when_kept, _CHANGED if changed else "")))


def side_by_side(one: Run, other: Run) -> list[tuple[str, str, str]]:
    """What two runs were and gave: what it is, of the one, of the other.

    Of the versions of what ran them, those that differ.
    """
    rows = [
        ("Run on", when(one.at), when(other.at)),
        ("Result", one.verdict, other.verdict),
        ("Content", one.content[:10], other.content[:10]),
        ("ms per run", figure(one.milliseconds), figure(other.milliseconds)),
        ("Median, ms", figure(one.median), figure(other.median)),
        ("Max abs", figure(one.max_abs_diff), figure(other.max_abs_diff)),
        ("Of budget", figure(one.rounding), figure(other.rounding)),
    ]
    rows += (
        (
            f"{stage.capitalize()} in seconds",
            figure(one.seconds.get(stage)),
            figure(other.seconds.get(stage)),
        )
        for stage in dict.fromkeys((*one.seconds, *other.seconds))
    )
    rows += (
        (name, figure(times[0].get(name)), figure(times[1].get(name)))
        for times in [(_times(one), _times(other))]
        for name in dict.fromkeys((*times[0], *times[1]))
    )
    made = zip_longest(one.made_by.split(", "), other.made_by.split(", "), fillvalue="–")
    rows += (("Made by", by, other_by) for by, other_by in made if by != other_by)
    return rows


def _times(run: Run) -> dict[str, float]:
    """Milliseconds of a call of each who was measured, by whom, with which inputs and threads."""
    return {
        ", ".join(filter(None, (t.title, m.name, threads_text(t.threads), "ms"))): t.median
        for m in run.measured
        for t in m.timed
    }


def marks(runs: Sequence[Run]) -> list[str]:
    """What became worse with each run, compared with those before it by the same program.

    A run counts as slower where a call takes a quarter more than the median of the five before. Where
    calls were measured, that decides, and what a single run takes is noise beside it. There even the
    fastest call must take a quarter more than a usual one: what else the machine does makes calls slower,
    and hardly all of them. Threads that wait for each other it makes slower all the time: where more of
    them take longer than fewer, only the fewest count.

    Args:
        runs: the newest first.

    Returns:
        Of each run a few words; empty for nothing.
    """
    found = []
    for number, run in enumerate(runs):
        before = list(runs[number + 1 :])
        words = []
        if before and rank(run.status) > rank(before[0].status):
            words.append(f"was: {before[0].verdict}")
        same = [one for one in before if one.made_by == run.made_by]
        measured = compared(run.measured, [m for one in same for m in one.measured])
        words.append(_slower_run(run, same) if measured is None else measured)
        found.append(", ".join(filter(None, words)))
    return found


def _slower_run(run: Run, before: Sequence[Run]) -> str:
    times = [r.milliseconds for r in before if r.milliseconds is not None][:_BEFORE]
    if run.milliseconds is None or len(times) < 2:
        return ""
    usual = sorted(times)[len(times) // 2]
    return _slower(run.milliseconds / usual) if _is_more(run.milliseconds, usual) else ""


def compared(now: Sequence[TimeResult], before: Sequence[TimeResult]) -> str | None:
    """Who was measured to be slower than before; None where there is nothing to compare with.

    Args:
        now: what was measured; of each set of inputs another one.
        before: what was measured earlier, the newest first.
    """
    worst, found = ("", 0.0), False
    for measured in now:
        earlier = [one for one in before if are_alike(one, measured)]
        for one in measured.timed:
            who = one.name, one.threads
            times = [t.median for m in earlier for t in m.timed if (t.name, t.threads) == who]
            if not times:
                continue
            found = True
            if _held_up(one, measured):
                continue
            last = sorted(times[:_BEFORE])
            usual = last[len(last) // 2]
            if _is_more(one.fastest, usual, _LEAST_MEASURED_MS):
                where = ", ".join(filter(None, (measured.name, one.title)))
                worst = max(worst, (where, one.median / usual), key=lambda two: two[1])
    if not found:
        return None
    return f"{worst[0]}: {_slower(worst[1])}" if worst[0] else ""


def _held_up(now: Timed, measured: TimeResult) -> bool:
    """Whether the same with fewer threads is faster, which says more of the machine than of the op."""
    fewer = (t for t in measured.timed if t.name == now.name and t.threads < now.threads)
    return any(_is_more(now.median, one.median, _LEAST_MEASURED_MS) for one in fewer)


def _is_more(now: float, usual: float, least: float = _LEAST_MS) -> bool:
    return now > max(_SLOWER * usual, usual + least)


def _slower(times: float) -> str:
    return f"{times:.1f} × slower"

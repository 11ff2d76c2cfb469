"""What the commands add to the user's history: runs, times and sweeps."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Iterator, Sequence

from workbench.core.errors import UserError
from workbench.core.jobs import TimeJob, TimeResult
from workbench.core.pipeline import made_by
from workbench.core.pipeline.op_state import OpState
from workbench.core.storage.history import History
from workbench.core.timing import swept_axis

__all__ = ["keep_exports", "keep_runs", "keep_sweep", "keep_times"]


@contextlib.contextmanager
def _history() -> Iterator[History]:
    """The user's history; what it says where it cannot be kept changes nothing else."""
    try:
        yield History()
    except UserError as error:
        print(f"op-workbench: {error}", file=sys.stderr)


def keep_runs(states: Sequence[OpState]) -> None:
    """Add the runs to the user's history."""
    with _history() as history:
        for state in states:
            if state.ended:
                history.add(state, made_by.made_by(), time.time())


def keep_exports(states: Sequence[OpState]) -> None:
    """Have the user's history know where the models are that were just exported."""
    with _history() as history:
        for state in states:
            history.add_export(state)


def keep_times(state: OpState, result: TimeResult) -> None:
    """Add to the user's history how long calls of an op took."""
    with _history() as history:
        history.add_times(state, made_by.made_by(), time.time(), result)


def keep_sweep(state: OpState, job: TimeJob, points: Sequence[TimeResult], why: str) -> None:
    """Add to the user's history what a sweep has measured, and why no more."""
    with _history() as history:
        content, axis = state.keys.get("compare", ""), swept_axis(job.points)
        history.add_sweep(state, made_by.made_by(), time.time(), content, axis, points, why)

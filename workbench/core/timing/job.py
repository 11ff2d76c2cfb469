"""The question for how long an op takes."""

from __future__ import annotations

import os
from collections.abc import Sequence

import msgspec

from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.pipeline.op_state import OpState
from workbench.core.timing.contenders import contenders_of

__all__ = [
    "CLUSTER_THREADS",
    "DEFAULT_THREADS",
    "MOST_THREADS",
    "chosen",
    "default_threads",
    "profile_job",
    "time_job",
]

MOST_THREADS = 1024
DEFAULT_THREADS = "1 thread and all cores"
"""What ``default_threads`` gives, in words."""
CLUSTER_THREADS = "1 thread and the cores of the smallest machine"
"""The same over a cluster, whose machines may have different numbers of cores."""
_TOO_LONG_SECONDS = 0.2


def default_threads(cores: int = 0) -> tuple[int, ...]:
    """One, and as many as there are cores; as this process may use where nobody says how many."""
    return tuple(dict.fromkeys((1, cores or len(os.sched_getaffinity(0)))))


def time_job(
    state: OpState,
    declared: Op,
    points: Sequence[jobs.TimeInputs] = (jobs.TimeInputs(),),
    threads: Sequence[int] = (),
    seconds: float = 0.5,
    whole: bool = False,
    only: Sequence[str] = (),
) -> jobs.TimeJob:
    """The job for an op that was built and exported.

    Args:
        state: brought up to date.
        declared: its declaration with its variants.
        points: the inputs.
        threads: numbers of threads; where empty ``default_threads`` of who measures, of several machines
            of the one with the fewest cores.
        seconds: of measured calls, for each contender with each number of threads.
        whole: whether large inputs are measured however long a call takes.
        only: names of contenders; all where empty.

    Raises:
        UserError: kind ``time``; the op is not built, or its model is not exported. Kind ``usage``;
            there is no such contender.
    """
    build, export = (state.current_result(stage) for stage in ("build", "export"))
    if (
        state.op is None
        or not isinstance(build, jobs.BuildResult)
        or not isinstance(export, jobs.ExportResult)
    ):
        raise UserError("time", "it is not up to date", "Verify it first.")
    if declared.variant not in ("", *declared.variants) or (
        declared.resolved().mapping != state.op.mapping
    ):
        declared = state.op  # it is being edited
    op = msgspec.structs.replace(
        state.op,
        mapping=declared.mapping,
        ort=declared.ort,
        variant=declared.variant,
        variants=declared.variants,
    )
    return jobs.TimeJob(
        1,
        str(state.folder),
        op,
        build.torch_library,
        build.ort_library,
        chosen(op, only),
        tuple(points),
        tuple(threads),
        seconds,
        0.0 if whole or len(points) == 1 else _TOO_LONG_SECONDS,
    )


def profile_job(state: OpState, case: str = "") -> jobs.ProfileJob:
    """The question for where the time of an op's model goes.

    Args:
        state: brought up to date.
        case: in whose model, with whose inputs; empty for the main ones.

    Raises:
        UserError: kind ``time``; the op is not built, or its model is not exported, or nothing here
            runs it.
    """
    build, export = (state.current_result(stage) for stage in ("build", "export"))
    if state.op is None or not isinstance(export, jobs.ExportResult):
        raise UserError("time", "it is not exported as it is now", "Run it first.")
    if not state.op.is_compared:
        raise UserError("time", "nothing here runs its model", "See op-workbench verify.")
    library = build.ort_library if isinstance(build, jobs.BuildResult) else ""
    session = state.op.session
    return jobs.ProfileJob(1, str(state.folder), export.case(case), library, session)


def chosen(op: Op, only: Sequence[str]) -> tuple[jobs.Contender, ...]:
    """The contenders of these names; all where there are none.

    Args:
        op: the declaration with its variants.
        only: names.

    Raises:
        UserError: kind ``usage``; one is not there, or cannot be timed.
    """
    found, missing = contenders_of(op)
    for name in only:
        if why := next((m.why for m in missing if m.name == name), ""):
            raise UserError("usage", f"'{name}' cannot be timed: {why}")
        if not any(one.name == name for one in found):
            hint = f"There are: {', '.join(one.name for one in found)}."
            raise UserError("usage", f"there is no '{name}' to be timed", hint)
    return tuple(one for one in found if not only or one.name in only)

"""The closer looks at an op that went wrong, the quickest first."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.compile.cxx_flags import CHECK_BOUNDS
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import Job
from workbench.engine.build.checked import OpJob, runs_code, with_flag
from workbench.engine.build.driver import drivable, driven
from workbench.engine.build.sanitized_run import MEMORY, THREADS, finding, sanitized_job
from workbench.engine.build.unset import can_find_unset, unset
from workbench.engine.host import sanitizers
from workbench.engine.host.child import Channel
from workbench.engine.host.looks import SANITIZERS, Look, Work

__all__ = ["closer_looks"]


def closer_looks(job: Job) -> tuple[Look, ...]:
    """Those that there are for a job; none for one that runs no C++ of the user."""
    if not isinstance(job, OpJob):
        return ()
    op = runs_code(job)
    if op is None or sanitizers.asked(op):
        return ()
    if not op.kernel.kind.is_shared:
        return (_SANITIZERS,)
    if not _alone(job, op):
        return (_INDICES, _SANITIZERS)
    return (_INDICES, _SANITIZERS, *((_UNSET,) if can_find_unset() else ()), _RACES)


def _alone(job: OpJob, op: Op) -> bool:
    """Whether the kernel can be called alone with what the job calls it with."""
    return drivable(op) and not (isinstance(job, jobs.ExportJob) and job.onnx_cases)


def _check_indices(job: Job, channel: Channel, work: Work) -> None:
    assert isinstance(job, OpJob)
    work(with_flag(job, CHECK_BOUNDS), channel)


def _sanitize(job: Job, channel: Channel, _: Work) -> None:
    assert isinstance(job, OpJob)
    op = runs_code(job)
    assert op is not None
    alone = _alone(job, op)
    try:
        if alone:
            problem = driven(Path(job.folder), op, MEMORY, log=channel.log)
        else:
            again = sanitized_job(job)
    except UserError as error:
        # What is lacking explains nothing of what went wrong.
        lacks = tuple(msgspec.structs.replace(p, severity="note") for p in error.problems)
        channel.send(jobs.StageEnded(job.id, SANITIZERS, "failed", 0.0, lacks))
        return
    channel.send(jobs.StageStarted(job.id, SANITIZERS))
    if not alone:
        problem = finding(again, log=channel.log)
    if problem is not None:
        channel.send(jobs.StageEnded(job.id, SANITIZERS, "failed", 0.0, (problem,)))


def _find_unset(job: Job, channel: Channel, _: Work) -> None:
    _try(job, channel, unset)


def _find_races(job: Job, channel: Channel, _: Work) -> None:
    _try(job, channel, lambda folder, op: driven(folder, op, THREADS, log=channel.log))


def _try(job: Job, channel: Channel, find: Callable[[Path, Op], Problem | None]) -> None:
    assert isinstance(job, OpJob)
    assert job.op is not None
    try:
        problem = find(Path(job.folder), job.op)
    except UserError:
        return  # an earlier look could not be built either, and has said why
    channel.send(jobs.StageStarted(job.id, SANITIZERS))
    if problem is not None:
        channel.send(jobs.StageEnded(job.id, SANITIZERS, "failed", 0.0, (problem,)))


_INDICES = Look(
    "checked indices (WB_CHECK_BOUNDS)",
    "Looking for an index outside its tensor, with WB_CHECK_BOUNDS.",
    _check_indices,
)
_SANITIZERS = Look(
    SANITIZERS,
    "Looking closer, with sanitizers (-fsanitize=address,undefined).",
    _sanitize,
)
_UNSET = Look(
    "marks on values that are not set",
    "Looking closer, for values that are used before they are set.",
    _find_unset,
)
_RACES = Look(
    "-fsanitize=thread",
    "Looking closer, for a data race (-fsanitize=thread).",
    _find_races,
)

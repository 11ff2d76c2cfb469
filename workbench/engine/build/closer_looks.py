"""The closer looks at an op that went wrong, the quickest first."""

from __future__ import annotations

from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.jobs import Job
from workbench.engine.build.checked import CHECKED, OpJob, runs_code, with_flag
from workbench.engine.build.driver import drivable, driven
from workbench.engine.build.sanitized_run import MEMORY, finding, sanitized_job
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
    return (_INDICES, _SANITIZERS) if op.kernel.kind.is_shared else (_SANITIZERS,)


def _check_indices(job: Job, channel: Channel, work: Work) -> None:
    assert isinstance(job, OpJob)
    work(with_flag(job, CHECKED), channel)


def _sanitize(job: Job, channel: Channel, _: Work) -> None:
    assert isinstance(job, OpJob)
    op = runs_code(job)
    assert op is not None
    alone = drivable(op) and not (isinstance(job, jobs.ExportJob) and job.onnx_cases)
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

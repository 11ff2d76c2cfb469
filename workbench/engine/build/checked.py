"""A job once more with another build of the op: with flags that have mistakes seen."""

from __future__ import annotations

from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.engine.build import build
from workbench.engine.store import Store

__all__ = ["OpJob", "runs_code", "with_flag"]

OpJob = jobs.ExportJob | jobs.RunJob | jobs.CaptureJob
"""The jobs that run an op."""


def runs_code(job: OpJob) -> Op | None:
    """The op of a job that runs C++ of the user; None for other jobs."""
    op = job.op
    if op is None:
        return None
    if isinstance(job, jobs.ExportJob):
        return op if op.kernel.kind.is_compiled else None
    side = op.ort.side
    runs = side.runs_kernel or op.ort.source
    return op if runs and (op.kernel.kind.is_compiled or op.ort.source) else None


def with_flag(job: OpJob, flag: str) -> OpJob:
    """The same job with libraries that are compiled with a further flag.

    They are built here: in a job's child. Of the flag the job's op knows, too.

    Raises:
        UserError: they cannot be built so.
    """
    op = job.op
    assert op is not None
    flags = (*op.kernel.compile_flags, flag)
    changed = msgspec.structs.replace(
        op, kernel=msgspec.structs.replace(op.kernel, compile_flags=flags)
    )
    made = build.build(Path(job.folder), changed, Store(), build.Reporter())[0]
    if isinstance(job, jobs.ExportJob):
        return msgspec.structs.replace(job, op=changed, torch_library=made.torch_library)
    return msgspec.structs.replace(job, op=changed, ort_library=made.ort_library)

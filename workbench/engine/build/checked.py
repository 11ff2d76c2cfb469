"""A job once more with a kernel that checks its indices (``WB_CHECK_BOUNDS``)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.jobs import Job
from workbench.core.op import Op
from workbench.engine.build import build
from workbench.engine.host import sanitizers
from workbench.engine.store import Store

__all__ = ["checked_job"]

_FLAG = "-DWB_CHECK_BOUNDS"


def checked_job(job: Job) -> Callable[[], Job] | None:
    """What makes the same job with a kernel that checks its indices; None where it has none.

    The call builds the libraries: in a child of the host.
    """
    if not isinstance(job, jobs.ExportJob | jobs.RunJob | jobs.CaptureJob):
        return None
    op = job.op
    if op is None or not op.kernel.kind.is_shared or sanitizers.asked(op):
        return None
    if isinstance(job, jobs.ExportJob):
        return lambda: msgspec.structs.replace(
            job, torch_library=_built(job.folder, op).torch_library
        )
    if not op.ort.side.runs_kernel:
        return None
    return lambda: msgspec.structs.replace(job, ort_library=_built(job.folder, op).ort_library)


def _built(folder: str, op: Op) -> jobs.BuildResult:
    flags = (*op.kernel.compile_flags, _FLAG)
    kernel = msgspec.structs.replace(op.kernel, compile_flags=flags)
    checked = msgspec.structs.replace(op, kernel=kernel)
    return build.build(Path(folder), checked, Store(), build.Reporter())[0]

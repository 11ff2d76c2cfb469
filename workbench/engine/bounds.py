"""An index outside its tensor: what a build with ``WB_CHECK_BOUNDS`` finds, with its line.

Such a build costs time in every access, so kernels are not made that way. After a crash the
host has the job done once more with one: the finding is the cause, the crash its consequence.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.jobs import Job
from workbench.core.op import Op
from workbench.engine import build, sanitizers
from workbench.engine.store import Store

__all__ = ["BOUNDS", "checked_job", "placed"]

BOUNDS = "bounds"
"""The kind of a problem that tells of an index outside its tensor."""
_FLAG = "-DWB_CHECK_BOUNDS"
# As wb::Index writes it.
_FOUND = re.compile(
    r"(index (?:-?\d+|\[[^\]]*\]) of a (?:tensor of sizes \[[^\]]*\]|list of \d+)) \(at (.+?):(\d+)\)"
)


def placed(problem: Problem, folder: str) -> Problem:
    """A problem that tells of such an index, as what it is and with its place."""
    found = _FOUND.search(problem.message)
    if found is None:
        return problem
    case = re.match(r"case [^:]+: ", problem.message)
    return Problem(
        BOUNDS,
        f"{case[0] if case else ''}the kernel goes out of bounds: {found[1]}",
        "Correct the index: what lies there belongs to something else.",
        str(Path(folder) / found[2]),
        line=int(found[3]),
    )


def checked_job(job: Job) -> Callable[[], Job] | None:
    """What makes the same job with a kernel that checks its indices; None where it has none.

    The call builds the libraries: in a child of the host.
    """
    if not isinstance(job, jobs.ExportJob | jobs.RunJob | jobs.CaptureJob):
        return None
    op = job.op
    if op is None or op.kernel.style != "portable" or sanitizers.asked(op):
        return None
    if isinstance(job, jobs.ExportJob):
        return lambda: msgspec.structs.replace(
            job, torch_library=_built(job.folder, op).torch_library
        )
    if op.ort.implementation not in ("portable", "bridge"):
        return None
    return lambda: msgspec.structs.replace(job, ort_library=_built(job.folder, op).ort_library)


def _built(folder: str, op: Op) -> jobs.BuildResult:
    flags = (*op.kernel.compile_flags, _FLAG)
    kernel = msgspec.structs.replace(op.kernel, compile_flags=flags)
    checked = msgspec.structs.replace(op, kernel=kernel)
    return build.build(Path(folder), checked, Store(), build.Reporter())[0]

"""The job that delivers what was verified."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench.core.delivery.form import Form
from workbench.core.delivery.package import Package
from workbench.core.errors import UserError
from workbench.core.jobs import BuildResult, CompareResult, DeliverJob, ExportResult, Limits
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.stage_keys import CONTENT
from workbench.core.platforms import OLDEST_GLIBC, Platform

__all__ = ["delivery_job", "together"]


_PLATFORM_SECONDS = 900.0
"""What the first library of a platform may take: the compiler's own library is made for it."""


def delivery_job(
    number: int,
    state: OpState,
    form: Form,
    target: Path,
    zipped: bool,
    platforms: Sequence[Platform] = (),
    glibc: str = OLDEST_GLIBC,
) -> DeliverJob:
    """The job for an op that ``refusals`` lets through.

    Args:
        number: of the job.
        state: brought up to date.
        form: in which it is delivered.
        target: the folder or archive to make.
        zipped: whether it is an archive.
        platforms: for which the op library is built; for this machine alone where there are none.
        glibc: the oldest that those for Linux are built for.

    Raises:
        UserError: kind ``deliver``; it is not up to date.
    """
    build, export, compare = (state.current_result(s) for s in ("build", "export", "compare"))
    if (
        state.op is None
        or not isinstance(build, BuildResult)
        or not isinstance(export, ExportResult)
        or not (isinstance(compare, CompareResult) or form.for_others)
    ):
        raise UserError("deliver", "it is not up to date", "Verify it, and deliver it then.")
    job = DeliverJob(
        number,
        str(state.folder),
        state.op,
        form.name,
        str(target),
        zipped,
        build.ort_library,
        export.cases,
        state.report().status,
        state.report().verdict,
        compare.outputs if isinstance(compare, CompareResult) else (),
        build.torch_library,
        platforms=tuple(platform.name for platform in platforms),
        glibc=glibc,
        key=state.keys.get(CONTENT, ""),
    )
    seconds = form.seconds + _PLATFORM_SECONDS * len(platforms)
    limits = msgspec.structs.replace(job.limits, seconds=seconds)
    return msgspec.structs.replace(job, limits=limits)


def together(parts: Sequence[DeliverJob], package: Package) -> DeliverJob:
    """One job for several ops in one package.

    Args:
        parts: the jobs of the ops.
        package: what it is called.
    """
    first, *others = parts
    limits = Limits(seconds=first.limits.seconds + 120.0 * len(others))
    return msgspec.structs.replace(
        first, others=tuple(others), package=package.name, version=package.version, limits=limits
    )

"""The job that runs a verified op in a further runtime."""

from __future__ import annotations

from workbench.core.errors import UserError
from workbench.core.jobs import BuildResult, ExportResult, RuntimeJob
from workbench.core.pipeline.op_state import OpState
from workbench.core.runtimes.runtime import Runtime

__all__ = ["runtime_job"]


def runtime_job(number: int, state: OpState, runtime: Runtime) -> RuntimeJob:
    """The job for an op that agrees or is only exported, and that the runtime does not refuse.

    Args:
        number: of the job.
        state: brought up to date.
        runtime: which.

    Raises:
        UserError: kind ``runtime``; the op is not up to date.
    """
    build, export = (state.current_result(s) for s in ("build", "export"))
    if (
        state.op is None
        or not isinstance(build, BuildResult)
        or not isinstance(export, ExportResult)
    ):
        raise UserError("runtime", "it is not up to date", "Verify it first.")
    op = state.op
    return RuntimeJob(
        number,
        str(state.folder),
        op,
        runtime.name,
        export.cases,
        tolerances=op.tolerances,
        shared=runtime.shared(op),
        torch_library=build.torch_library,
        ort_library=build.ort_library,
    )

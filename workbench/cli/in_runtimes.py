"""An op that was verified, in a further runtime."""

from __future__ import annotations

from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.pipeline.op_state import OpState, RuntimeReport
from workbench.core.runtimes import (
    Runtime,
    failed_report,
    goes_elsewhere,
    not_offered,
    report_of,
    runtime_job,
)
from workbench.engine.client import Engine

__all__ = ["in_runtime"]


def in_runtime(engine: Engine, state: OpState, runtime: Runtime) -> RuntimeReport | None:
    """What comes of an op there; None where it failed before, or differs here already.

    Args:
        engine: that has verified it.
        state: what came of that.
        runtime: which; it is there.
    """
    if not goes_elsewhere(state):
        return None
    if (refused := not_offered(runtime, state)) is not None:
        return refused
    try:
        found = engine.ask(runtime_job(1, state, runtime), jobs.RuntimeResult)
    except UserError as error:
        return failed_report(runtime, tuple(error.problems))
    return report_of(runtime, state, found)

"""An op that was verified, in a further runtime."""

from __future__ import annotations

from workbench.core import jobs
from workbench.core.errors import Problem, UserError
from workbench.core.op_state import NOT_RUN, OpState, RuntimeReport
from workbench.core.parity import UNVERIFIED
from workbench.core.runtimes import Runtime, runtime_job
from workbench.engine.client import Engine

__all__ = ["in_runtime"]


def in_runtime(engine: Engine, state: OpState, runtime: Runtime) -> RuntimeReport | None:
    """What comes of an op there; None where it failed before, or differs here already.

    Args:
        engine: that has verified it.
        state: what came of that.
        runtime: which; it is there.
    """
    status = state.report().status
    if status not in ("agrees", UNVERIFIED):
        return None
    if state.op is not None and (refused := runtime.refusal(state.op))[0]:
        problem = Problem("runtime", *refused, severity="note")
        return RuntimeReport(runtime.name, runtime.label, NOT_RUN, problems=(problem,))
    try:
        found = engine.ask(runtime_job(1, state, runtime), jobs.RuntimeResult)
    except UserError as error:
        problems = tuple(error.problems)
        return RuntimeReport(runtime.name, runtime.label, "failed", problems=problems)
    differences = [o.max_abs_diff for o in found.outputs]
    known = [d for d in differences if d is not None]
    return RuntimeReport(
        runtime.name,
        runtime.label,
        status if all(o.agrees for o in found.outputs) else "differs",
        found.ran_with,
        found.build_seconds,
        found.run_seconds,
        max(known) if known and len(known) == len(differences) else None,
        found.outputs,
    )

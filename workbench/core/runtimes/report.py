"""What is told of an op in a further runtime: in the report, in a line, and before anything is built."""

from __future__ import annotations

from workbench.core.errors import Problem
from workbench.core.jobs import RuntimeResult
from workbench.core.op_state import NOT_RUN, STATUS_WORDS, OpState, RuntimeReport
from workbench.core.parity import UNVERIFIED
from workbench.core.runtimes.runtime import Runtime

__all__ = [
    *("failed_report", "may_run", "not_offered", "report_line", "report_of", "report_text"),
]


def not_offered(runtime: Runtime, state: OpState) -> RuntimeReport | None:
    """Why the runtime does not run an op that was verified; None where it does.

    Args:
        runtime: which.
        state: what came of the op here.
    """
    if state.op is None or not (refused := runtime.refusal(state.op))[0]:
        return None
    problem = Problem("runtime", *refused, severity="note")
    return RuntimeReport(runtime.name, runtime.label, NOT_RUN, problems=(problem,))


def failed_report(runtime: Runtime, problems: tuple[Problem, ...]) -> RuntimeReport:
    """Of an op that did not run there."""
    return RuntimeReport(runtime.name, runtime.label, "failed", problems=problems)


def report_of(runtime: Runtime, state: OpState, found: RuntimeResult) -> RuntimeReport:
    """Of an op that ran there.

    Args:
        runtime: which.
        state: what came of the op here: no more is proven there.
        found: its outputs there, compared.
    """
    differences = [o.max_abs_diff for o in found.outputs]
    known = [d for d in differences if d is not None]
    return RuntimeReport(
        runtime.name,
        runtime.label,
        state.report().status if all(o.agrees for o in found.outputs) else "differs",
        found.ran_with,
        found.build_seconds,
        found.run_seconds,
        max(known) if known and len(known) == len(differences) else None,
        found.outputs,
    )


def may_run(state: OpState) -> bool:
    """Whether an op is one for further runtimes: nothing failed here, and nothing differs."""
    return state.report().status in ("agrees", UNVERIFIED)


def report_line(report: RuntimeReport) -> str:
    """``agrees · linux-aarch64 (emulated)``, with what it took."""
    text = f"{STATUS_WORDS[report.status]} · {report.label}"
    more = report_text(report)
    return f"{text}  {more}" if more else text


def report_text(report: RuntimeReport) -> str:
    """By how much it is off, and what it took; empty where nothing ran."""
    parts = []
    if report.max_abs_diff is not None:
        parts.append(f"max abs {report.max_abs_diff:.3g}")
    if report.ran_with and report.status != "failed":
        took = f"built in {report.build_seconds:.1f} s, ran in {report.run_seconds:.1f} s"
        parts.append(f"{took} ({report.ran_with})")
    return "; ".join(parts)

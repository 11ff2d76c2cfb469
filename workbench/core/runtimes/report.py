"""What is told of an op in a further runtime: in the report, in a line, and before anything is built."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from workbench.core.errors import Problem
from workbench.core.jobs import RuntimeResult
from workbench.core.pipeline import parity
from workbench.core.pipeline.op_state import (
    EXPORT_ONLY,
    NOT_RUN,
    STATUS_WORDS,
    OpReport,
    OpState,
    RuntimeReport,
)
from workbench.core.pipeline.parity import UNVERIFIED, unverified
from workbench.core.runtimes.runtime import Runtime
from workbench.core.types.devices import CPU, GPU

__all__ = [
    *("failed_report", "goes_elsewhere", "may_run", "not_offered", "report_line", "report_of"),
    *("report_text", "with_gpu"),
]


def not_offered(runtime: Runtime, state: OpState) -> RuntimeReport | None:
    """Why the runtime does not run an op that was verified; None where it does.

    Args:
        runtime: which.
        state: what came of the op here.
    """
    if state.op is None:
        return None
    if runtime.device == CPU and state.op.kernel.kind.needs_gpu:
        return _not_run(runtime, state.op.not_compared, "Run it in the runtime of a GPU.")
    refused = runtime.refusal(state.op)
    return _not_run(runtime, *refused) if refused[0] else None


def _not_run(runtime: Runtime, reason: str, hint: str) -> RuntimeReport:
    problem = Problem("runtime", reason, hint, severity="note")
    return RuntimeReport(
        runtime.name, runtime.label, NOT_RUN, problems=(problem,), device=runtime.device
    )


def failed_report(runtime: Runtime, problems: tuple[Problem, ...]) -> RuntimeReport:
    """Of an op that did not run there."""
    return RuntimeReport(
        runtime.name, runtime.label, "failed", problems=problems, device=runtime.device
    )


def report_of(runtime: Runtime, state: OpState, found: RuntimeResult) -> RuntimeReport:
    """Of an op that ran there.

    Args:
        runtime: which.
        state: what came of the op here: no more is proven there.
        found: its outputs there, compared.
    """
    if not found.outputs:
        reasons = dict.fromkeys(case.reason for case in found.skipped)
        reason = f"it can run none of the op's cases: {'; '.join(reasons)}"
        return _not_run(runtime, reason, "Add a case that it can run.")
    status, unproven = _proven(runtime, state, found)
    agrees = all(o.agrees for o in found.outputs)
    differences = [o.max_abs_diff for o in found.outputs]
    known = [d for d in differences if d is not None]
    return RuntimeReport(
        runtime.name,
        runtime.label,
        status if agrees else "differs",
        found.ran_with,
        found.build_seconds,
        found.run_seconds,
        max(known) if known and len(known) == len(differences) else None,
        found.outputs,
        unproven if agrees else (),
        found.skipped,
        runtime.device,
    )


def _proven(
    runtime: Runtime, state: OpState, found: RuntimeResult
) -> tuple[str, tuple[Problem, ...]]:
    """The status of outputs that all agree, and why it is not more."""
    status = state.report().status
    if status not in (EXPORT_ONLY, NOT_RUN) or state.op is None:
        return status, ()
    # ONNX Runtime has compared nothing here; that PyTorch agrees with a reference the export says.
    shared, vouched = runtime.shared(state.op), state.op.reference.declared
    unproven = unverified(found.outputs, shared, vouched)
    return UNVERIFIED if unproven else "agrees", unproven


def may_run(state: OpState) -> bool:
    """Whether an op's model may be run again: nothing failed here, and nothing differs."""
    return state.report().status in ("agrees", UNVERIFIED, EXPORT_ONLY)


def goes_elsewhere(state: OpState) -> bool:
    """Whether an op is one for further runtimes and machines: as ``may_run``, or it needs a GPU."""
    return may_run(state) or state.report().status == NOT_RUN


def with_gpu(report: OpReport, found: Sequence[RuntimeReport]) -> OpReport:
    """An op's report, where its kernel for GPUs has run on this machine's.

    Args:
        report: of what ran on the CPU.
        found: what came of the op in further runtimes of this machine.
    """
    ran = (one for one in found if one.device == GPU and one.status != NOT_RUN)
    gpu = next(ran, None)
    if gpu is None:
        return report
    if report.status == NOT_RUN:
        verdict = f"{STATUS_WORDS[gpu.status]} {_where(gpu)}"
        return msgspec.structs.replace(report, status=gpu.status, verdict=verdict)
    then = " and" if report.status == gpu.status else f"; {STATUS_WORDS[gpu.status]}"
    verdict = f"{STATUS_WORDS[report.status]} on the CPU{then} {_where(gpu)}"
    return msgspec.structs.replace(report, verdict=verdict)


def _where(report: RuntimeReport) -> str:
    """Which of the two runtimes ran on the GPU: ``in PyTorch on the GPU; ONNX Runtime not run there``."""
    wanted = (parity.PYTORCH, parity.RUNTIME)
    ran = [by for by in wanted if any(o.actual_by.startswith(f"{by} ") for o in report.outputs)]
    if len(ran) != 1:
        return "on the GPU"
    (lacking,) = set(wanted) - set(ran)
    return f"in {ran[0]} on the GPU; {lacking} not run there"


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
        built = f"built in {report.build_seconds:.1f} s, " if report.build_seconds else ""
        took = f"{built}ran in {report.run_seconds:.1f} s"
        parts.append(f"{took} ({report.ran_with})")
    for reason in dict.fromkeys(case.reason for case in report.skipped):
        number = sum(case.reason == reason for case in report.skipped)
        parts.append(f"{number} case{'s' * (number != 1)} not run: {reason}")
    return "; ".join(parts)

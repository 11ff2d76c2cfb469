"""What came of an op on another machine, as rows beside the runtimes that are here."""

from __future__ import annotations

from pathlib import Path

from workbench.core.elsewhere.result import GivenResult, GivenRow, read_result
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import ElsewhereJob, ElsewhereResult, ElsewhereRow, ExportResult
from workbench.core.pipeline.op_state import NOT_RUN, OpState, RuntimeReport
from workbench.core.pipeline.parity import PYTORCH, RUNTIME, UNVERIFIED, shared_kernel, unverified
from workbench.core.pipeline.stage_keys import CONTENT
from workbench.core.types.devices import GPU

__all__ = ["elsewhere_job", "refused_reason", "reports"]

_SAME_KERNEL = "the op's own code ran here, too"


def refused_reason(result: GivenResult, state: OpState) -> tuple[str, str]:
    """Why a result is none of an op as it is now, and the next step; empty where it is.

    Args:
        result: read.
        state: whose keys are known.
    """
    hint = "Deliver a check folder of it as it is now (deliver --form check), and run that one."
    if result.op != state.name:
        return f"it is a result of the op '{result.op}', and this is '{state.name}'", hint
    if result.key != state.keys.get(CONTENT):
        return (
            f"it is a result of another '{state.name}': its declaration, its kernel or its inputs "
            "have changed since the folder was made, or another variant or exporter is chosen",
            hint,
        )
    return "", ""


def elsewhere_job(number: int, state: OpState, file: Path) -> ElsewhereJob:
    """The job that compares what a result carries with what is expected here.

    Args:
        number: of the job.
        state: brought up to date.
        file: the result.

    Raises:
        UserError: kind ``result``; it cannot be taken in, or the op is not up to date.
    """
    result = read_result(file)
    reason, hint = refused_reason(result, state)
    if reason:
        raise UserError("result", reason, hint, file=file)
    export = state.current_result("export")
    if state.op is None or not isinstance(export, ExportResult):
        raise UserError("result", "the op is not up to date", "Verify it first.")
    return ElsewhereJob(
        number,
        str(file.resolve()),
        export.cases,
        tolerances=state.op.tolerances,
        shared={PYTORCH: _SAME_KERNEL, RUNTIME: shared_kernel(state.op)},
    )


def reports(result: GivenResult, found: ElsewhereResult, state: OpState) -> list[RuntimeReport]:
    """A row for each runtime and device.

    Args:
        result: as it was read.
        found: its outputs, compared here; a row for each of its rows.
        state: of the op here.
    """
    pairs = zip(result.rows, found.rows, strict=True)
    return [_report(result, row, compared, state) for row, compared in pairs]


def _report(
    result: GivenResult, row: GivenRow, compared: ElsewhereRow, state: OpState
) -> RuntimeReport:
    label = f"{row.by} on {row.name}, {result.day}"
    name = f"elsewhere: {row.by}, {row.device}"
    if row.status == "not run":
        return RuntimeReport(
            name,
            label,
            NOT_RUN,
            problems=(Problem("result", row.why, severity="note"),),
            device=row.device,
        )
    if row.status == "failed":
        problem = Problem("result", row.why)
        return RuntimeReport(name, label, "failed", problems=(problem,), device=row.device)
    outputs = compared.outputs
    unproven = (*compared.problems, *unverified(outputs, compared.shared))
    agrees = all(o.agrees for o in outputs)
    status = "differs" if not agrees else UNVERIFIED if unproven else "agrees"
    known = [o.max_abs_diff for o in outputs]
    numbers = [d for d in known if d is not None]
    return RuntimeReport(
        name,
        label,
        status,
        _ran_with(result, row),
        run_seconds=row.seconds,
        max_abs_diff=max(numbers) if numbers and len(numbers) == len(known) else None,
        outputs=outputs,
        problems=unproven if agrees else (),
        skipped=compared.skipped,
        device=row.device,
    )


def _ran_with(result: GivenResult, row: GivenRow) -> str:
    """Versions, and how long a call of the main case takes."""
    wanted = {"PyTorch": ("torch",), "ONNX Runtime": ("onnxruntime", "onnxruntime-gpu")}[row.by]
    parts = [f"{name} {result.versions[name]}" for name in wanted if name in result.versions]
    if row.device == GPU:
        parts += [f"driver {result.driver}"] * bool(result.driver)
        parts += [f"CUDA {result.cuda}"] * bool(result.cuda)
    parts += ["built there from its sources"] * row.built_here
    parts.append(f"{row.cases[0].milliseconds:.3g} ms a call")
    return ", ".join(parts)

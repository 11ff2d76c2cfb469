"""The job that runs an op in a further runtime, and compares its outputs as ONNX Runtime's are."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import numpy as np

from workbench.core.declaration.tolerance import Tolerance
from workbench.core.errors import UserError
from workbench.core.jobs import ExportedCase, OutputParity, RuntimeJob, RuntimeResult, SkippedCase
from workbench.core.pipeline.parity import BY_REFERENCE, MAIN_CASE, PYTORCH
from workbench.core.runtimes import Runtime
from workbench.core.types.dtypes import DTYPES, DType
from workbench.engine.environments.environment import used
from workbench.engine.host.child import Channel
from workbench.engine.parity.allowed import scale
from workbench.engine.parity.compare import compare_output
from workbench.engine.runtimes.runner import CHECK_FOLDER
from workbench.engine.runtimes.runners import RUNNERS, Runner
from workbench.engine.runtimes.telling import Telling
from workbench.engine.store import Store
from workbench.engine.values.arrays import load_arrays

__all__ = ["runtime_job"]


WriteCheck = Callable[[RuntimeJob, Sequence[ExportedCase], Path], None]
"""Writes the op's check folder with some of its cases."""


def runtime_job(job: RuntimeJob, channel: Channel, write_check: WriteCheck) -> None:
    """Stage ``runtime``."""
    runner = RUNNERS[job.runtime]
    with channel.stage("runtime") as outcome, used(runner.runtime) as there:
        versions, store = there.versions, Store()
        telling = Telling(channel, "runtime", f" for {job.runtime}")
        reasons = [_skips(runner, job, case) for case in job.cases]
        cases = [c for c, why in zip(job.cases, reasons, strict=True) if not why]
        skipped = [
            SkippedCase(c.name or MAIN_CASE, why)
            for c, why in zip(job.cases, reasons, strict=True)
            if why
        ]
        if not cases:
            outcome.result = RuntimeResult((), versions, 0.0, 0.0, tuple(skipped))
            return
        start = time.monotonic()
        built = runner.build(Path(job.folder), job.op, store, telling)
        building = time.monotonic() - start
        channel.progress("runtime", 0, 1, f"running the op on {runner.runtime.label}")
        start = time.monotonic()
        with store.scratch() as scratch:
            if runner.takes_check_folder:
                write_check(job, cases, scratch / CHECK_FOLDER)
            ran = runner.run(built, job, cases, scratch)
        running = time.monotonic() - start
        compared = [
            parity
            for by, outputs in ran.outputs.items()
            for case, given in zip(cases, outputs, strict=True)
            for parity in _compared(job, runner.runtime, by, case, given)
        ]
        versions = ", ".join(filter(None, (versions, ran.told)))
        outcome.result = RuntimeResult(tuple(compared), versions, building, running, tuple(skipped))
        if not all(o.agrees for o in compared):
            outcome.status = "differs"


def _skips(runner: Runner, job: RuntimeJob, case: ExportedCase) -> str:
    if job.op.kernel.kind.needs_gpu and not case.expected:
        return "nothing but the kernel says what it should give: add a reference"
    return runner.skips(case)


def _compared(
    job: RuntimeJob,
    runtime: Runtime,
    label: str,
    case: ExportedCase,
    outputs: dict[str, np.ndarray],
) -> list[OutputParity]:
    coarse = DTYPES.get(runtime.computes_in)
    reference, by = load_arrays(Path(case.reference)), PYTORCH
    if job.op.kernel.kind.needs_gpu:  # what PyTorch has here is a stand-in's
        reference, by = load_arrays(Path(case.expected)), case.expected_by or BY_REFERENCE
    # What other code gives is rounded in its own way.
    measured = case.rounding and job.shared and coarse is None
    budgets = load_arrays(Path(case.rounding)) if measured else {}
    missing = next((name for name in reference if name not in outputs), "")
    if missing:
        raise UserError("runtime", f"{label} gave no output '{missing}'")
    return [
        msgspec.structs.replace(
            compare_output(
                output,
                value,
                outputs[output],
                *_tolerance(job.tolerances.of(output), coarse, value),
                (by, label),
                budgets.get(output),
            ),
            independent=not job.shared,
            case=case.name,
        )
        for output, value in reference.items()
    ]


def _tolerance(given: Tolerance, coarse: DType | None, expected: np.ndarray) -> Tolerance:
    """The given one; not below what the runtime computes in."""
    if coarse is None or expected.dtype.kind != "f":
        return given
    return Tolerance(
        max(given.rtol, coarse.rtol), max(given.atol, coarse.of_scale * scale(expected))
    )

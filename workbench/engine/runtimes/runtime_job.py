"""The job that runs an op in a further runtime, and compares its outputs as ONNX Runtime's are."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import numpy as np

from workbench.core.errors import UserError
from workbench.core.jobs import ExportedCase, OutputParity, RuntimeJob, RuntimeResult
from workbench.core.parity import PYTORCH
from workbench.engine.host.child import Channel
from workbench.engine.parity.compare import compare_output
from workbench.engine.runtimes.environment import ready
from workbench.engine.runtimes.runners import RUNNERS
from workbench.engine.runtimes.telling import Telling
from workbench.engine.store import Store
from workbench.engine.values.arrays import load_arrays

__all__ = ["runtime_job"]


def runtime_job(job: RuntimeJob, channel: Channel) -> None:
    """Stage ``runtime``."""
    runner = RUNNERS[job.runtime]
    with channel.stage("runtime") as outcome:
        versions, store = ready(runner.runtime).versions, Store()
        telling = Telling(channel, "runtime", f" for {job.runtime}")
        start = time.monotonic()
        built = runner.build(Path(job.folder), job.op, store, telling)
        building = time.monotonic() - start
        channel.progress("runtime", 0, 1, f"running the op on {runner.runtime.label}")
        start = time.monotonic()
        with store.scratch() as scratch:
            outputs = runner.run(built, job.op, job.cases, scratch)
        running = time.monotonic() - start
        compared = [
            parity
            for case, given in zip(job.cases, outputs, strict=True)
            for parity in _compared(job, runner.runtime.label, case, given)
        ]
        outcome.result = RuntimeResult(tuple(compared), versions, building, running)
        if not all(o.agrees for o in compared):
            outcome.status = "differs"


def _compared(
    job: RuntimeJob, label: str, case: ExportedCase, outputs: dict[str, np.ndarray]
) -> list[OutputParity]:
    reference = load_arrays(Path(case.reference))
    # What other code gives is rounded in its own way.
    budgets = load_arrays(Path(case.rounding)) if case.rounding and job.shared else {}
    missing = next((name for name in reference if name not in outputs), "")
    if missing:
        raise UserError("runtime", f"{label} gave no output '{missing}'")
    return [
        msgspec.structs.replace(
            compare_output(
                output,
                value,
                outputs[output],
                job.rtol,
                job.atol,
                (PYTORCH, label),
                budgets.get(output),
            ),
            independent=not job.shared,
            case=case.name,
        )
        for output, value in reference.items()
    ]

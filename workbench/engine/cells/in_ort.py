"""Cells in ONNX Runtime: the model files of the PyTorch side, each run under the cell's conditions.

Sessions are kept, and one serves many cells: what a kernel keeps from one call to the next meets
other inputs.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import onnxruntime

from workbench.core import jobs
from workbench.core.cells import (
    AGREES,
    ALIKE,
    DIFFERS,
    FAILED,
    USUAL,
    Cell,
    CellFiles,
    CellOutcome,
)
from workbench.core.cells import factors as of
from workbench.core.declaration.op import Op
from workbench.core.declaration.tolerance import Tolerances
from workbench.core.errors import Problem, UserError
from workbench.core.pipeline.parity import BY_REFERENCE, PYTORCH, RUNTIME, shared_kernel
from workbench.engine.cells.conditions import AT_ONCE, drawn_inputs, rolled, threads_of
from workbench.engine.cells.difference import difference
from workbench.engine.host import bounds
from workbench.engine.host.child import Channel
from workbench.engine.host.memory import filled_memory
from workbench.engine.parity.repeat import repeat_problem, same
from workbench.engine.run.library_check import check_model_against_library
from workbench.engine.run.run import Call, open_session, run_model
from workbench.engine.values.arrays import load_arrays

__all__ = ["cells_run_job"]

_FEWEST, _SECONDS_AT_ONCE = 3, 0.05
_CAUSES = (
    "Does the kernel keep something in a static or global variable? Each call needs its own: a "
    "local variable, or a std::vector."
)


def cells_run_job(job: jobs.CellsRunJob, channel: Channel) -> None:
    """Stage ``check``: one ``CellEnded`` after the other."""
    with channel.stage("check"):
        sessions = _Sessions(job.ort_library)
        for number, (cell, files) in enumerate(zip(job.cells, job.files, strict=True)):
            text = f"running the kernel in ONNX Runtime ({cell.text})"
            channel.progress("check", number, len(job.cells), text)
            try:
                outcome = _outcome(job, sessions, cell, files)
            except UserError as error:
                problems = tuple(bounds.placed(p, job.folder) for p in error.problems)
                outcome = CellOutcome(cell.number, FAILED, problems)
            channel.send(jobs.CellEnded(job.id, outcome))


class _Sessions:
    """The sessions opened so far."""

    def __init__(self, library: str) -> None:
        self._library = library
        self._open: dict[tuple[str, str, str], onnxruntime.InferenceSession] = {}

    def of(self, cell: Cell, model: str) -> onnxruntime.InferenceSession:
        """The session for a cell's model, threads and optimisation."""
        threads, optimisation = cell.level(of.THREADS), cell.level(of.OPTIMISATION)
        key = (model, threads, optimisation)
        if key not in self._open:
            check_model_against_library(Path(model), self._library)
            with filled_memory():
                self._open[key] = open_session(
                    model,
                    self._library,
                    model,
                    threads=threads_of(cell),
                    optimised=optimisation == USUAL,
                    spinning=False,  # of many sessions at once, beside PyTorch
                )
        return self._open[key]


def _outcome(
    job: jobs.CellsRunJob, sessions: _Sessions, cell: Cell, files: CellFiles
) -> CellOutcome:
    op = job.op
    session = sessions.of(cell, files.model)
    inputs = load_arrays(Path(files.inputs))
    ran = run_model(session, inputs, more=1)
    expected = load_arrays(Path(files.expected)) if files.expected else {}
    found: list[Problem] = []
    if ran.other is not None:
        problem = repeat_problem(
            ran.outputs, ran.other, "the kernel", RUNTIME, Tolerances(random=op.tolerances.random)
        )
        if problem is not None and problem.severity == "error":
            return CellOutcome(cell.number, FAILED, (problem,))
        found += [problem] if problem is not None else []
    budgets = load_arrays(Path(files.rounding)) if files.rounding else {}
    if problem := difference(op, expected, ran.outputs, BY_REFERENCE, RUNTIME, budgets):
        return CellOutcome(cell.number, DIFFERS, (problem,))
    in_torch = load_arrays(Path(files.outputs)) if files.outputs else {}
    if in_torch and (problem := difference(op, in_torch, ran.outputs, PYTORCH, RUNTIME)):
        return CellOutcome(cell.number, DIFFERS, (problem,))
    if cell.level(of.CALLS) != USUAL and (
        problem := _at_once(op, session, inputs, drawn_inputs(op, cell))
    ):
        return CellOutcome(cell.number, DIFFERS, (problem,))
    proven = (expected or files.vouched or not shared_kernel(op)) and not op.is_random
    elements = sum(v.size for v in (expected or in_torch).values()) if proven else 0
    return CellOutcome(cell.number, AGREES if proven else ALIKE, tuple(found), elements=elements)


def _at_once(
    op: Op,
    session: onnxruntime.InferenceSession,
    inputs: Mapping[str, np.ndarray],
    drawn: set[str],
) -> Problem | None:
    """Several threads call one session, each with inputs of its own; each gets what it got alone."""
    calls = [Call(session, rolled(inputs, number, drawn)) for number in range(AT_ONCE)]
    alone = [call() for call in calls]
    start = threading.Barrier(AT_ONCE)

    def repeat(number: int) -> tuple[int, int]:
        start.wait()
        until, done, wrong = time.monotonic() + _SECONDS_AT_ONCE, 0, 0
        while done < _FEWEST or time.monotonic() < until:
            given = calls[number]()
            # Sums in another order are none of it.
            wrong += not same(alone[number], given) and _differs(op, alone[number], given)
            done += 1
        return done, wrong

    with ThreadPoolExecutor(AT_ONCE) as pool:
        counts = list(pool.map(repeat, range(AT_ONCE)))
    total, wrong = (sum(column) for column in zip(*counts, strict=True))
    if not wrong:
        return None
    message = (
        f"{wrong} of {total} calls give something else when {AT_ONCE} threads call one session "
        "at the same time"
    )
    return Problem("threads", message, _CAUSES)


def _differs(op: Op, alone: Mapping[str, np.ndarray], given: Mapping[str, np.ndarray]) -> bool:
    """Whether two results are not alike within the tolerances."""
    return difference(op, alone, given, "alone", "at once") is not None

"""Compares the outputs that a result of another machine carries with what is expected here."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

import msgspec
import numpy as np

from workbench.core.elsewhere import GivenCase, GivenOutput, GivenRow, read_result
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import (
    ElsewhereJob,
    ElsewhereResult,
    ElsewhereRow,
    ExportedCase,
    OutputParity,
    SkippedCase,
)
from workbench.core.pipeline.parity import BY_REFERENCE, MAIN_CASE, PYTORCH, UNVERIFIED
from workbench.core.types.dtypes import DTYPES
from workbench.engine.deliver.test_data import model_inputs
from workbench.engine.host.child import Channel
from workbench.engine.onnx.onnx_file import read_model
from workbench.engine.parity.allowed import allowance
from workbench.engine.parity.compare import compare_output
from workbench.engine.values.arrays import load_arrays, mark_of, numpy_dtype, stored

__all__ = ["digest", "elsewhere_job"]


def elsewhere_job(job: ElsewhereJob, channel: Channel) -> None:
    """Stage ``elsewhere``."""
    with channel.stage("elsewhere") as outcome:
        result = read_result(Path(job.file))
        rows = tuple(_row(job, row) for row in result.rows)
        outcome.result = ElsewhereResult(rows)
        if not all(o.agrees for row in rows for o in row.outputs):
            outcome.status = "differs"


def digest(arrays: Mapping[str, np.ndarray]) -> str:
    """Which inputs were run, as the program of a check folder says it, with numpy's own types."""
    found = hashlib.sha256()
    plain = {n + mark_of(a.dtype): stored(a) for n, a in arrays.items()}
    for key, value in sorted(plain.items()):
        found.update(f"{key} {value.dtype.str} {list(value.shape)};".encode())
        found.update(np.ascontiguousarray(value).tobytes())
    return found.hexdigest()


def _row(job: ElsewhereJob, row: GivenRow) -> ElsewhereRow:
    """One runtime on one device."""
    if row.status != "ran":
        return ElsewhereRow()
    given = {case.case: case for case in row.cases}
    if unknown := [name for name in given if name not in {case.name for case in job.cases}]:
        raise UserError("result", f"the op has no case '{unknown[0]}'", file=job.file)
    outputs: list[OutputParity] = []
    problems: list[Problem] = []
    skipped = []
    for case in job.cases:
        if case.name not in given:
            skipped.append(SkippedCase(case.name or MAIN_CASE, "it is not in the result"))
            continue
        compared, lacking = _compared(job, row, case, given[case.name])
        outputs += compared
        problems += lacking
    shared = job.shared.get(row.by, "")
    return ElsewhereRow(tuple(outputs), tuple(problems), shared, tuple(skipped))


def _compared(
    job: ElsewhereJob, row: GivenRow, case: ExportedCase, given: GivenCase
) -> tuple[list[OutputParity], list[Problem]]:
    """Each output with the reference's where there is one, else with PyTorch's here."""
    arrays = load_arrays(Path(case.inputs))
    names = [i.name for i in model_inputs(read_model(Path(case.model)))]
    if digest({name: arrays[name] for name in names}) != given.inputs:
        raise UserError(
            "result",
            f"{row.by} on {row.name} was given other inputs in the case {case.name or 'main'}",
            "Deliver a check folder anew, and run that one.",
            file=job.file,
        )
    reference = load_arrays(Path(case.reference))
    truth = load_arrays(Path(case.expected)) if case.expected else {}
    shared = job.shared.get(row.by, "")
    # What a GPU and other nodes compute is rounded in their own way.
    measured = case.rounding and shared and row.device == "cpu"
    budgets = load_arrays(Path(case.rounding)) if measured else {}
    known = {output.name: output for output in given.outputs}
    outputs: list[OutputParity] = []
    problems: list[Problem] = []
    for name, here in reference.items():
        if name not in known:
            raise UserError("result", f"{row.by} on {row.name} gave no '{name}'", file=job.file)
        if known[name].data is None:
            problems.append(_not_carried(known[name], case))
            continue
        proven = name in truth
        expected, by = (
            (truth[name], case.expected_by or BY_REFERENCE) if proven else (here, PYTORCH)
        )
        tolerance = job.tolerances.of(name)
        budget, usual = budgets.get(name), allowance(expected, *tolerance)
        if budget is not None and usual is not None and budget.shape == usual.shape:
            budget = np.maximum(budget, usual)  # another compiler's code is another, too
        parity = compare_output(
            name,
            expected,
            _array(job, known[name]),
            *tolerance,
            (by, f"{row.by} on {row.name}"),
            budget,
        )
        independent = proven or not shared
        outputs.append(msgspec.structs.replace(parity, independent=independent, case=case.name))
    return outputs, problems


def _not_carried(output: GivenOutput, case: ExportedCase) -> Problem:
    said = "agrees" if output.agrees else "differs"
    what = (
        f"'{output.name}' is too large for the result to carry: that it {said} is what the program there "
        "says, and was not compared here"
    )
    problem = Problem(UNVERIFIED, what, "Give a smaller case, too.", severity="warning")
    return problem.in_case(case.name)


def _array(job: ElsewhereJob, output: GivenOutput) -> np.ndarray:
    """Its elements. Raises UserError where they are not what it says."""
    data = output.data or b""
    if output.dtype not in DTYPES and output.dtype not in ("complex64", "complex128"):
        raise UserError("result", f"no output is of the type '{output.dtype}'", file=job.file)
    dtype = numpy_dtype(output.dtype)
    if len(data) != output.elements * dtype.itemsize:
        what = (
            f"'{output.name}' has {len(data)} bytes, which is no {output.dtype}{list(output.shape)}"
        )
        raise UserError("result", what, "Copy the file whole.", file=job.file)
    return np.frombuffer(data, dtype).reshape(output.shape)

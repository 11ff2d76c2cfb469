"""What ONNX Runtime gives, held against PyTorch's values, the reference's, and what is declared to hold."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np

from workbench.core.errors import Problem, UserError
from workbench.core.jobs import ExportedCase, OutputParity, RunJob
from workbench.core.pipeline.parity import BODY, BY_REFERENCE, PYTORCH, RUNTIME, is_truth
from workbench.engine.parity.compare import compare_output
from workbench.engine.parity.holds import broken_promise
from workbench.engine.values.arrays import load_arrays

__all__ = ["broken_promises", "compare_body", "compare_case"]


def compare_case(
    job: RunJob, case: ExportedCase, outputs: dict[str, np.ndarray]
) -> list[OutputParity]:
    """Each output of a case.

    Raises:
        UserError: kind ``reference``; it has other outputs than the model.
    """
    reference = load_arrays(Path(case.reference))
    if reference.keys() != outputs.keys():
        raise UserError(
            "reference",
            f"the reference has the outputs {_listed(reference)}, the model {_listed(outputs)}",
            "Name the arrays as the model's outputs.",
            file=case.reference,
        )
    tolerances = job.tolerances
    by = job.reference_by or PYTORCH
    budgets = load_arrays(Path(case.rounding)) if case.rounding else {}
    # What other code gives for these nodes is rounded in its own way.
    same_code = budgets if job.shared else {}
    compared = [
        msgspec.structs.replace(
            compare_output(
                name, value, outputs[name], *tolerances.of(name), (by, RUNTIME), same_code.get(name)
            ),
            independent=not job.shared,
        )
        for name, value in reference.items()
    ]
    if case.expected:
        by = case.expected_by or BY_REFERENCE
        compared += [
            msgspec.structs.replace(
                compare_output(
                    name,
                    value,
                    reference[name],
                    *tolerances.of(name),
                    (by, PYTORCH),
                    budgets.get(name),
                ),
                independent=is_truth(by) or not job.shared,
            )
            for name, value in load_arrays(Path(case.expected)).items()
        ]
    return [msgspec.structs.replace(parity, case=case.name) for parity in compared]


def compare_body(
    job: RunJob, case: ExportedCase, outputs: dict[str, np.ndarray]
) -> list[OutputParity]:
    """The model's own standard nodes compute in their own way, so they prove something."""
    by = (job.reference_by or PYTORCH, BODY)
    return [
        msgspec.structs.replace(
            compare_output(name, value, outputs[name], *job.tolerances.of(name), by), case=case.name
        )
        for name, value in load_arrays(Path(case.reference)).items()
    ]


def _listed(arrays: dict[str, np.ndarray]) -> str:
    return ", ".join(arrays) or "none"


def broken_promises(
    job: RunJob, cases: Sequence[ExportedCase], outputs: Sequence[dict[str, np.ndarray]]
) -> list[Problem]:
    """Where what ONNX Runtime gives is not as the op's reference says of all results."""
    if job.op is None or not job.op.reference.holds:
        return []
    found = []
    for case, given in zip(cases, outputs, strict=True):
        if case.sizes:
            continue  # made by the program: what holds is said of the declared examples
        values = {**case.literals, **load_arrays(Path(case.inputs))}
        declared = next((c for c in job.op.model.cases if c.name == case.name), None)
        op = job.op if declared is None else job.op.for_case(declared)
        if problem := broken_promise(op, values, given, RUNTIME):
            found.append(problem.in_case(case.name))
    return found

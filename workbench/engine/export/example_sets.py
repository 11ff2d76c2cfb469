"""The sets of example inputs that an op is run with, and those of ONNX's that fail."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import numpy as np

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.examples import example_files
from workbench.core.jobs import ExportedCase, ExportJob, FailedCase, SkippedCase
from workbench.core.pipeline.parity import BY_ONNX
from workbench.engine.export.sample import Values, sample_values
from workbench.engine.host.child import StageOutcome
from workbench.engine.onnx.captured import captured_cases
from workbench.importers.drafts.skeleton import UNWRITTEN

__all__ = ["ExampleSet", "Failed", "example_sets"]


class ExampleSet(msgspec.Struct):
    """One set of example inputs.

    ``expected`` is given for ONNX's own test cases, and by the op's ONNX model.
    """

    name: str
    op: Op
    values: Values
    expected: dict[str, np.ndarray] | None = None
    expected_by: str = ""


def example_sets(
    op: Op, folder: Path, job: ExportJob, outcome: StageOutcome, skipped: list[SkippedCase]
) -> Iterator[ExampleSet]:
    """The sets of example inputs: the declared ones, or ONNX's cases of an operator."""
    alone = msgspec.structs.replace(op.model, source="", inputs=(), cases=(), outputs=())
    if not job.onnx_cases:
        op = example_files.opened(op, folder)
        yield ExampleSet("", op, sample_values(op, folder))
        for case in op.model.cases:
            with_case = op.for_case(case)
            yield ExampleSet(case.name, with_case, sample_values(with_case, folder))
        if job.captured:
            whose = f"{Path(op.model.onnx).name} in ONNX Runtime"
            op = msgspec.structs.replace(op, model=alone)
            nodes, problems = captured_cases(op, Path(job.captured))
            outcome.problems += problems
            for node in nodes:
                yield ExampleSet(node.name, op, node.values, node.expected, whose)
        return
    from workbench.engine.onnx import onnx_cases as cases

    op = msgspec.structs.replace(op, model=alone)
    for found in cases.onnx_cases(op, folder, job.onnx_cases):
        if found.skipped:
            message = f"{found.name} is skipped: {found.skipped}"
            outcome.problems.append(Problem("onnx-cases", message, severity="note"))
            skipped.append(SkippedCase(found.name, found.skipped))
        else:
            yield ExampleSet(found.name, op, found.values, found.expected, BY_ONNX)


class Failed:
    """The cases that failed, where the others go on: ONNX's own are told one by one."""

    def __init__(self, each: bool) -> None:
        self._each = each
        self.cases: list[FailedCase] = []

    @contextlib.contextmanager
    def of(self, *names: str) -> Iterator[None]:
        """Note what goes wrong here as that of these cases; or let it end the job."""
        try:
            yield
        except UserError as error:
            unwritten = any(p.kind == UNWRITTEN for p in error.problems)
            if not self._each or unwritten:  # which is the same for all of them
                raise
            self.cases += [FailedCase(name, tuple(error.problems)) for name in names]

    def check(self, left: Sequence[ExportedCase]) -> None:
        """Raise what went wrong where no case is left."""
        if self.cases and not left:
            raise UserError.of([p for one in self.cases for p in one.problems])

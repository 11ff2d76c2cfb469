"""Cells in PyTorch: the reference first, then the kernel, then the model file for the other side.

The reference comes first because inputs that it does not take are nobody's: the kernel need not
take them either, and may do whatever it likes with them.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
import torch
from msgspec.structs import replace

from workbench.core import jobs
from workbench.core.cells import (
    AGREES,
    ALIKE,
    DIFFERS,
    FAILED,
    LEFT_OUT,
    REFUSED,
    USUAL,
    Cell,
    CellFiles,
    CellOutcome,
    realised,
)
from workbench.core.cells import factors as of
from workbench.core.cells.passes import BUILD, COMPILED, DUAL, GRADCHECK, GRADGRADCHECK, OPCHECK
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, RefusedError, UserError
from workbench.core.pipeline.parity import BY_REFERENCE, PYTORCH
from workbench.core.storage.siblings import sibling
from workbench.engine.cells.compiled import compiled
from workbench.engine.cells.conditions import threads_of
from workbench.engine.cells.difference import difference
from workbench.engine.cells.gradients import check_gradients
from workbench.engine.cells.inputs import hard_values, laid_out
from workbench.engine.cells.opcheck import EXPORTED, opcheck
from workbench.engine.cells.unset import UnsetValues
from workbench.engine.export.eager import expected_outputs, run_in_torch
from workbench.engine.export.exporters import export_model, generated_module
from workbench.engine.export.reference import reference_outputs
from workbench.engine.export.rounding import Budgets, has_budgets
from workbench.engine.export.sample import Callee, Sample, Values, sample_model, sample_values
from workbench.engine.export.torch_op import TorchOp, load_torch_op
from workbench.engine.host import bounds
from workbench.engine.host.child import Channel
from workbench.engine.values.arrays import save_arrays
from workbench.engine.values.tensors import to_array

__all__ = ["Cells", "cells_job"]

_GRADIENTS = {DUAL.name, GRADCHECK.name, GRADGRADCHECK.name}


def cells_job(job: jobs.CellsJob, channel: Channel) -> None:
    """Stage ``check``: one ``CellEnded`` after the other."""
    with channel.stage("check"):
        channel.progress("check", 0, 0, "loading the op")
        cells = Cells(job, channel)
        for number, cell in enumerate(job.cells):
            channel.progress("check", number, len(job.cells), f"checking {cell.text}")
            channel.send(jobs.CellEnded(job.id, cells.outcome(cell)))


class Model(NamedTuple):
    """A model file, or why there is none."""

    op: Op
    sample: Sample
    path: Path
    outputs: tuple[str, ...]
    problems: tuple[Problem, ...] = ()

    def is_for(self, sample: Sample, outputs: Sequence[str]) -> bool:
        """Whether it takes the inputs of another sample, and gives as many outputs."""
        return self.outputs == tuple(outputs) and self.sample.serves(sample)


class _Exporter:
    """The op as one exporter sees it."""

    def __init__(self, op: Op, folder: Path, library: str) -> None:
        self.torch_op: TorchOp = load_torch_op(op, folder, library)
        self.module = generated_module(op, folder)


class Cells:
    """What the cells of a job have in common: the loaded op, and the files exported so far.

    Attributes:
        main: the op as the declared exporter sees it.
    """

    def __init__(self, job: jobs.CellsJob, channel: Channel) -> None:
        self._job = job
        self._op, self._folder, self._work = job.op, Path(job.folder), Path(job.work)
        self._factors = of.factors_of(job.op)
        self._channel = channel
        self._exporters: dict[str, _Exporter] = {}
        self._models: dict[str, list[Model]] = {}
        self.main = self._exporter(self._op)
        self._threads = torch.get_num_threads()
        self._has_backward = False
        self._unset = UnsetValues(self._folder, job.limits.seconds)

    def _exporter(self, op: Op) -> _Exporter:
        name = op.model.exporter
        if name not in self._exporters:
            self._exporters[name] = _Exporter(op, self._folder, self._job.torch_library)
        return self._exporters[name]

    def _with_backward(self, exporter: _Exporter) -> None:
        """Register the op's backward, once; before it the op that it is, if it is one."""
        if not self._op.backward.declared or self._has_backward:
            return
        self._has_backward = True
        if name := self._op.backward.op:
            found = sibling(self._folder, name)
            if found is None:
                raise UserError("backward", f"there is no op '{name}'", key="backward.op")
            folder, other = found
            library = self._job.backward_library
            other = replace(other.resolved(), model=replace(other.model, exporter=EXPORTED))
            helper = _Exporter(other, folder, library)
            helper.torch_op.exported(helper.module)  # it gets its fake kernel
        exporter.torch_op.register_backward(exporter.module)

    def outcome(self, cell: Cell) -> CellOutcome:
        """What comes of a cell."""
        try:
            outcome = self._outcome(cell)
        except UserError as error:
            outcome = CellOutcome(cell.number, FAILED, self._placed(error.problems))
        if cell.level(BUILD) != USUAL:
            return outcome
        return self._unset.named(outcome, lambda: self.arguments(cell))

    def arguments(self, cell: Cell) -> tuple[Op, Values]:
        """The op of a cell, and the arguments that it is called with."""
        op = self._realised(cell)
        return op, hard_values(op, sample_values(op, self._folder), cell)

    def _realised(self, cell: Cell) -> Op:
        return realised(self._op, cell, self._factors)

    def callee(self, op: Op) -> Callee:
        """What a sample model calls."""
        return Callee(op, self.main.torch_op.call, self.main.torch_op.overload)

    def _placed(self, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
        return tuple(bounds.placed(p, str(self._folder)) for p in problems)

    def _outcome(self, cell: Cell) -> CellOutcome:
        if cell.level(BUILD) in _GRADIENTS:
            self._with_backward(self.main)
            op, main, library = self._realised(cell), self.main, self._job.dual_library
            return check_gradients(cell, op, self._folder, main.torch_op, main.module, library)
        op, values = self.arguments(cell)
        start = time.monotonic()
        expected: dict[str, np.ndarray] = {}
        if op.reference.declared and not op.model.source:
            try:
                self._channel.progress("check", 0, 0, f"{jobs.RUNNING_REFERENCE} ({cell.text})")
                expected = reference_outputs(op, self._folder, values)
            except RefusedError as error:
                return CellOutcome(cell.number, LEFT_OUT, error.problems)
            self._channel.progress("check", 0, 0, f"running the kernel in PyTorch ({cell.text})")
        if cell.level(BUILD) == OPCHECK.name:
            exporter = self._exporter(replace(op, model=replace(op.model, exporter=EXPORTED)))
            self._with_backward(exporter)
            return opcheck(cell, exporter.torch_op, exporter.module, values)
        if cell.level(BUILD) == COMPILED.name:
            exporter = self._exporter(replace(op, model=replace(op.model, exporter=EXPORTED)))
            self._with_backward(exporter)
            told = (exporter.torch_op, exporter.module)
            return compiled(cell, op, self._folder, *told, values, self._work)
        callee = self.callee(op)
        sample = sample_model(op, self._folder, values, callee)
        plain = sample.tensors
        sample.tensors = self._laid_out(op, plain, cell)
        found: list[Problem] = []
        try:
            outputs = self._run(op, sample, callee, cell, found)
        except RefusedError as error:
            problems = self._placed(error.problems)
            if problems[0].kind == bounds.BOUNDS or of.is_promised(self._op, cell):
                return CellOutcome(cell.number, FAILED, problems)
            return CellOutcome(cell.number, REFUSED if expected else LEFT_OUT, problems)
        vouched = False
        if op.model.source and op.reference.declared:
            expected, vouched = expected_outputs(op, self._folder, callee)
        if not expected and sample.tensors is not plain:
            # Nothing says what is right, but not where its inputs lie.
            sample.tensors = plain
            again = self._run(op, sample, callee, cell, found)
            if problem := difference(op, again, outputs, "inputs in order", PYTORCH):
                return CellOutcome(cell.number, DIFFERS, (problem,))
        sample.tensors = plain
        seconds = time.monotonic() - start
        budgets = self.budgets(cell, op, sample, callee, outputs, expected, seconds)
        if problem := difference(op, expected, outputs, BY_REFERENCE, PYTORCH, budgets):
            return CellOutcome(cell.number, DIFFERS, (problem,))
        truth = {} if op.is_random else expected or (outputs if vouched else {})
        status = AGREES if truth else ALIKE
        elements = sum(v.size for v in truth.values())
        outcome = CellOutcome(cell.number, status, tuple(found), elements=elements)
        # A model has at least one output: a list of no tensors is none.
        if not self._job.export or not op.is_compared or not outputs:
            return outcome
        return self._with_files(cell, op, sample, outputs, expected, budgets, vouched, outcome)

    def _laid_out(
        self, op: Op, tensors: dict[str, torch.Tensor], cell: Cell
    ) -> dict[str, torch.Tensor]:
        level = cell.level(of.LAYOUT)
        if level == USUAL:
            return tensors
        drawn = {e.arg for e in op.model.inputs if of.drawn(op, e)}
        return laid_out(tensors, level, {n for n in tensors if n in drawn})

    def _run(
        self, op: Op, sample: Sample, callee: Callee, cell: Cell, found: list[Problem]
    ) -> dict[str, np.ndarray]:
        threads = threads_of(cell)
        if torch.get_num_threads() != threads:
            torch.set_num_threads(threads)
        return run_in_torch(op, sample, callee, found)

    def budgets(
        self,
        cell: Cell,
        op: Op,
        sample: Sample,
        callee: Callee,
        outputs: Mapping[str, np.ndarray],
        expected: Mapping[str, np.ndarray],
        seconds: float,
    ) -> dict[str, np.ndarray]:
        """By how much each element may differ from what is expected, where that is measured.

        Args:
            cell, op, sample, callee: what has run.
            outputs, expected: what came of it.
            seconds: what both took.
        """
        if not expected or cell.level(BUILD) != USUAL or not has_budgets(op):
            return {}
        budgets = Budgets(op, self._folder)
        number = budgets.add(op, sample, callee, outputs, expected, seconds)
        budgets.begin(self._work)
        return budgets.measured()[number]

    # -- the model file

    def _with_files(
        self,
        cell: Cell,
        op: Op,
        sample: Sample,
        outputs: Mapping[str, np.ndarray],
        expected: Mapping[str, np.ndarray],
        budgets: Mapping[str, np.ndarray],
        vouched: bool,
        outcome: CellOutcome,
    ) -> CellOutcome:
        model = self.model(cell, op, sample, list(outputs))
        if model.problems:
            other = cell.level(of.EXPORT) == of.OTHER_EXPORTER
            status = LEFT_OUT if other else FAILED
            return CellOutcome(cell.number, status, model.problems)
        arrays: dict[str, Mapping[str, np.ndarray]] = {
            "inputs": {n: to_array(t) for n, t in sample.tensors.items()},
            "expected" if expected else "outputs": expected or outputs,
        }
        if budgets:
            arrays["rounding"] = budgets
        for kind, content in arrays.items():
            save_arrays(self._work / f"{cell.number}.{kind}.npz", content)
        paths = {kind: str(self._work / f"{cell.number}.{kind}.npz") for kind in arrays}
        return msgspec.structs.replace(
            outcome, files=CellFiles(str(model.path), **paths, vouched=vouched)
        )

    def model(self, cell: Cell, op: Op, sample: Sample, names: list[str]) -> Model:
        """A file that takes these inputs; exported with the usual sizes where it then does.

        Where elements decide how many tensors an output lists, a file is of its own inputs.
        """
        known = self._models.setdefault(cell.level(of.EXPORT), [])
        if found := next((m for m in known if m.is_for(sample, names)), None):
            return found
        shape = Cell(cell.number, of.file_levels(cell))
        usual = self._realised(shape)
        values = sample_values(usual, self._folder)
        callee = self.callee(op)
        serves = sample_model(usual, self._folder, values, callee).serves(sample)
        if op.counts_are_open or not serves:
            usual, values = op, hard_values(op, sample_values(op, self._folder), cell)
        known.append(self._exported(usual, values, names, f"{cell.number}.onnx"))
        return known[-1]

    def _exported(self, op: Op, values: Values, names: list[str], file: str) -> Model:
        path = self._work / file
        exporter = self._exporter(op)
        torch_op = exporter.torch_op
        callee = Callee(op, torch_op.call, torch_op.overload)
        sample = sample_model(op, self._folder, values, callee)
        self._channel.progress("check", 0, 0, f"{jobs.EXPORTING} ({op.model.exporter})")
        try:
            export_model(
                op, self._folder, exporter.module, torch_op, sample, callee, values, names, path
            )
        except UserError as error:
            return Model(op, sample, path, tuple(names), error.problems)
        return Model(op, sample, path, tuple(names))

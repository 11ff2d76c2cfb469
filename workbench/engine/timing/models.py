"""The inputs of each measurement, and the models that take them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from workbench.core.cells.sizes import resized
from workbench.core.declaration.cost import cost_of
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import TimeInputs, TimeJob
from workbench.engine.export.eager import run_in_torch
from workbench.engine.export.exporters import export_model, generated_module
from workbench.engine.export.sample import Callee, Sample, Values, sample_model, sample_values
from workbench.engine.export.torch_op import TorchOp, load_torch_op
from workbench.engine.values.arrays import save_arrays
from workbench.engine.values.examples import first_item, sizes_of
from workbench.engine.values.tensors import to_array

__all__ = ["Models", "Point"]


class Point(NamedTuple):
    """A set of inputs.

    Attributes:
        op: the declaration with them.
        sample, values: the model that is called, and the op's arguments.
        outputs: what PyTorch gives.
        inputs: the file of the model's inputs.
    """

    op: Op
    sample: Sample
    values: Values
    outputs: dict[str, np.ndarray]
    inputs: Path

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """Of the model's inputs."""
        return {name: tuple(t.shape) for name, t in self.sample.tensors.items()}

    @property
    def elements(self) -> int:
        """Of inputs and outputs."""
        inputs = sum(t.numel() for t in self.sample.tensors.values())
        return inputs + sum(array.size for array in self.outputs.values())

    def cost(self, rule: str) -> int | None:
        """What a rule of the op's cost comes to."""
        if self.op.model.source:
            return None  # the model does more than a call of the op
        values: dict[str, Any] = {**self.values, **self.outputs}
        firsts = {n: first_item(v) for n, v in values.items()}
        arrays = {n: v for n, v in firsts.items() if isinstance(v, np.ndarray)}
        few = {n: v.ravel().tolist() for n, v in arrays.items() if v.size <= _MOST_VALUES}
        itemsize = {n: v.itemsize for n, v in arrays.items()}
        return cost_of(self.op, rule, sizes_of(values), itemsize, few)


_MOST_VALUES = 1 << 16
"""Elements that a cost may ask for by ``value()``."""


class _Model(NamedTuple):
    sample: Sample
    path: Path
    outputs: list[str]


class Models:
    """The op of a job, loaded, and the models that were exported of it so far.

    Args:
        job: which.
        work: a folder for the files.
    """

    def __init__(self, job: TimeJob, work: Path) -> None:
        self._op, self._folder, self._work = job.op, Path(job.folder), work
        self._torch_op: TorchOp = load_torch_op(job.op.resolved(), self._folder, job.torch_library)
        self._known: dict[str | None, list[_Model]] = {}
        self._modules: dict[str | None, Any] = {}

    def point(self, wanted: TimeInputs, number: int) -> Point:
        """Make inputs, and run the op with them once.

        Raises:
            UserError: it does not run with them.
        """
        op = self._with_inputs(self._op.resolved(), wanted)
        values = sample_values(op, self._folder)
        callee = Callee(op, self._torch_op.call, self._torch_op.overload)
        sample = sample_model(op, self._folder, values, callee)
        found: list[Problem] = []
        outputs = run_in_torch(op, sample, callee, found)
        path = self._work / f"inputs-{number}.npz"
        save_arrays(path, {name: to_array(t) for name, t in sample.tensors.items()})
        return Point(op, sample, values, outputs, path)

    def _with_inputs(self, op: Op, wanted: TimeInputs) -> Op:
        if wanted.case:
            case = next((c for c in op.model.cases if c.name == wanted.case), None)
            if case is None:
                raise UserError("inputs", f"there is no case '{wanted.case}'")
            op = op.for_case(case)
        op = msgspec.structs.replace(op, model=msgspec.structs.replace(op.model, cases=()))
        return resized(op, wanted.sizes) if wanted.sizes else op

    def model(self, point: Point, variant: str | None) -> Path:
        """The exported model that takes the inputs of a point: an earlier one if it does.

        Args:
            point: of this object.
            variant: the mapping; None for the one in use.

        Raises:
            UserError: kind ``export``.
        """
        known = self._known.setdefault(variant, [])
        outputs = list(point.outputs)
        for model in known:
            if model.outputs == outputs and model.sample.serves(point.sample):
                return model.path
        op = self._op.resolved(variant)
        if variant is not None:  # in the opset of its own, and with the exporter that is in use
            op = msgspec.structs.replace(op, cost=point.op.cost)
        op = msgspec.structs.replace(
            op, model=msgspec.structs.replace(point.op.model, opset=op.model.opset)
        )
        if variant not in self._modules:
            self._modules[variant] = generated_module(op, self._folder)
        callee = Callee(op, self._torch_op.call, self._torch_op.overload)
        sample = sample_model(op, self._folder, point.values, callee)
        path = self._work / f"{'main' if variant is None else f'variant-{variant}'}-{len(known)}"
        path.mkdir()
        path = path / "model.onnx"
        module = self._modules[variant]
        told = (self._folder, module, self._torch_op, sample, callee, point.values)
        export_model(op, *told, outputs, path)
        known.append(_Model(sample, path, outputs))
        return path

"""Inputs and expected outputs of a delivery, as numpy reads them and as ONNX has its own tests."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
from onnx import numpy_helper

from workbench.core.declaration.op import Op
from workbench.core.jobs import ExportedCase
from workbench.core.pipeline.parity import PYTORCH
from workbench.engine.onnx.onnx_file import external_files, read_model
from workbench.engine.parity.allowed import allowance
from workbench.engine.values.arrays import load_arrays, mark_of, save_arrays

__all__ = [
    "MODEL",
    "DataSet",
    "copy_model",
    "data_sets",
    "expected_by",
    "model_inputs",
    "write_case",
]

MODEL = "model.onnx"
_SET, _FURTHER = "test_data_set_{}", "further_models"


class DataSet(NamedTuple):
    """Where a case is written to, relative to the delivery."""

    case: ExportedCase
    model: Path
    folder: Path


def data_sets(cases: Sequence[ExportedCase]) -> Iterator[DataSet]:
    """Where each case is written to: those of the main model beside it, as ONNX has its tests."""
    models = list(dict.fromkeys(case.model for case in cases))
    counts = dict.fromkeys(models, 0)
    for case in cases:
        number = models.index(case.model)
        folder = Path(_FURTHER, str(number)) if number else Path()
        yield DataSet(case, folder / MODEL, folder / _SET.format(counts[case.model]))
        counts[case.model] += 1


def copy_model(source: Path, target: Path) -> None:
    """Copy a model with the files beside it that hold its large tensors."""
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)
    for name in external_files(read_model(source), source):
        (target.parent / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source.parent / name, target.parent / name)


def model_inputs(model: onnx.ModelProto) -> list[onnx.ValueInfoProto]:
    """The inputs that a model is given: initializers are none."""
    given = {tensor.name for tensor in model.graph.initializer}
    return [i for i in model.graph.input if i.name not in given]


def write_case(
    op: Op, case: ExportedCase, model: Path, folder: Path, other_code: bool = False
) -> None:
    """Inputs, expected outputs, and by how much each element may differ.

    Args:
        op: whose case it is.
        case: that was verified.
        model: the delivered one.
        folder: to write to; it is there.
        other_code: the kernel may be compiled anew, or be another one.
    """
    graph = read_model(model)
    inputs = load_arrays(Path(case.inputs))
    expected = load_arrays(Path(case.reference))
    budgets: Mapping[str, np.ndarray] = {}
    if case.expected:
        expected |= load_arrays(Path(case.expected))
        budgets = load_arrays(Path(case.rounding)) if case.rounding else {}
    tolerances = op.tolerances
    made = (o.name for o in graph.graph.output)
    names = [name for name in made if not tolerances.of(name).is_anything]
    given = {i.name: inputs[i.name] for i in model_inputs(graph)}
    wanted = {name: expected[name] for name in names}
    allowed: dict[str, np.ndarray] = {}
    for name, array in wanted.items():
        declared = tolerances.of(name)
        found = allowance(array, *declared, budgets.get(name))
        usual = allowance(array, *declared)
        if found is not None and usual is not None:
            # The nodes of a fallback are rounded in their own way, too.
            other = other_code or op.mapping.fallback
            allowed[name] = np.maximum(found, usual) if other else found
    save_arrays(folder / "inputs.npz", given)
    save_arrays(folder / "outputs.npz", wanted)
    if allowed:
        # Under the names of the outputs as numpy's files have them.
        marked = {n + mark_of(wanted[n].dtype): a for n, a in allowed.items()}
        save_arrays(folder / "allowed.npz", marked)
    for kind, arrays in (("input", given), ("output", wanted)):
        for number, (name, array) in enumerate(arrays.items()):
            _write_tensor(folder / f"{kind}_{number}.pb", name, array)
    for number, name in enumerate(names):
        if name in allowed:
            _write_tensor(folder / f"allowed_{number}.pb", name, allowed[name])


def _write_tensor(path: Path, name: str, array: np.ndarray) -> None:
    tensor = numpy_helper.from_array(np.ascontiguousarray(array).reshape(array.shape), name)
    path.write_bytes(tensor.SerializeToString())


def expected_by(case: ExportedCase) -> str:
    """Who gave the expected outputs of a case."""
    return (case.expected_by or "the reference") if case.expected else PYTORCH

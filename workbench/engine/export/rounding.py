"""The rounding budgets of an op's sets of inputs, measured in a copy of the job's process.

User code: only in the torch host's forked child.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.pipeline.parity import is_rounding_measured
from workbench.engine.export.eager import argument_arrays, output_tensors
from workbench.engine.export.reference import reference_outputs
from workbench.engine.export.sample import Callee, Sample, Values
from workbench.engine.host.aside import Aside
from workbench.engine.host.rounding_modes import ROUNDING_MODES, rounding_mode
from workbench.engine.parity.rounding import (
    Movement,
    budget,
    floor,
    is_budgeted,
    movement,
    needs_budget,
)
from workbench.engine.store import Store, digest
from workbench.engine.values.arrays import load_arrays, save_arrays
from workbench.engine.values.tensors import to_array

__all__ = ["Budgets", "has_budgets"]

_SECONDS = 5.0
_RUNS = 20
"""A copy takes about seven runs; threads of the kernel's own are not in it, and would be waited for."""
_LONGEST_SECONDS = 1.0
"""What takes longer than this is not run several times more."""
_FILE, _KIND = "rounding.npz", "rounding"

Outputs = Mapping[str, np.ndarray]
Run = Callable[[], Outputs]


def has_budgets(op: Op) -> bool:
    """Whether budgets can be measured here."""
    return is_rounding_measured(op) and bool(ROUNDING_MODES)


class _Set(NamedTuple):
    """One set of inputs, and what came of it."""

    number: int
    op: Op
    kernel: Run
    values: Values
    outputs: Outputs
    expected: Outputs
    names: Sequence[str]


class Budgets:
    """By how much each element of the outputs may differ from the reference's, set by set.

    Where PyTorch's result is so near to it that no budget could be less, that is all there is to
    know. Else kernel and reference run again, all sets in one copy of the process. What rounding
    does to the reference is kept: it is the same after the next change of the kernel.

    Args:
        op: the declaration, of which ``has_budgets`` is true.
        folder: the op's.
    """

    def __init__(self, op: Op, folder: Path) -> None:
        self._op, self._folder = op, folder
        self._known: list[dict[str, np.ndarray]] = []
        self._sets: list[_Set] = []
        self._seconds = 0.0
        self._copy: Aside | None = None

    def add(
        self,
        op: Op,
        sample: Sample,
        callee: Callee,
        outputs: Outputs,
        expected: Outputs,
        seconds: float,
    ) -> int:
        """One more set of inputs; its number.

        Args:
            op: the declaration with these inputs.
            sample: the model with them.
            callee: the op as the model has called it.
            outputs: PyTorch's.
            expected: the reference's.
            seconds: what both took.
        """
        names = needs_budget(outputs, expected)
        known = {n: floor(v) for n, v in expected.items() if is_budgeted(v) and n not in names}
        self._known.append(known)
        number = len(self._known) - 1
        if names and self._seconds + seconds <= _LONGEST_SECONDS:
            self._seconds += seconds
            # An exporter puts a target of its own in the callee.
            kernel = partial(_run, op, sample, callee, callee.target)
            values = argument_arrays(callee.calls[0][0])
            self._sets.append(_Set(number, op, kernel, values, outputs, expected, names))
        return number

    def begin(self, scratch: Path, store: Store | None = None) -> None:
        """Measure from now on, beside what the job does; no set is added any more.

        Args:
            scratch: an existing folder of the job's own.
            store: where to keep what rounding does to the reference.
        """
        if not self._sets:
            return
        work = partial(self._measure, scratch / "rounding", store)
        seconds = min(_SECONDS, 0.5 + _RUNS * self._seconds)
        self._copy = Aside(work, scratch / _FILE, seconds)

    def measured(self) -> list[dict[str, np.ndarray]]:
        """The budgets of each set by output, in the output's unit. Waits for what was begun.

        An output is left out if it is of no type that has a budget, or the measurement failed.
        """
        if self._copy is None:
            return self._known
        arrays = self._copy.result()
        for one in self._sets:
            found = {n: arrays.get(f"{one.number}/{n}") for n in one.names}
            self._known[one.number] |= {n: a for n, a in found.items() if a is not None}
        return self._known

    def _kept(self, store: Store, key: str) -> dict[str, np.ndarray]:
        """What is kept of the references; none where it is not there, or damaged."""
        if not store.has(_KIND, key, _FILE):
            return {}
        try:
            arrays = load_arrays(store.path(_KIND, key, _FILE))
        except UserError:
            arrays = {}
        shapes = {n: one.expected[name].shape for one in self._sets for name in one.names
                  for n in _names_of(one, name)}  # fmt: skip
        if {n: a.shape for n, a in arrays.items()} == shapes:
            return arrays
        store.remove(_KIND, key)
        return {}

    def _key(self) -> str:
        """Of all that the reference is given, and gives; empty where its file is gone."""
        reference = self._op.reference
        file = self._folder / reference.source
        try:
            text = file.read_bytes() if reference.source else b""
        except OSError:
            return ""
        versions = (torch.__version__, np.__version__)
        sets = [(s.number, s.names, s.values, s.expected) for s in self._sets]
        return digest([pickle.dumps((versions, reference.python, reference.function, sets)), text])

    def _measure(self, made: Path, store: Store | None) -> dict[str, np.ndarray]:
        """In the copy: the budgets. What rounding does to the references is kept in the store."""
        torch.set_num_threads(1)  # the mode is this thread's, and a copy has no other
        key = self._key() if store is not None else ""
        references = self._kept(store, key) if store is not None and key else {}
        known = bool(references)
        budgets: dict[str, np.ndarray] = {}
        for one in self._sets:
            kernel = _moved(one.kernel)
            if not known:
                references |= self._reference(one)
            for name in one.names:
                moved = movement(one.outputs[name], [run[name] for run in kernel])
                by_reference = Movement(*(references[n] for n in _names_of(one, name)))
                given = budget(one.expected[name], moved, by_reference)
                budgets[f"{one.number}/{name}"] = given
        if store is not None and key and not known:
            with suppress(OSError):  # it is measured again, then
                made.mkdir()
                save_arrays(made / _FILE, references)
                store.add(_KIND, key, made)
        return budgets

    def _reference(self, one: _Set) -> dict[str, np.ndarray]:
        runs = _moved(partial(reference_outputs, one.op, self._folder, one.values))
        wide = {n: _widened(v) for n, v in one.values.items()}
        exact: Outputs = {}
        if any(one.expected[n].itemsize < np.float64().itemsize for n in one.names):
            try:
                exact = reference_outputs(one.op, self._folder, wide)
            except UserError:  # it does not take float64
                exact = {}
        arrays: dict[str, np.ndarray] = {}
        for name in one.names:
            moves = movement(one.expected[name], [run[name] for run in runs], exact.get(name))
            arrays |= dict(zip(_names_of(one, name), moves, strict=True))
        return arrays


def _names_of(one: _Set, name: str) -> Iterable[str]:
    """What the parts of a reference's movement are called among the arrays."""
    return (f"{one.number}/{name}/{part}" for part in Movement._fields)


def _moved(run: Run) -> list[Outputs]:
    """What is given under each rounding mode."""
    runs = []
    for mode in ROUNDING_MODES:
        with rounding_mode(mode):
            runs.append(run())
    return runs


def _run(op: Op, sample: Sample, callee: Callee, target: Callable[..., Any]) -> Outputs:
    callee.target, callee.keep = target, False
    with torch.no_grad():
        result = sample.module(*sample.given)
    return {name: to_array(tensor) for name, tensor in output_tensors(op, result).items()}


def _widened(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return value.astype(np.float64) if value.dtype == np.float32 else value
    return tuple(map(_widened, value)) if isinstance(value, tuple) else value

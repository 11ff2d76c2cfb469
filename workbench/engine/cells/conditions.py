"""The conditions under which a cell is run that both runtimes have, and scripts of cells."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping

import numpy as np

from workbench.core.cells import Cell, realised
from workbench.core.cells import factors as of
from workbench.core.declaration.op import Op

__all__ = ["AT_ONCE", "alike", "drawn_inputs", "rolled", "threads_of"]

AT_ONCE = 4
"""Threads that call one session."""


def threads_of(cell: Cell) -> int:
    """How many threads a runtime has for a cell."""
    return 1 if cell.level(of.THREADS) == of.ONE_THREAD else max(2, os.cpu_count() or 1)


def drawn_inputs(op: Op, cell: Cell) -> set[str]:
    """The model inputs whose elements mean nothing in particular."""
    made = realised(op, cell)
    names = (e.arg.replace("[", "_").rstrip("]") for e in made.model.inputs if of.drawn(made, e))
    return set(names)


def rolled(
    inputs: Mapping[str, np.ndarray], by: int, drawn: Collection[str]
) -> dict[str, np.ndarray]:
    """Inputs whose elements are drawn have them moved on, or others where all are alike."""

    def moved(array: np.ndarray) -> np.ndarray:
        rolled = np.roll(array, by)
        return np.ascontiguousarray(
            rolled + rolled.dtype.type(by) if by and alike(array) else rolled
        )

    return {name: moved(array) if name in drawn else array for name, array in inputs.items()}


def alike(array: np.ndarray) -> bool:
    """Whether all elements are the same, so that moving them on makes no difference."""
    return bool(array.size) and bool((array == array.flat[0]).all())

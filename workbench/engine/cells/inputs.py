"""The inputs of a cell: values that are hard, and tensors that do not lie in order."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import Any

import ml_dtypes
import numpy as np
import torch

from workbench.core.cells import factors
from workbench.core.cells.cell import Cell
from workbench.core.declaration.names import list_index
from workbench.core.declaration.op import Example, Op
from workbench.core.types.dtypes import DTYPES
from workbench.engine.values.arrays import unknown_to_numpy
from workbench.engine.values.layouts import layout_of

__all__ = ["hard_values", "laid_out"]

_EVERY = 5
_FEW = 2


def hard_values(op: Op, values: dict[str, Any], cell: Cell) -> dict[str, Any]:
    """The arguments with the elements that a cell asks for.

    Args:
        op: the cell's.
        values: as ``sample_values`` gives them.
        cell: which.
    """
    level, changed = cell.level(factors.VALUES), dict(values)
    expanded = cell.level(factors.LAYOUT) == factors.EXPANDED
    for number, example in enumerate(op.model.inputs):
        kind = factors.drawn(op, example)
        if not kind:
            continue
        entry = list_index(example.arg)
        given = values[entry[0]][entry[1]] if entry else values.get(example.arg)
        if not isinstance(given, np.ndarray):
            continue
        made = np.asarray(_of_level(given, level, kind, example, number))
        if expanded and made.ndim and made.shape[0] > 1:
            made = np.ascontiguousarray(np.broadcast_to(made[:1], made.shape))
        if entry:
            items = list(changed[entry[0]])
            items[entry[1]] = made
            changed[entry[0]] = tuple(items)
        else:
            changed[example.arg] = made
    return changed


def _of_level(
    given: np.ndarray, level: str, kind: str, example: Example, number: int
) -> np.ndarray:
    if kind == "range":
        return _ends(given, example) if level == factors.ENDS else given
    make = _LINE.get(level)
    if make is None:
        return given
    wide = given.astype(np.float64)
    return np.asarray(make(wide, str(given.dtype), number)).astype(given.dtype)


def _ends(given: np.ndarray, example: Example) -> np.ndarray:
    """Both ends of the range in turn; the upper one is not in it."""
    low = np.asarray(example.low).astype(given.dtype)
    high = np.asarray(example.high).astype(given.dtype)
    whole = DTYPES[str(given.dtype)].kind != "float" or example.generator == "integers"
    last = high - 1 if whole else _before(high)
    made: np.ndarray = np.where(np.arange(given.size) % 2 == 0, low, last)
    return made.astype(given.dtype).reshape(given.shape)


def _before(value: np.ndarray) -> np.ndarray:
    if unknown_to_numpy(value.dtype):  # numpy's nextafter does not know it: a step, by its epsilon
        step = float(ml_dtypes.finfo(value.dtype).eps) / 2  # type: ignore[no-untyped-call]
        smaller: np.ndarray = (value.astype(np.float32) * (1 - step)).astype(value.dtype)
        return smaller
    before: np.ndarray = np.nextafter(value, np.asarray(-np.inf, value.dtype))
    return before


def _some(wide: np.ndarray, number: int) -> np.ndarray:
    """A mask of every fifth element, of others in each input."""
    some: np.ndarray = np.arange(wide.size) % _EVERY == number % _EVERY
    return some.reshape(wide.shape)


def _with_nan(wide: np.ndarray, dtype: str, number: int) -> np.ndarray:
    return np.where(_some(wide, number), np.nan, wide)


def _with_inf(wide: np.ndarray, dtype: str, number: int) -> np.ndarray:
    return np.where(_some(wide, number), np.copysign(np.inf, wide), wide)


def _info(dtype: str) -> tuple[float, float]:
    """The smallest number with all its digits, and the largest one."""
    import ml_dtypes

    info = ml_dtypes.finfo(dtype)  # type: ignore[no-untyped-call]
    return float(info.smallest_normal), float(info.max)


def _denormal(wide: np.ndarray, dtype: str, number: int) -> np.ndarray:
    """Well below the smallest number that has all its digits."""
    return wide * _info(dtype)[0] / 16


def _large(wide: np.ndarray, dtype: str, number: int) -> np.ndarray:
    """So large that a product of two of them is still a number."""
    return wide * math.sqrt(_info(dtype)[1]) / 16


def _ties(wide: np.ndarray, dtype: str, number: int) -> np.ndarray:
    clipped: np.ndarray = np.clip(np.rint(wide), -_FEW, _FEW)
    return clipped


_LINE: dict[str, Callable[[np.ndarray, str, int], np.ndarray]] = {
    factors.ZEROS: lambda wide, dtype, number: np.zeros_like(wide),
    factors.NAN: _with_nan,
    factors.INF: _with_inf,
    factors.DENORMAL: _denormal,
    factors.LARGE: _large,
    factors.TIES: _ties,
    factors.EQUAL: lambda wide, dtype, number: np.full_like(wide, 1.5),
}


def laid_out(
    tensors: dict[str, torch.Tensor], level: str, expandable: Collection[str]
) -> dict[str, torch.Tensor]:
    """The same tensors, lying otherwise in memory.

    Args:
        tensors: by name.
        level: how they shall lie.
        expandable: the names of those whose elements are the same along the first axis.
    """
    make = layout_of(level)
    if make is None:
        return tensors
    some = expandable if level == factors.EXPANDED else tensors
    return {n: make(t) if n in some else t for n, t in tensors.items()}

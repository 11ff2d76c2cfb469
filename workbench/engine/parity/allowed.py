"""By how much an element may differ, and what a unit in its last place is."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from workbench.core.declaration.tolerance import Tolerance
from workbench.core.types.dtypes import DTYPES

__all__ = ["absolute", "allowance", "last_place", "scale", "type_tolerance", "usual_allowance"]


def allowance(
    expected: np.ndarray, rtol: float = -1.0, atol: float = -1.0, budget: np.ndarray | None = None
) -> np.ndarray | None:
    """By how much each element may differ in ``compare_output``, for a comparison elsewhere.

    Args:
        expected, rtol, atol, budget: as there.

    Returns:
        float64 of the output's shape; None where elements must be equal.
    """
    known = DTYPES.get(str(expected.dtype))
    if Tolerance(rtol, atol).is_anything:
        return np.full(expected.shape, np.inf)
    if not (known.kind == "float" if known else expected.dtype.kind in "fc"):
        return None
    if budget is not None and budget.shape == expected.shape and rtol < 0 and atol < 0:
        return budget.astype(np.float64)
    relative = rtol if rtol >= 0 else known.rtol if known else 0.0
    return usual_allowance(expected, relative, atol if atol >= 0 else absolute(expected))


def type_tolerance(expected: np.ndarray) -> np.ndarray:
    """By how much each element may differ where nothing but its type is known."""
    known = DTYPES.get(str(expected.dtype))
    if known is None:
        return np.zeros(expected.shape)
    return usual_allowance(expected, known.rtol, absolute(expected))


def usual_allowance(expected: np.ndarray, rtol: float, atol: float) -> np.ndarray:
    """``atol + rtol * |expected|`` of each element, where that is a number."""
    sizes = np.abs(expected.astype(np.complex128 if expected.dtype.kind == "c" else np.float64))
    with np.errstate(invalid="ignore"):
        allowed: np.ndarray = np.where(np.isfinite(sizes), rtol * sizes, 0.0) + atol
    return allowed


def absolute(expected: np.ndarray) -> float:
    """The ``atol`` of the element type, in the output's own unit."""
    known = DTYPES.get(str(expected.dtype))
    return max(known.of_scale * scale(expected), _smallest(expected)) if known else 0.0


def last_place(expected: np.ndarray) -> np.ndarray:
    """The unit in the last place of each element, float64.

    Below the smallest normal number the last place is not what counts.
    """
    sizes = np.abs(expected)  # of complex numbers a real one
    found: np.ndarray = np.maximum(np.spacing(sizes).astype(np.float64), _smallest(sizes))
    return found


def _smallest(expected: np.ndarray) -> float:
    """A difference that is none, however small the output: below it, many processors take 0."""
    if not expected.size or expected.dtype.kind in "biu":
        return 0.0
    info = ml_dtypes.finfo(expected.dtype)  # type: ignore[no-untyped-call]
    normal = float(info.smallest_normal)
    # With a short exponent the smallest numbers are usual ones, rounded to the next of their grid.
    return normal if normal < _NEAR_NOTHING else float(info.smallest_subnormal)


_NEAR_NOTHING = 1e-30
_SENTINEL = 1e6
"""Elements so many times larger than the median are marks (-1e9 of a mask), not the scale."""


def scale(expected: np.ndarray) -> float:
    """How large the output's elements are: the largest one that is no mark; 0 where all are 0."""
    sizes = np.abs(expected.astype(np.complex128 if expected.dtype.kind == "c" else np.float64))
    sizes = sizes[np.isfinite(sizes) & (sizes > 0)]
    if not sizes.size:
        return 0.0
    at = (sizes.size - 1) // 2
    middle = np.partition(sizes, at)[at]
    with np.errstate(over="ignore"):
        return float(sizes[sizes <= _SENTINEL * middle].max())

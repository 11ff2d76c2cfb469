"""Parity: whether ONNX Runtime agrees with PyTorch, and PyTorch with the op's reference."""

from __future__ import annotations

import ml_dtypes
import numpy as np

from workbench.core.declaration.tolerance import Tolerance
from workbench.core.jobs import Difference, OutputParity, Rounding
from workbench.core.pipeline.parity import PYTORCH, RUNTIME
from workbench.core.types.dtypes import DTYPES
from workbench.engine.values.arrays import element_type

__all__ = [
    "MAX_DIFFERENCES",
    "allowance",
    "compare_output",
    "last_place",
    "scale",
    "type_tolerance",
]

MAX_DIFFERENCES = 50
"""Differing elements that are listed per output."""


def compare_output(
    name: str,
    expected: np.ndarray,
    actual: np.ndarray,
    rtol: float = -1.0,
    atol: float = -1.0,
    who: tuple[str, str] = (PYTORCH, RUNTIME),
    budget: np.ndarray | None = None,
) -> OutputParity:
    """Compare one output, element by element.

    An element agrees if ``|actual - expected| <= atol + rtol * |expected|`` (as
    ``numpy.isclose`` has it), or both are nan, or both the same infinity. Whole numbers and
    truth values must be equal, whatever the tolerances. With a rounding budget,
    ``|actual - expected|`` is at most the element's, unless a tolerance is given.

    Args:
        name: the output's.
        expected, actual: the two results.
        rtol, atol: tolerances; negative for the element type's own, where ``atol`` is a part of
            the output's scale, and not below the smallest normal number; those of ``ANYTHING`` to
            compare shape and element type only.
        who: whose values they are.
        budget: by how much each element may differ (``parity.rounding``), of the output's shape.
    """
    dtype, given = (element_type(array) for array in (expected, actual))
    known = DTYPES.get(dtype)
    if any_element := Tolerance(rtol, atol).is_anything:
        rtol = atol = 0.0
    inexact = known.kind == "float" if known else expected.dtype.kind in "fc"
    if not inexact:
        rtol = atol = 0.0
    if rtol >= 0 or atol >= 0 or (budget is not None and budget.shape != expected.shape):
        budget = None
    if rtol < 0:
        rtol = known.rtol if known else 0.0
    if atol < 0:
        atol = _absolute(expected)
    shape = tuple(int(s) for s in actual.shape)

    def parity(agrees: bool, differing: int, note: str = "", **more: object) -> OutputParity:
        values = {"max_abs_diff": None, "max_rel_diff": None, **more}
        return OutputParity(
            name, *who, given, shape, agrees, int(actual.size), differing,
            rtol=rtol, atol=atol, note=note, **values,  # type: ignore[arg-type]
        )  # fmt: skip

    if expected.shape != actual.shape:
        note = f"the shape by {who[0]} is {list(expected.shape)}, and {list(shape)} by {who[1]}"
        return parity(False, actual.size, note)
    if dtype != given:
        note = f"the type by {who[0]} is {dtype}, and {given} by {who[1]}"
        return parity(False, actual.size, note)
    if any_element:
        return parity(True, 0, random=True)
    if expected.size == 0:
        return parity(True, 0, max_abs_diff=0.0, max_rel_diff=0.0)
    compared = expected.size
    if inexact:
        wide = np.complex128 if expected.dtype.kind == "c" else np.float64
        a, b = expected.astype(wide), actual.astype(wide)
        both_nan = np.isnan(a) & np.isnan(b)
        compared = int(np.count_nonzero(np.isfinite(a) | np.isfinite(b)))
        with np.errstate(invalid="ignore", over="ignore"):
            difference = np.where(both_nan | (a == b), 0.0, np.abs(b - a))
            close = difference <= budget if budget is not None else _is_close(b, a, rtol, atol)
    elif expected.dtype.kind == "U":
        close = expected == actual
        difference = a = np.where(close, 0.0, 1.0)
    else:
        close = expected == actual
        a = expected.astype(np.float64)
        # Not through float64: it cannot tell large integers apart.
        larger, smaller = np.maximum(actual, expected), np.minimum(actual, expected)
        with np.errstate(over="ignore"):
            apart = larger.astype(np.uint64) - smaller.astype(np.uint64)  # exact modulo 2**64
        difference = np.where(close, 0.0, apart.astype(np.float64))
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        relative = np.where(difference == 0, 0.0, difference / np.abs(a))
    listed = [
        Difference(tuple(int(i) for i in index), str(expected[index]), str(actual[index]))
        for index in map(tuple, np.argwhere(~close)[:MAX_DIFFERENCES])
    ]
    differing = int(np.count_nonzero(~close))
    return parity(
        differing == 0,
        differing,
        max_abs_diff=_finite_max(difference),
        max_rel_diff=_finite_max(relative),
        differences=tuple(listed),
        compared=compared,
        ulp=_finite_max(_in_units(difference, expected)) if inexact else None,
        rounding=None
        if budget is None
        else _rounding(expected, difference, budget, _allowed(expected, rtol, atol)),
    )


def _is_close(actual: np.ndarray, expected: np.ndarray, rtol: float, atol: float) -> np.ndarray:
    close: np.ndarray = np.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=True)
    return close


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
    return _allowed(expected, relative, atol if atol >= 0 else _absolute(expected))


def type_tolerance(expected: np.ndarray) -> np.ndarray:
    """By how much each element may differ where nothing but its type is known."""
    known = DTYPES.get(str(expected.dtype))
    if known is None:
        return np.zeros(expected.shape)
    return _allowed(expected, known.rtol, _absolute(expected))


def _allowed(expected: np.ndarray, rtol: float, atol: float) -> np.ndarray:
    sizes = np.abs(expected.astype(np.complex128 if expected.dtype.kind == "c" else np.float64))
    with np.errstate(invalid="ignore"):
        allowed: np.ndarray = np.where(np.isfinite(sizes), rtol * sizes, 0.0) + atol
    return allowed


def _absolute(expected: np.ndarray) -> float:
    known = DTYPES.get(str(expected.dtype))
    return max(known.of_scale * scale(expected), _smallest(expected)) if known else 0.0


def _rounding(
    expected: np.ndarray, difference: np.ndarray, budget: np.ndarray, usual: np.ndarray
) -> Rounding | None:
    """The element that uses most of its budget, where none does that with the least; ``usual`` is what
    is usual for the type.
    """
    known = np.isfinite(difference) & np.isfinite(expected)
    if not known.any():
        return None
    with np.errstate(all="ignore"):
        used = np.where(difference > 0, difference / budget, 0.0)
        score = used if (used[known] > 0).any() else -budget / last_place(expected)
    at = np.unravel_index(np.argmax(np.where(known, score, -np.inf)), budget.shape)
    ulp = float(last_place(expected[at]))
    error, allowed = (min(float(a[at]) / ulp, _LARGEST) for a in (difference, budget))
    unusual = known & (difference <= budget) & (difference > usual)
    return Rounding(error, allowed, int(np.count_nonzero(unusual)))


def _in_units(difference: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Differences in units in the last place of what is expected, float64."""
    with np.errstate(all="ignore"):
        found: np.ndarray = np.where(difference > 0, difference / last_place(expected), difference)
    return found


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
_LARGEST = float(np.finfo(np.float64).max)  # JSON has no infinity
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


def _finite_max(values: np.ndarray) -> float | None:
    largest = float(values.max())
    return largest if np.isfinite(largest) else None

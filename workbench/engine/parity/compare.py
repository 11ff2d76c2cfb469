"""Parity: whether ONNX Runtime agrees with PyTorch, and PyTorch with the op's reference."""

from __future__ import annotations

import numpy as np

from workbench.core.declaration.tolerance import Tolerance
from workbench.core.jobs import Difference, OutputParity, Rounding, WorstElement
from workbench.core.pipeline.parity import PYTORCH, RUNTIME
from workbench.core.types.dtypes import DTYPES
from workbench.engine.parity import elements
from workbench.engine.parity.allowed import absolute, last_place, usual_allowance
from workbench.engine.values.arrays import element_type

__all__ = ["MAX_DIFFERENCES", "compare_output"]

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
        atol = absolute(expected)
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

    def allowed(part: slice | np.ndarray) -> np.ndarray | None:
        if budget is not None:
            return budget.reshape(-1)[part]
        one = expected.reshape(-1)[part]
        return usual_allowance(one, rtol, atol) if inexact else None

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
        worst=_worst(expected, actual, allowed) if differing else None,
        compared=compared,
        ulp=_finite_max(_in_units(difference, expected)) if inexact else None,
        rounding=None
        if budget is None
        else _rounding(expected, difference, budget, usual_allowance(expected, rtol, atol)),
    )


def _worst(
    expected: np.ndarray, actual: np.ndarray, allowed: elements.Allowed
) -> WorstElement | None:
    """The worst element of two sides that differ; None of texts, which are alike or not."""
    return None if expected.dtype.kind == "U" else elements.worst_one(expected, actual, allowed)


def _is_close(actual: np.ndarray, expected: np.ndarray, rtol: float, atol: float) -> np.ndarray:
    close: np.ndarray = np.isclose(actual, expected, rtol=rtol, atol=atol, equal_nan=True)
    return close


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


_LARGEST = float(np.finfo(np.float64).max)  # JSON has no infinity


def _finite_max(values: np.ndarray) -> float | None:
    largest = float(values.max())
    return largest if np.isfinite(largest) else None

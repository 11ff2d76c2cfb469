"""Parity: whether ONNX Runtime's outputs agree with PyTorch's."""

from __future__ import annotations

import numpy as np

from workbench.core.dtypes import DTYPES
from workbench.core.jobs import Difference, OutputParity

__all__ = ["MAX_DIFFERENCES", "compare_output"]

MAX_DIFFERENCES = 50
"""Differing elements that are listed per output."""


def compare_output(
    name: str,
    torch_value: np.ndarray,
    ort_value: np.ndarray,
    rtol: float = -1.0,
    atol: float = -1.0,
) -> OutputParity:
    """Compare one output, element by element.

    An element agrees if ``|ort - torch| <= atol + rtol * |torch|`` (``numpy.isclose`` with
    PyTorch's value as the reference), or both are nan, or both the same infinity.

    Args:
        name: the output's.
        torch_value, ort_value: the two results.
        rtol, atol: tolerances; negative for the element type's own.
    """
    dtype = str(torch_value.dtype)
    known = DTYPES.get(dtype)
    rtol = rtol if rtol >= 0 else (known.rtol if known else 0.0)
    atol = atol if atol >= 0 else (known.atol if known else 0.0)
    shape = tuple(int(s) for s in ort_value.shape)

    def parity(agrees: bool, differing: int, note: str = "", **more: object) -> OutputParity:
        values = {"max_abs_diff": None, "max_rel_diff": None, **more}
        return OutputParity(
            name, str(ort_value.dtype), shape, agrees, int(ort_value.size), differing, rtol=rtol, atol=atol, note=note,
            **values,  # type: ignore[arg-type]
        )  # fmt: skip

    if torch_value.shape != ort_value.shape:
        return parity(
            False,
            ort_value.size,
            f"PyTorch's shape is {list(torch_value.shape)}, ONNX Runtime's {list(shape)}",
        )
    if torch_value.dtype != ort_value.dtype:
        return parity(
            False, ort_value.size, f"PyTorch's type is {dtype}, ONNX Runtime's {ort_value.dtype}"
        )
    if torch_value.size == 0:
        return parity(True, 0, max_abs_diff=0.0, max_rel_diff=0.0)
    if torch_value.dtype.kind in "fc":
        a, b = torch_value.astype(np.float64), ort_value.astype(np.float64)
        close = np.isclose(b, a, rtol=rtol, atol=atol, equal_nan=True)
        both_nan = np.isnan(a) & np.isnan(b)
        with np.errstate(invalid="ignore", over="ignore"):
            difference = np.where(both_nan | (a == b), 0.0, np.abs(b - a))
    else:
        close = torch_value == ort_value
        a = torch_value.astype(np.float64)
        difference = np.where(close, 0.0, np.abs(ort_value.astype(np.float64) - a))
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        relative = np.where(difference == 0, 0.0, difference / np.abs(a))
    listed = [
        Difference(tuple(int(i) for i in index), str(torch_value[index]), str(ort_value[index]))
        for index in map(tuple, np.argwhere(~close)[:MAX_DIFFERENCES])
    ]
    differing = int(np.count_nonzero(~close))
    return parity(
        differing == 0,
        differing,
        max_abs_diff=_finite_max(difference),
        max_rel_diff=_finite_max(relative),
        differences=tuple(listed),
    )


def _finite_max(values: np.ndarray) -> float | None:
    largest = float(values.max())
    return largest if np.isfinite(largest) else None

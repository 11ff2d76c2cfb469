"""Whether a kernel that is run again on the same inputs gives the same again."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from workbench.core.declaration.tolerance import USUAL, Tolerances
from workbench.core.errors import Problem
from workbench.core.types.dtypes import DTYPES
from workbench.engine.host.memory import PATTERNS
from workbench.engine.parity.compare import compare_output

__all__ = ["repeat_problem", "same"]

_CAUSES = {
    "the kernel": "Does it keep something from one call to the next (a static or global variable), "
    "read what it has not written, or let threads race?",
    "the model": "Does it draw random numbers, or keep something from one call to the next?",
}
_MEANT = " Is the output meant to be drawn anew in each call? Then set random = true for it."
"""What may be said of a kernel alone, and of what no tolerance covers."""


def same(first: Mapping[str, np.ndarray], again: Mapping[str, np.ndarray]) -> bool:
    """Whether two runs gave the same, bit for bit.

    One NaN is as good as another, and so is a zero of either sign.
    """
    return first.keys() == again.keys() and all(_same(first[n], again[n]) for n in first)


def _same(a: np.ndarray, b: np.ndarray) -> bool:
    if a.dtype.kind == b.dtype.kind == "U":  # as wide as the longest of them
        return np.array_equal(a, b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if np.array_equal(_bytes(a), _bytes(b)):
        return True
    known = DTYPES.get(str(a.dtype))
    if known is None or known.kind != "float":
        return False
    return np.array_equal(a.astype(np.float64), b.astype(np.float64), equal_nan=True)


def _bytes(array: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8)


def repeat_problem(
    first: Mapping[str, np.ndarray],
    again: Mapping[str, np.ndarray],
    what: str,
    runtime: str,
    tolerances: Tolerances = USUAL,
) -> Problem | None:
    """What is to be reported of two runs on the same inputs.

    Args:
        first, again: the outputs of both by name; memory was filled with ``PATTERNS``.
        what: ``the kernel`` or ``the model``.
        runtime: which one ran it.
        tolerances: of the outputs.

    Returns:
        None where they are the same; a warning where they are within the tolerance; else an
        error that shows the first element that is not.
    """
    for name, array in first.items():
        if _same(array, again[name]):
            continue
        parity = compare_output(name, array, again[name], *tolerances.of(name))
        if parity.random:
            continue
        if parity.agrees:
            message = f"{what} does not repeat itself bit for bit in {runtime}: "
            message += f"'{name}' differs within the tolerance when it is run again"
            return Problem("repeat", message, _CAUSES[what], severity="warning")
        if not parity.differences:
            text = f"'{name}' is {_kind(array)}, and {_kind(again[name])} when it is run again"
        else:
            index = parity.differences[0].index
            where = f"element {list(index)} of '{name}'"
            if _unwritten(array[index], again[name][index]):
                more = parity.differing - 1
                message = f"{what} does not write {where}" + (f", and {more} more" if more else "")
                hint = "New memory holds no zeros: write every element of every output."
                return Problem("unwritten", f"{message} (in {runtime})", hint)
            text = f"{where} is {array[index]}, and {again[name][index]} when it is run again"
            text += f" ({parity.differing} of {parity.elements} elements differ)"
        message = f"{what} does not repeat itself in {runtime}: on the same inputs {text}"
        meant = _MEANT if what == "the kernel" else ""
        return Problem("repeat", message, _CAUSES[what] + meant)
    return None


def _kind(array: np.ndarray) -> str:
    return f"{array.dtype}{list(array.shape)}"


def _unwritten(first: np.generic, again: np.generic) -> bool:
    """Whether an element is what the memory was filled with."""
    return all(
        value.tobytes() == bytes([byte]) * value.dtype.itemsize
        for value, byte in zip((first, again), PATTERNS, strict=True)
    )

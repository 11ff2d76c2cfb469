"""The rounding budget: by how much two right results of one op may differ, element by element.

Two right ways to compute an op differ by what rounding does to each. That is measured: the kernel
and the reference run again with every operation rounded upward, and downward, and what then moves
is what rounding moves (W. Kahan, 'How Futile are Mindless Assessments of Roundoff in Floating-Point
Computation?', section 13). A mistake moves with it, and stays as large as it is: unlike the error
itself, this says nothing of a wrong kernel. For a reference of a shorter type than float64 it is
also what its result differs by when it is computed in float64.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from workbench.engine.parity.allowed import scale, type_tolerance

__all__ = ["Movement", "budget", "floor", "is_budgeted", "movement", "needs_budget"]

FLOOR_ULPS = 4.0
"""What is no error in any kernel, in units in the last place of the expected value: the functions
of different libraries are off by one, and what follows them rounds again."""

_NOISE = 8 * float(np.finfo(np.float64).eps)
"""As a part of the output's scale: where sums cancel, float64 leaves that of them."""

_SAFETY = 3.0
"""One direction of rounding may by luck move an element by less than nearest rounding does."""

_WIDEST = 100.0
"""Times the type's own tolerance. Beyond it something else than rounding moves an element: it lies
at a jump of the function, or the kernel computes in a shorter type."""

Outputs = Mapping[str, np.ndarray]


def is_budgeted(array: np.ndarray) -> bool:
    """Whether rounding to this type is the processor's: the shorter ones are rounded in software."""
    return array.dtype in (np.float32, np.float64)


def floor(expected: np.ndarray) -> np.ndarray:
    """The least budget of each element."""
    limits = np.finfo(expected.dtype)
    with np.errstate(invalid="ignore"):
        ulp = np.spacing(np.abs(expected)).astype(np.float64)
    # Below the smallest normal number many processors take 0.
    least: np.ndarray = np.maximum(FLOOR_ULPS * ulp, float(limits.smallest_normal))
    least = np.maximum(least, _NOISE * scale(expected))
    return np.where(np.isfinite(least), least, 0.0)


def needs_budget(outputs: Outputs, expected: Outputs) -> list[str]:
    """The outputs with elements that differ by more than the least budget."""
    found = []
    for name, value in expected.items():
        given = outputs[name]
        if not is_budgeted(value) or given.dtype != value.dtype or given.shape != value.shape:
            continue
        a, b = value.astype(np.float64), given.astype(np.float64)
        with np.errstate(invalid="ignore"):
            apart = np.abs(a - b)
        if np.any(np.isfinite(apart) & (apart > floor(value))):
            found.append(name)
    return found


class Movement(NamedTuple):
    """By how much rounding moves an output, element by element, in the output's unit.

    Attributes:
        most: the run that moves an element most.
        least: the one that moves it least.
    """

    most: np.ndarray
    least: np.ndarray


def movement(
    nearest: np.ndarray, moved: Sequence[np.ndarray], exact: np.ndarray | None = None
) -> Movement:
    """What rounding does to one way to compute an output.

    Args:
        nearest: what it gives as usual.
        moved: what further runs give, each rounded in another direction.
        exact: what it gives in float64, where that says more.
    """
    moves = [_apart(m, nearest) for m in moved if m.shape == nearest.shape]
    if not moves:
        return Movement(np.zeros(nearest.shape), np.zeros(nearest.shape))
    most, least = _smooth(np.maximum.reduce(moves), nearest), np.minimum.reduce(moves)
    if exact is not None and exact.shape == nearest.shape and exact.dtype == np.float64:
        most = np.maximum(most, _apart(exact, nearest))
    return Movement(most, least)


def budget(expected: np.ndarray, kernel: Movement, reference: Movement) -> np.ndarray:
    """By how much each element of an output may differ from the reference's.

    It never falls below ``floor``. It is narrower than the type's own tolerance where rounding moves
    less, and wider only where every direction moves an element.

    Returns:
        float64, of the output's shape, in the output's unit.
    """
    least, usual = floor(expected), type_tolerance(expected)
    measured = least + _SAFETY * (kernel.most + reference.most)
    wider = np.maximum(usual, least + _SAFETY * (kernel.least + reference.least))
    wanted: np.ndarray = np.minimum(np.minimum(measured, wider), _WIDEST * usual)
    chosen: np.ndarray = np.maximum(least, wanted)
    return chosen


def _smooth(moves: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """At least the usual movement of the output's elements.

    The errors of an element can happen to cancel in every direction, and not in nearest rounding.
    What is usual is a number for sums of many terms, and a part of the element where each is made
    of few: whichever varies less.
    """
    sizes = np.abs(expected.astype(np.float64))
    known = np.isfinite(moves) & np.isfinite(sizes) & (sizes > 0) & (moves > 0)
    if 2 * np.count_nonzero(known) < known.size:
        return moves
    parts = moves[known] / sizes[known]
    if np.std(np.log(moves[known])) < np.std(np.log(parts)):
        moves = np.maximum(moves, np.median(moves[known]))
    else:
        with np.errstate(invalid="ignore"):
            moves = np.fmax(moves, np.median(parts) * sizes)
    return moves


def _apart(moved: np.ndarray, expected: np.ndarray) -> np.ndarray:
    a, b = moved.astype(np.float64), expected.astype(np.float64)
    with np.errstate(invalid="ignore"):
        apart = np.abs(a - b)
    # From a number to infinity, or to none: as far as can be. What is none in both does not move.
    return np.where(np.isfinite(apart), apart, np.where(np.isfinite(a) | np.isfinite(b), np.inf, 0))

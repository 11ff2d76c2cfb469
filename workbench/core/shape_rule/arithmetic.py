"""The arithmetic of rules that are applied to known sizes."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence

__all__ = [
    "Dim",
    "NotKnownError",
    "Number",
    "ShapeError",
    "broadcast",
    "operate",
    "product",
    "rounded",
]


class ShapeError(ValueError):
    """A rule cannot be applied to these shapes; the message says why."""


class NotKnownError(ShapeError):
    """What a rule asks for is not known here, and may be where the op runs."""


Dim = int | None
Number = int | float | None
_OPERATE: dict[str, Callable[[float, float], Number]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}
_BITS = 63
"""Of a whole number, without its sign."""


def product(sizes: Sequence[Dim]) -> Dim:
    """The product of sizes; None where one is not known."""
    known = [size for size in sizes if size is not None]
    return math.prod(known) if len(known) == len(sizes) else None


def operate(op: str, a: float, b: float) -> Number:
    """``a op b``."""
    if op in ("/", "//", "%") and b == 0:
        raise ShapeError("division by zero")
    if op == "**":
        return _power(int(a), int(b))
    return _OPERATE[op](a, b)


def _power(base: int, exponent: int) -> int:
    if exponent < 0:
        raise ShapeError("a power with a negative exponent")
    # Before it is computed: 9 ** 9 ** 9 takes longer than anybody waits.
    if abs(base) < 2 or exponent < _BITS:
        power = int(base**exponent)
        if abs(power) < 1 << _BITS:
            return power
    raise ShapeError("a power is too large")


def rounded(name: str, number: float) -> int:
    """``int(number)``, ``floor(number)``."""
    if not math.isfinite(number):
        raise ShapeError(f"{name}() of {number}")
    return int(number) if name == "int" else math.floor(number)


def broadcast(a: Sequence[Dim], b: Sequence[Dim]) -> list[Dim]:
    """What two shapes are together by NumPy's rule."""
    rank = max(len(a), len(b))
    left = [1] * (rank - len(a)) + list(a)
    right = [1] * (rank - len(b)) + list(b)
    out: list[Dim] = []
    for x, y in zip(left, right, strict=True):
        if x == 1 or x == y:
            out.append(y)
        elif y == 1 or y is None:
            out.append(x)
        elif x is None:
            out.append(y)
        else:
            raise ShapeError(f"shapes {list(a)} and {list(b)} cannot be broadcast")
    return out

"""The shape rules of what torch's own functions give: products, axes in another order, and one by one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from workbench.importers.cpp.drafting.sliced import PLAIN, size_at, sizes_in, with_size

__all__ = [
    "AS_OTHER",
    "ONE_BY_ONE",
    "PAIRS",
    "PRODUCTS",
    "product",
    "reordered",
    "repeated",
    "swapped",
]

ONE_BY_ONE = (
    *("abs", "neg", "exp", "expm1", "log", "log1p", "log2", "sqrt", "rsqrt"),
    *("square", "reciprocal", "sigmoid", "logsigmoid", "tanh", "sin", "cos"),
    *("tan", "relu", "relu6", "elu", "celu", "selu", "gelu", "silu", "mish"),
    *("softplus", "leaky_relu", "hardtanh", "hardswish", "hardsigmoid", "prelu"),
    *("erf", "clamp", "clamp_min", "clamp_max", "floor", "ceil", "round"),
    *("trunc", "sign", "pow", "add", "sub", "mul", "div"),
)
"""The functions and methods whose result is as large as their tensor where they are given numbers besides."""
AS_OTHER = ("expand_as", "view_as", "reshape_as")
"""The methods whose result is as large as the other tensor."""
PRODUCTS = {
    "mm": 0,
    "addmm": 1,
    "bmm": 0,
    "baddbmm": 1,
    "mv": 0,
    "addmv": 1,
    "linear": 0,
    "outer": 0,
}
"""The functions that multiply two tensors of so many axes, and where the first of these stands."""


class _Pair(msgspec.Struct, frozen=True):
    """A function that gives elements and their indices.

    Attributes:
        axis: the place of the axis behind the tensor, which is the last one where none is given; None where
            the result is as large as the tensor.
        counts: what is given first is how many there are along the axis; else the axis is gone.
        least: how much must be given besides the tensor: without it the function gives one tensor.
    """

    axis: int | None = None
    counts: bool = False
    least: int = 0


PAIRS = {
    "sort": _Pair(),
    "topk": _Pair(1, counts=True, least=1),
    **{name: _Pair(0, least=1) for name in ("max", "min", "median", "mode")},
}


def product(name: str, one: str, other: str) -> str:
    """The rule of a product of two tensors, by theirs; empty where that cannot be said."""
    if name == "linear":
        out = size_at(other, 0)
        return with_size(one, "-1", out) if one and out else ""
    axes = {
        "mm": ((one, 0), (other, 1)),
        "bmm": ((one, 0), (one, 1), (other, 2)),
        "mv": ((one, 0),),
        "outer": ((one, 0), (other, 0)),
    }[name.removeprefix("badd").removeprefix("add")]
    sizes = [size_at(rule, axis) for rule, axis in axes]
    return f"[{', '.join(sizes)}]" if all(sizes) else ""


def repeated(rule: str, times: Sequence[str]) -> str:
    """The rule with each axis so many times as long; empty where that cannot be said."""
    sizes = sizes_in(rule)
    if sizes is None or len(sizes) != len(times) or not all((*sizes, *times)):
        return ""
    pairs = zip(sizes, times, strict=True)
    return f"[{', '.join(map(_times, pairs))}]"


def _times(pair: tuple[str, str]) -> str:
    """A product of two sizes, of which either may be 1."""
    if "1" in pair:
        return pair[1] if pair[0] == "1" else pair[0]
    return " * ".join(f"({size})" if " " in size else size for size in pair)


def swapped(rule: str, one: str, other: str) -> str:
    """The rule with two axes in each other's place; empty where that cannot be said."""
    if not (one.isdecimal() and other.isdecimal()):
        return ""
    low, high = sorted((int(one), int(other)))
    sizes = [size_at(rule, axis) for axis in range(high + 1)]
    if not all(sizes):
        return ""
    sizes[low], sizes[high] = sizes[high], sizes[low]
    if (listed := sizes_in(rule)) is not None:
        return f"[{', '.join((*sizes, *listed[high + 1 :]))}]"
    return f"[{', '.join(sizes)}] + {rule}[{high + 1}:]" if PLAIN.fullmatch(rule) else ""


def reordered(rule: str, axes: Sequence[str]) -> str:
    """The rule with its axes in another order; empty where that cannot be said."""
    if not axes or not all(axis.isdecimal() for axis in axes):
        return ""
    sizes = [size_at(rule, int(axis)) for axis in axes]
    return f"[{', '.join(sizes)}]" if all(sizes) else ""

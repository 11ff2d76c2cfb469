"""Every element of a comparison: its error, in units in the last place, and beside what is allowed.

``compare_output`` gives the verdict, with the worst element by what is here; the picture shows them all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from workbench.core.jobs.pictured import Bin, WorstElement
from workbench.core.types.dtypes import DTYPES
from workbench.engine.parity.allowed import last_place

__all__ = ["MOST_WORST", "Allowed", "Errors", "bins", "errors", "worst", "worst_one"]

MOST_WORST = 200
"""Elements that are listed."""
_CHUNK = 1 << 18
"""Elements at a time: what is computed of them stays in the processor's cache."""
_TOP = 40
"""The last bin: errors above 2**39 units."""


class Errors(NamedTuple):
    """Of each element, as flat arrays.

    Attributes:
        error: float64, how far the two sides are apart; 0 where both are nan or the same infinity,
            inf where one side only is a number.
        units: float32, the same in units in the last place of what is expected.
        used: float32, ``error`` as a part of what is allowed; more than 1 does not agree. Where
            nothing is allowed, 0 or more than 1.
    """

    error: np.ndarray
    units: np.ndarray
    used: np.ndarray

    @property
    def worst(self) -> int:
        """The element that uses most; of several the one with the largest error, then the first."""
        most = np.flatnonzero(self.used == self.used.max())
        return int(most[self.error[most].argmax()])


Allowed = Callable[[slice | np.ndarray], np.ndarray | None]
"""What ``allowance`` gives for some elements of the flat arrays."""


def errors(expected: np.ndarray, actual: np.ndarray, allowed: Allowed) -> Errors:
    """Look at each element.

    Args:
        expected, actual: of one shape and type.
        allowed: by how much elements may differ.
    """
    one, other = expected.reshape(-1), actual.reshape(-1)
    found = Errors(
        np.empty(one.size), np.empty(one.size, np.float32), np.empty(one.size, np.float32)
    )
    with np.errstate(all="ignore"):
        for start in range(0, one.size, _CHUNK):
            part = slice(start, start + _CHUNK)
            _fill(found, part, one[part], other[part], allowed(part))
    return found


def _fill(
    found: Errors, part: slice, one: np.ndarray, other: np.ndarray, limit: np.ndarray | None
) -> None:
    known = DTYPES.get(str(one.dtype))
    if known.kind != "float" if known else one.dtype.kind not in "fc":
        larger, smaller = np.maximum(one, other), np.minimum(one, other)
        apart = (larger.astype(np.uint64) - smaller.astype(np.uint64)).astype(np.float64)
        found.error[part] = found.units[part] = apart
        found.used[part] = np.where(apart > 0, apart + 1, 0)
        return
    wide = np.complex128 if one.dtype.kind == "c" else np.float64
    a, b = one.astype(wide), other.astype(wide)
    apart = np.abs(b - a)
    same = (a == b) | (np.isnan(a) & np.isnan(b))
    apart[same] = 0.0
    apart[np.isnan(apart)] = np.inf
    found.error[part] = apart
    units = apart / last_place(one)
    units[same] = 0.0  # the last place of nan and inf is none
    found.units[part] = units
    used = apart / limit if limit is not None else apart
    used[same] = 0.0
    used[np.isnan(used)] = (
        np.inf
    )  # an allowance of inf says nothing of an element without a distance
    found.used[part] = used


def bins(found: Errors) -> tuple[Bin, ...]:
    """Elements by their error in units: none, to 1, to 2, to 4, and so on."""
    # frexp gives 2**(e-1) <= x < 2**e; what is exactly a power belongs below it.
    counts = np.zeros((_TOP + 2, 2), np.int64)
    for start in range(0, found.units.size, _CHUNK):
        units = found.units[start : start + _CHUNK]
        beyond = ~(found.used[start : start + _CHUNK] <= 1)
        finite = np.isfinite(units)
        mantissa, exponent = np.frexp(np.where(finite, units, 1.0))
        place = np.where(mantissa == 0.5, exponent - 1, exponent)
        place = np.where(units == 0, 0, np.clip(place + 1, 1, _TOP))
        place = np.where(finite, place, _TOP + 1)
        counts += np.bincount(place * 2 + beyond, minlength=counts.size).reshape(counts.shape)
    last = int(np.flatnonzero(counts[:-1].any(axis=1)).max(initial=0))
    edges = [0.0, *(2.0**e for e in range(_TOP))]
    made = [Bin(edges[i], int(counts[i, 0]), int(counts[i, 1])) for i in range(last + 1)]
    if counts[-1].any():
        made.append(Bin(-1.0, int(counts[-1, 0]), int(counts[-1, 1])))
    return tuple(made)


def worst(
    found: Errors, expected: np.ndarray, actual: np.ndarray, allowed: Allowed
) -> tuple[WorstElement, ...]:
    """The elements that use most of what is allowed, the worst first; of equal ones the first.

    Elements without any error are not among them.
    """
    total = found.used.size
    most = min(MOST_WORST, total)
    rank = found.used
    # By the error, where as much is used: all of inf where nothing is allowed.
    chosen = (
        np.argpartition(rank, total - most)[total - most :] if most < total else np.arange(most)
    )
    order = np.lexsort((chosen, -found.error[chosen], -rank[chosen]))
    chosen = chosen[order]
    chosen = chosen[found.error[chosen] != 0]
    limits = allowed(chosen)
    return tuple(
        _element(found, expected, actual, int(flat), limits[i] if limits is not None else 0.0)
        for i, flat in enumerate(chosen)
    )


def worst_one(expected: np.ndarray, actual: np.ndarray, allowed: Allowed) -> WorstElement:
    """The first of ``worst``, of two sides that differ; the others are not sorted for it."""
    found = errors(expected, actual, allowed)
    flat = found.worst
    limits = allowed(np.array([flat]))
    return _element(found, expected, actual, flat, limits[0] if limits is not None else 0.0)


def _element(
    found: Errors, expected: np.ndarray, actual: np.ndarray, flat: int, allowed: float
) -> WorstElement:
    index = tuple(int(i) for i in np.unravel_index(flat, expected.shape))
    error, units = float(found.error[flat]), float(found.units[flat])
    return WorstElement(
        index,
        str(expected[index]),
        str(actual[index]),
        error if np.isfinite(error) else None,
        units if np.isfinite(units) else None,
        float(allowed),
        bool(found.used[flat] <= 1),
    )

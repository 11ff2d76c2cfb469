"""Tensors of any rank as planes that can be shown: which dimensions are the picture's."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

__all__ = ["Layout", "grey", "layout_of", "plane_of", "range_of", "real"]

_ROW = 64
"""Elements of a row, where a vector is wrapped; longer ones get longer rows."""
_LEAST_PICTURE = 16
"""Rows and columns from which on three channels are taken for colours."""


class Layout(NamedTuple):
    """Which dimensions are what.

    Attributes:
        sides: the two that are the picture's; empty for a vector in rows.
        colours: the one with the channels; -1 for none.
        others: the ones through which ``at`` goes.
    """

    sides: tuple[int, ...]
    colours: int
    others: tuple[int, ...]


def layout_of(shape: tuple[int, ...]) -> Layout:
    """Which dimensions a tensor's picture has: of an image height and width, else the last two."""
    rank = len(shape)
    if rank < 2:
        return Layout((), -1, ())
    sides, colours = (rank - 2, rank - 1), -1
    if rank > 2 and shape[-1] in (3, 4) and min(shape[-3:-1]) >= _LEAST_PICTURE:
        sides, colours = (rank - 3, rank - 2), rank - 1
    elif rank > 2 and shape[-3] in (3, 4) and min(shape[-2:]) >= _LEAST_PICTURE:
        colours = rank - 3
    others = tuple(i for i in range(rank) if i not in (*sides, colours))
    return Layout(sides, colours, others)


def plane_of(values: np.ndarray, layout: Layout, at: tuple[int, ...]) -> np.ndarray:
    """One slice of the values: rows, columns, channels. A vector's last row is filled with its end."""
    if not layout.sides:
        flat = values.reshape(-1)
        wide = _row_of(flat.size)
        rows = math.ceil(flat.size / wide)
        if rows * wide != flat.size:
            flat = np.pad(flat, (0, rows * wide - flat.size), mode="edge")
        return flat.reshape(rows, wide, 1)
    index: list[int | slice] = [slice(None)] * values.ndim
    for dimension, place in zip(layout.others, at, strict=True):
        index[dimension] = place
    chosen = values[tuple(index)]
    if layout.colours < 0:
        return chosen[..., None]
    return chosen if layout.colours > layout.sides[1] else np.moveaxis(chosen, 0, -1)


def _row_of(size: int) -> int:
    return size if size <= _ROW else max(_ROW, 1 << math.ceil(math.log2(size) / 2))


def real(values: np.ndarray) -> np.ndarray:
    """As real numbers of single precision."""
    if values.dtype.kind == "c":
        values = np.abs(values)
    with np.errstate(over="ignore"):
        return values.astype(np.float32)


def range_of(planes: list[np.ndarray]) -> tuple[float, float]:
    """The smallest and the largest number in them; twice the same where there is one only."""
    numbers = [plane[np.isfinite(plane)] for plane in planes]
    both = np.concatenate(numbers)
    return (float(both.min()), float(both.max())) if both.size else (0.0, 0.0)


def grey(plane: np.ndarray, low: float, high: float) -> np.ndarray:
    """Values as 1 to 255, and 0 for what is no number."""
    span = high - low
    with np.errstate(all="ignore"):
        part = (plane.astype(np.float64) - low) / span if span > 0 else np.zeros(plane.shape)
        level = 1 + np.clip(np.nan_to_num(part, nan=0.0), 0, 1) * 254
    return np.where(np.isnan(plane), 0, np.rint(level)).astype(np.uint8)

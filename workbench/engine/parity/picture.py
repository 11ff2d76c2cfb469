"""The picture of a comparison: planes that a window shows, of an output of any size and rank."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import numpy as np

from workbench.core.jobs.pictured import BEYOND, DECADES, NO_DISTANCE, PLANES, WITHIN, Picture
from workbench.engine.parity.elements import Errors

__all__ = ["MOST_POINTS", "draw"]

MOST_POINTS = 512
"""Rows and columns of a plane; a larger output is shown in blocks."""
_ROW = 64
"""Elements of a row, where a vector is wrapped; longer ones get longer rows."""
_LEAST_PICTURE = 16
"""Rows and columns from which on three channels are taken for colours."""


class _Layout(NamedTuple):
    """Which dimensions are what.

    Attributes:
        sides: the two that are the picture's; empty for a vector in rows.
        colours: the one with the channels; -1 for none.
        others: the ones through which ``at`` goes.
    """

    sides: tuple[int, ...]
    colours: int
    others: tuple[int, ...]


def _layout(shape: tuple[int, ...]) -> _Layout:
    rank = len(shape)
    if rank < 2:
        return _Layout((), -1, ())
    sides, colours = (rank - 2, rank - 1), -1
    if rank > 2 and shape[-1] in (3, 4) and min(shape[-3:-1]) >= _LEAST_PICTURE:
        sides, colours = (rank - 3, rank - 2), rank - 1
    elif rank > 2 and shape[-3] in (3, 4) and min(shape[-2:]) >= _LEAST_PICTURE:
        colours = rank - 3
    others = tuple(i for i in range(rank) if i not in (*sides, colours))
    return _Layout(sides, colours, others)


def draw(
    folder: Path,
    found: Errors,
    expected: np.ndarray,
    actual: np.ndarray,
    at: tuple[int, ...] | None,
) -> Picture:
    """Write the planes of a comparison.

    Args:
        folder: where to; the picture that is there is replaced.
        found: of each element.
        expected, actual: of one shape, not empty.
        at: as in ``PictureJob``; what is outside is brought inside.
    """
    shape = expected.shape
    layout = _layout(shape)
    sizes = tuple(shape[i] for i in layout.others)
    if at is None or len(at) != len(sizes):
        top = np.unravel_index(found.worst, shape)
        at = tuple(int(top[i]) for i in layout.others)
    at = tuple(min(max(i, 0), size - 1) for i, size in zip(at, sizes, strict=True))
    used = _plane(found.used.reshape(shape), layout, at)
    rows, columns, channels = used.shape
    block = (math.ceil(rows / MOST_POINTS), math.ceil(columns / MOST_POINTS))
    # Of each block the element that is furthest off, in all planes the same; of colours the worst one.
    chosen, most = _worst_of(used.max(axis=2) if channels > 1 else used[..., 0], block)
    channel = used.reshape(-1, channels)[chosen].argmax(axis=2)
    flat = _flat(shape, layout, at, chosen * channels + channel, used.shape)
    one, other = (_shown(v.reshape(-1)[flat]) for v in (expected, actual))
    shown = [
        _shown(_plane(v, layout, at).reshape(-1, channels)[chosen]) for v in (expected, actual)
    ]
    low, high = _range(shown)
    worst = np.unravel_index(int(most.argmax()), most.shape)
    planes = {
        "flat": flat.astype(np.int64),
        "used": most,
        "expected": one,
        "actual": other,
        "heat": _heat(most),
        "expected_shown": _grey(shown[0], low, high),
        "actual_shown": _grey(shown[1], low, high),
    }
    path = folder / "picture.bin"
    with path.open("wb") as file:
        for name in PLANES:
            file.write(np.ascontiguousarray(planes[name]).tobytes())
    place = (int(worst[0]), int(worst[1]))
    points = (most.shape[0], most.shape[1])
    return Picture(str(path), points, block, channels, at, sizes, layout.sides, place, low, high)


def _plane(values: np.ndarray, layout: _Layout, at: tuple[int, ...]) -> np.ndarray:
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


def _flat(
    shape: tuple[int, ...],
    layout: _Layout,
    at: tuple[int, ...],
    numbers: np.ndarray,
    plane: tuple[int, ...],
) -> np.ndarray:
    """Which elements of the output these of a plane are."""
    if not layout.sides:
        found: np.ndarray = np.minimum(numbers, math.prod(shape) - 1)
        return found
    row, column, channel = np.unravel_index(numbers, plane)
    index: list[np.ndarray | int] = [0] * len(shape)
    for dimension, place in zip(layout.others, at, strict=True):
        index[dimension] = place
    index[layout.sides[0]], index[layout.sides[1]] = row, column
    if layout.colours >= 0:
        index[layout.colours] = channel
    flat: np.ndarray = np.ravel_multi_index(tuple(np.broadcast_arrays(*index)), shape)
    return flat


def _worst_of(plane: np.ndarray, block: tuple[int, int]) -> tuple[np.ndarray, np.ndarray]:
    """Per block the number of its largest element in the plane, and that element."""
    columns = plane.shape[1]
    # Along the rows first, which lie together in memory.
    right = _largest(plane, block[1])
    across = np.take_along_axis(plane, right, axis=1)
    down = _largest(across.T, block[0]).T
    chosen_column = np.take_along_axis(right, down, axis=0)
    return down * columns + chosen_column, np.take_along_axis(across, down, axis=0)


def _largest(plane: np.ndarray, width: int) -> np.ndarray:
    """Per row and run of ``width`` elements the column of the largest."""
    rows, columns = plane.shape
    if width == 1:
        return np.broadcast_to(np.arange(columns), plane.shape)
    runs = -(-columns // width)
    if runs * width != columns:
        plane = np.pad(plane, ((0, 0), (0, runs * width - columns)), mode="edge")
    found = plane.reshape(rows, runs, width).argmax(axis=2) + np.arange(runs) * width
    within: np.ndarray = np.minimum(found, columns - 1)
    return within


def _shown(values: np.ndarray) -> np.ndarray:
    """As real numbers of single precision."""
    if values.dtype.kind == "c":
        values = np.abs(values)
    with np.errstate(over="ignore"):
        return values.astype(np.float32)


def _range(planes: list[np.ndarray]) -> tuple[float, float]:
    """The smallest and the largest number in them; twice the same where there is one only."""
    numbers = [plane[np.isfinite(plane)] for plane in planes]
    both = np.concatenate(numbers)
    return (float(both.min()), float(both.max())) if both.size else (0.0, 0.0)


def _grey(plane: np.ndarray, low: float, high: float) -> np.ndarray:
    """Values as 1 to 255, and 0 for what is no number."""
    span = high - low
    with np.errstate(all="ignore"):
        part = (plane.astype(np.float64) - low) / span if span > 0 else np.zeros(plane.shape)
        level = 1 + np.clip(np.nan_to_num(part, nan=0.0), 0, 1) * 254
    return np.where(np.isnan(plane), 0, np.rint(level)).astype(np.uint8)


def _heat(used: np.ndarray) -> np.ndarray:
    """What is used of the allowance, as numbers of colours."""
    steps = BEYOND - WITHIN - 1
    with np.errstate(all="ignore"):
        power = np.log10(used)
        within = WITHIN + np.clip(power / DECADES + 1, 0, 1) * steps
        beyond = BEYOND + np.clip(power / DECADES, 0, 1) * (NO_DISTANCE - BEYOND - 1)
    level = np.where(used > 1, beyond, within)
    level = np.where(used == 0, 0, level)
    return np.where(np.isfinite(used), np.rint(level), NO_DISTANCE).astype(np.uint8)

"""The picture of a comparison: planes that a window shows, of an output of any size and rank."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from workbench.core.jobs.pictured import BEYOND, DECADES, NO_DISTANCE, PLANES, WITHIN, Picture
from workbench.engine.parity.elements import Errors
from workbench.engine.values.planes import Layout, grey, layout_of, plane_of, range_of, real

__all__ = ["MOST_POINTS", "draw"]

MOST_POINTS = 512
"""Rows and columns of a plane; a larger output is shown in blocks."""


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
    layout = layout_of(shape)
    sizes = tuple(shape[i] for i in layout.others)
    if at is None or len(at) != len(sizes):
        top = np.unravel_index(found.worst, shape)
        at = tuple(int(top[i]) for i in layout.others)
    at = tuple(min(max(i, 0), size - 1) for i, size in zip(at, sizes, strict=True))
    used = plane_of(found.used.reshape(shape), layout, at)
    rows, columns, channels = used.shape
    block = (math.ceil(rows / MOST_POINTS), math.ceil(columns / MOST_POINTS))
    # Of each block the element that is furthest off, in all planes the same; of colours the worst one.
    chosen, most = _worst_of(used.max(axis=2) if channels > 1 else used[..., 0], block)
    channel = used.reshape(-1, channels)[chosen].argmax(axis=2)
    flat = _flat(shape, layout, at, chosen * channels + channel, used.shape)
    one, other = (real(v.reshape(-1)[flat]) for v in (expected, actual))
    shown = [
        real(plane_of(v, layout, at).reshape(-1, channels)[chosen]) for v in (expected, actual)
    ]
    low, high = range_of(shown)
    worst = np.unravel_index(int(most.argmax()), most.shape)
    planes = {
        "flat": flat.astype(np.int64),
        "used": most,
        "expected": one,
        "actual": other,
        "heat": _heat(most),
        "expected_shown": grey(shown[0], low, high),
        "actual_shown": grey(shown[1], low, high),
    }
    path = folder / "picture.bin"
    with path.open("wb") as file:
        for name in PLANES:
            file.write(np.ascontiguousarray(planes[name]).tobytes())
    place = (int(worst[0]), int(worst[1]))
    points = (most.shape[0], most.shape[1])
    return Picture(str(path), points, block, channels, at, sizes, layout.sides, place, low, high)


def _flat(
    shape: tuple[int, ...],
    layout: Layout,
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

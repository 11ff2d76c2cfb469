"""What the example inputs hold, for people: the range, the first elements, a small picture."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from msgspec.structs import replace

from workbench.core.declaration import signature
from workbench.core.declaration.op import Example, Op
from workbench.core.errors import UserError
from workbench.core.examples.example_files import file_header
from workbench.core.jobs import InputPreview, Thumbnail
from workbench.engine.values.examples import example_tensor
from workbench.engine.values.planes import grey, layout_of, plane_of, range_of, real

__all__ = ["previews"]

MOST_ELEMENTS = 1 << 25
"""Of a tensor that is made to be looked at."""
MOST_POINTS = 96
"""Rows and columns of a picture."""
_FIRST = 8
_LEAST_PICTURE = 16
"""Elements from which on a picture says more than the first of them."""
_LEAST_CLOUD, _MANY = 16, 2000
"""Rows from which on three columns are taken for places in space."""


def previews(op: Op, folder: Path) -> tuple[InputPreview, ...]:
    """The example tensors of the main set, in the order of the declaration.

    Args:
        op: the declaration; of a case that of ``Op.for_case``.
        folder: its folder, where its files are.
    """
    return tuple(_preview(op, e, folder) for e in op.model.inputs if _is_tensor(op, e))


def _is_tensor(op: Op, example: Example) -> bool:
    arg = op.example_arg(example.arg)
    return (arg is None or arg.holds_tensors) and not example.none


def _preview(op: Op, example: Example, folder: Path) -> InputPreview:
    try:
        if math.prod(_shape(example, folder)) > MOST_ELEMENTS:
            problem = f"more than {MOST_ELEMENTS:,} elements are not looked at here"
            return InputPreview(example.arg, problem=problem)
        array = example_tensor(example, _dtype(op, example), folder)
    except UserError as error:
        return InputPreview(example.arg, problem=error.problem.message)
    except (ValueError, OverflowError) as error:  # the declaration's own problems say it, too
        return InputPreview(example.arg, problem=str(error))
    held = file_header(folder, example).dtype if example.file else ""
    found = _looked_at(example.arg, array)
    return replace(found, held=held) if held != found.dtype else found


def _shape(example: Example, folder: Path) -> tuple[int, ...]:
    if example.file:
        return file_header(folder, example).shape
    return example.shape if isinstance(example.shape, tuple) else ()


def _dtype(op: Op, example: Example) -> str:
    arg = op.example_arg(example.arg)
    if example.dtype or arg is None or arg.dtype == "any":
        return example.dtype or "float32"
    return next(iter(signature.arg_dtypes(op, arg)), "float32")


def _looked_at(name: str, array: np.ndarray) -> InputPreview:
    numbers = array.astype(np.float64).reshape(-1)
    finite = numbers[np.isfinite(numbers)]
    least, most, mean = (
        (float(finite.min()), float(finite.max()), float(finite.mean()))
        if finite.size
        else (None,) * 3
    )
    return InputPreview(
        name,
        str(array.dtype),
        array.shape,
        least,
        most,
        mean,
        int(np.isnan(numbers).sum()),
        int(np.isinf(numbers).sum()),
        tuple(f"{value:.4g}" for value in numbers[:_FIRST]),
        _picture(array) if array.size >= _LEAST_PICTURE else None,
    )


def _picture(array: np.ndarray) -> Thumbnail:
    layout = layout_of(array.shape)
    if layout.colours < 0 and array.shape[-1:] == (3,) and array.ndim in (2, 3):
        points = array.reshape(-1, array.shape[-2], 3)[0].astype(np.float64)
        if len(points) >= _LEAST_CLOUD and np.isfinite(points).all():
            return _from_above(points)
    plane = plane_of(array, layout, (0,) * len(layout.others))
    steps = [math.ceil(size / MOST_POINTS) for size in plane.shape[:2]]
    plane = real(plane[:: steps[0], :: steps[1]])
    pixels = grey(plane, *range_of([plane]))
    rows, columns, channels = plane.shape
    first = (
        f"at {[0] * len(layout.others)}" if any(array.shape[i] > 1 for i in layout.others) else ""
    )
    return Thumbnail(rows, columns, channels, pixels.tobytes(), first)


def _from_above(points: np.ndarray) -> Thumbnail:
    """How many points there are at each place of the ground: x to the right, y upwards."""
    low, high = points[:, :2].min(axis=0), points[:, :2].max(axis=0)
    span = float((high - low).max()) or 1.0
    middle = (low + high) / 2
    edges = [(m - span / 2, m + span / 2) for m in middle]
    side = MOST_POINTS if len(points) > _MANY else MOST_POINTS // 2
    count, _, _ = np.histogram2d(points[:, 0], points[:, 1], bins=side, range=edges)
    plane = np.log1p(count.T[::-1]).astype(np.float32)
    pixels = grey(plane, *range_of([plane])).tobytes()
    return Thumbnail(side, side, 1, pixels, "from above")

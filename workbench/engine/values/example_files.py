"""Example inputs from files: arrays, images, tables of numbers, point clouds.

Such a file may come from anywhere: its header is looked at before anything is read, nothing is
unpickled, and nothing outside of it is followed.
"""

from __future__ import annotations

import math
import warnings
import zipfile
from pathlib import Path
from typing import Any, TextIO

import numpy as np
from msgspec import UNSET

from workbench.core.check import MAX_EXAMPLE_ELEMENTS
from workbench.core.declaration.op import Example
from workbench.core.errors import UserError
from workbench.core.examples.array_file import BROKEN, ArrayHeader, member
from workbench.core.examples.columns import chosen_columns
from workbench.core.examples.example_files import file_header
from workbench.core.examples.image_file import FORMATS, resized
from workbench.core.examples.ply_file import cut_off, read_ply
from workbench.core.examples.table_file import COMMENTS, read_table
from workbench.core.files.file_kinds import CLOUD, IMAGE, TABLE, file_kind
from workbench.engine.values.arrays import check_inflated, numpy_dtype, unknown_to_numpy

__all__ = ["load_example"]

_MODES = {1: "L", 3: "RGB", 4: "RGBA"}
"""Pillow's, by the number of channels."""


def load_example(folder: Path, example: Example, dtype: str = "") -> np.ndarray:
    """The elements of an example.

    Args:
        folder: the op's.
        example: one with a file.
        dtype: the element type that they are converted to; empty for the file's own, or float32.
            An image's 0 to 255 become ``low`` to ``high`` in a type of floats.

    Raises:
        UserError: kind ``example``, naming the file and what is wrong with it.
    """
    path = folder / example.file
    header = file_header(folder, example)
    wanted = numpy_dtype(dtype or header.dtype or "float32")
    if math.prod(header.shape) > MAX_EXAMPLE_ELEMENTS:
        raise UserError(
            "example",
            f"{example.file} has more than {MAX_EXAMPLE_ELEMENTS} elements",
            "Choose a smaller example.",
            file=path,
        )
    try:
        array = _elements(path, example, header, wanted)
    except UserError:
        raise
    except BROKEN as error:
        raise UserError(
            "example",
            f"{example.file} holds no array that can be read: {error}",
            "It is cut off or damaged; save it anew.",
            file=path,
        ) from None
    if example.shape is not UNSET and example.shape != array.shape:
        raise UserError(
            "example",
            f"{example.file} has the shape {list(array.shape)}, {list(example.shape)} is declared",
            "Leave the shape of the example empty to take the file's.",
            file=path,
        )
    # Contiguous, writable, of this machine's byte order: torch takes no other.
    return np.array(array, dtype=wanted, order="C", copy=True)


def _elements(path: Path, example: Example, header: ArrayHeader, dtype: np.dtype) -> np.ndarray:
    kind = file_kind(path.name)
    if kind is IMAGE:
        return _image(path, example, header, dtype)
    if kind in (TABLE, CLOUD):
        rows = _table(path, example.entry) if kind is TABLE else _points(path, example.entry)
        return rows[: math.prod(header.shape) // max(rows.shape[1], 1)].reshape(header.shape)
    return _array(path, example.entry, header)


def _array(path: Path, entry: str, header: ArrayHeader) -> np.ndarray:
    if path.suffix.lower() == ".pb":
        return _proto(path, header)
    wanted = math.prod(header.shape) * numpy_dtype(header.dtype).itemsize
    if path.suffix.lower() == ".npy":
        if path.stat().st_size < wanted:
            raise ValueError("it is shorter than its header says")
        with path.open("rb") as file:
            return np.lib.format.read_array(file, allow_pickle=False)
    with zipfile.ZipFile(path) as archive:
        info = archive.getinfo(member(path, entry))
        check_inflated([info], path, "example")
        if info.file_size < wanted:
            raise ValueError("it is shorter than its header says")
        with archive.open(info) as file:
            array: np.ndarray = np.lib.format.read_array(file, allow_pickle=False)
    return array.view(numpy_dtype(header.dtype)) if unknown_to_numpy(header.dtype) else array


def _proto(path: Path, header: ArrayHeader) -> np.ndarray:
    import onnx
    from google.protobuf.message import DecodeError

    if path.stat().st_size > 1 << 31:
        raise ValueError("it is larger than a TensorProto can be")
    tensor = onnx.TensorProto()
    try:
        tensor.ParseFromString(path.read_bytes())
    except DecodeError:
        raise ValueError("it is no TensorProto") from None
    if tensor.data_location == onnx.TensorProto.EXTERNAL or tensor.external_data:
        raise ValueError("its elements are in another file, which is not followed")
    array: np.ndarray = onnx.numpy_helper.to_array(tensor)
    if array.dtype != numpy_dtype(header.dtype):
        raise ValueError(f"its elements are of type {array.dtype}")
    return array


def _image(path: Path, example: Example, header: ArrayHeader, dtype: np.dtype) -> np.ndarray:
    from PIL import Image

    sizes = resized(header.shape, example.axes)
    if sizes is None:
        raise ValueError(f"no image is a tensor of the shape {list(header.shape)}")
    height, width, channels = sizes
    with Image.open(path, formats=FORMATS) as image:
        if image.mode.startswith("I;16"):  # Pillow's own conversion cuts off what is above 255
            grey = Image.fromarray((np.asarray(image) >> 8).astype(np.uint8))
            pixels = grey.convert(_MODES[channels])
        else:
            pixels = image.convert(_MODES[channels])
    if pixels.size != (width, height):
        pixels = pixels.resize((width, height), Image.Resampling.BILINEAR)
    array = np.asarray(pixels).reshape(height, width, channels)
    if dtype.kind not in "iub":
        levels = example.low + (example.high - example.low) * (np.arange(256) / 255.0)
        array = levels.astype(dtype)[array]  # no larger than it will be: images can be large
    named = example.axes.replace("N", "")
    array = array.transpose(["HWC".index(axis) for axis in named])
    return array.reshape(header.shape)


def _table(path: Path, entry: str) -> np.ndarray:
    table = read_table(path)
    columns = chosen_columns(path, table.names, entry)
    with path.open(encoding="utf-8-sig") as file:
        return _numbers(
            file,
            comments=list(COMMENTS),
            delimiter=table.delimiter,
            skiprows=table.skip,
            usecols=columns,
            max_rows=table.rows,
        )


def _numbers(file: TextIO, **how: Any) -> np.ndarray:
    """The rows of a text; where there are none, who called sees that."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return np.loadtxt(file, ndmin=2, **how)


def _points(path: Path, entry: str) -> np.ndarray:
    points = read_ply(path)
    columns = chosen_columns(path, points.names, entry or points.usual)
    if not points.order:
        with path.open(encoding="ascii", errors="replace") as file:
            rows = _numbers(file, skiprows=points.start, usecols=columns, max_rows=points.rows)
        if len(rows) != points.rows:
            raise cut_off(len(rows), points)
        return rows
    # Names of a file's own could be one another's.
    fields = [(str(i), points.order + code) for i, code in enumerate(points.types)]
    record = np.dtype(fields)
    with path.open("rb") as file:
        file.seek(points.start)
        read = np.fromfile(file, record, points.rows)
    return np.stack([read[str(i)] for i in columns], axis=1).astype(np.float64)

"""Example inputs from files: ``.npy``, an entry of an ``.npz``, or an ONNX TensorProto as ``.pb``.

Such a file may come from anywhere: its header is looked at before anything is read, nothing is
unpickled, and nothing outside of it is followed.
"""

from __future__ import annotations

import math
import zipfile
from pathlib import Path

import numpy as np
from msgspec import UNSET

from workbench.core.check import MAX_EXAMPLE_ELEMENTS
from workbench.core.errors import UserError
from workbench.core.examples.array_file import BROKEN, ArrayHeader, member
from workbench.core.examples.example_files import file_header
from workbench.core.op import Example
from workbench.engine.values.arrays import BFLOAT16, check_inflated, numpy_dtype

__all__ = ["load_example"]


def load_example(folder: Path, example: Example) -> np.ndarray:
    """The elements of an example, of the file's own type.

    Args:
        folder: the op's.
        example: one with a file.

    Raises:
        UserError: kind ``example``, naming the file and what is wrong with it.
    """
    path = folder / example.file
    header = file_header(folder, example)
    if math.prod(header.shape) > MAX_EXAMPLE_ELEMENTS:
        raise UserError(
            "example",
            f"{example.file} has more than {MAX_EXAMPLE_ELEMENTS} elements",
            "Choose a smaller example.",
            file=path,
        )
    try:
        array = _read(path, example.entry, header)
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
    return np.array(array, dtype=array.dtype.newbyteorder("="), order="C", copy=True)


def _read(path: Path, entry: str, header: ArrayHeader) -> np.ndarray:
    if path.suffix == ".pb":
        return _proto(path, header)
    wanted = math.prod(header.shape) * numpy_dtype(header.dtype).itemsize
    if path.suffix == ".npy":
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
    return array.view(BFLOAT16) if header.dtype == "bfloat16" else array


def _proto(path: Path, header: ArrayHeader) -> np.ndarray:
    import onnx
    from google.protobuf.message import DecodeError

    if path.stat().st_size > 1 << 31:
        raise ValueError("it is larger than a TensorProto can be")
    tensor = onnx.TensorProto()
    try:
        tensor.ParseFromString(path.read_bytes())
    except DecodeError as error:
        raise ValueError(str(error)) from None
    if tensor.data_location == onnx.TensorProto.EXTERNAL or tensor.external_data:
        raise ValueError("its elements are in another file, which is not followed")
    array: np.ndarray = onnx.numpy_helper.to_array(tensor)
    if array.dtype != numpy_dtype(header.dtype):
        raise ValueError(f"its elements are of type {array.dtype}")
    return array

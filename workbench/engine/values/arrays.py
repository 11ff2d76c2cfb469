"""Arrays in ``.npz`` files, and the element types that numpy does not know: bfloat16, float8.

An array of these is one of ``ml_dtypes`` here. In a file it is kept as whole numbers of its size, under
its name with ``@bfloat16``, so that numpy alone can read the file.
"""

from __future__ import annotations

import functools
import io
import math
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import IO

import ml_dtypes
import numpy as np

from workbench.core.errors import UserError
from workbench.core.examples.array_file import BROKEN, check_directory
from workbench.core.types.dtypes import DTYPES, DType

__all__ = [
    "check_inflated",
    "element_type",
    "load_arrays",
    "mark_of",
    "numpy_dtype",
    "save_arrays",
    "stored",
    "unknown_to_numpy",
]

_MARKED = {d.mark: d for d in DTYPES.values() if d.stored}
MAX_ARRAYS = 10_000
"""In one file."""
MAX_INFLATED = 1 << 30
"""Bytes of all packed arrays of a file together; what is not packed is as large as it looks."""
_PIECE = 1 << 20


def numpy_dtype(name: str) -> np.dtype:
    """The numpy type of an element type of ours."""
    known = DTYPES.get(name)
    return np.dtype(getattr(ml_dtypes, name) if known is not None and known.stored else name)


def element_type(array: np.ndarray) -> str:
    """Its name; texts are one, however long the longest is, and whoever made their array."""
    return "string" if array.dtype.kind in "OUS" else str(array.dtype)


def unknown_to_numpy(dtype: np.dtype | str) -> DType | None:
    """The element type if numpy alone has no such, else None."""
    known = DTYPES.get(str(dtype))
    return known if known is not None and known.stored else None


def stored(array: np.ndarray) -> np.ndarray:
    """An array as numpy alone can have it: itself, or whole numbers on its memory."""
    known = unknown_to_numpy(array.dtype)
    return array.view(known.stored) if known is not None else array


def mark_of(dtype: np.dtype | str) -> str:
    """What follows the name of such an array where it is kept as whole numbers; else empty."""
    known = unknown_to_numpy(dtype)
    return known.mark if known is not None else ""


def save_arrays(path: Path, arrays: Mapping[str, np.ndarray]) -> None:
    """Write an ``.npz``. Not with ``numpy.savez``: its own parameters' names could be those of arrays."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            entry = f"{name}{mark_of(array.dtype)}.npy"
            with archive.open(entry, "w", force_zip64=True) as file:
                np.lib.format.write_array(file, stored(array), allow_pickle=False)


def load_arrays(path: Path) -> dict[str, np.ndarray]:
    """The arrays of an ``.npz`` by name; pickled objects are refused.

    Such a file may come from anywhere: what it would hold is added up before anything is read.

    Raises:
        UserError: kind ``inputs``.
    """
    try:
        with path.open("rb") as file:
            if file.read(6) == b"\x93NUMPY":
                hint = "Use numpy.savez."
                raise UserError("inputs", "this is one array, not an .npz", hint, file=path)
        check_directory(path)
        with zipfile.ZipFile(path) as archive:
            _check_sizes(archive, path)
            return dict(_read(archive, entry, path) for entry in archive.infolist())
    except FileNotFoundError:
        raise UserError("inputs", "the file does not exist", file=path) from None
    except BROKEN as error:
        hint = "Save it anew with numpy.savez."
        raise UserError("inputs", f"this is no .npz of arrays: {error}", hint, file=path) from None


def _check_sizes(archive: zipfile.ZipFile, path: Path) -> None:
    """Refuse an archive of more than can be, or should be, read. Raises UserError."""
    entries = archive.infolist()
    if len(entries) > MAX_ARRAYS:
        message = f"it holds {len(entries):,} arrays, more than {MAX_ARRAYS:,} are no inputs"
        raise UserError("inputs", message, "Is it the right file?", file=path)
    if sum(entry.compress_size for entry in entries) > path.stat().st_size:
        raise ValueError("its entries say more than the file holds")
    check_inflated(entries, path, "inputs")


def check_inflated(entries: Iterable[zipfile.ZipInfo], path: Path, kind: str) -> None:
    """Refuse entries that become far larger than they look. Raises UserError of that kind."""
    packed = (e.file_size for e in entries if e.compress_type != zipfile.ZIP_STORED)
    if (total := sum(packed)) > MAX_INFLATED:
        raise UserError(
            kind,
            f"it inflates to {total / 1e9:.1f} GB, at most {MAX_INFLATED / 1e9:.1f} GB are read",
            "Choose smaller inputs, or save them with numpy.savez, which packs nothing.",
            file=path,
        )


def _read(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path) -> tuple[str, np.ndarray]:
    name = entry.filename.removesuffix(".npy")
    with archive.open(entry) as file:  # which reads no more than the entry says
        array = _array(file, entry.file_size)
    if array is None:
        message = f"'{name}' holds Python objects (dtype=object), which are not unpickled"
        hint = "Save texts with astype(str), and numbers with their own type, as with astype(numpy.float32)."
        raise UserError("inputs", message, hint, file=path)
    return _marked(name, array)


def _array(file: IO[bytes], size: int) -> np.ndarray | None:
    """An ``.npy`` of so many bytes. ``numpy`` would make room for what its header promises.

    Returns:
        None where it holds Python objects.

    Raises:
        ValueError: it is none, or there is less than it promises.
    """
    start = file.read(8)
    length = file.read(2 if start[6:7] == b"\1" else 4)
    shape, fortran, dtype = _header(start + length + file.read(int.from_bytes(length, "little")))
    if dtype.hasobject:
        return None
    if (
        any(length < 0 for length in shape)
        or math.prod(shape) * dtype.itemsize > size - file.tell()
    ):
        raise ValueError("an array is shorter than its header says")
    array: np.ndarray = np.empty(math.prod(shape), dtype)
    if array.nbytes:
        _fill(array.view(np.uint8), file)
    return array.reshape(shape[::-1]).T if fortran else array.reshape(shape)


@functools.lru_cache(maxsize=256)
def _header(data: bytes) -> tuple[tuple[int, ...], bool, np.dtype]:
    """Shape, whether columns come first, and type; the files of a check have few different ones."""
    file = io.BytesIO(data)
    if np.lib.format.read_magic(file) == (1, 0):
        return np.lib.format.read_array_header_1_0(file)
    return np.lib.format.read_array_header_2_0(file)


def _fill(elements: np.ndarray, file: IO[bytes]) -> None:
    """Read bytes until there is no room, piece by piece: what inflates is in memory once only."""
    done = 0
    while done < elements.size:
        piece = file.read(min(elements.size - done, _PIECE))
        if not piece:
            raise ValueError("it is cut off")
        elements[done : done + len(piece)] = np.frombuffer(piece, np.uint8)
        done += len(piece)


def _marked(name: str, array: np.ndarray) -> tuple[str, np.ndarray]:
    plain, at, word = name.rpartition("@")
    known = _MARKED.get(at + word)
    if known is None or array.dtype != known.stored:
        return name, array
    return plain, array.view(numpy_dtype(known.name))

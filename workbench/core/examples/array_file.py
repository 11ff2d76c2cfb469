"""What a file of arrays says of itself: numpy's ``.npy`` and ``.npz``, and ONNX's TensorProto ``.pb``.

Only headers are read, and nothing is unpickled. Formats: numpy.lib.format; onnx.proto, message
TensorProto.
"""

from __future__ import annotations

import ast
import functools
import lzma
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import msgspec

from workbench.core.errors import UserError
from workbench.core.types.dtypes import DTYPES, by_onnx

__all__ = [
    "BROKEN",
    "ArrayHeader",
    "OtherTypeError",
    "check_directory",
    "member",
    "names",
    "npy_header",
    "npz_header",
    "proto_header",
]

_MOST_HEADER = 1 << 16
_MOST_ENTRIES = 10_000
_MOST_DIRECTORY = 2 << 20
"""Bytes of an archive's list of entries."""
_END_BYTES = (1 << 16) + 22 + 76
"""A zip file's last record, with the longest comment and what may stand before it."""
_MARKS = {d.mark: d for d in DTYPES.values() if d.mark}
"""What ``engine.values.arrays`` adds to the name of an array that numpy has no type for."""
_CODES = {
    "f2": "float16",
    "f4": "float32",
    "f8": "float64",
    "i1": "int8",
    "i2": "int16",
    "i4": "int32",
    "i8": "int64",
    "u1": "uint8",
    "u2": "uint16",
    "u4": "uint32",
    "u8": "uint64",
    "b1": "bool",
}


BROKEN = (
    OSError, ValueError, SyntaxError, tokenize.TokenError, EOFError, LookupError, struct.error,
    zipfile.BadZipFile, zlib.error, lzma.LZMAError, RuntimeError, MemoryError, TypeError,
    OverflowError,
)  # fmt: skip
"""Whatever reading an array raises where its bytes mean harm: here, in zipfile and in numpy."""


class OtherTypeError(ValueError):
    """A file is whole, and its elements are of a type that no tensor has."""


class ArrayHeader(msgspec.Struct, frozen=True):
    """One array in a file.

    Attributes:
        shape: its sizes.
        dtype: our name of its element type; empty for numbers of no type, which take the argument's.
    """

    shape: tuple[int, ...]
    dtype: str


def npy_header(path: Path) -> ArrayHeader:
    """The shape and element type of an ``.npy``. Raises what is in ``BROKEN``."""
    with path.open("rb") as file:
        return _npy(file)


def npz_header(path: Path, entry: str) -> ArrayHeader:
    """The same of an array in an ``.npz``. Raises what is in ``BROKEN``, and UserError."""
    name = member(path, entry)
    marked = _MARKS.get(_mark(name.removesuffix(".npy")))
    codes = {c: marked.name for c, n in _CODES.items() if n == marked.stored} if marked else _CODES
    with zipfile.ZipFile(path) as archive, archive.open(name) as file:
        return _npy(file, codes)


def proto_header(path: Path) -> ArrayHeader:
    """The same of a TensorProto. Raises what is in ``BROKEN``."""
    with path.open("rb") as file:
        return _tensor_proto(file, path.stat().st_size)


def names(path: Path) -> tuple[str, ...]:
    """The names of the arrays in an ``.npz``. Raises UserError."""
    files = _files(path, path.stat().st_mtime_ns)
    plain = (name.removesuffix(".npy") for name in files)
    return tuple(name.removesuffix(_mark(name)) for name in plain)


def _mark(name: str) -> str:
    """The mark that a name of an array ends in; empty where it ends in none."""
    return next((mark for mark in _MARKS if name.endswith(mark)), "")


def member(path: Path, entry: str = "") -> str:
    """The file inside an ``.npz`` that holds an array.

    Args:
        path: the file.
        entry: the array; may be left out where there is only one.

    Raises:
        UserError: kind ``example``: it is no ``.npz``; kind ``entry``: it has no such array.
    """
    name = _chosen(names(path), entry, path)
    files = _files(path, path.stat().st_mtime_ns)
    marked = (f"{name}{mark}.npy" for mark in _MARKS)
    return next((file for file in marked if file in files), f"{name}.npy")


# -- numpy --------------------------------------------------------------------------------


def _npy(file: IO[bytes], codes: dict[str, str] = _CODES) -> ArrayHeader:
    start = file.read(8)
    if start[:6] != b"\x93NUMPY":
        raise ValueError("it does not begin as numpy's files do")
    long = start[6] > 1
    size = struct.unpack("<I" if long else "<H", file.read(4 if long else 2))[0]
    if size > _MOST_HEADER:
        raise ValueError("its header is too long")
    header = file.read(size)
    if len(header) < size:
        raise ValueError("it ends within its header")
    parsed = _literal(header.decode("utf-8" if start[6] > 2 else "latin1"))
    descr, shape = parsed["descr"], parsed["shape"]
    if not isinstance(descr, str) or not isinstance(shape, tuple):
        raise ValueError("it holds records, not numbers")
    if not all(type(size) is int for size in shape):
        raise ValueError("its shape is no list of numbers")
    kind = descr[1:] if descr[:1] in "<>|=" else descr
    if kind not in codes:
        what = "Python objects" if kind.startswith("O") else f"elements of type {_type_name(descr)}"
        raise OtherTypeError(f"it holds {what}, of which there are no tensors here")
    return ArrayHeader(shape, codes[kind])


def _literal(header: str) -> Any:
    try:
        return ast.literal_eval(header.strip())
    except (SyntaxError, ValueError):
        raise ValueError("its header is not as numpy writes it") from None


_NAMES = {"c8": "complex64", "c16": "complex128", "c32": "complex256", "f16": "float128"}


def _type_name(descr: str) -> str:
    """Numpy's name of a type that no tensor here has."""
    return _NAMES.get(descr[1:], f"{descr!r}")


@functools.lru_cache(maxsize=64)
def _files(path: Path, _written: int) -> tuple[str, ...]:
    try:
        check_directory(path)
        with zipfile.ZipFile(path) as archive:
            return tuple(archive.namelist()[:_MOST_ENTRIES])
    except BROKEN as error:
        hint = "Save it anew with numpy.savez."
        raise UserError("example", f"{path.name} is no .npz: {error}", hint, file=path) from None


def check_directory(path: Path) -> None:
    """Look at how long a zip file's list of entries is, before ``zipfile`` reads all of it.

    Format: APPNOTE.TXT of PKWARE, 4.3.14 to 4.3.16.

    Raises:
        OSError, ValueError: it cannot be read, is none, or lists more than an ``.npz`` does.
    """
    with path.open("rb") as file:
        file.seek(-min(path.stat().st_size, _END_BYTES), 2)
        data = file.read()
    # As zipfile finds it: at the very end, or before the last comment.
    at = len(data) - 22
    if data[at : at + 4] != b"PK\5\6" or data[-2:] != b"\0\0":
        at = data.rfind(b"PK\5\6")
    if at < 0 or at + 22 > len(data):
        raise ValueError("it is cut off, or no zip file")
    (size,) = struct.unpack_from("<I", data, at + 12)
    if data[max(at - 20, 0) : at].startswith(b"PK\6\7") and at >= 76:
        (size,) = struct.unpack_from("<Q", data, at - 76 + 40)
    if size > _MOST_DIRECTORY:
        raise ValueError("it lists more arrays than can be looked at")


def _chosen(known: tuple[str, ...], entry: str, path: Path) -> str:
    if not entry and len(known) == 1:
        return known[0]
    if entry in known:
        return entry
    some = ", ".join(known[:20]) or "none"
    what = f"has no array '{entry}'" if entry else "has several arrays"
    raise UserError("entry", f"{path.name} {what}", f"Choose one of: {some}.", file=path)


# -- ONNX ---------------------------------------------------------------------------------


def _tensor_proto(file: IO[bytes], size: int) -> ArrayHeader:
    """The dims (field 1) and data_type (field 2) of a TensorProto; elements are passed over."""
    dims: list[int] = []
    code = 0
    for field, wire, value in _fields(file, size):
        if wire == 2 and file.tell() + value > size:
            raise ValueError("it is cut off")
        if field == 1 and wire == 0:
            dims.append(_signed(value))
        elif field == 1 and wire == 2:
            dims += [_signed(v) for v in _varints(file.read(value))]
        elif field == 2 and wire == 0:
            code = value
        elif wire == 2:
            file.seek(value, 1)
    dtype = by_onnx(code)
    if dtype is None:
        raise ValueError("it is no TensorProto of numbers")
    return ArrayHeader(tuple(dims), dtype.name)


def _fields(file: IO[bytes], size: int) -> Iterator[tuple[int, int, int]]:
    """Field number, wire type, and the number or the length that follows."""
    while file.tell() < size:
        tag = _varint(file)
        wire = tag & 7
        if wire == 5:
            file.seek(4, 1)
        elif wire == 1:
            file.seek(8, 1)
        elif wire in (0, 2):
            yield tag >> 3, wire, _varint(file)
        else:
            raise ValueError("it is no protobuf message")


def _varint(file: IO[bytes]) -> int:
    value = 0
    for shift in range(0, 70, 7):
        byte = file.read(1)
        if not byte:
            raise ValueError("it is cut off")
        value |= (byte[0] & 0x7F) << shift
        if byte[0] < 0x80:
            return value
    raise ValueError("it is no protobuf message")


def _varints(data: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in data:
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            yield value
            value = shift = 0


def _signed(value: int) -> int:
    return value - (1 << 64) if value >= 1 << 63 else value

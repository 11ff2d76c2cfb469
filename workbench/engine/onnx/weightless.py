"""The bytes of an ONNX model without its weights: these are stepped over, not read.

Whoever wants to see a model of 500 MB needs some 2 MB of it. Protobuf has no way to leave a field
out, so the three levels that lead to the weights are walked here: a model's graph, its initializers,
their elements. Field numbers and the encoding are those of ``onnx.proto`` and of protobuf's wire
format.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path

__all__ = ["weightless"]

_GRAPH = 7
_INITIALIZER = 5
_ELEMENTS = frozenset({4, 5, 7, 9, 10, 11})
"""``float_data`` to ``uint64_data`` of a ``TensorProto``, with ``raw_data``."""
_KEPT_BYTES = 4096
"""Smaller tensors may say something about shapes."""


class _WrongError(ValueError):
    """It is no protobuf, or none that is walked here."""


def weightless(path: Path) -> bytes:
    """A model's bytes, large initializers without their elements.

    What is no model is given as it is: whoever parses it says what is wrong.

    Args:
        path: of a regular file.

    Raises:
        OSError: it cannot be read.
    """
    if not path.stat().st_size:
        return b""
    with (
        path.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        memoryview(data) as view,
    ):
        try:
            return b"".join(_model(view))
        except _WrongError:
            return bytes(view)


def _model(data: memoryview) -> Iterator[bytes]:
    for number, start, inside, end in _fields(data, 0, len(data)):
        if number == _GRAPH and inside:
            yield from _message(number, b"".join(_graph(data, inside, end)))
        else:
            yield bytes(data[start:end])


def _graph(data: memoryview, begin: int, stop: int) -> Iterator[bytes]:
    for number, start, inside, end in _fields(data, begin, stop):
        if number == _INITIALIZER and inside and end - start > _KEPT_BYTES:
            yield from _message(number, b"".join(_tensor(data, inside, end)))
        else:
            yield bytes(data[start:end])


def _tensor(data: memoryview, begin: int, stop: int) -> Iterator[bytes]:
    for number, start, inside, end in _fields(data, begin, stop):
        if number not in _ELEMENTS or not inside or end - inside <= _KEPT_BYTES:
            yield bytes(data[start:end])


def _fields(data: memoryview, at: int, stop: int) -> Iterator[tuple[int, int, int, int]]:
    """Each field: its number, where it starts, where its content does (0 for a number), its end."""
    while at < stop:
        start = at
        tag, at = _varint(data, at, stop)
        inside = 0
        match tag & 7:
            case 0:
                _, at = _varint(data, at, stop)
            case 1:
                at += 8
            case 2:
                length, at = _varint(data, at, stop)
                inside = at
                at += length
            case 5:
                at += 4
            case _:
                raise _WrongError
        if at > stop:
            raise _WrongError
        yield tag >> 3, start, inside, at


def _varint(data: memoryview, at: int, stop: int) -> tuple[int, int]:
    value = shift = 0
    while at < stop and shift < 70:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at
    raise _WrongError


def _message(number: int, content: bytes) -> Iterator[bytes]:
    yield _as_varint(number << 3 | 2)
    yield _as_varint(len(content))
    yield content


def _as_varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)

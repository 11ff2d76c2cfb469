"""Calls a function of tvm-ffi's C ABI through ctypes alone: nothing of tvm-ffi is needed for that."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["Function", "tensor_of"]

_CODES = {"i": (0, None), "u": (1, None), "f": (2, None), "b": (6, None), "c": (5, None)}


class _Tensor(ctypes.Structure):
    _fields_ = (
        ("data", ctypes.c_void_p), ("device", ctypes.c_int32), ("number", ctypes.c_int32),
        ("rank", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16), ("sizes", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64),
    )  # fmt: skip


class _Value(ctypes.Union):
    _fields_ = (
        ("integer", ctypes.c_int64), ("real", ctypes.c_double), ("pointer", ctypes.c_void_p),
        ("text", ctypes.c_char_p), ("small", ctypes.c_char * 8),
    )  # fmt: skip


class _Any(ctypes.Structure):
    _fields_ = (("type", ctypes.c_int32), ("length", ctypes.c_uint32), ("value", _Value))


class _Object(ctypes.Structure):
    _fields_ = (
        ("references", ctypes.c_uint64), ("type", ctypes.c_int32), ("padding", ctypes.c_uint32),
        ("deleter", ctypes.c_void_p), ("data", ctypes.c_void_p), ("size", ctypes.c_int64),
        ("capacity", ctypes.c_int64), ("free", ctypes.c_void_p),
    )  # fmt: skip


def tensor_of(array: np.ndarray, device: int = 1) -> _Tensor:
    """DLPack's view of an array; the array must outlive it."""
    code = _CODES[array.dtype.kind][0]
    sizes = (ctypes.c_int64 * array.ndim)(*array.shape)
    strides = (ctypes.c_int64 * array.ndim)(*(s // array.itemsize for s in array.strides))
    bits = 8 * array.itemsize
    return _Tensor(array.ctypes.data, device, 0, array.ndim, code, bits, 1, sizes, strides, 0)


class Function:
    """A function of a library."""

    def __init__(self, library: str, name: str) -> None:
        self._call = getattr(ctypes.CDLL(library), f"__tvm_ffi_{name}")
        self._call.argtypes = (ctypes.c_void_p, ctypes.POINTER(_Any), ctypes.c_int32,
                               ctypes.POINTER(_Any))  # fmt: skip

    def __call__(self, *arguments: Any) -> int:
        """Call it; returns its status, which is 0 where it worked."""
        kept: list[Any] = []
        given = (_Any * max(len(arguments), 1))(*(self._any(a, kept) for a in arguments))
        result = _Any(99)
        status = int(self._call(None, given, len(arguments), ctypes.byref(result)))
        assert result.type == 0, "it gives None"
        return status

    def _any(self, value: Any, kept: list[Any]) -> _Any:
        match value:
            case None:
                return _Any(0, 0)
            case bool():
                return _Any(2, 0, _Value(integer=value))
            case int():
                return _Any(1, 0, _Value(integer=value))
            case float():
                return _Any(3, 0, _Value(real=value))
            case str() if len(value) < 8:
                return _Any(11, len(value), _Value(small=value.encode()))
            case str():
                kept.append(ctypes.create_string_buffer(value.encode()))
                return _Any(8, 0, _Value(pointer=ctypes.addressof(kept[-1])))
            case np.ndarray():
                return self._any(tensor_of(value), kept)
            case _Tensor():
                kept.append(value)
                return _Any(7, 0, _Value(pointer=ctypes.addressof(value)))
        return self._list(value, kept)

    def _list(self, items: Sequence[Any], kept: list[Any]) -> _Any:
        """An array object as tvm-ffi lays it out."""
        made = (_Any * max(len(items), 1))(*(self._any(item, kept) for item in items))
        at = ctypes.addressof(made)
        kept += [made, _Object(1, 71, 0, None, at, len(items), len(items), None)]
        return _Any(71, 0, _Value(pointer=ctypes.addressof(kept[-1])))

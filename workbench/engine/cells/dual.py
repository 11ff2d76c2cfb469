"""A portable kernel over dual numbers, called in this process: its outputs with their derivatives."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from workbench.core.declaration.gradients import DUAL, over_dual_numbers
from workbench.core.declaration.op import Arg, Op
from workbench.core.errors import UserError
from workbench.core.types.dtypes import DTYPE_NUMBERS, DTYPES

__all__ = ["DualKernel"]

Values = Mapping[str, Any]


class _Slot(ctypes.Structure):
    """``wb::Slot`` of ``entry.h``."""

    _fields_ = (
        ("present", ctypes.c_bool),
        ("data", ctypes.c_void_p),
        ("sizes", ctypes.c_void_p),
        ("count", ctypes.c_int64),
        ("integer", ctypes.c_int64),
        ("real", ctypes.c_double),
        ("allocator", ctypes.c_void_p),
        ("index", ctypes.c_int64),
    )


class _AnyTensor(ctypes.Structure):
    """``wb::AnyTensor`` of ``tensor.h``."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("sizes", ctypes.c_void_p),
        ("rank", ctypes.c_int64),
        ("numel", ctypes.c_int64),
        ("dtype", ctypes.c_uint8),
        ("present", ctypes.c_bool),
    )


class DualKernel:
    """The kernel.

    Args:
        op: with the element types of the call.
        library: the one that is built for it.
    """

    def __init__(self, op: Op, library: str) -> None:
        instance = over_dual_numbers(op)
        assert instance is not None
        self._op, self._instance = op, instance
        self._call = ctypes.CDLL(library).wb_dual_call
        self._call.restype = ctypes.c_char_p

    def __call__(
        self, values: Values, along: Values, shapes: Mapping[str, Sequence[int]]
    ) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """The outputs over dual numbers, and how they change along a direction.

        Args:
            values: of the arguments.
            along: the direction: of some arguments, arrays (of a list, tuples of them).
            shapes: of the outputs.

        Raises:
            UserError: the kernel throws.
        """
        kept: list[Any] = []
        slots = [
            self._argument(arg, values[arg.name], along.get(arg.name), kept)
            for arg in self._op.args
        ]
        made: dict[str, np.ndarray] = {}
        for output in self._op.outputs:
            dtype = self._instance[output.name]
            shape = tuple(shapes[output.name])
            dual = dtype == DUAL
            array = np.zeros((*shape, 2)) if dual else np.zeros(shape, DTYPES[dtype].name)
            made[output.name] = array
            slots.append(_tensor(array, shape, kept))
        thrown = self._call((_Slot * len(slots))(*slots))
        if thrown is not None:
            raise UserError(
                "dual", f"the kernel fails over dual numbers: {thrown.decode('utf-8', 'replace')}"
            )
        duals = {n: a for n, a in made.items() if self._instance[n] == DUAL}
        return {name: (array[..., 0], array[..., 1]) for name, array in duals.items()}

    def _argument(self, arg: Arg, value: Any, along: Any, kept: list[Any]) -> _Slot:
        if value is None:
            return _Slot()
        is_dual = self._instance.get(arg.name) == DUAL
        if isinstance(value, np.ndarray):
            array = _dual(value, along) if is_dual else np.ascontiguousarray(value)
            return _tensor(array, value.shape, kept)
        if arg.is_tensor_list:
            ways = along or [None] * len(value)
            tensors = [
                v if v is None else _dual(v, a) if is_dual else np.ascontiguousarray(v)
                for v, a in zip(value, ways, strict=True)
            ]
            items = (_AnyTensor * len(tensors))(
                *(
                    _AnyTensor() if t is None else _any(t, v, kept)
                    for t, v in zip(tensors, value, strict=True)
                )
            )
            kept.append(items)
            return _Slot(True, ctypes.addressof(items), None, len(tensors))
        if arg.is_dtype:
            return _Slot(True)  # the kernel's parameter says it
        if isinstance(value, str):
            text = value.encode()
            buffer = ctypes.create_string_buffer(text, len(text) + 1)
            kept.append(buffer)
            return _Slot(True, ctypes.addressof(buffer), None, len(text))
        if isinstance(value, tuple | list):
            kind = np.float64 if "double" in arg.kind.portable else np.int64
            numbers = np.array(value, kind)
            kept.append(numbers)
            return _Slot(True, numbers.ctypes.data, None, len(numbers))
        slot = _Slot(True)
        if arg.kind.portable == "double":
            slot.real = value
        else:
            slot.integer = int(value)
        return slot


def _dual(value: np.ndarray, along: np.ndarray | None) -> np.ndarray:
    slope = np.zeros_like(value) if along is None else along
    return np.stack([value, slope], axis=-1).astype(np.float64)


def _sizes(shape: Sequence[int], kept: list[Any]) -> int:
    sizes = np.array([*shape, 0], np.int64)
    kept.append(sizes)
    return int(sizes.ctypes.data)


def _tensor(array: np.ndarray, shape: Sequence[int], kept: list[Any]) -> _Slot:
    kept.append(array)
    return _Slot(True, array.ctypes.data, _sizes(shape, kept), len(shape))


def _any(array: np.ndarray, value: np.ndarray, kept: list[Any]) -> _AnyTensor:
    kept.append(array)
    number = DTYPE_NUMBERS[str(value.dtype)]
    sizes = _sizes(value.shape, kept)
    return _AnyTensor(array.ctypes.data, sizes, value.ndim, value.size, number, True)

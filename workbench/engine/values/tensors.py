"""Between numpy and torch, with the element types that numpy does not know."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from workbench.core.declaration.op import Op
from workbench.core.types.dtypes import DTYPES
from workbench.engine.values.arrays import numpy_dtype, stored, unknown_to_numpy

__all__ = ["as_torch", "dtype_name", "own", "to_array", "to_tensor"]


def to_tensor(array: np.ndarray) -> torch.Tensor:
    """A tensor on the array's memory."""
    plain = stored(array)
    if plain.dtype.kind in "iu" and plain.dtype.isnative:
        # Two of numpy's types have 64 bits and one name; ONNX Runtime gives one, torch takes the other.
        plain = plain.view(plain.dtype.name)
    made = torch.from_numpy(plain)
    known = unknown_to_numpy(array.dtype)
    return made if known is None else made.view(getattr(torch, known.name))


def to_array(tensor: torch.Tensor) -> np.ndarray:
    """A contiguous array with the tensor's elements."""
    tensor = tensor.detach().contiguous()
    known = unknown_to_numpy(dtype_name(tensor))
    if known is None:
        return np.asarray(tensor.numpy())
    return tensor.view(getattr(torch, known.stored)).numpy().view(numpy_dtype(known.name))


def dtype_name(tensor: torch.Tensor) -> str:
    """Our name of its element type."""
    return str(tensor.dtype).removeprefix("torch.")


def own(value: Any) -> Any:
    """A copy of the arrays of an argument: what is done to them stays with whoever has them."""
    if isinstance(value, np.ndarray):
        return value.copy()
    return tuple(map(own, value)) if isinstance(value, tuple) else value


def as_torch(op: Op, name: str, value: Any) -> Any:
    """The value of an argument as torch takes it: a name or number as an element type, a tuple as a list."""
    arg = op.arg(name)
    if arg is not None and arg.is_dtype and isinstance(value, str | int):
        names: dict[object, str] = {d.number: d.name for d in DTYPES.values()}
        return getattr(torch, names.get(value, str(value)))
    if isinstance(value, np.ndarray):
        return to_tensor(value)
    return [as_torch(op, "", item) for item in value] if isinstance(value, tuple) else value

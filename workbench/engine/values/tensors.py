"""Between numpy and torch, with the element types that numpy does not know."""

from __future__ import annotations

import numpy as np
import torch

from workbench.engine.values.arrays import numpy_dtype, stored, unknown_to_numpy

__all__ = ["dtype_name", "to_array", "to_tensor"]


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

"""Between numpy and torch, bfloat16 included."""

from __future__ import annotations

import numpy as np
import torch

from workbench.engine.values.arrays import BFLOAT16

__all__ = ["dtype_name", "to_array", "to_tensor"]


def to_tensor(array: np.ndarray) -> torch.Tensor:
    """A tensor on the array's memory."""
    if array.dtype == BFLOAT16:
        return torch.from_numpy(array.view(np.int16)).view(torch.bfloat16)
    return torch.from_numpy(array)


def to_array(tensor: torch.Tensor) -> np.ndarray:
    """A contiguous array with the tensor's elements."""
    tensor = tensor.detach().contiguous()
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(BFLOAT16)
    return np.asarray(tensor.numpy())


def dtype_name(tensor: torch.Tensor) -> str:
    """Our name of its element type."""
    return str(tensor.dtype).removeprefix("torch.")

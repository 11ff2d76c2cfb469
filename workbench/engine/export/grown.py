"""Example elements that the user has given, for other sizes than theirs.

Numbers that are drawn can be drawn anew; those that stand in a declaration or a file cannot. They are
cut, or followed by more of their kind, so that they stay what the op takes as far as that can be seen.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import torch
from msgspec.structs import replace

from workbench.core.declaration.op import Example
from workbench.engine.values.tensors import to_array

__all__ = ["given_words", "grown", "why_not_grown"]

_MOST = 1 << 15
"""Elements of an example that are given another size."""


def why_not_grown(example: Example, tensor: torch.Tensor | None) -> str:
    """Why an example with given elements has the size that it has; empty where it can have others."""
    if tensor is None or tensor.numel() > _MOST or tensor.is_complex():
        return given_words(example)
    return "" if tensor.numel() else f"'{example.arg}' has no elements"


def given_words(example: Example) -> str:
    """Where an example's elements come from."""
    if example.file:
        return f"'{example.arg}' comes from {example.file}"
    return f"the elements of '{example.arg}' are written out"


def grown(example: Example, tensor: torch.Tensor, sizes: Mapping[str, int]) -> Example:
    """The example with other sizes of the axes that have these names; itself where none changes.

    Args:
        example: with elements of a file or written ones.
        tensor: its elements.
        sizes: per name of an axis.
    """
    array = to_array(tensor)
    wanted = {axis: sizes.get(name, array.shape[axis]) for axis, name in example.dynamic.items()}
    if all(array.shape[axis] == size for axis, size in wanted.items()):
        return example
    for axis, size in wanted.items():
        array = _with_size(array, axis, size)
    value = tuple(array.ravel().tolist())
    written = Example(example.arg, shape=array.shape, value=value, dynamic=example.dynamic)
    return replace(written, dtype=example.dtype, layout=example.layout)


def _with_size(array: np.ndarray, axis: int, size: int) -> np.ndarray:
    old, places = array.shape[axis], np.arange(size)
    more: np.ndarray = np.take(array, np.minimum(places, old - 1), axis)
    if size <= old:
        return more
    if array.dtype.kind in "iu":
        # An index, a size, an offset: none of them is more than what is there, wherever it points.
        rises = (
            array.ndim == 1 and array[0] == 0 and bool(np.all(np.diff(array.astype(object)) >= 0))
        )
        if not rises:
            more[(slice(None),) * axis + (slice(old, None),)] = 0
        return more
    more = np.take(array, places % old, axis)
    if array.dtype.kind == "b":
        return more
    # Not the very same again, or what sorts would have ties.
    rows = (places // old).reshape((-1,) + (1,) * (array.ndim - 1 - axis))
    scaled: np.ndarray = (more * (1 + rows / 64)).astype(array.dtype)
    return scaled

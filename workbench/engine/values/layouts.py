"""Tensors that lie otherwise in memory than densely, row by row."""

from __future__ import annotations

from collections.abc import Callable

import torch

from workbench.core.types import layouts

__all__ = ["layout_of"]


def layout_of(level: str) -> Callable[[torch.Tensor], torch.Tensor] | None:
    """What makes a tensor lie so; it needs nothing but torch."""
    return _LAYOUTS.get(level)


def _expanded(tensor: torch.Tensor) -> torch.Tensor:
    if tensor.dim() == 0 or tensor.shape[0] < 2:
        return tensor
    return tensor[:1].expand(tensor.shape)


def _offset(tensor: torch.Tensor) -> torch.Tensor:
    """It begins one element after where memory was allocated, so it is not aligned."""
    room = torch.empty(tensor.numel() + 1, dtype=tensor.dtype)[1:].view(tensor.shape)
    return room.copy_(tensor)


def _every_other(tensor: torch.Tensor) -> torch.Tensor:
    if tensor.dim() == 0:
        return tensor
    room = torch.empty([*tensor.shape[:-1], 2 * tensor.shape[-1]], dtype=tensor.dtype)[..., ::2]
    return room.copy_(tensor)


def _transposed(tensor: torch.Tensor) -> torch.Tensor:
    if tensor.dim() < 2:
        return tensor
    return tensor.transpose(-1, -2).contiguous().transpose(-1, -2)


def _channels_last(tensor: torch.Tensor) -> torch.Tensor:
    if tensor.dim() != 4:
        return tensor
    return tensor.contiguous(memory_format=torch.channels_last)


_LAYOUTS: dict[str, Callable[[torch.Tensor], torch.Tensor]] = {
    layouts.OFFSET: _offset,
    layouts.EVERY_OTHER: _every_other,
    layouts.TRANSPOSED: _transposed,
    layouts.EXPANDED: _expanded,
    layouts.CHANNELS_LAST: _channels_last,
}

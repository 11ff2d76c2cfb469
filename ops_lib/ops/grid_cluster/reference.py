"""The voxel of each point, composed of torch's own operators."""

from __future__ import annotations

import torch
from torch import Tensor


def grid_cluster(pos: Tensor, size: Tensor, start: Tensor | None, end: Tensor | None) -> Tensor:
    """(N, D) points -> (N) voxel numbers; the first dimension varies fastest."""
    if len(pos) == 0:
        return torch.zeros(0, dtype=torch.long)
    start = pos.amin(0) if start is None else start
    end = pos.amax(0) if end is None else end
    counts = ((end - start) / size).long() + 1
    strides = torch.cat([torch.ones(1, dtype=torch.long), counts.cumprod(0)[:-1]])
    return (((pos - start) / size).long() * strides).sum(1)

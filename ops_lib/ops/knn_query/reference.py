"""The nearest points by brute force: all distances, sorted."""

from __future__ import annotations

import torch
from torch import Tensor


def knn_query(
    nsample: int,
    xyz: Tensor,
    offset: Tensor,
    new_xyz: Tensor | None,
    new_offset: Tensor | None,
) -> tuple[Tensor, Tensor]:
    """Indices (m, nsample) int32 and distances (m, nsample); -1 where a batch has fewer points."""
    queries = xyz if new_xyz is None else new_xyz
    query_ends = offset if new_offset is None else new_offset
    idx = torch.full((len(queries), nsample), -1, dtype=torch.int32)
    dist = torch.full((len(queries), nsample), -1.0)
    begin = query = 0
    for end, query_end in zip(offset.tolist(), query_ends.tolist(), strict=True):
        for row in range(query, query_end):
            # In float32, and added in this order: so ties are ties here as well as in the kernel.
            x, y, z = (xyz[begin:end] - queries[row]).unbind(1)
            squared, nearest = (x * x + y * y + z * z).sort(stable=True)
            found = min(nsample, end - begin)
            idx[row, :found] = nearest[:found].int() + begin
            dist[row, :found] = squared[:found].sqrt()
        begin, query = end, query_end
    return idx, dist

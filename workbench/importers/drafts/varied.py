"""A call of an op with other sizes, from which a shape rule can be told."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.jobs.known_ops import Inputs

__all__ = ["resized"]


def resized(inputs: Inputs) -> Iterator[Inputs]:
    """The call with other sizes: those that are alike changed together, and each on its own."""
    tensors = [i for i, e in enumerate(inputs) if e.is_tensor and e.value is UNSET]
    axes = [(i, axis) for i in tensors for axis in range(len(inputs[i].shape))]  # type: ignore[arg-type]
    alike: dict[int, list[tuple[int, int]]] = {}
    for i, axis in axes:
        alike.setdefault(inputs[i].shape[axis], []).append((i, axis))  # type: ignore[index]
    groups = [group for size, group in alike.items() if size > 1]
    same_axis = [[a for a in axes if a[1] == axis] for axis in range(6)]
    single = [[a] for a in axes]
    seen: list[Inputs] = []
    for group, more in itertools.chain(
        ((g, 1) for g in groups if len(g) > 1),
        ((g, 1) for g in single),
        ((pair, 1) for g in groups if len(g) > 2 for pair in itertools.combinations(g, 2)),
        ((g, 1) for g in same_axis if len(g) > 1),
        ((g, 3) for g in single),
        ((g, 4) for g in groups),
    ):
        changed = list(inputs)
        for i, axis in group:
            shape = list(changed[i].shape)  # type: ignore[arg-type]
            shape[axis] += more
            changed[i] = replace(changed[i], shape=tuple(shape))
        if tuple(changed) not in seen:
            seen.append(tuple(changed))
            yield tuple(changed)

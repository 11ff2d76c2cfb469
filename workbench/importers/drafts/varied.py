"""A call of an op with other sizes and elements, from which a shape rule can be told."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration.op import Example
from workbench.core.jobs.known_ops import Inputs

__all__ = ["few_elements", "renumbered", "reseeded", "resized", "rolled"]


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


def renumbered(inputs: Inputs) -> Iterator[Inputs]:
    """The call with one more for a number, each on its own."""
    for i, example in enumerate(inputs):
        value = example.value
        if not example.is_tensor and isinstance(value, int) and not isinstance(value, bool):
            yield (*inputs[:i], replace(example, value=value + 1), *inputs[i + 1 :])


def reseeded(inputs: Inputs) -> Inputs:
    """With other random numbers."""
    return tuple(replace(e, seed=e.seed + 100) if e.is_tensor else e for e in inputs)


def few_elements(inputs: Inputs, count: int) -> Inputs:
    """With so many different elements, as sizes that depend on data then differ."""

    def few(e: Example) -> Example:
        if not e.is_tensor or e.value is not UNSET:
            return e
        low = e.low if e.generator != "normal" else 0.0
        if e.generator == "uniform":
            return replace(e, high=low + (e.high - low) * (count - 1) / 2)
        return replace(
            e, generator="integers", low=low, high=min(low + count, max(e.high, low + 1))
        )

    return tuple(map(few, inputs))


def rolled(inputs: Inputs, which: int) -> Inputs:
    """With the given elements of a tensor in another order, the last one first; of ``inputs[which]``."""
    one = inputs[which]
    if not one.is_tensor or not isinstance(one.value, tuple | list) or len(one.value) < 2:
        return inputs
    changed = replace(one, value=(*one.value[-1:], *one.value[:-1]))
    return (*inputs[:which], changed, *inputs[which + 1 :])

"""Example tensors for an op from what an ONNX model says of a node's inputs."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from workbench.core.check.model import MAX_EXAMPLE_ELEMENTS
from workbench.core.declaration.names import name_problem
from workbench.core.declaration.op import Example, Value
from workbench.core.examples.made_up import suited
from workbench.core.jobs.model_nodes import ModelNode, ModelValue
from workbench.core.types.dtypes import DTYPES

__all__ = ["example_of", "example_size", "size_names", "spelt"]


def example_size(position: int) -> int:
    """A small number for a dynamic size; different sizes get different ones, so that mixing them up shows."""
    return 2 + position % 7


def size_names(nodes: Iterable[ModelNode], first: ModelNode) -> dict[str, tuple[str, int]]:
    """Dynamic size of the model → its name in the declaration, and the example's number."""
    found: dict[str, tuple[str, int]] = {}
    taken: set[str] = set()
    for node in (first, *nodes):
        for value in node.inputs:
            for size in value.shape or ():
                if not isinstance(size, str) or size in found:
                    continue
                plain = re.sub(r"\W+|__+", "_", size, flags=re.ASCII).strip("_")
                name = plain if not name_problem(plain) else f"size_{plain}".rstrip("_")
                if name_problem(name) or name in taken:
                    name = f"size_{len(found)}"
                taken.add(name)
                found[size] = (name, example_size(len(found)))
    return found


def example_of(
    arg: str, value: ModelValue, seed: int, names: dict[str, tuple[str, int]]
) -> Example:
    """The example of a tensor: the model's sizes, and a small constant's own elements."""
    if value.shape is None:
        return Example(arg, shape=(2, 3), seed=seed)
    shape, dynamic = [], {}
    for axis, size in enumerate(value.shape):
        if isinstance(size, int):
            shape.append(size)
        elif size is None:
            shape.append(2)
        else:
            name, number = names[size]
            shape.append(number)
            dynamic[axis] = name
    while math.prod(shape) > MAX_EXAMPLE_ELEMENTS:
        shape[shape.index(max(shape))] //= 2
    if value.value is not None and len(value.value) == math.prod(shape):
        return Example(arg, shape=tuple(shape), value=value.value)
    made = Example(arg, shape=tuple(shape), seed=seed, dynamic=dynamic)
    integers = value.dtype in DTYPES and DTYPES[value.dtype].kind == "int"
    return suited(made, arg, "int") if integers else made


def spelt(value: Value) -> Value:
    """The value without what a declaration cannot spell: control characters."""
    if isinstance(value, tuple):
        return tuple(spelt(v) for v in value)  # type: ignore[misc]
    if isinstance(value, str) and not value.isprintable():
        return ""
    return value

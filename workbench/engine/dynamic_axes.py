"""What the shape rules say of the outputs: their sizes, and which axes are dynamic."""

from __future__ import annotations

from typing import Any

import torch

from workbench.core import shape_rule
from workbench.core.errors import UserError
from workbench.core.op import Op
from workbench.engine.examples import example_values

__all__ = ["declared_shapes", "output_axes"]


def declared_shapes(op: Op, tensors: dict[str, torch.Tensor]) -> dict[str, list[int | None]]:
    """Per output the sizes that its rule gives for the example inputs; None where unknown."""
    types = {a.name: a.type for a in op.args}
    values = {**example_values(op), **{n: list(t.shape) for n, t in tensors.items()}}
    shapes = {}
    for output in op.outputs:
        try:
            rule = shape_rule.parse(output.shape, types)
            shapes[output.name] = shape_rule.evaluate(rule, values)
        except shape_rule.ShapeError as error:
            raise UserError(
                "shape-rule", f"'{output.name}': {error}", "Correct the shape rule."
            ) from None
    return shapes


class _NamedSize(int):
    """A size that remembers its dynamic axis as it passes through a shape rule."""

    name = ""

    @classmethod
    def of(cls, size: int, name: str) -> _NamedSize:
        made = cls(size)
        made.name = name
        return made


def output_axes(
    op: Op, tensors: dict[str, torch.Tensor], dynamic: dict[str, dict[int, str]]
) -> dict[str, dict[int, str]]:
    """The dynamic axes of the outputs: those whose size is not known when the inputs' are not.

    Without a name of ours the exporter invents one, and equal sizes would not look equal.
    """
    types_ = {a.name: a.type for a in op.args}
    values = example_values(op)
    named: dict[str, Any] = {**values, **{n: list(t.shape) for n, t in tensors.items()}}
    unknown = dict(named)
    for arg, axes in dynamic.items():
        sizes = list(tensors[arg].shape)
        named[arg] = [_NamedSize.of(s, axes[i]) if i in axes else s for i, s in enumerate(sizes)]
        unknown[arg] = [None if i in axes else s for i, s in enumerate(sizes)]
    result: dict[str, dict[int, str]] = {}
    for output in op.outputs:
        rule = shape_rule.parse(output.shape, types_)
        try:
            sizes_known = shape_rule.evaluate(rule, unknown)
            sizes_named = shape_rule.evaluate(rule, named)
        except shape_rule.ShapeError:
            continue
        axes = {
            i: getattr(sizes_named[i], "name", "") or f"{output.name}_{i}"
            for i, size in enumerate(sizes_known)
            if size is None
        }
        if axes:
            result[output.name] = axes
    return result

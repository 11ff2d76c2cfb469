"""What the shape rules say of the outputs: their sizes, and which axes are dynamic."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import numpy as np

from workbench.core import shape_rule
from workbench.core.declaration.names import list_of_item
from workbench.core.declaration.op import Op, Output
from workbench.core.errors import UserError
from workbench.engine.values.examples import is_tensor_list, sizes_of

__all__ = ["declared_count", "declared_shapes", "fits", "of_output", "output_axes", "shown"]

_FEW = 1024
"""Tensors with more elements are not looked into for ``value(...)``."""


def declared_shapes(
    op: Op, values: dict[str, Any], given: Collection[str]
) -> dict[str, list[int | None]]:
    """Per tensor that the op gives, the sizes that its rule says; None where unknown.

    Args:
        op: the declaration.
        values: the arguments.
        given: the names of the tensors; those of a list are ``parts_0`` …

    Raises:
        UserError: kind ``shape-rule``; a rule cannot be applied.
    """
    sizes, elements = sizes_of(values), _elements(values)
    shapes = {}
    for output in op.outputs:
        rule = op.shape_of(output)
        for i, name in enumerate(of_output(output, given)):
            with _told(name):
                known = {**sizes, shape_rule.ITEM: i}
                shapes[name] = shape_rule.evaluate_output(rule, known, elements)
    return shapes


def declared_count(op: Op, output: Output, values: dict[str, Any]) -> int | None:
    """How many tensors an output has that is a list; None where only the kernel knows.

    Raises:
        UserError: kind ``shape-rule``; its count cannot be told.
    """
    with _told(output.name):
        rule = op.count_of(output)
        return shape_rule.evaluate_count(rule, sizes_of(values), _elements(values))


def of_output(output: Output, given: Collection[str]) -> list[str]:
    """The names of the tensors that an output has, of all that an op gives."""
    if not output.is_list:
        return [output.name]
    return [name for name in given if list_of_item(name) == output.name]


@contextlib.contextmanager
def _told(name: str) -> Iterator[None]:
    """A rule that does not fit is told with the output's name."""
    try:
        yield
    except shape_rule.ShapeError as error:
        raise UserError("shape-rule", f"'{name}': {error}", "Correct the shape rule.") from None


def fits(shape: Sequence[int], declared: Sequence[int | None]) -> bool:
    """Whether a tensor's sizes are those that a rule gives, where it gives any."""
    return len(shape) == len(declared) and all(
        d is None or d == s for d, s in zip(declared, shape, strict=True)
    )


def shown(declared: Sequence[int | None]) -> str:
    """Sizes that a rule gives, for people: ``[2, ?]``."""
    return f"[{', '.join('?' if size is None else str(size) for size in declared)}]"


def _elements(values: dict[str, Any]) -> dict[str, list[float]]:
    return {
        name: value.flatten().tolist()
        for name, value in values.items()
        if isinstance(value, np.ndarray) and value.size <= _FEW
    }


class _NamedSize(int):
    """A size that remembers its dynamic axis as it passes through a shape rule."""

    name = ""

    @classmethod
    def of(cls, size: int, name: str) -> _NamedSize:
        made = cls(size)
        made.name = name
        return made


def output_axes(
    op: Op, values: dict[str, Any], dynamic: dict[str, dict[int, str]], given: Collection[str]
) -> dict[str, dict[int, str]]:
    """The dynamic axes of the outputs: those whose size is not known when the inputs' are not.

    Without a name of ours the exporter invents one, and equal sizes would not look equal.

    Args:
        op: the declaration.
        values: the arguments.
        dynamic: model input → axis → name; a tensor of a list is ``xs_0``.
        given: the names of the model's outputs.
    """
    named, unknown = sizes_of(values), sizes_of(values)
    for name, value in values.items():
        if is_tensor_list(value):
            axes = [dynamic.get(f"{name}_{i}", {}) for i in range(len(value))]
            pairs = [
                (None, None) if sizes is None else _with(sizes, a)
                for sizes, a in zip(named[name], axes, strict=True)
            ]
            named[name], unknown[name] = ([p[i] for p in pairs] for i in (0, 1))
        elif name in dynamic:
            named[name], unknown[name] = _with(named[name], dynamic[name])
    result: dict[str, dict[int, str]] = {}
    for output in op.outputs:
        rule = op.shape_of(output)
        for number, name in enumerate(of_output(output, given)):
            which = {shape_rule.ITEM: number}
            try:
                sizes_known = shape_rule.evaluate(rule, {**unknown, **which})
                sizes_named = shape_rule.evaluate(rule, {**named, **which})
            except shape_rule.ShapeError:
                continue
            axes_of = {
                i: getattr(sizes_named[i], "name", "") or f"{name}_{i}"
                for i, size in enumerate(sizes_known)
                if size is None
            }
            if axes_of:
                result[name] = axes_of
    return result


def _with(sizes: list[int], axes: dict[int, str]) -> tuple[list[int], list[int | None]]:
    """Sizes whose dynamic ones bear their name, and sizes whose dynamic ones are unknown."""
    named = [_NamedSize.of(s, axes[i]) if i in axes else s for i, s in enumerate(sizes)]
    return named, [None if i in axes else s for i, s in enumerate(sizes)]

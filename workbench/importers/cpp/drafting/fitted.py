"""Example inputs that pass the checks of a function whose sizes and numbers must be equal."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration.op import Example, Op, Output
from workbench.core.examples.example_shapes import main_shape
from workbench.core.types.literals import INT
from workbench.importers.cpp.drafting.result import AXIS

__all__ = ["fitted"]

_LARGEST = 64
"""No example has an axis that is longer."""


def fitted(op: Op, equal: Sequence[tuple[str, str]]) -> Op:
    """The op with numbers, and then axes, that are what they are checked to be.

    Args:
        op: with example inputs, whose axes that must be alike are.
        equal: pairs of rules over its arguments.
    """
    both = [*equal, *((b, a) for a, b in equal)]
    for number, rule in both:
        op = _with_number(op, number, rule)
    for axis, rule in both:
        found = AXIS.fullmatch(axis)
        if found is not None and not AXIS.fullmatch(rule) and op.arg(rule) is None:
            size = _value(op, rule)
            for name, place in _alike((found[1], int(found[2])), both) if size else ():
                op = _with_axis(op, name, place, size)
    return op


def _alike(axis: tuple[str, int], pairs: Sequence[tuple[str, str]]) -> list[tuple[str, int]]:
    """An axis and all that must be as long."""
    found = [axis]
    for one in found:
        for left, right in pairs:
            here, there = AXIS.fullmatch(left), AXIS.fullmatch(right)
            if here and there and (here[1], int(here[2])) == one:
                other = (there[1], int(there[2]))
                found += [other] if other not in found else []
    return found


def _with_number(op: Op, name: str, rule: str) -> Op:
    arg, example = op.arg(name), op.example(name)
    free = arg is not None and arg.kind.literal is INT and not arg.choices
    if not free or example is None or example.value is UNSET:
        return op
    size = _value(op, rule)
    return _with(op, replace(example, value=size)) if size else op


def _with_axis(op: Op, name: str, axis: int, size: int) -> Op:
    example = op.example(name)
    shape = list(example.shape) if example is not None and example.shape is not UNSET else []
    if example is None or not -len(shape) <= axis < len(shape):
        return op
    shape[axis] = size
    return _with(op, replace(example, shape=tuple(shape)))


def _with(op: Op, example: Example) -> Op:
    inputs = tuple(example if e.arg == example.arg else e for e in op.model.inputs)
    return replace(op, model=replace(op.model, inputs=inputs))


def _value(op: Op, rule: str) -> int:
    """What a rule gives for the examples; 0 where that is no size for one."""
    shape = main_shape(op, Output("size", "float32", f"[{rule}]"))
    size = shape.sizes[0] if len(shape.sizes) == 1 else None
    return size if size is not None and 0 < size <= _LARGEST else 0

"""Which values an argument takes that is no tensor, as its range or its choices say."""

from __future__ import annotations

from workbench.core.declaration.interface import Arg
from workbench.core.declaration.signature import default_literal
from workbench.core.types.literals import BOOL, INT, Scalar, Value

__all__ = ["nearest_value", "outside", "tried_values", "values_words"]


def values_words(arg: Arg) -> str:
    """Its range or its choices inside of a sentence; empty where it has neither."""
    if ends := _ends(arg):
        return " to ".join(map(default_literal, ends))
    return ", ".join(map(default_literal, arg.choices))


def outside(arg: Arg, value: Value) -> Scalar | None:
    """The value, or the first item of a list, that is not declared; None where all are.

    Args:
        arg: the argument; what is no sound range bounds nothing.
        value: one of its type.
    """
    items = value if isinstance(value, tuple) else (value,)
    return next((v for v in items if not _is_declared(arg, v)), None)


def _is_declared(arg: Arg, value: Scalar) -> bool:
    if isinstance(value, str) or not (ends := _ends(arg)):
        return not arg.choices or value in arg.choices
    return ends[0] <= value <= ends[1]


def nearest_value(arg: Arg, value: Value) -> Value:
    """A value of its type, or the nearest one that is declared; of a list, item by item."""
    if isinstance(value, tuple):
        return tuple(_nearest(arg, v) for v in value)
    return _nearest(arg, value)


def _nearest(arg: Arg, value: Scalar) -> Scalar:
    if _is_declared(arg, value):
        return value
    choices = [c for c in arg.choices if arg.kind.literal.item.fits(c)]
    if isinstance(value, str):
        return next((c for c in choices if isinstance(c, str)), value)
    numbers = [c for c in (*_ends(arg), *choices) if not isinstance(c, str)]
    return min(numbers, key=lambda c: abs(c - value), default=value)


def tried_values(arg: Arg) -> tuple[Scalar, ...]:
    """What a check tries: both ends of a range and the middle, every choice, both truth values.

    Of a list these are values of its items. Empty where nothing is declared.
    """
    if arg.kind.literal is BOOL:
        return (False, True)
    if not (ends := _ends(arg)):
        return arg.choices
    low, high = ends
    whole = arg.kind.literal.item is INT
    middle = (low + high) // 2 if whole else low / 2 + high / 2
    return tuple(dict.fromkeys((low, middle, high)))


def _ends(arg: Arg) -> tuple[float, ...]:
    """The two ends of a sound range; empty where there is none."""
    sound = (
        len(arg.range) == 2 and arg.is_numeric and all(map(arg.kind.literal.item.fits, arg.range))
    )
    return arg.range if sound and arg.range[0] <= arg.range[1] else ()

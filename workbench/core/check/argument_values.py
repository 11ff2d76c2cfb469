"""Ranges and choices of arguments, and the values that are declared beside them."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.core.check.common import problem
from workbench.core.declaration.argument_values import outside, values_words
from workbench.core.declaration.op import Arg, Op
from workbench.core.declaration.signature import arg_dtypes, default_literal
from workbench.core.errors import Problem
from workbench.core.types.literals import Value, is_finite

__all__ = ["check_inside", "check_values"]


def check_values(arg: Arg, key: str) -> Iterator[Problem]:
    """The problems of an argument's range and choices; where it has none, see ``check_applies``.

    Args:
        arg: the argument.
        key: its path.
    """
    if arg.range and arg.is_numeric:
        yield from _of_type(arg, f"{key}.range", arg.range)
        if len(arg.range) != 2:
            hint = "Write the smallest and the largest number, e.g. range = [1, 8]."
            yield problem(f"{key}.range", f"a range has two ends, and not {len(arg.range)}", hint)
        elif arg.range[0] > arg.range[1]:
            low, high = map(default_literal, arg.range)
            message = f"the range of '{arg.name}' goes from {low} to {high}, so it has no number"
            yield problem(f"{key}.range", message, "Write the smaller one first.")
    if arg.choices and arg.is_chosen:
        yield from _of_type(arg, f"{key}.choices", arg.choices)
        if len(set(arg.choices)) < len(arg.choices):
            yield problem(f"{key}.choices", "a choice is listed twice", "Remove one of them.")


def _of_type(arg: Arg, key: str, values: tuple[Value, ...]) -> Iterator[Problem]:
    item = arg.kind.literal.item
    wrong = next((v for v in values if not item.fits(v)), None)
    if wrong is not None:
        message = f"{default_literal(wrong):.100} is no value for '{arg.name}', which is {arg.type}"
        yield problem(key, message, f"Write e.g. {default_literal(item.fresh)}.")
    elif key.endswith("range") and not all(map(is_finite, values)):
        hint = "Write the smallest and the largest finite number; choices may hold inf."
        yield problem(key, "a range has two finite ends", hint)
    elif any(v != v for v in values):
        yield problem(key, "nan is no choice: it equals nothing, itself included", "Remove it.")


def check_inside(op: Op, arg: Arg, value: Value, key: str, what: str) -> Iterator[Problem]:
    """The problem of a value that an argument's range, choices or element types do not have.

    Args:
        op: the declaration.
        arg: the argument.
        value: its default, or an example.
        key: where it stands.
        what: the value, as a sentence begins with it.
    """
    if not arg.kind.literal.fits(value):
        return  # which is said already
    if arg.is_dtype and value not in (known := arg_dtypes(op, arg)):
        message = f"{what} is {value}, and '{arg.name}' may be {', '.join(known)}"
        yield problem(key, message, f"Choose one of these, or add it to the dtype of '{arg.name}'.")
    if (found := outside(arg, value)) is not None:
        name, verb = ("range", "is") if arg.range else ("choices", "are")
        given = f"{default_literal(found):.100}"
        message = f"{what} is {given}, and its {name} {verb} {values_words(arg):.200}"
        yield problem(key, message, f"Choose one of these, or change the {name} of '{arg.name}'.")

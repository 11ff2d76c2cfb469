"""Applies a rule to known sizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.core.shape_rule.nodes import (
    ArgShape,
    BoolArg,
    Broadcast,
    Call,
    Concat,
    Cond,
    Expr,
    If,
    Index,
    Int,
    IntArg,
    IsNone,
    Length,
    ListArg,
    ListOf,
    Logic,
    Operation,
    Slice,
    Unknown,
)

__all__ = ["ShapeError", "evaluate", "holds"]


class ShapeError(ValueError):
    """A rule cannot be applied to these shapes; the message says why."""


Dim = int | None


def evaluate(expr: Expr, args: Mapping[str, object]) -> list[Dim]:
    """Apply a rule to known values (the window's live preview; tests of the generated code).

    Args:
        expr: the parsed rule.
        args: per argument: a tensor's sizes (None where unknown), an int, a bool, a list
            of ints, or None for an absent optional.

    Returns:
        The sizes; None for a size that is not known.

    Raises:
        ShapeError: the shapes do not fit the rule.
    """
    return _shape(expr, args)


def _sizes(args: Mapping[str, object], name: str) -> list[Dim]:
    value = args.get(name)
    if value is None:
        raise ShapeError(f"'{name}' is None here, so it has no shape")
    return list(value)  # type: ignore[call-overload, no-any-return]


def _shape(expr: Expr, args: Mapping[str, object]) -> list[Dim]:
    match expr:
        case ArgShape(name) | ListArg(name):
            return _sizes(args, name)
        case ListOf(items):
            return [_dim(item, args) for item in items]
        case Slice(shape, begin, end):
            ends = [_dim(e, args) if e is not None else None for e in (begin, end)]
            if (ends[0] is None) != (begin is None) or (ends[1] is None) != (end is None):
                raise ShapeError("the bounds of a slice are not known, so neither is the rank")
            return _shape(shape, args)[ends[0] : ends[1]]
        case Concat(left, right):
            return _shape(left, args) + _shape(right, args)
        case Broadcast(left, right):
            return _broadcast(_shape(left, args), _shape(right, args))
        case If(test, then, other):
            return _shape(then if holds(test, args) else other, args)
    raise TypeError(expr)


def _dim(expr: Expr, args: Mapping[str, object]) -> Dim:
    match expr:
        case Int(value):
            return value
        case IntArg(name):
            given = args.get(name)
            return int(given) if isinstance(given, int) else None
        case Unknown():
            return None
        case Length(shape):
            return len(_shape(shape, args))
        case Index(shape, index):
            sizes, i = _shape(shape, args), _dim(index, args)
            if i is None:
                return None
            if not -len(sizes) <= i < len(sizes):
                raise ShapeError(f"index {i} is outside a shape of {len(sizes)} dimensions")
            return sizes[i]
        case Operation(op, left, right):
            a, b = _dim(left, args), _dim(right, args)
            return None if a is None or b is None else _operate(op, a, b)
        case Call(name, items):
            dims = [_dim(item, args) for item in items]
            known = [d for d in dims if d is not None]
            return None if len(known) < len(dims) else min(known) if name == "min" else max(known)
        case If(test, then, other):
            return _dim(then if holds(test, args) else other, args)
    raise TypeError(expr)


def _operate(op: str, a: int, b: int) -> int:
    if op in ("//", "%") and b == 0:
        raise ShapeError("division by zero in the shape rule")
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "//":
            return a // b
        case _:
            return a % b


def holds(cond: Cond, args: Mapping[str, object]) -> bool:
    """Whether a condition holds for these values of the arguments."""
    match cond:
        case IsNone(name):
            return args.get(name) is None
        case BoolArg(name):
            return bool(args.get(name))
        case Logic("not", items):
            return not holds(items[0], args)
        case Logic("and", items):
            return all(holds(item, args) for item in items)
        case Logic(_, items):
            return any(holds(item, args) for item in items)
    raise TypeError(cond)


def _broadcast(a: Sequence[Dim], b: Sequence[Dim]) -> list[Dim]:
    rank = max(len(a), len(b))
    left = [1] * (rank - len(a)) + list(a)
    right = [1] * (rank - len(b)) + list(b)
    out: list[Dim] = []
    for x, y in zip(left, right, strict=True):
        if x == 1 or x == y:
            out.append(y)
        elif y == 1 or y is None:
            out.append(x)
        elif x is None:
            out.append(y)
        else:
            raise ShapeError(f"shapes {list(a)} and {list(b)} cannot be broadcast")
    return out

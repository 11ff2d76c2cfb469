"""What a parsed shape rule is made of, and questions about it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

__all__ = [
    "ArgShape",
    "BoolArg",
    "Broadcast",
    "Call",
    "Concat",
    "Cond",
    "Expr",
    "If",
    "Index",
    "Int",
    "IntArg",
    "IsNone",
    "Length",
    "ListArg",
    "ListOf",
    "Logic",
    "Operation",
    "Slice",
    "Unknown",
    "arguments_of",
    "is_data_dependent",
    "is_shape",
]


class _Node(msgspec.Struct, frozen=True):
    pass


class Int(_Node, frozen=True):
    value: int


class IntArg(_Node, frozen=True):
    name: str


class Unknown(_Node, frozen=True):
    pass


class ArgShape(_Node, frozen=True):
    name: str


class ListArg(_Node, frozen=True):
    name: str


class ListOf(_Node, frozen=True):
    items: tuple[Expr, ...]


class Index(_Node, frozen=True):
    shape: Expr
    index: Expr


class Length(_Node, frozen=True):
    shape: Expr


class Slice(_Node, frozen=True):
    shape: Expr
    begin: Expr | None
    end: Expr | None


class Concat(_Node, frozen=True):
    left: Expr
    right: Expr


class Broadcast(_Node, frozen=True):
    left: Expr
    right: Expr


class Operation(_Node, frozen=True):
    op: str
    left: Expr
    right: Expr


class Call(_Node, frozen=True):
    name: str
    args: tuple[Expr, ...]


class IsNone(_Node, frozen=True):
    name: str


class BoolArg(_Node, frozen=True):
    name: str


class Logic(_Node, frozen=True):
    op: str
    items: tuple[Cond, ...]


class If(_Node, frozen=True):
    test: Cond
    then: Expr
    other: Expr


Cond = IsNone | BoolArg | Logic
Expr = (
    Int | IntArg | Unknown | ArgShape | ListArg | ListOf | Index | Length | Slice
    | Concat | Broadcast | Operation | Call | If
)  # fmt: skip

_SHAPES = (ArgShape, ListArg, ListOf, Slice, Concat, Broadcast)


def is_shape(expr: Expr) -> bool:
    """Whether an expression gives a shape, not one number."""
    return is_shape(expr.then) if isinstance(expr, If) else isinstance(expr, _SHAPES)


def _children(expr: Expr | Cond) -> Iterator[Expr | Cond]:
    for name in expr.__struct_fields__:
        value = getattr(expr, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, _Node):
                yield item  # type: ignore[misc]


def _walk(expr: Expr | Cond) -> Iterator[Expr | Cond]:
    yield expr
    for child in _children(expr):
        yield from _walk(child)


def arguments_of(expr: Expr) -> set[str]:
    """The names of the arguments that a rule uses."""
    return {
        e.name for e in _walk(expr) if isinstance(e, ArgShape | ListArg | IntArg | IsNone | BoolArg)
    }


def is_data_dependent(expr: Expr) -> bool:
    """Whether a size is ``unknown`` before the kernel has run."""
    return any(isinstance(e, Unknown) for e in _walk(expr))

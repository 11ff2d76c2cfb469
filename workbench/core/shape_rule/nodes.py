"""What a parsed shape rule is made of, and questions about it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

__all__ = [
    "ArgShape",
    "BoolArg",
    "Broadcast",
    "Bytes",
    "Call",
    "Concat",
    "Cond",
    "Count",
    "Expr",
    "Float",
    "FloatArg",
    "If",
    "Index",
    "Int",
    "IntArg",
    "IsNone",
    "ItemShape",
    "Length",
    "ListArg",
    "ListOf",
    "Logic",
    "Operation",
    "Product",
    "Rounded",
    "Slice",
    "Unknown",
    "Value",
    "arguments_of",
    "depends_on_value",
    "is_data_dependent",
    "is_real",
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


class ItemShape(_Node, frozen=True):
    """The sizes of one tensor of a list."""

    name: str
    index: int


class Count(_Node, frozen=True):
    """The number of tensors in a list."""

    name: str


class Value(_Node, frozen=True):
    """An element of a tensor's data; the only one where ``index`` is None.

    Attributes:
        real: it may be a fraction, since it stands inside of ``int()`` or ``floor()``.
    """

    name: str
    index: Expr | None
    real: bool


class Float(_Node, frozen=True):
    value: float


class FloatArg(_Node, frozen=True):
    name: str


class Rounded(_Node, frozen=True):
    """``int(expr)`` (towards zero) or ``floor(expr)`` of a real number."""

    name: str
    expr: Expr


class ListArg(_Node, frozen=True):
    name: str


class ListOf(_Node, frozen=True):
    items: tuple[Expr, ...]


class Index(_Node, frozen=True):
    shape: Expr
    index: Expr


class Length(_Node, frozen=True):
    shape: Expr


class Product(_Node, frozen=True):
    """The product of sizes; of costs only, no generated code has it."""

    shape: Expr


class Bytes(_Node, frozen=True):
    """The bytes of a tensor, or of all tensors of a list; of costs only."""

    name: str


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
    Int | IntArg | Unknown | ArgShape | ItemShape | Count | ListArg | ListOf | Index | Length
    | Slice | Concat | Broadcast | Operation | Call | If | Value | Float | FloatArg | Rounded
    | Product | Bytes
)  # fmt: skip

_WITH_ARGUMENT = (
    ArgShape, ItemShape, Count, ListArg, IntArg, FloatArg, Value, IsNone, BoolArg, Bytes,
)  # fmt: skip
_SHAPES = (ArgShape, ItemShape, ListArg, ListOf, Slice, Concat, Broadcast)


def is_shape(expr: Expr) -> bool:
    """Whether an expression gives a shape, not one number."""
    return is_shape(expr.then) if isinstance(expr, If) else isinstance(expr, _SHAPES)


def is_real(expr: Expr) -> bool:
    """Whether an expression may give a fraction; such stand inside of ``int()`` only."""
    match expr:
        case Value(real=real):
            return real
        case Operation(op, left, right):
            return op == "/" or is_real(left) or is_real(right)
        case Call(args=items):
            return any(map(is_real, items))
        case If(then=then, other=other):
            return is_real(then) or is_real(other)
        case _:
            return isinstance(expr, Float | FloatArg)


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


def arguments_of(expr: Expr | Cond) -> set[str]:
    """The names of the arguments that a rule or condition uses."""
    return {e.name for e in _walk(expr) if isinstance(e, _WITH_ARGUMENT)}


def is_data_dependent(expr: Expr) -> bool:
    """Whether a size is ``unknown`` before the kernel has run."""
    return any(isinstance(e, Unknown) for e in _walk(expr))


def depends_on_value(expr: Expr) -> bool:
    """Whether the elements of a tensor decide: then it is known only where there are data."""
    return any(isinstance(e, Value) for e in _walk(expr))

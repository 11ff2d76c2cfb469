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
    "Compare",
    "Concat",
    "Cond",
    "Count",
    "DtypeOf",
    "Expr",
    "Float",
    "FloatArg",
    "FloatItem",
    "If",
    "Index",
    "Int",
    "IntArg",
    "IsNone",
    "ItemIsNone",
    "ItemNumber",
    "ItemShape",
    "Length",
    "ListArg",
    "ListOf",
    "Logic",
    "Lookup",
    "Operation",
    "Opset",
    "Product",
    "RealsArg",
    "Rounded",
    "Slice",
    "Text",
    "TextArg",
    "Unknown",
    "Value",
    "arguments_of",
    "compares",
    "depends_on_value",
    "dtypes_of",
    "is_data_dependent",
    "is_open",
    "is_real",
    "is_shape",
    "is_text",
    "item",
    "kind_words",
    "needs_opset",
    "negated",
    "parts",
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


class ItemNumber(_Node, frozen=True):
    """Which tensor of an output that is a list the rule is applied to, from 0."""


class ItemShape(_Node, frozen=True):
    """The sizes of one tensor of a list."""

    name: str
    index: int | ItemNumber


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


class FloatItem(_Node, frozen=True):
    """One number of a list of them that may be fractions."""

    name: str
    index: Expr


class RealsArg(_Node, frozen=True):
    """A whole ``float[]`` argument, where an attribute is such a list."""

    name: str


class Text(_Node, frozen=True):
    value: str


class TextArg(_Node, frozen=True):
    name: str


class DtypeOf(_Node, frozen=True):
    """The element type of a tensor, or of one of a list, as a text such as ``float16``."""

    name: str
    index: int | ItemNumber | None = None


class Opset(_Node, frozen=True):
    """The version of ONNX's operators that the nodes are written in."""


class Lookup(_Node, frozen=True):
    """``{"zeros": 0, "border": 1}[mode]``: the value at the key that is equal."""

    key: Expr
    keys: tuple[Expr, ...]
    values: tuple[Expr, ...]

    def branches(self) -> tuple[tuple[Cond, Expr], ...]:
        """The same as conditions, of which one holds, with their values."""
        return tuple(
            (Compare("==", self.key, k), v) for k, v in zip(self.keys, self.values, strict=True)
        )


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


class ItemIsNone(_Node, frozen=True):
    """Whether a tensor of a list is missing."""

    name: str
    index: int | ItemNumber


class BoolArg(_Node, frozen=True):
    name: str


class Logic(_Node, frozen=True):
    op: str
    items: tuple[Cond, ...]


class If(_Node, frozen=True):
    test: Cond
    then: Expr
    other: Expr


class Compare(_Node, frozen=True):
    """``left op right``, of two numbers or two texts; of shapes and texts only whether they are equal."""

    op: str
    left: Expr
    right: Expr


Cond = IsNone | ItemIsNone | BoolArg | Logic | Compare
Expr = (
    Int | IntArg | Unknown | ArgShape | ItemShape | Count | ListArg | ListOf | Index | Length
    | Slice | Concat | Broadcast | Operation | Call | If | Value | Float | FloatArg | Rounded
    | Product | Bytes | FloatItem | RealsArg | Text | TextArg | DtypeOf | Opset | Lookup
    | ItemNumber
)  # fmt: skip

_WITH_ARGUMENT = (
    ArgShape, ItemShape, Count, ListArg, IntArg, FloatArg, Value, IsNone, BoolArg, Bytes, FloatItem,
    RealsArg, TextArg, DtypeOf, ItemIsNone,
)  # fmt: skip
_SHAPES = (ArgShape, ItemShape, ListArg, ListOf, Slice, Concat, Broadcast)


def is_shape(expr: Expr) -> bool:
    """Whether an expression gives a shape, not one number."""
    match expr:
        case If(then=one) | Lookup(values=(one, *_)):
            return is_shape(one)
        case _:
            return isinstance(expr, _SHAPES)


def is_text(expr: Expr) -> bool:
    """Whether an expression gives a text."""
    match expr:
        case If(then=one) | Lookup(values=(one, *_)):
            return is_text(one)
        case _:
            return isinstance(expr, Text | TextArg | DtypeOf)


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
        case Lookup(values=values):
            return any(map(is_real, values))
        case _:
            return isinstance(expr, Float | FloatArg | FloatItem)


def _children(expr: Expr | Cond) -> Iterator[Expr | Cond]:
    for name in expr.__struct_fields__:
        value = getattr(expr, name)
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, _Node):
                yield item  # type: ignore[misc]


def parts(expr: Expr | Cond) -> Iterator[Expr | Cond]:
    """An expression with all that it is made of."""
    yield expr
    for child in _children(expr):
        yield from parts(child)


def arguments_of(expr: Expr | Cond) -> set[str]:
    """The names of the arguments that a rule or condition uses."""
    return {e.name for e in parts(expr) if isinstance(e, _WITH_ARGUMENT)}


def is_data_dependent(expr: Expr) -> bool:
    """Whether a size is ``unknown`` before the kernel has run."""
    return any(isinstance(e, Unknown) for e in parts(expr))


def is_open(expr: Expr | Cond) -> bool:
    """Whether it needs what only the kernel or the data tell."""
    return any(isinstance(e, Unknown | Value) for e in parts(expr))


def depends_on_value(expr: Expr) -> bool:
    """Whether the elements of a tensor decide: then it is known only where there are data."""
    return any(isinstance(e, Value) for e in parts(expr))


def compares(expr: Expr | Cond) -> bool:
    """Whether something in it is compared or looked up, so that it may be unknown."""
    return any(isinstance(e, Compare | Lookup) for e in parts(expr))


def dtypes_of(expr: Expr | Cond) -> set[str]:
    """The tensor arguments whose element types it asks for."""
    return {e.name for e in parts(expr) if isinstance(e, DtypeOf)}


def asks_for_item(expr: Expr | Cond) -> bool:
    """Whether it asks which tensor of a list it is for."""
    return any(isinstance(e, ItemNumber) for e in parts(expr))


def needs_opset(expr: Expr | Cond) -> bool:
    """Whether it asks for the opset, which a mapping alone has."""
    return any(isinstance(e, Opset) for e in parts(expr))


def item(shape: Expr, index: Expr) -> Expr:
    """``shape[index]``; of a list that is written out, its item."""
    if (
        isinstance(shape, ListOf)
        and isinstance(index, Int)
        and -len(shape.items) <= index.value < len(shape.items)
    ):
        return shape.items[index.value]
    return Index(shape, index)


def negated(cond: Cond) -> Cond:
    """That a condition does not hold."""
    return Logic("not", (cond,))


def kind_words(expr: Expr) -> str:
    """What an expression gives, in words."""
    return "a text" if is_text(expr) else "a shape" if is_shape(expr) else "a number"

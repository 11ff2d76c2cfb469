"""Shape rules: the small expressions that give an output's shape.

A rule is written once and feeds output allocation, the fake kernel, ``setType`` of the
symbolic function and ONNX Runtime's shape inference. It is parsed with ``ast`` into the
few node types below and never evaluated as Python source.

Grammar (Python's own syntax and precedence)::

    rule  := shape
    shape := ARG.shape                  sizes of a tensor argument
           | LIST_ARG                   an ``int[]`` argument
           | [dim, ...]
           | shape[i:j] | shape + shape
           | broadcast(shape, shape)    numpy's rule
           | shape if cond else shape
    dim   := INT | INT_ARG | shape[dim] | len(shape) | len(LIST_ARG) | unknown
           | dim (+ - * // %) dim | -dim | min(dim, dim...) | max(dim, dim...)
           | dim if cond else dim
    cond  := ARG is None | ARG is not None | BOOL_ARG | not cond
           | cond and cond | cond or cond

``unknown`` is a size that only the kernel knows; the kernel then allocates the output.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from workbench.core.errors import UserError

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
    "ShapeError",
    "Slice",
    "Unknown",
    "arguments_of",
    "evaluate",
    "is_data_dependent",
    "is_shape",
    "parse",
]

MAX_LENGTH = 2000
MAX_DEPTH = 60
"""Python and C++ compilers have limits of their own; the generated text stays below them."""

GRAMMAR_HINT = (
    "A shape rule is e.g. a.shape, [a.shape[0], n], a.shape[:-1] + [k], "
    "broadcast(a.shape, b.shape); 'unknown' stands for a size that only the kernel knows."
)


class ShapeError(ValueError):
    """A rule cannot be applied to these shapes; the message says why."""


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
_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}


def parse(text: str, types: Mapping[str, str]) -> Expr:
    """Parse a rule.

    Args:
        text: the rule.
        types: argument name → declared type (``tensor``, ``int``, ``int[]`` …).

    Raises:
        UserError: kind ``shape-rule``, naming the part that is wrong.
    """
    if len(text) > MAX_LENGTH:
        raise UserError("shape-rule", f"the shape rule is longer than {MAX_LENGTH} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's opinion of '0is' and the like
            tree = ast.parse(text.strip(), mode="eval").body
        if _depth(tree) > MAX_DEPTH:
            raise UserError("shape-rule", "the shape rule is nested too deeply", GRAMMAR_HINT)
        expr = _Parser(types).expr(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise UserError(
            "shape-rule", f"'{text}' is no shape rule: {reason}", GRAMMAR_HINT
        ) from None
    if not is_shape(expr):
        raise UserError(
            "shape-rule",
            f"'{text}' gives one number, not a shape",
            f"Write [{text}] for a 1-d output.",
        )
    return expr


def is_shape(expr: Expr) -> bool:
    """Whether an expression gives a shape, not one number."""
    return is_shape(expr.then) if isinstance(expr, If) else isinstance(expr, _SHAPES)


def _depth(tree: ast.AST) -> int:
    deepest, todo = 0, [(tree, 1)]
    while todo:
        node, depth = todo.pop()
        deepest = max(deepest, depth)
        todo += [(child, depth + 1) for child in ast.iter_child_nodes(node)]
    return deepest


class _Parser:
    def __init__(self, types: Mapping[str, str]) -> None:
        self._types = types

    def _fail(self, node: ast.AST, message: str) -> UserError:
        return UserError(
            "shape-rule", f"'{ast.unparse(node)}' in the shape rule: {message}", GRAMMAR_HINT
        )

    def _type(self, node: ast.Name) -> str:
        if node.id not in self._types:
            known = ", ".join(self._types) or "none"
            raise UserError(
                "shape-rule",
                f"the shape rule names '{node.id}', which is no argument of the op",
                f"The arguments are: {known}.",
            )
        return self._types[node.id]

    def expr(self, node: ast.AST) -> Expr:
        match node:
            case ast.Constant(value=bool()):
                pass
            case ast.Constant(value=int(value)) if abs(value) < 1 << 63:
                return Int(value)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))) if (
                not isinstance(value, bool) and value < 1 << 63
            ):
                return Int(-value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return Operation("-", Int(0), self.dim(operand))
            case ast.Name(id="unknown"):
                return Unknown()
            case ast.Name():
                return self._name(node)
            case ast.Attribute(value=ast.Name() as name, attr="shape"):
                if self._type(name) != "tensor":
                    raise self._fail(node, f"'{name.id}' is no tensor")
                return ArgShape(name.id)
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return ListOf(tuple(self.dim(item) for item in items))
            case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper, step=None)):
                ends = [self.dim(e) if e is not None else None for e in (lower, upper)]
                return Slice(self.shape(value), ends[0], ends[1])
            case ast.Subscript(value=value, slice=index):
                return Index(self.shape(value), self.dim(index))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                a, b = self.expr(left), self.expr(right)
                if isinstance(op, ast.Add) and is_shape(a) and is_shape(b):
                    return Concat(a, b)
                if is_shape(a) or is_shape(b):
                    raise self._fail(node, "shapes can be joined with + and nothing else")
                return Operation(_OPERATORS[type(op)], a, b)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._call(node, name, args)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                then, other = self.expr(body), self.expr(orelse)
                if is_shape(then) != is_shape(other):
                    raise self._fail(node, "both branches must be shapes, or both numbers")
                return If(self.cond(test), then, other)
            case _:
                pass
        raise self._fail(node, "this is not part of the shape rule language")

    def _name(self, node: ast.Name) -> Expr:
        kind = self._type(node)
        if kind == "int":
            return IntArg(node.id)
        if kind == "int[]":
            return ListArg(node.id)
        hint = f"write {node.id}.shape" if kind == "tensor" else f"its type is {kind}"
        raise self._fail(node, f"a number or a shape is needed here; {hint}")

    def _call(self, node: ast.AST, name: str, args: list[ast.expr]) -> Expr:
        if name == "len" and len(args) == 1:
            return Length(self.shape(args[0]))
        if name == "broadcast" and len(args) == 2:
            return Broadcast(self.shape(args[0]), self.shape(args[1]))
        if name in ("min", "max") and len(args) >= 2:
            return Call(name, tuple(self.dim(a) for a in args))
        raise self._fail(node, "known functions are len(x), broadcast(x, y), min(...), max(...)")

    def dim(self, node: ast.AST) -> Expr:
        expr = self.expr(node)
        if is_shape(expr):
            raise self._fail(node, "one number is needed here, this is a shape")
        return expr

    def shape(self, node: ast.AST) -> Expr:
        expr = self.expr(node)
        if not is_shape(expr):
            raise self._fail(node, "a shape is needed here, this is one number")
        return expr

    def cond(self, node: ast.AST) -> Cond:
        match node:
            case ast.Compare(
                left=ast.Name() as name, ops=[ast.Is()], comparators=[ast.Constant(value=None)]
            ):
                self._type(name)
                return IsNone(name.id)
            case ast.Compare(
                left=ast.Name() as name, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]
            ):
                self._type(name)
                return Logic("not", (IsNone(name.id),))
            case ast.Name() if self._type(node) == "bool":
                return BoolArg(node.id)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Logic("not", (self.cond(operand),))
            case ast.BoolOp(op=op, values=values):
                word = "and" if isinstance(op, ast.And) else "or"
                return Logic(word, tuple(self.cond(v) for v in values))
            case _:
                raise self._fail(
                    node, "a condition is 'x is None', 'x is not None' or a bool argument"
                )


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
            return _shape(then if _cond(test, args) else other, args)
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
            return _dim(then if _cond(test, args) else other, args)
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


def _cond(cond: Cond, args: Mapping[str, object]) -> bool:
    match cond:
        case IsNone(name):
            return args.get(name) is None
        case BoolArg(name):
            return bool(args.get(name))
        case Logic("not", items):
            return not _cond(items[0], args)
        case Logic("and", items):
            return all(_cond(item, args) for item in items)
        case Logic(_, items):
            return any(_cond(item, args) for item in items)
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

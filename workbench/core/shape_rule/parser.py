"""Parses a rule's text; the grammar stands in the package's docstring."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Mapping
from typing import TypeVar

from workbench.core.errors import UserError
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
    is_shape,
)

__all__ = ["GRAMMAR_HINT", "MAX_DEPTH", "MAX_LENGTH", "parse", "parse_condition"]

_T = TypeVar("_T")

MAX_LENGTH = 2000
MAX_DEPTH = 60
"""Python and C++ compilers have limits of their own; the generated text stays below them."""

GRAMMAR_HINT = (
    "A shape rule is e.g. a.shape, [a.shape[0], n], a.shape[:-1] + [k], "
    "broadcast(a.shape, b.shape); 'unknown' stands for a size that only the kernel knows."
)

_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}


def parse(text: str, types: Mapping[str, str]) -> Expr:
    """Parse a rule.

    Args:
        text: the rule.
        types: argument name → declared type (``tensor``, ``int``, ``int[]`` …).

    Raises:
        UserError: kind ``shape-rule``, naming the part that is wrong.
    """
    expr = _parsed(text, types, lambda parser, tree: parser.expr(tree))
    if not is_shape(expr):
        raise UserError(
            "shape-rule",
            f"'{text}' gives one number, not a shape",
            f"Write [{text}] for a 1-d output.",
        )
    return expr


def parse_condition(text: str, types: Mapping[str, str]) -> Cond:
    """Parse a condition, e.g. ``mask is not None and use_mask``.

    Args:
        text: the condition.
        types: argument name → declared type.

    Raises:
        UserError: kind ``shape-rule``, naming the part that is wrong.
    """
    return _parsed(text, types, lambda parser, tree: parser.cond(tree))


def _parsed(text: str, types: Mapping[str, str], read: Callable[[_Parser, ast.expr], _T]) -> _T:
    if len(text) > MAX_LENGTH:
        raise UserError("shape-rule", f"the shape rule is longer than {MAX_LENGTH} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's opinion of '0is' and the like
            tree = ast.parse(text.strip(), mode="eval").body
        if _depth(tree) > MAX_DEPTH:
            raise UserError("shape-rule", "the shape rule is nested too deeply", GRAMMAR_HINT)
        return read(_Parser(types), tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = error.msg if isinstance(error, SyntaxError) else str(error)
        raise UserError(
            "shape-rule", f"'{text}' is no shape rule: {reason}", GRAMMAR_HINT
        ) from None


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

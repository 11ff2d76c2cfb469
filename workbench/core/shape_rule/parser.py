"""Parses a rule's text; the grammar stands in the package's docstring."""

from __future__ import annotations

import ast
import functools
import math
import warnings
from collections.abc import Callable, Mapping
from typing import TypeVar

from workbench.core.arg_types import ARG_TYPES
from workbench.core.errors import UserError
from workbench.core.shape_rule import nodes
from workbench.core.shape_rule.nodes import Cond, Expr, depends_on_value, is_shape

__all__ = ["GRAMMAR_HINT", "MAX_DEPTH", "MAX_LENGTH", "parse", "parse_condition", "parse_number"]

_T = TypeVar("_T")

MAX_LENGTH = 2000
MAX_DEPTH = 60
"""Python and C++ compilers have limits of their own; the generated text stays below them."""

GRAMMAR_HINT = (
    "A shape rule is e.g. a.shape, [a.shape[0], n], a.shape[:-1] + [k], "
    "broadcast(a.shape, b.shape), [value(k)] for the number in tensor k; 'unknown' stands for a "
    "size that only the kernel knows."
)

_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
_REAL_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}


def parse(text: str, types: Mapping[str, str]) -> Expr:
    """Parse a rule.

    Args:
        text: the rule.
        types: argument name → declared type, one of ``arg_types``.

    Raises:
        UserError: kind ``shape-rule``, naming the part that is wrong.
    """
    found = _rule(text, tuple(types.items()))
    if isinstance(found, UserError):
        raise UserError.of(found.problems)
    return found


@functools.lru_cache(maxsize=512)
def _rule(text: str, types: tuple[tuple[str, str], ...]) -> Expr | UserError:
    """The same few rules are asked for at every key that is typed."""
    try:
        return _shape_of(text, dict(types))
    except UserError as error:
        return error


def _shape_of(text: str, types: Mapping[str, str]) -> Expr:
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


def parse_number(text: str, types: Mapping[str, str]) -> Expr:
    """Parse a cost, e.g. ``nbytes(a) + 2 * prod(y.shape)``.

    Args:
        text: the rule.
        types: name → type of all that it may name.

    Raises:
        UserError: kind ``shape-rule``, naming the part that is wrong.
    """
    return _parsed(text, types, lambda parser, tree: parser.dim(tree), costs=True)


def _parsed(
    text: str,
    types: Mapping[str, str],
    read: Callable[[_Parser, ast.expr], _T],
    costs: bool = False,
) -> _T:
    if len(text) > MAX_LENGTH:
        raise UserError("shape-rule", f"the shape rule is longer than {MAX_LENGTH} characters")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python's opinion of '0is' and the like
            tree = ast.parse(text.strip(), mode="eval").body
        if _depth(tree) > MAX_DEPTH:
            raise UserError("shape-rule", "the shape rule is nested too deeply", GRAMMAR_HINT)
        return read(_Parser(types, costs), tree)
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
    def __init__(self, types: Mapping[str, str], costs: bool = False) -> None:
        self._types = types
        self._costs = costs

    def _fail(self, node: ast.AST, message: str) -> UserError:
        return UserError(
            "shape-rule", f"'{ast.unparse(node)}' in the shape rule: {message}", GRAMMAR_HINT
        )

    def _role(self, node: ast.Name) -> str:
        """What an argument is in a rule; empty where a rule cannot name it."""
        if node.id not in self._types:
            known = ", ".join(self._types) or "none"
            raise UserError(
                "shape-rule",
                f"the shape rule names '{node.id}', which is no argument of the op",
                f"The arguments are: {known}.",
            )
        return ARG_TYPES[self._types[node.id]].in_rule

    def _is(self, name: str, role: str) -> bool:
        return name in self._types and ARG_TYPES[self._types[name]].in_rule == role

    def expr(self, node: ast.AST) -> Expr:
        match node:
            case ast.Constant(value=bool()):
                pass
            case ast.Constant(value=int(value)) if abs(value) < 1 << 63:
                return nodes.Int(value)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(value))) if (
                not isinstance(value, bool) and value < 1 << 63
            ):
                return nodes.Int(-value)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return nodes.Operation("-", nodes.Int(0), self.dim(operand))
            case ast.Name(id="unknown"):
                return nodes.Unknown()
            case ast.Name():
                return self._name(node)
            case ast.Attribute(value=ast.Name() as name, attr="shape"):
                self._need(name, node, "shape", "no tensor")
                return nodes.ArgShape(name.id)
            case ast.Attribute(
                value=ast.Subscript(value=ast.Name() as name, slice=subscript), attr="shape"
            ):
                self._need(name, node, "shapes", "no list of tensors")
                index = self.dim(subscript)
                if not isinstance(index, nodes.Int):
                    raise self._fail(node, "the index in a list of tensors is a number, e.g. xs[0]")
                return nodes.ItemShape(name.id, index.value)
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return nodes.ListOf(tuple(self.dim(item) for item in items))
            case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper, step=None)):
                ends = [self.dim(e) if e is not None else None for e in (lower, upper)]
                if any(e is not None and depends_on_value(e) for e in ends):
                    raise self._fail(node, "a tensor's elements cannot decide the number of sizes")
                return nodes.Slice(self.shape(value), ends[0], ends[1])
            case ast.Subscript(value=value, slice=index):
                return nodes.Index(self.shape(value), self.dim(index))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                a, b = self.expr(left), self.expr(right)
                if isinstance(op, ast.Add) and is_shape(a) and is_shape(b):
                    return nodes.Concat(a, b)
                if is_shape(a) or is_shape(b):
                    raise self._fail(node, "shapes can be joined with + and nothing else")
                return nodes.Operation(_OPERATORS[type(op)], a, b)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._call(node, name, args)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                then, other = self.expr(body), self.expr(orelse)
                if is_shape(then) != is_shape(other):
                    raise self._fail(node, "both branches must be shapes, or both numbers")
                return nodes.If(self.cond(test), then, other)
            case _:
                pass
        raise self._fail(node, "this is not part of the shape rule language")

    def _need(self, name: ast.Name, node: ast.AST, role: str, otherwise: str) -> None:
        if self._role(name) != role:
            raise self._fail(node, f"'{name.id}' is {otherwise}")

    def _name(self, node: ast.Name) -> Expr:
        role = self._role(node)
        if role == "number":
            return nodes.IntArg(node.id)
        if role == "numbers":
            return nodes.ListArg(node.id)
        kind = self._types[node.id]
        hint = {
            "shape": f"write {node.id}.shape",
            "shapes": f"write e.g. {node.id}[0].shape",
            "real": f"its type is {kind}, so write e.g. int(2 * {node.id})",
        }.get(role, f"its type is {kind}")
        raise self._fail(node, f"a number or a shape is needed here; {hint}")

    def _call(self, node: ast.AST, name: str, args: list[ast.expr]) -> Expr:
        match name, args:
            case "len", [ast.Name() as of] if self._is(of.id, "shapes"):
                return nodes.Count(of.id)
            case "len", [of]:
                return nodes.Length(self.shape(of))
            case "prod", [of] if self._costs:
                return nodes.Product(self.shape(of))
            case "nbytes", [ast.Name() as of] if self._costs:
                if self._role(of) not in ("shape", "shapes"):
                    raise self._fail(node, f"'{of.id}' is no tensor")
                return nodes.Bytes(of.id)
            case "broadcast", [left, right]:
                return nodes.Broadcast(self.shape(left), self.shape(right))
            case "min" | "max", [_, _, *_]:
                return nodes.Call(name, tuple(map(self.dim, args)))
            case "int" | "floor", [of]:
                return nodes.Rounded(name, self.real(of))
            case "value", _:
                return self._value(node, args, real=False)
        raise self._fail(
            node,
            "known functions are len(x), broadcast(x, y), min(...), max(...), value(tensor), "
            "value(tensor, i), int(x), floor(x)" + ", prod(x.shape), nbytes(tensor)" * self._costs,
        )

    def _value(self, node: ast.AST, args: list[ast.expr], real: bool) -> Expr:
        match args:
            case [ast.Name() as name, *index] if len(index) < 2:
                self._need(name, node, "shape", "no tensor")
                return nodes.Value(name.id, self.dim(index[0]) if index else None, real)
        raise self._fail(node, "write value(tensor) or value(tensor, i)")

    def real(self, node: ast.AST) -> Expr:
        """A number inside of ``int()`` or ``floor()``, where fractions are allowed."""
        match node:
            case ast.Constant(value=float(value)) if math.isfinite(value):
                return nodes.Float(value)
            case ast.Name(id=name) if self._is(name, "real"):
                return nodes.FloatArg(name)
            case ast.UnaryOp(operand=ast.Constant(value=int())):
                return self.dim(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return nodes.Operation("-", nodes.Int(0), self.real(operand))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _REAL_OPERATORS:
                return nodes.Operation(_REAL_OPERATORS[type(op)], self.real(left), self.real(right))
            case ast.Call(func=ast.Name(id="value"), args=args, keywords=[]):
                return self._value(node, args, real=True)
            case ast.Call(
                func=ast.Name(id="min" | "max" as name), args=[_, _, *_] as args, keywords=[]
            ):
                return nodes.Call(name, tuple(map(self.real, args)))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return nodes.If(self.cond(test), self.real(body), self.real(orelse))
            case _:
                return self.dim(node)

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
                self._role(name)
                return nodes.IsNone(name.id)
            case ast.Compare(
                left=ast.Name() as name, ops=[ast.IsNot()], comparators=[ast.Constant(value=None)]
            ):
                self._role(name)
                return nodes.Logic("not", (nodes.IsNone(name.id),))
            case ast.Name() if self._role(node) == "flag":
                return nodes.BoolArg(node.id)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return nodes.Logic("not", (self.cond(operand),))
            case ast.BoolOp(op=op, values=values):
                word = "and" if isinstance(op, ast.And) else "or"
                return nodes.Logic(word, tuple(self.cond(v) for v in values))
            case _:
                raise self._fail(
                    node, "a condition is 'x is None', 'x is not None' or a bool argument"
                )

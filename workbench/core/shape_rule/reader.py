"""Reads a rule's tree of Python's grammar; what the language is stands in the package's docstring."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable

from workbench.core.errors import UserError
from workbench.core.shape_rule import nodes
from workbench.core.shape_rule.instead import (
    instead,
    instead_of_comparison,
    instead_of_foreign,
    instead_of_number,
    meant_by_dtype,
    question,
)
from workbench.core.shape_rule.nodes import Cond, Expr, depends_on_value, is_shape, is_text
from workbench.core.shape_rule.operators import COMPARISONS, OPERATORS, REAL_OPERATORS
from workbench.core.shape_rule.scope import INDEX, OF_A_LIST, Scope
from workbench.core.types.arg_types import ARG_TYPES, each_is_there
from workbench.core.types.dtypes import DTYPES

__all__ = ["Reader"]


class Reader:
    """Reads one tree.

    Args:
        scope: what the names mean.
        what: what it is, for words: a shape rule, a condition, a rule.
        hint: what would be right.
    """

    def __init__(self, scope: Scope, what: str, hint: str) -> None:
        self._scope, self._types = scope, scope.types
        self._what, self._hint = what, hint

    def _fail(self, node: ast.AST, message: str) -> UserError:
        return UserError(
            "shape-rule", f"'{ast.unparse(node)}' in the {self._what}: {message}", self._hint
        )

    def _role(self, node: ast.Name) -> str:
        """What an argument is in a rule; empty where a rule cannot name it."""
        if node.id not in self._types:
            raise self._scope.unknown(node.id, self._what)
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
            case ast.Name(id="unknown") if node.id not in self._types:
                return nodes.Unknown()
            case ast.Name(id=name) if name in ("opset", INDEX) and name not in self._types:
                return self._word(node, name)
            case ast.Name():
                return self._name(node)
            case ast.Attribute(value=ast.Name() as name, attr="shape"):
                self._need(name, node, "shape", "no tensor")
                return nodes.ArgShape(name.id)
            case ast.Attribute(
                value=ast.Subscript(value=ast.Name() as name, slice=subscript), attr="shape"
            ):
                return nodes.ItemShape(name.id, self._place(node, name, subscript))
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return nodes.ListOf(tuple(self.dim(item) for item in items))
            case ast.Subscript(value=value, slice=ast.Slice(lower=lower, upper=upper, step=None)):
                ends = [self.dim(e) if e is not None else None for e in (lower, upper)]
                if any(e is not None and depends_on_value(e) for e in ends):
                    raise self._fail(node, "a tensor's elements cannot decide the number of sizes")
                return nodes.Slice(self.shape(value), ends[0], ends[1])
            case ast.Subscript(value=ast.Dict() as known, slice=key):
                return self._lookup(node, known, key, self.expr)
            case ast.Subscript(value=value, slice=index):
                return nodes.item(self.shape(value), self.dim(index))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
                a, b = self.expr(left), self.expr(right)
                if isinstance(op, ast.Add) and is_shape(a) and is_shape(b):
                    return nodes.Concat(a, b)
                if is_shape(a) or is_shape(b):
                    raise self._fail(node, "shapes can be joined with + and nothing else")
                return nodes.Operation(OPERATORS[type(op)], a, b)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._call(node, name, args)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                then, other = self.expr(body), self.expr(orelse)
                if is_shape(then) != is_shape(other):
                    raise self._fail(node, "both branches must be shapes, or both numbers")
                return nodes.If(self.cond(test), then, other)
            case ast.Constant(value=str()):
                raise self._fail(node, "a number or a shape is needed here, this is a text")
            case ast.Attribute(attr="dtype"):
                raise self._fail(node, 'a text is no number; compare it: x.dtype == "float16"')
        raise self._fail(node, instead_of_foreign(node))

    def _need(self, name: ast.Name, node: ast.AST, role: str, otherwise: str) -> None:
        if self._role(name) != role:
            raise self._fail(node, f"'{name.id}' is {otherwise}")

    def _place(self, node: ast.AST, name: ast.Name, subscript: ast.expr) -> int | nodes.ItemNumber:
        """Which tensor of a list."""
        self._need(name, node, "shapes", "no list of tensors")
        index = self.dim(subscript)
        if not isinstance(index, nodes.Int | nodes.ItemNumber):
            raise self._fail(node, "the index in a list of tensors is a number, e.g. xs[0]")
        return index.value if isinstance(index, nodes.Int) else index

    def _absent(self, node: ast.AST, what: ast.expr) -> Cond | None:
        """That an argument, or a tensor of a list, is None."""
        match what:
            case ast.Name():
                self._role(what)
                return nodes.IsNone(what.id)
            case ast.Subscript(value=ast.Name() as name, slice=at):
                place = self._place(node, name, at)
                if not ARG_TYPES[self._types[name.id]].items_may_be_none:
                    raise self._fail(node, each_is_there(name.id, self._types[name.id]))
                return nodes.ItemIsNone(name.id, place)
        return None

    def _name(self, node: ast.Name) -> Expr:
        role = self._role(node)
        if role == "number":
            return nodes.IntArg(node.id)
        if role == "numbers":
            return nodes.ListArg(node.id)
        hint = instead(node.id, self._types[node.id], role)
        raise self._fail(node, f"a number or a shape is needed here; {hint}")

    def _call(self, node: ast.AST, name: str, args: list[ast.expr]) -> Expr:
        match name, args:
            case "len", [ast.Name() as of] if self._is(of.id, "shapes"):
                return nodes.Count(of.id)
            case "len", [of]:
                return nodes.Length(self.shape(of))
            case "prod", [of] if self._what == "cost":
                return nodes.Product(self.shape(of))
            case "nbytes", [ast.Name() as of] if self._what == "cost":
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
            "value(tensor, i), int(x), floor(x)"
            + ", prod(x.shape), nbytes(tensor)"
            * (self._what == "cost"),
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
            case ast.Name(id=name) if self._is(name, "reals"):
                hint = instead(name, self._types[name], "reals", real=True)
                raise self._fail(node, f"a number is needed here; {hint}")
            case ast.Subscript(value=ast.Name(id=name), slice=index) if self._is(name, "reals"):
                return nodes.FloatItem(name, self.dim(index))
            case ast.Subscript(value=ast.Dict() as known, slice=key):
                return self._lookup(node, known, key, self.real)
            case ast.UnaryOp(operand=ast.Constant(value=int())):
                return self.dim(node)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return nodes.Operation("-", nodes.Int(0), self.real(operand))
            case ast.BinOp(left=left, op=op, right=right) if type(op) in REAL_OPERATORS:
                return nodes.Operation(REAL_OPERATORS[type(op)], self.real(left), self.real(right))
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
                left=left,
                ops=[ast.Is() | ast.IsNot() as op],
                comparators=[ast.Constant(value=None)],
            ) if (lacks := self._absent(node, left)) is not None:
                return lacks if isinstance(op, ast.Is) else nodes.negated(lacks)
            case ast.Name(id="opset") if "opset" not in self._types:
                raise self._fail(node, "compare it: opset >= 13")
            case ast.Name() if self._role(node) == "flag":
                return nodes.BoolArg(node.id)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return nodes.Logic("not", (self.cond(operand),))
            case ast.BoolOp(op=op, values=values):
                word = "and" if isinstance(op, ast.And) else "or"
                return nodes.Logic(word, tuple(self.cond(v) for v in values))
            case ast.Compare(left=first, ops=ops, comparators=others):
                sides = [first, *others]
                links = [
                    self._comparison(node, left, op, right)
                    for left, op, right in zip(sides, ops, others, strict=False)
                ]
                return links[0] if len(links) == 1 else nodes.Logic("and", tuple(links))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                asked = self.cond(test)
                yes, no = (asked, self.cond(body)), (nodes.negated(asked), self.cond(orelse))
                return nodes.Logic("or", (nodes.Logic("and", yes), nodes.Logic("and", no)))
            case ast.Constant(value=bool()):
                raise self._fail(node, "a condition that never changes is none: leave it empty")
            case ast.Name():
                asked_of = question(node.id, self._role(node))
                raise self._fail(node, f"its type is {self._types[node.id]}, so {asked_of}")
            case _:
                raise self._fail(
                    node,
                    'a condition compares (k > 1, mode == "a", len(x.shape) == 3), asks whether '
                    "something is None, or is a bool argument",
                )

    def _comparison(self, node: ast.AST, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Cond:
        """One link of ``a < b``, ``mode in ("a", "b")``."""
        if isinstance(op, ast.In | ast.NotIn):
            if not isinstance(right, ast.Tuple | ast.List | ast.Set) or not right.elts:
                raise self._fail(node, 'write the values in brackets: mode in ("a", "b")')
            each = tuple(self._compared(node, left, "==", one) for one in right.elts)
            found: Cond = each[0] if len(each) == 1 else nodes.Logic("or", each)
            return found if isinstance(op, ast.In) else nodes.negated(found)
        if known := instead_of_comparison(left, op, right, lambda name: self._is(name, "flag")):
            raise self._fail(node, known)
        if type(op) not in COMPARISONS:
            raise self._fail(node, "'is' asks for None alone; write == to compare")
        return self._compared(node, left, COMPARISONS[type(op)], right)

    def _compared(self, node: ast.AST, left: ast.expr, op: str, right: ast.expr) -> Cond:
        a, b = self.value(left), self.value(right)
        for side, written in ((a, right), (b, left)):
            if known := instead_of_number(written, is_text(side)):
                raise self._fail(node, known)
        if (is_text(a), is_shape(a)) != (is_text(b), is_shape(b)):
            kinds = " with ".join(map(nodes.kind_words, (a, b)))
            raise self._fail(node, f"it compares {kinds}; both must be of one kind")
        if (is_text(a) or is_shape(a)) and op not in ("==", "!="):
            what = nodes.kind_words(a)
            raise self._fail(node, f"of {what} can only be asked whether it is equal: == or !=")
        for one, other in ((a, b), (b, a)):
            if isinstance(one, nodes.DtypeOf) and isinstance(other, nodes.Text):
                self._check_dtype(node, other.value)
        return nodes.Compare(op, a, b)

    def _check_dtype(self, node: ast.AST, name: str) -> None:
        if name not in DTYPES:
            raise self._fail(node, f"'{name}' is no element type; {meant_by_dtype(name)}")

    # -- values of any kind

    def given(self, node: ast.AST, kind: str) -> Expr:
        """What the rule of an attribute gives; of a kind of ``parser.VALUE_KINDS``, or ``any``."""
        match kind, node:
            case "shape", _:
                return self.expr(node)
            case "number", _:
                return self.dim(node)
            case "real", _:
                return self.real(node)
            case "text", _:
                return self.text(node)
            case "reals", ast.Name(id=name) if self._is(name, "reals"):
                return nodes.RealsArg(name)
            case "reals", ast.List(elts=items) | ast.Tuple(elts=items):
                return nodes.ListOf(tuple(map(self.real, items)))
            case "texts", ast.List(elts=items) | ast.Tuple(elts=items):
                return nodes.ListOf(tuple(map(self.text, items)))
            case "reals" | "texts", _:
                raise self._fail(node, "write a list: [a, b]")
        return self.value(node)

    def value(self, node: ast.AST) -> Expr:
        """A text, a number or a shape."""
        if self._is_text(node):
            return self.text(node)
        try:
            return self.expr(node)
        except UserError as error:
            try:
                return self.real(node)
            except UserError:
                raise error from None

    def _is_text(self, node: ast.AST) -> bool:
        match node:
            case ast.Constant(value=str()) | ast.Attribute(attr="dtype"):
                return True
            case ast.Name(id=name):
                return self._is(name, "text")
            case ast.IfExp(body=first) | ast.Subscript(value=ast.Dict(values=[first, *_])):
                return self._is_text(first)
        return False

    def text(self, node: ast.AST) -> Expr:
        """A text."""
        match node:
            case ast.Constant(value=str(value)):
                return nodes.Text(value)
            case ast.Name(id=name) if self._is(name, "text"):
                return nodes.TextArg(name)
            case ast.Attribute(value=ast.Name() as name, attr="dtype"):
                if self._role(name) == "shapes":
                    raise self._fail(node, f"'{name.id}' is a list; write e.g. {name.id}[0].dtype")
                self._need(name, node, "shape", "no tensor")
                return nodes.DtypeOf(name.id)
            case ast.Attribute(
                value=ast.Subscript(value=ast.Name() as name, slice=subscript), attr="dtype"
            ):
                return nodes.DtypeOf(name.id, self._place(node, name, subscript))
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return nodes.If(self.cond(test), self.text(body), self.text(orelse))
            case ast.Subscript(value=ast.Dict() as known, slice=key):
                return self._lookup(node, known, key, self.text)
            case ast.Name():
                self._role(node)
        raise self._fail(
            node, 'a text is needed here, e.g. "linear", or an argument that is a text'
        )

    def _lookup(
        self, node: ast.AST, known: ast.Dict, key: ast.AST, read: Callable[[ast.AST], Expr]
    ) -> Expr:
        """``{"zeros": 0, "border": 1}[mode]``"""
        if not known.keys:
            raise self._fail(node, 'the table is empty; write e.g. {"zeros": 0, "border": 1}[mode]')
        asked = self.value(key)
        keys = []
        for one in known.keys:
            if not isinstance(one, ast.Constant) or not isinstance(one.value, str | int):
                raise self._fail(node, "the keys of a table are texts or whole numbers")
            keys.append(self.value(one))
        if is_shape(asked) or any(is_text(k) != is_text(asked) for k in keys):
            what = (
                f"it is asked for {nodes.kind_words(asked)}, and its keys must be of that kind, too"
            )
            raise self._fail(node, what)
        values = tuple(map(read, known.values))
        if len(set(keys)) < len(keys):
            raise self._fail(node, "a key stands there twice")
        if len({(is_shape(v), is_text(v)) for v in values}) > 1:
            raise self._fail(node, "all values of a table must be of one kind")
        return nodes.Lookup(asked, tuple(keys), values)

    def _word(self, node: ast.AST, name: str) -> Expr:
        if name == INDEX:
            if self._what != OF_A_LIST:
                raise self._fail(node, "it numbers the tensors of an output that is a list")
            return nodes.ItemNumber()
        if self._what in ("shape rule", OF_A_LIST, "count", "cost"):
            raise self._fail(node, "a kernel has no opset; conditions and attributes of nodes have")
        return nodes.Opset()

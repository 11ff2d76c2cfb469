"""What the expressions of a ``setup.py`` give, over plain values."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from workbench.importers.setup_py.values import PLAIN, Outside, Ref, Unknown

__all__ = ["FAULTS", "MOST_LENGTH", "MOST_STEPS", "Expressions", "short"]

MOST_LENGTH = 100_000
MOST_STEPS = 100_000
_LARGEST = 1 << 62
FAULTS = (
    *(TypeError, ValueError, LookupError, AttributeError, OSError, ArithmeticError),
    *(RecursionError, UnicodeError),
)
_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mod: operator.mod,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
}
_COMPARED: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
}


class Expressions:
    """Evaluates; what a call does, and whether a condition holds, is said by who inherits."""

    _outside: Outside
    _scopes: list[dict[str, Any]]
    _steps: int

    def _called(self, node: ast.Call) -> Any:
        raise NotImplementedError

    def _holds(self, test: ast.expr) -> bool:
        raise NotImplementedError

    def _assign(self, target: ast.expr, value: Any) -> None:
        raise NotImplementedError

    def _value(self, node: ast.expr) -> Any:
        try:
            return self._evaluated(node)
        except FAULTS as error:
            return Unknown(f"'{short(node)}': {error}", node.lineno)

    def _evaluated(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant():
                return node.value
            case ast.Name():
                return self._looked_up(node)
            case ast.List() | ast.Tuple() | ast.Set():
                items = self._items(node.elts)
                return {ast.List: list, ast.Tuple: tuple, ast.Set: set}[type(node)](items)
            case ast.Dict():
                return self._dict(node)
            case ast.JoinedStr():
                return self._text(node)
            case ast.Attribute():
                return self._attribute(self._value(node.value), node)
            case ast.Subscript():
                return self._subscript(node)
            case ast.BinOp():
                return self._binary(
                    node.op, self._value(node.left), self._value(node.right), node.lineno
                )
            case ast.BoolOp():
                return self._both(node)
            case ast.UnaryOp():
                value = self._value(node.operand)
                if isinstance(value, Unknown):
                    return value
                return not value if isinstance(node.op, ast.Not) else -value
            case ast.Compare():
                return self._compared(node)
            case ast.IfExp():
                return self._value(node.body if self._holds(node.test) else node.orelse)
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp():
                return self._comprehension(node)
            case ast.Call():
                return self._called(node)
            case ast.Starred():
                return self._value(node.value)
            case _:
                return Unknown(f"'{short(node)}' is not followed", node.lineno)

    def _looked_up(self, node: ast.Name) -> Any:
        for scope in reversed(self._scopes):
            if node.id in scope:
                return scope[node.id]
        if node.id in PLAIN or node.id in (
            "open",
            "print",
            "hasattr",
            "map",
            "filter",
            "exec",
            "eval",
            "exit",
            "quit",
        ):
            return Ref(node.id)
        return Unknown(f"'{node.id}' is not known", node.lineno)

    def _named(self, full: str) -> Any:
        return self._outside.values.get(full, Ref(full))

    def _items(self, nodes: list[ast.expr]) -> list[Any]:
        found: list[Any] = []
        for node in nodes:
            value = self._value(node)
            if isinstance(node, ast.Starred) and not isinstance(value, Unknown | Ref):
                found += list(value)
            else:
                found.append(value)
        return found

    def _dict(self, node: ast.Dict) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            made = self._value(value)
            if key is None:
                found |= made if isinstance(made, dict) else {}
            else:
                found[self._value(key)] = made
        return found

    def _text(self, node: ast.JoinedStr) -> Any:
        parts = []
        for part in node.values:
            inner = part.value if isinstance(part, ast.FormattedValue) else part
            value = self._value(inner)
            if isinstance(value, Unknown | Ref):
                return Unknown(f"'{short(inner)}' in a text", node.lineno)
            parts.append(str(value))
        return "".join(parts)

    def _attribute(self, owner: Any, node: ast.Attribute) -> Any:
        if isinstance(owner, Ref):
            return self._named(f"{owner.name}.{node.attr}")
        if isinstance(owner, Path) and node.attr in ("parent", "name", "stem", "suffix", "parents"):
            return getattr(owner, node.attr)
        if isinstance(owner, Unknown):
            return owner
        return Unknown(f"'{short(node)}' is not followed", node.lineno)

    def _subscript(self, node: ast.Subscript) -> Any:
        owner = self._value(node.value)
        if isinstance(owner, Unknown | Ref):
            return Unknown(f"'{short(node)}' is not known", node.lineno)
        if isinstance(node.slice, ast.Slice):
            parts = (node.slice.lower, node.slice.upper, node.slice.step)
            return owner[slice(*(self._value(p) if p is not None else None for p in parts))]
        return owner[self._value(node.slice)]

    def _binary(self, op: ast.operator, left: Any, right: Any, line: int) -> Any:
        for value in (left, right):
            if isinstance(value, Unknown):
                if isinstance(left, list) or isinstance(right, list):
                    return [*_listed(left), *_listed(right)]
                return value
        if isinstance(left, Path) and isinstance(op, ast.Div):
            return left / right
        if isinstance(op, ast.Mult) and not all(isinstance(v, int | float) for v in (left, right)):
            count = next((v for v in (left, right) if isinstance(v, int)), 0)
            other = right if isinstance(left, int) else left
            if len(other) * count > MOST_LENGTH:
                return Unknown("it is too long", line)
        if isinstance(op, ast.Mod) and isinstance(left, str) and re.search(r"\d{4}", left):
            return Unknown("it is too long", line)
        joined = isinstance(op, ast.Add) and isinstance(left, str | list | tuple)
        if joined and len(left) + len(right) > MOST_LENGTH:
            return Unknown("it is too long", line)
        if type(op) not in _BINARY:
            return Unknown("the operator is not followed", line)
        value = _BINARY[type(op)](left, right)
        if isinstance(value, int) and abs(value) > _LARGEST:
            return Unknown("the number is too large", line)
        return value

    def _both(self, node: ast.BoolOp) -> Any:
        wanted = isinstance(node.op, ast.Or)
        value: Any = None
        unknown = None
        for part in node.values:
            value = self._value(part)
            if isinstance(value, Unknown):
                unknown = value
            elif bool(value) == wanted:
                return value
        return unknown or value

    def _compared(self, node: ast.Compare) -> Any:
        left = self._value(node.left)
        for op, part in zip(node.ops, node.comparators, strict=True):
            right = self._value(part)
            for value in (left, right):
                if isinstance(value, Unknown):
                    return value
            if isinstance(left, Ref) and not isinstance(op, ast.Is | ast.IsNot):
                return Unknown(f"'{left.name}' is not known", node.lineno)
            if isinstance(left, Ref) and right is None:
                return Unknown(f"'{left.name}' is not known", node.lineno)
            if not _COMPARED[type(op)](left, right):
                return False
            left = right
        return True

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp | ast.SetComp) -> Any:
        found: list[Any] = []
        if not self._gathered(node, node.generators, found):
            return Unknown(f"'{short(node)}' is not followed", node.lineno)
        return set(found) if isinstance(node, ast.SetComp) else found

    def _gathered(
        self,
        node: ast.ListComp | ast.GeneratorExp | ast.SetComp,
        generators: list[ast.comprehension],
        found: list[Any],
    ) -> bool:
        """Add what the loops give, the first one outermost; whether all of it could be followed."""
        if not generators:
            found.append(self._value(node.elt))
            return len(found) <= MOST_LENGTH
        first, *rest = generators
        items = self._value(first.iter)
        if isinstance(items, Unknown | Ref):
            return False
        for item in items if isinstance(items, range) else list(items):
            self._steps += 1
            if self._steps > MOST_STEPS:
                return False
            self._assign(first.target, item)
            fits = all(self._value(test) for test in first.ifs)
            if fits and not self._gathered(node, rest, found):
                return False
        return True


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def short(node: ast.expr) -> str:
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 60 else f"{text[:57]}…"

"""What the names in a rule or a condition may mean, and the parts that are said once put in."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from workbench.core.errors import UserError
from workbench.core.types.arg_types import ARG_TYPES
from workbench.core.types.dtypes import DTYPES

__all__ = ["FUNCTIONS", "INDEX", "OF_A_LIST", "WORDS", "Scope", "expanded", "names_for"]

INDEX = "index"
"""In the rule of an output that is a list: which of its tensors."""
WORDS = ("unknown", "opset", "None")
OF_A_LIST = "shape rule of a list"
"""What the rule of each tensor of an output is called."""
FUNCTIONS = ("len", "broadcast", "min", "max", "value", "int", "floor")
_MOST_PARTS = 4000
"""Nodes of a rule with all its named parts put in."""


class Scope(msgspec.Struct, frozen=True):
    """The names.

    Attributes:
        types: argument → declared type, one of ``arg_types``.
        outputs: output → its shape rule; what is an argument, too, means the argument.
        let: name → the expression that it stands for.
        lists: output that is a list → the shape rule of each of its tensors, and how many there are.
    """

    types: Mapping[str, str]
    outputs: Mapping[str, str] = {}
    let: Mapping[str, str] = {}
    lists: Mapping[str, tuple[str, str]] = {}

    @classmethod
    def of(cls, names: Scope | Mapping[str, str]) -> Scope:
        """A scope; types alone are one without outputs and named parts."""
        return names if isinstance(names, Scope) else cls(names)

    @property
    def key(self) -> tuple[tuple[tuple[str, Any], ...], ...]:
        """The same, for a cache."""
        parts = (self.types, self.outputs, self.let, self.lists)
        return tuple(tuple(part.items()) for part in parts)

    @classmethod
    def of_key(cls, key: tuple[tuple[tuple[str, Any], ...], ...]) -> Scope:
        """The scope that gave a key."""
        return cls(*map(dict, key))

    def unknown(self, name: str, what: str) -> UserError:
        """That a name means nothing."""
        known = [*self.types, *(n for n in self.let if n not in self.types)]
        near = difflib.get_close_matches(name, [*known, *self.outputs, *self.lists], 1)
        meant = f"Did you mean '{near[0]}'? " if near else ""
        hint = f"{meant}The arguments are: {', '.join(self.types) or 'none'}."
        if self.let:
            hint += f" Under [let] there are: {', '.join(self.let)}."
        if name in DTYPES:
            hint = f'An element type is a text: "{name}".'
        if name in self.outputs:
            hint = f"It is an output: its sizes are {name}.shape."
        if name in self.lists:
            hint = f"It is an output that is a list: write e.g. {name}[0].shape, or len({name})."
        return UserError(
            "shape-rule", f"the {what} names '{name}', which is no argument of the op", hint
        )


def expanded(tree: ast.expr, scope: Scope, what: str) -> ast.expr:
    """The tree with the named parts, and the shapes of outputs, put in.

    Raises:
        UserError: kind ``shape-rule``; a part is made of itself, is no expression, or it is all too long.
    """
    if not (scope.let or scope.outputs or scope.lists):
        return tree
    return _Expanded(scope, what).of(tree)


class _Expanded(ast.NodeTransformer):
    def __init__(self, scope: Scope, what: str) -> None:
        self._scope, self._what = scope, what
        self._within: list[str] = []
        self._parts = 0

    def of(self, tree: ast.expr) -> ast.expr:
        self._parts += sum(1 for _ in ast.walk(tree))
        if self._parts > _MOST_PARTS:
            message = f"the {self._what} is too long with its named parts put in"
            raise UserError("shape-rule", message, "Divide it, or say less in each part.")
        made: ast.expr = self.visit(tree)
        return made

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self._scope.types or node.id not in self._scope.let:
            return node
        return self._part(node.id, self._scope.let[node.id])

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        owner = node.value
        if isinstance(owner, ast.Name) and node.attr == "shape":
            name = owner.id
            if name not in self._scope.types and name in self._scope.outputs:
                return self._part(name, self._scope.outputs[name])
        match node:
            case ast.Attribute(ast.Subscript(ast.Name(name), place), "shape") if self._is_list(
                name
            ):
                if isinstance(place, ast.Constant | ast.Name):
                    rule, _ = self._scope.lists[name]
                    of_each = self._part(f"{name}[{INDEX}]", rule)
                    return of_each if INDEX in self._scope.types else _At(place).visit(of_each)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match node:
            case ast.Call(ast.Name("len"), [ast.Name(name)], []) if self._is_list(name):
                return self._part(f"len({name})", self._scope.lists[name][1])
        return self.generic_visit(node)

    def _is_list(self, name: str) -> bool:
        return name not in self._scope.types and name in self._scope.lists

    def _part(self, name: str, text: str) -> ast.expr:
        if name in self._within:
            circle = [*self._within[self._within.index(name) :], name]
            raise UserError(
                "shape-rule",
                f"the {self._what} goes in a circle: {' is made of '.join(circle)}",
                "Say one of them without the other.",
            )
        try:
            tree = ast.parse(text.strip(), mode="eval").body
        except (SyntaxError, ValueError):
            raise UserError(
                "shape-rule", f"'{name}', which is '{text}', is no expression"
            ) from None
        self._within.append(name)
        try:
            return self.of(tree)
        finally:
            self._within.pop()


class _At(ast.NodeTransformer):
    """Puts one place in for which tensor of a list it is."""

    def __init__(self, place: ast.expr) -> None:
        self._place = place

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._place if node.id == INDEX else node


def names_for(names: Scope | Mapping[str, str], what: str = "shape rule") -> Iterator[str]:
    """What may stand in a rule, for completion: names with what is asked of them, then functions.

    Args:
        names: what the names mean.
        what: ``condition``, ``rule`` of an attribute, or ``shape rule`` of an output.
    """
    scope = Scope.of(names)
    roles = {name: ARG_TYPES[kind].in_rule for name, kind in scope.types.items()}
    shapes = [name for name, role in roles.items() if role == "shape"]
    lists = [name for name, role in roles.items() if role == "shapes"]
    dtypes = [*(f"{name}.dtype" for name in shapes), *(f"{name}[0].dtype" for name in lists)]
    plain = [n for n, role in roles.items() if role not in ("", "shape", "shapes")]
    if what == "condition":
        yield from (n for n in plain if roles[n] == "flag")
        yield from (f"len({name}.shape)" for name in shapes)
        yield from dtypes
    yield from (f"{name}.shape" for name in shapes)
    yield from (n for n in plain if not (what == "condition" and roles[n] == "flag"))
    yield from (f"{name}[0].shape" for name in lists)
    yield from (f"len({name})" for name in lists)
    yield from (f"{name}.shape" for name in scope.outputs if name not in scope.types)
    for name in (n for n in scope.lists if n not in scope.types):
        yield from (f"{name}[0].shape", f"len({name})")
    yield from (name for name in scope.let if name not in scope.types)
    if what != "condition":
        yield from dtypes
    if what != "shape rule":
        yield "opset"
    yield from (f"{name}(" for name in FUNCTIONS)
    yield from ("None", "not ", "and ", "or ") if what == "condition" else ("unknown",)

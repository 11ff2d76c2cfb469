"""The sizes that a body names, as shape rules: ``x.sizes()``, ``{n, x.size(1) * 2}``."""

from __future__ import annotations

import abc
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from workbench.importers.cpp.drafting.arithmetic import LONGEST, SIGNS, joined
from workbench.importers.cpp.drafting.result import Result
from workbench.importers.cpp.drafting.sliced import sizes_in
from workbench.importers.cpp.syntax.body_tree import Body
from workbench.importers.cpp.syntax.tree import arguments_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["DEEPEST", "Sizes"]

DEEPEST = 4
"""How many names, or calls, are followed one behind the other."""
_NESTED = 32
"""How deep the arithmetic of one size may be."""
_WIDTHS = ("static_cast", "int64_t", "int")
_SIZES = ("vector", "IntArrayRef")
_CHOSEN = {"min": "min", "max": "max", "fmin": "min", "fmax": "max"}
_POWER = re.compile(r"pow[fl]?")
_HALF = re.compile(r"0?\.50*[fFlL]?")


class Sizes(abc.ABC):
    """Reads the sizes in one body; every name is followed a few steps back, never in a circle.

    Args:
        body: the body.
        numbers: the parameters that are whole numbers.
    """

    def __init__(self, body: Body, numbers: set[str]) -> None:
        self.body, self._source = body, body.source
        self._numbers = numbers

    @abc.abstractmethod
    def _result(self, node: Node, steps: int = DEEPEST) -> Result:
        """What is known of a tensor."""

    def _subscript(self, node: Node) -> tuple[Node, str]:
        """What an item is taken from, and the text between the brackets."""
        listed = node.child_by_field_name("indices") or node
        of = node.child_by_field_name("argument") or node
        return of, self._source.of(listed).strip("[] ")

    def _shape(self, node: Node, steps: int) -> str:
        """The shape rule of an expression of sizes; empty where it cannot be told."""
        if steps <= 0:
            return ""
        name, of = self.body.method(node)
        if (value := self._kept(node)) is not None:
            return self._shape(value, steps - 1)
        if name == "vec" and of is not None:
            return self._shape(of, steps - 1)
        if (tensor := self._sized(node)) is not None:
            return self._result(tensor, steps - 1).shape
        kind = node.child_by_field_name("type") or node.child_by_field_name("function")
        if kind is not None and any(k in self._source.of(kind) for k in _SIZES):
            given = arguments_in(node) or node.children_by_field_name("value")
            node = given[0] if given else node
        if node.type == "initializer_list":
            dims = [n for n in node.named_children if n.type != "comment"]
            return f"[{', '.join(self._dim(d, DEEPEST) or 'unknown' for d in dims)}]"
        text = self.body.name(node)
        return f"[{self._dim(node, DEEPEST)}]" if text in self._numbers else ""

    def _sized(self, node: Node) -> Node | None:
        """The tensor whose sizes these are: ``x.sizes()``, ``x.shape``."""
        called, of = self.body.method(node)
        field = node.child_by_field_name("field")
        if field is not None and self._source.of(field) == "shape":
            return node.child_by_field_name("argument")
        return of if called == "sizes" else None

    def _kept(self, node: Node) -> Node | None:
        """Of the name of several sizes what it was given, if nothing in it is changed."""
        name = self.body.name(node)
        if not name or self.body.varies(name) or self.body.changes(name):
            return None
        for change in self._source.all("assignment_expression", "update_expression"):
            target = change.child_by_field_name("left") or change.child_by_field_name("argument")
            if target is not None and name in (
                self._source.of(n) for n in self._source.all("identifier", within=target)
            ):
                return None
        return self.body.value(name)

    def _dim(self, node: Node, steps: int, depth: int = 0) -> str:
        """One size as a rule; empty where it cannot be told.

        Args:
            node: an expression.
            steps: how many names are followed, one behind the other.
            depth: in how many others the expression stands.
        """
        if steps < 0 or depth > _NESTED:
            return ""
        text = self._source.of(node)
        if node.type == "number_literal":
            return text.rstrip("lLuU") if re.fullmatch(r"\d{1,9}[lLuU]{0,3}", text) else ""
        if name := self.body.name(node):
            if name in self._numbers:
                return name
            value = None if self.body.varies(name) else self.body.value(name)
            return self._dim(value, steps - 1, depth) if value is not None else ""
        if node.type == "parenthesized_expression":
            part = self._dim(node.named_children[0], steps, depth + 1)
            return f"({part})" if part else ""
        if node.type == "cast_expression":
            return self._dim(self._to_nearest(node.named_children[-1]), steps, depth + 1)
        if node.type == "subscript_expression":
            sizes, index = self._subscript(node)
            return self._size(self._sized(self._kept(sizes) or sizes), index)
        if node.type == "call_expression":
            called, of = self.body.method(node)
            given = arguments_in(node)
            if called == "size" and len(given) == 1:
                return self._size(of, self._source.of(given[0]))
            if called in _WIDTHS and len(given) == 1:
                return self._dim(self._to_nearest(given[0]), steps, depth + 1)
            if _POWER.fullmatch(called) and of is None and len(given) == 2:
                return self._joined("**", given, steps, depth)
            if called in _CHOSEN and len(given) == 2:
                parts = [self._dim(n, steps, depth + 1) for n in given]
                most = max(map(len, parts))
                fits = all(parts) and most <= LONGEST
                return f"{_CHOSEN[called]}({', '.join(parts)})" if fits else ""
            return ""
        if node.type != "binary_expression":
            return ""
        operator = node.child_by_field_name("operator")
        sign = SIGNS.get(self._source.of(operator)) if operator is not None else None
        sides = [node.child_by_field_name(name) for name in ("left", "right")]
        return self._joined(sign, sides, steps, depth) if sign is not None else ""

    def _joined(self, sign: str, sides: Sequence[Node | None], steps: int, depth: int) -> str:
        return joined(
            sign, (self._dim(side, steps, depth + 1) if side is not None else "" for side in sides)
        )

    def _to_nearest(self, node: Node) -> Node:
        """``pow(2, n)`` of ``(int64_t)(pow(2, n) + 0.5)``: what is whole already stays as it is."""
        while node.type == "parenthesized_expression":
            node = node.named_children[0]
        right = node.child_by_field_name("right")
        is_half = right is not None and _HALF.fullmatch(self._source.of(right))
        is_sum = is_half and self._source.of(node.child_by_field_name("operator") or node) == "+"
        return (node.child_by_field_name("left") or node) if is_sum else node

    def _size(self, tensor: Node | None, index: str) -> str:
        if tensor is None or not re.fullmatch(r"-?\d{1,2}", index):
            return ""
        like, dim = self._result(tensor).shape, int(index)
        if re.fullmatch(r"\w+\.shape", like):
            return f"{like}[{dim}]"
        parts = sizes_in(like)
        return (
            parts[dim]
            if parts and -len(parts) <= dim < len(parts) and parts[dim] != "unknown"
            else ""
        )

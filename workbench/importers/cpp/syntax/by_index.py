"""What a method such as ``GetInputType(size_t index)`` returns for one index, read off its body."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from itertools import takewhile
from typing import TYPE_CHECKING

from workbench.importers.cpp.syntax.tree import Source

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["returned_for"]

_COMPARES: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_PLAIN = ("identifier", "qualified_identifier", "number_literal", "string_literal")


class _UnreadError(Exception):
    """A part of the body is none of those that are understood."""


def returned_for(
    source: Source, body: Node, name: str, index: int, numbers: Mapping[str, int]
) -> Node | None:
    """The name or number that is returned, None where that is not plainly said.

    ``if``, ``switch``, ``?:`` and comparisons of the index with numbers are understood.

    Args:
        source: the text.
        body: of the method.
        name: the parameter's; empty where it has none, so that nothing is asked of it.
        index: its value.
        numbers: the constants that are whole numbers.
    """
    try:
        return _Reader(source, name, index, numbers).statement(body)
    except _UnreadError:
        return None


class _Reader:
    def __init__(self, source: Source, name: str, index: int, numbers: Mapping[str, int]) -> None:
        self._source, self._name, self._index, self._numbers = source, name, index, numbers

    def statement(self, node: Node) -> Node | None:
        """What a statement returns; None where it goes on."""
        match node.type:
            case "compound_statement":
                return self._first(node.named_children)
            case "return_statement":
                return self._value(node.named_children[0] if node.named_children else node)
            case "if_statement":
                part = (
                    "consequence"
                    if self._holds(node.child_by_field_name("condition"))
                    else "alternative"
                )
                chosen = node.child_by_field_name(part)
                return self.statement(chosen) if chosen is not None else None
            case "else_clause":
                return self._first(node.named_children)
            case "switch_statement":
                return self._switch(node)
            case "comment":
                return None
            case "expression_statement" if node.named_child_count == 0:
                return None
        raise _UnreadError

    def _first(self, statements: Iterable[Node]) -> Node | None:
        for one in statements:
            if (found := self.statement(one)) is not None:
                return found
        return None

    def _switch(self, node: Node) -> Node | None:
        body = node.child_by_field_name("body")
        asked = self._number(node.child_by_field_name("condition"))
        cases = [c for c in body.named_children if c.type == "case_statement"] if body else []
        values = [c.child_by_field_name("value") for c in cases]
        meant = [i for i, v in enumerate(values) if v is not None and self._number(v) == asked]
        meant = meant or [i for i, v in enumerate(values) if v is None]
        if not meant:
            return None
        rest = [s for c, v in zip(cases, values, strict=True) for s in c.named_children if s != v]
        skipped = sum(
            len([s for s in c.named_children if s != v])
            for c, v in list(zip(cases, values, strict=True))[: meant[0]]
        )
        # A break within a nested block is not understood.
        return self._first(takewhile(lambda s: s.type != "break_statement", rest[skipped:]))

    def _value(self, node: Node) -> Node:
        if node.type == "conditional_expression":
            part = (
                "consequence"
                if self._holds(node.child_by_field_name("condition"))
                else "alternative"
            )
            node = node.child_by_field_name(part) or node
            return self._value(node)
        if node.type == "parenthesized_expression" and node.named_child_count == 1:
            return self._value(node.named_children[0])
        if node.type not in _PLAIN:
            raise _UnreadError
        return node

    def _holds(self, node: Node | None) -> bool:
        if node is None:
            raise _UnreadError
        if (
            node.type in ("condition_clause", "parenthesized_expression")
            and node.named_child_count == 1
        ):
            return self._holds(node.named_children[0])
        if node.type != "binary_expression":
            raise _UnreadError
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        sign = self._source.of(node.child_by_field_name("operator") or node)
        if sign in ("&&", "||"):
            first = self._holds(left)
            return self._holds(right) if first == (sign == "&&") else first
        if sign not in _COMPARES:
            raise _UnreadError
        return _COMPARES[sign](self._number(left), self._number(right))

    def _number(self, node: Node | None) -> int:
        while (
            node is not None
            and node.named_child_count == 1
            and node.type.endswith(("_clause", "ized_expression"))
        ):
            node = node.named_children[0]
        text = self._source.of(node).rstrip("uUlLzZ") if node is not None else ""
        if node is not None and text == self._name and node.type == "identifier":
            return self._index
        if text.isdecimal() and len(text) < 10:
            return int(text)
        if text.rpartition("::")[2] in self._numbers:
            return self._numbers[text.rpartition("::")[2]]
        raise _UnreadError

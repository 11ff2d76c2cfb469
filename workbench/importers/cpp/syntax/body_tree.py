"""A function's body as a tree: what it returns, and what its names are first given."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.macros import with_short_macros
from workbench.importers.cpp.syntax.tree import Source, arguments_in, named_in, returned

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["SAME", "Body", "body_of", "compact", "tree_of"]

_DEEPEST = 64
_LONGEST_BODY = 100_000
"""Characters of a body that are looked at."""
SAME = ("contiguous", "expect_contiguous", "value", "cpu", "detach", "to", "type", "toType")
"""The methods of a tensor that give its elements."""
_CHANGES = frozenset(
    """push_back emplace_back insert emplace resize assign append erase pop_back clear
    swap""".split()
)
"""The methods of containers that change how much is in them."""


def body_of(function: Function, texts: dict[str, str]) -> str:
    """The text of a function's body, with single spaces and without short macros; empty where it has none."""
    if function.expanded:
        return compact(function.expanded[:_LONGEST_BODY])
    if not function.defined or function.body_span == (0, 0):
        return ""
    text = texts.get(function.file, "")
    start, end = function.body_span
    end = min(end, start + _LONGEST_BODY)
    if not text.isascii():  # its bytes are more than its characters
        data = text.encode("utf-8", "replace")[start:end]
        return with_short_macros(compact(data.decode("utf-8", "replace")), texts)
    return with_short_macros(compact(text[start:end]), texts)


def compact(text: str) -> str:
    """The text with single spaces: patterns with several spaces in a row take for ever on many."""
    return re.sub(r"\s+", lambda m: "\n" if "\n" in m[0] else " ", text)


@functools.lru_cache(maxsize=32)
def tree_of(text: str) -> Source:
    """The tree of a body."""
    return Source(f"void f() {text}")


_CONDITIONAL = (
    *("if_statement", "for_statement", "for_range_loop", "while_statement", "do_statement"),
    *("switch_statement", "conditional_expression", "lambda_expression", "catch_clause"),
)


def _is_conditional(node: Node, place: int) -> bool:
    """Whether a statement may not be run before a place behind it, or be run more than once."""
    within, above = node, node.parent
    while above is not None:
        # What the place is in the same branch of, does not part the two.
        if above.type in _CONDITIONAL and not within.start_byte <= place < within.end_byte:
            return True
        within, above = above, above.parent
    return False


class Body:
    """The body of one function.

    Attributes:
        source: its text.
        returned: what each ``return`` gives.
    """

    def __init__(self, function: Function, texts: dict[str, str]) -> None:
        self.source = tree_of(body_of(function, texts))
        self.returned = list(returned(self.source.root))

    @functools.cached_property
    def _values(self) -> dict[str, Node]:
        found: dict[str, Node] = {}
        for node in self.source.all("init_declarator", "assignment_expression"):
            sides = ("declarator", "value") if node.type == "init_declarator" else ("left", "right")
            target, value = map(node.child_by_field_name, sides)
            name = named_in(target) if node.type == "init_declarator" else target
            if name is not None and name.type == "identifier" and value is not None:
                found.setdefault(self.source.of(name), value)
        return found

    @functools.cached_property
    def _several(self) -> dict[str, tuple[Node, int]]:
        found: dict[str, tuple[Node, int]] = {}
        for node in self.source.all("init_declarator", "assignment_expression"):
            sides = ("declarator", "value") if node.type == "init_declarator" else ("left", "right")
            target, value = map(node.child_by_field_name, sides)
            names: list[Node] = []
            if target is not None and target.type == "structured_binding_declarator":
                names = target.named_children
            elif target is not None and self.source.called(target)[0] == "tie":
                names = arguments_in(target)
            for at, name in enumerate(names):
                if name.type == "identifier" and value is not None:
                    found.setdefault(self.source.of(name), (value, at))
        return found

    def one_of(self, name: str) -> tuple[Node, int] | None:
        """What is given to several names at once (``auto [x, y] = f();``, ``std::tie(x, y) = f();``), and
        which of them this one is; None for a name that is given something else.
        """
        return self._several.get(name)

    def value(self, name: str) -> Node | None:
        """What a name is first given."""
        value = self._values.get(name)
        return self.plain(value) if value is not None else None

    def plain(self, node: Node) -> Node:
        """An expression without ``std::move``, parentheses and the braces around one value."""
        for _ in range(_DEEPEST):
            inner = []
            if node.type in ("parenthesized_expression", "initializer_list"):
                inner = [n for n in node.named_children if n.type != "comment"]
            elif node.type == "call_expression" and self.source.called(node)[0] == "move":
                inner = arguments_in(node)
            if len(inner) != 1:
                break
            node = inner[0]
        return node

    def name(self, node: Node | None) -> str:
        """The name that an expression is; empty where it is more."""
        return self.source.of(node) if node is not None and node.type == "identifier" else ""

    def followed(self, node: Node) -> Node:
        """An expression; of a name, what it is first given."""
        return self.value(self.name(node)) or node

    @functools.cached_property
    def _given(self) -> dict[str, list[Node]]:
        found: dict[str, list[Node]] = {}
        kinds = ("init_declarator", "assignment_expression", "update_expression")
        for node in self.source.all(*kinds):
            if node.type == "init_declarator":
                target = named_in(node.child_by_field_name("declarator"))
            else:
                target = node.child_by_field_name("left") or node.child_by_field_name("argument")
            if name := self.name(target):
                found.setdefault(name, []).append(node)
        return found

    def given(self, name: str) -> list[Node]:
        """Where a name is given a value: declared with one, assigned to, or counted up or down."""
        return self._given.get(name, [])

    def values(self, name: str, before: int) -> list[tuple[Node, bool]]:
        """What a name is given up to a place, in order, and whether it is so on every way there.

        Args:
            name: of a variable or a parameter.
            before: a byte of the body; what ends behind it does not count.
        """
        found = []
        for node in self.given(name):
            value = node.child_by_field_name("value") or node.child_by_field_name("right")
            operator = node.child_by_field_name("operator")
            plain = operator is None or self.source.of(operator) == "="
            if value is not None and plain and node.end_byte <= before:
                found.append((self.plain(value), not _is_conditional(node, before)))
        return found

    def varies(self, name: str) -> bool:
        """Whether a name is given more than one value."""
        return len(self.given(name)) > 1

    def changes(self, name: str, *, elements: bool = False) -> bool:
        """Whether something of this name is given another value, or grows or shrinks.

        Args:
            name: of a variable or a parameter.
            elements: also whether one of its elements is given another value.
        """
        nodes = self.source.all("assignment_expression", "update_expression", "call_expression")
        for node in nodes:
            method, target = self.method(node)
            if node.type == "assignment_expression":
                target = node.child_by_field_name("left")
            elif node.type == "update_expression":
                target = node.child_by_field_name("argument")
            elif method not in _CHANGES:
                continue
            while elements and target is not None and target.type == "subscript_expression":
                target = target.child_by_field_name("argument")
            if self.name(target) == name:
                return True
        return False

    def resized(self, node: Node) -> str:
        """The name of the tensor that a call gives other sizes; empty for any other call."""
        called, of = self.method(node)
        return self.name(of) if called == "resize_" and arguments_in(node) else ""

    def method(self, node: Node) -> tuple[str, Node | None]:
        """The name of the function that is called, and the object whose method it is."""
        if node.type != "call_expression":
            return "", None
        function = node.child_by_field_name("function")
        is_method = function is not None and function.type == "field_expression"
        of = function.child_by_field_name("argument") if function and is_method else None
        return self.source.called(node)[0], of

    def scope(self, call: Node) -> str:
        """The class or namespace that stands before the name of what is called."""
        function = call.child_by_field_name("function")
        names = self.source.of(function).split("::") if function is not None else []
        return names[-2].strip() if len(names) > 1 else ""

    def named(self, call: Node, functions: Iterable[Function]) -> list[Function]:
        """Which functions a call may mean: ``Class::forward`` for ``Class::apply``."""
        name, scope = self.method(call)[0], self.scope(call)
        if name in ("apply", "forward") and scope:
            ends = [scope, "forward"]
            return [f for f in functions if f.name.split("::")[-2:] == ends]
        return [f for f in functions if name and f.name.rpartition("::")[2] == name]

    def passed(self, node: Node) -> str:
        """The name whose elements an argument is: ``x``, ``x.contiguous()``; empty for none."""
        for _ in range(_DEEPEST):
            node = self.plain(node)
            method, of = self.method(node)
            if of is None or method not in SAME:
                break
            node = of
        return self.name(node)

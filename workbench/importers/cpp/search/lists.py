"""Lists of tensors that a function gives: how many are in them, where its body says it plainly.

Where it is plain, each tensor becomes an output of its own, with a type and a shape rule; else the
op has one output, which is a list.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workbench.importers.cpp.syntax.body_tree import Body
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.tree import arguments_in, named_in
from workbench.importers.cpp.syntax.types import canonical, is_list_of_tensors

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["TUPLES", "Lists", "items_of", "list_length", "stated_result"]

_DEEPEST = 4
_LIST = "std::vector<at::Tensor>"
_PAIRS = ("make_pair", "pair")
_SPLIT = ("chunk", "split", "split_with_sizes", "tensor_split", "unbind")
"""The functions and methods of torch that give a list of tensors."""
TUPLES = (*_PAIRS, "make_tuple", "tuple", "tie")
"""The functions and types that put several results together."""


def list_length(
    function: Function, calls: tuple[Function, ...], texts: dict[str, str], depth: int = _DEEPEST
) -> int:
    """How many tensors a function gives in its list, always; 0 where that is not plain.

    Args:
        function: whose result is a list of tensors.
        calls: what it calls (``Calls.of``).
        texts: the C++ texts by file name.
        depth: how many calls inside each other are followed.
    """
    if array := re.match(r"array<(?:const )?Tensor,(\d{1,3})>$", canonical(function.result)):
        return int(array[1])
    reader = Lists(function, calls, texts, depth)
    counts = {reader.length(node) for node in reader.body.returned} if depth else set()
    return counts.pop() if len(counts) == 1 else 0


def items_of(body: Body, node: Node) -> list[Node] | None:
    """What is put together: ``{x, y}``, ``List{x, y}``, ``std::make_tuple(x, y)``; None for else."""
    if node.type == "compound_literal_expression":
        node = node.child_by_field_name("value") or node
    if node.type == "initializer_list":
        return [n for n in node.named_children if n.type != "comment"]
    return arguments_in(node) if body.method(node)[0] in TUPLES else None


class Lists:
    """Reads one body."""

    def __init__(
        self,
        function: Function,
        calls: tuple[Function, ...],
        texts: dict[str, str],
        depth: int,
    ) -> None:
        self.body = Body(function, texts)
        self._source = self.body.source
        self._calls = calls
        self._texts = texts
        self._depth = depth
        self._lists = {p.name for p in function.parameters if is_list_of_tensors(p.type)}
        self._made: dict[str, list[Node]] = {}
        for node in self._source.all("declaration"):
            self._declared(node)

    def _declared(self, node: Node) -> None:
        """Of a list: its name, and what it is made with."""
        kind = node.child_by_field_name("type")
        text = self._source.of(kind) if kind is not None else ""
        for declarator in node.children_by_field_name("declarator"):
            name = named_in(declarator)
            if name is None or not (is_list_of_tensors(text) or text == "auto"):
                continue
            if text != "auto":
                self._lists.add(self._source.of(name))
            if (value := declarator.child_by_field_name("value")) is not None:
                self._made.setdefault(self._source.of(name), []).append(value)

    def length(self, node: Node) -> int:
        """The length of what one ``return`` gives; 0 where it is not plain."""
        if self.body.name(node):
            return self._of_name(self.body.name(node))
        items = items_of(self.body, node)
        if items is None:
            return self._of_call(node) if node.type == "call_expression" else 0
        # One name in braces is a copy where it is a list itself.
        return 0 if len(items) == 1 and self.is_list(items[0]) else len(items)

    def is_list(self, node: Node) -> bool:
        """Whether an expression is a list of tensors."""
        if name := self.body.name(node):
            return self.is_list_name(name)
        kind = node.child_by_field_name("type") or node.child_by_field_name("function")
        if kind is not None and is_list_of_tensors(self._source.of(kind)):
            return True
        if own := self.body.named(node, self._calls):
            return any(is_list_of_tensors(f.result) for f in own)
        return self.body.method(node)[0] in _SPLIT

    def is_list_name(self, name: str) -> bool:
        """Whether a variable or a parameter is a list of tensors."""
        made = self._made.get(name, [])
        return name in self._lists or any(not self.body.name(n) and self.is_list(n) for n in made)

    def _of_name(self, name: str) -> int:
        """Of a list that is made whole and never grows."""
        made = self._made.get(name, [])
        if len(made) != 1 or self.body.name(made[0]) or self.body.changes(name):
            return 0
        return self.length(made[0]) if made[0].type != "argument_list" else 0

    def _of_call(self, call: Node) -> int:
        counts = {
            list_length(f, self._calls, self._texts, self._depth - 1)
            for f in self.body.named(call, self._calls)
            if is_list_of_tensors(f.result)
        }
        return counts.pop() if len(counts) == 1 else 0


def stated_result(function: Function, texts: dict[str, str]) -> str:
    """The result of an ``auto`` function as far as its body says it: a tuple, a list, or ``auto``."""
    reader = Lists(function, (), texts, 1)
    found = {_stated(reader, node) for node in reader.body.returned}
    return found.pop() if len(found) == 1 else "auto"


def _stated(reader: Lists, node: Node) -> str:
    items = items_of(reader.body, node)
    kind = reader.body.method(node)[0]
    if node.type == "compound_literal_expression":  # std::tuple<at::Tensor, at::Tensor>{x, y}
        written = canonical(reader.body.source.of(node))
        kind = written.partition("<")[0]
    if items is not None and kind in TUPLES:
        kinds = (_LIST if reader.is_list(item) else "at::Tensor" for item in items)
        return f"std::{'pair' if kind in _PAIRS else 'tuple'}<{', '.join(kinds)}>"
    return _LIST if reader.is_list(node) else "auto"

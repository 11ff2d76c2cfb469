"""Sizes and numbers that a function checks to be equal, as rules: ``TORCH_CHECK(n == weight.size(2))``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from workbench.importers.cpp.drafting.result import AXIS, renamed
from workbench.importers.cpp.drafting.results import Reader
from workbench.importers.cpp.drafting.sizes import DEEPEST
from workbench.importers.cpp.syntax.body import TensorHints
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.tree import arguments_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["checked_equal", "equal_sizes"]

_RANK = re.compile(r"len\((\w+)\.shape\)")
_CHECK = re.compile(r"\w*(?:CHECK|ASSERT|REQUIRE|ENFORCE)\w*|assert")
_NESTED = 32
_MOST = 64
_MOST_AXES = 6

_Pair = tuple[str, str]
_Told = dict[tuple[str, int, int], list[_Pair]]
"""What is told of functions that are called, by file, start and depth."""


def equal_sizes(
    function: Function, calls: tuple[Function, ...], texts: dict[str, str]
) -> list[_Pair]:
    """Pairs of rules over a function's parameters that it, or what it calls, checks to be equal.

    How many elements a tensor has is told as the length of its only axis.
    """
    return _Equal(function, calls, texts, DEEPEST, {}).pairs() if function.defined else []


def checked_equal(hints: TensorHints, name: str, pairs: Sequence[_Pair]) -> TensorHints:
    """What is known of a tensor, with what ``equal_sizes`` tells of its axes and of others as long.

    Args:
        hints: of the tensor.
        name: its parameter's.
        pairs: those of the function.
    """
    rank, sizes, same = hints.rank, dict(hints.sizes), list(hints.same)
    for one, other in (*pairs, *((b, a) for a, b in pairs)):
        axis, its, ranked = AXIS.fullmatch(one), AXIS.fullmatch(other), _RANK.fullmatch(one)
        if ranked and ranked[1] == name and other.isdecimal():
            rank = rank or int(other)
        if axis is None or axis[1] != name:
            continue
        rank = max(rank, min(int(axis[2]) + 1, _MOST_AXES))
        if other.isdecimal() and int(other):
            sizes.setdefault(int(axis[2]), int(other))
        elif its is not None and its[1] != name:
            same.append((int(axis[2]), its[1], int(its[2])))
    return msgspec.structs.replace(hints, rank=rank, sizes=sizes, same=tuple(same))


class _Equal(Reader):
    """Reads the checks of one body."""

    def __init__(
        self,
        function: Function,
        calls: tuple[Function, ...],
        texts: dict[str, str],
        depth: int,
        told: _Told,
    ) -> None:
        super().__init__(function, calls, texts, depth)
        self._told = told

    def pairs(self) -> list[_Pair]:
        """Those of the body, then those of what it calls."""
        found: dict[_Pair, None] = {}
        for call in self._source.all("call_expression"):
            name = self.body.method(call)[0]
            if _CHECK.fullmatch(name):
                found |= dict.fromkeys(self._checked(name, arguments_in(call)))
            elif self._depth > 1:
                found |= dict.fromkeys(self._called(call))
        return list(found)[:_MOST]

    def _checked(self, name: str, given: list[Node]) -> Iterator[_Pair]:
        if name.endswith("_EQ") and len(given) > 1:
            sides = [(given[0], given[1])]
        else:
            sides = list(self._equals(given[0])) if given else []
        for one, other in sides:
            left, right = self._told_by(one), self._told_by(other)
            if left and right and left != right and not (left + right).isdecimal():
                yield left, right
                for name in filter(None, map(self._counted, (one, other))):
                    yield f"len({name}.shape)", "1"

    def _equals(self, node: Node, depth: int = 0) -> Iterator[tuple[Node, Node]]:
        """The two sides of each ``==`` that must hold."""
        node = self.body.plain(node)
        if node.type == "comma_expression" and depth < _NESTED:  # ((void)"why", n == m)
            yield from self._equals(node.named_children[-1], depth + 1)
        left, right = (node.child_by_field_name(side) for side in ("left", "right"))
        if node.type != "binary_expression" or left is None or right is None or depth >= _NESTED:
            return
        sign = self._source.of(node.child_by_field_name("operator") or node)
        if sign in ("&&", "and"):
            yield from self._equals(left, depth + 1)
            yield from self._equals(right, depth + 1)
        elif sign == "==":
            yield left, right

    def _told_by(self, node: Node) -> str:
        """A size or a number as a rule; empty where it cannot be told."""
        name = self._counted(node)
        return f"{name}.shape[0]" if name else self._dim(node, DEEPEST)

    def _counted(self, node: Node) -> str:
        """The tensor whose elements are counted by ``x.numel()``; empty for anything else."""
        called, of = self.body.method(self.body.followed(self.body.plain(node)))
        name = self.body.passed(of) if called == "numel" and of is not None else ""
        return name if name in self._tensors else ""

    def _called(self, call: Node) -> Iterator[_Pair]:
        given = arguments_in(call)
        for called in self.body.named(call, self._calls):
            if len(given) > len(called.parameters):
                continue
            key = (called.file, called.start, self._depth)
            if key not in self._told:
                self._told[key] = []  # for functions that call each other
                inner = _Equal(called, self._calls, self._texts, self._depth - 1, self._told)
                self._told[key] = inner.pairs() if called.defined else []
            passed = zip(called.parameters, map(self.body.passed, given), strict=False)
            known = self._tensors | self._numbers
            names = {p.name: text for p, text in passed if text in known}
            for pair in self._told[key]:
                left, right = (renamed(rule, names) if names else "" for rule in pair)
                if left and right:
                    yield left, right

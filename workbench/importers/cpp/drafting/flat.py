"""Shapes of tensors that a kernel reaches by plain pointers, from how it counts their elements.

``y[(i * n + j) * 3 + k]`` in loops over ``i`` and ``j`` has as many rows as the outermost loop has
rounds, and what it is multiplied with are the further sizes: ``[rounds, n, 3]``.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from workbench.core.declaration.op import Op
from workbench.importers.cpp.drafting.result import renamed
from workbench.importers.cpp.drafting.results import Reader
from workbench.importers.cpp.drafting.sizes import DEEPEST
from workbench.importers.cpp.drafting.sliced import sizes_in
from workbench.importers.cpp.syntax.element_uses import DATA
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.tree import arguments_in, named_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["flat_ranks", "flat_shapes", "sizes_in_cpp"]

_MOST_TERMS = 8
_DEEPEST = 32
_FACTOR = re.compile(r"\w+(?:\.shape\[-?\d+\])?")

_Terms = list[tuple[str, list[str]]]
"""What is added to an index: the loop's variable (empty for a number), and its factors as rules."""


def flat_ranks(
    function: Function, calls: tuple[Function, ...], texts: dict[str, str], tensors: list[str]
) -> dict[str, int]:
    """How many dimensions the tensors have that a function reads by pointers, where it counts them."""
    if not function.defined or not tensors:
        return {}
    reader = _Flat(function, calls, texts, DEEPEST)
    told = {name: reader.shapes(name, read=True) - {""} for name in tensors}
    ranks = {name: {len(sizes_in(s) or ()) for s in shapes} for name, shapes in told.items()}
    return {name: found.pop() for name, found in ranks.items() if len(found) == 1}


def flat_shapes(
    function: Function, calls: tuple[Function, ...], texts: dict[str, str], written: list[str]
) -> dict[str, str]:
    """The shapes of tensors that a function writes into by pointers, as rules.

    Args:
        function: with the tensors among its parameters.
        calls: what it calls.
        texts: the C++ texts by file name.
        written: the names of the tensors.

    Returns:
        Of those that are written in one way only, and whose sizes the body names.
    """
    if not function.defined or not written:
        return {}
    reader = _Flat(function, calls, texts, DEEPEST)
    found = {name: reader.shapes(name) for name in written}
    return {
        name: shapes.pop()
        for name, shapes in found.items()
        if len(shapes) == 1 and "" not in shapes
    }


_Told = dict[tuple[str, int, int, int, bool], tuple[frozenset[str], set[str]]]
"""Of functions that are called, by file, start, parameter, depth and whether reads count: which of their
parameters are tensors, and what they tell of the one that they are handed.
"""


class _Flat(Reader):
    """Reads how one body counts the elements behind its pointers."""

    def __init__(
        self,
        function: Function,
        calls: tuple[Function, ...],
        texts: dict[str, str],
        depth: int,
        told: _Told | None = None,
    ) -> None:
        super().__init__(function, calls, texts, depth)
        self._told: _Told = {} if told is None else told

    def shapes(self, name: str, *, read: bool = False) -> set[str]:
        """What the writes to a tensor, or to what a pointer points to, tell; empty texts for no shape.

        Args:
            name: the tensor's or the pointer's.
            read: what any index tells, and not those alone that are written to; a size that is not
                known is ``unknown`` then.
        """
        found: set[str] = set()
        for target in self._source.all("subscript_expression"):
            if read or self._is_written(target):
                of, _ = self._subscript(target)
                if (base := self._base(of, name)) is not None:
                    found.add(self._counted(base, target))
        for call in self._source.all("call_expression"):
            given = [self._base(node, name) for node in arguments_in(call)]
            for i, base in enumerate(given):
                if base is not None:
                    found |= self._handed(call, i, read) if not base else {""}
        return found

    def _is_written(self, target: Node) -> bool:
        change = target.parent
        if change is None or change.type not in ("assignment_expression", "update_expression"):
            return False
        return target in (
            change.child_by_field_name("left"),
            change.child_by_field_name("argument"),
        )

    def _base(self, node: Node, name: str, steps: int = DEEPEST) -> _Terms | None:
        """How far a pointer is from a tensor's first element; None where it is another's."""
        node = self.body.plain(node)
        if node.type == "call_expression":
            method, of = self.body.method(node)
            return (
                [] if method in DATA and of is not None and self.body.passed(of) == name else None
            )
        known = self.body.name(node)
        if known == name:
            return []
        if known and steps > 0 and not self.body.varies(known):
            value = self.body.value(known)
            return self._base(value, name, steps - 1) if value is not None else None
        if node.type == "binary_expression" and self._sign(node) == "+":
            left, right = (node.child_by_field_name(side) for side in ("left", "right"))
            base = self._base(left, name, steps) if left is not None else None
            more = self._terms(right, DEEPEST) if base is not None and right is not None else None
            return base + more if base is not None and more is not None else None
        return None

    def _handed(self, call: Node, place: int, read: bool) -> set[str]:
        """What the function that a pointer is handed to does with it."""
        found: set[str] = set()
        for called in self.body.named(call, self._calls) if self._depth > 1 else ():
            given = arguments_in(call)
            if place >= len(called.parameters) or len(given) > len(called.parameters):
                continue
            tensors, shapes = self._inner(called, place, read)
            names = {
                p.name: size
                for p, node in zip(called.parameters, given, strict=False)
                if (
                    size := self.body.passed(node)
                    if p.name in tensors
                    else self._dim(node, DEEPEST)
                )
            }
            for shape in shapes:
                told = renamed(shape, names)
                found.add("" if "unknown" in told and not read else told)
        return found

    def _inner(self, called: Function, place: int, read: bool) -> tuple[frozenset[str], set[str]]:
        """What is told of a function, read once: many that call each other ask for it very often."""
        key = (called.file, called.start, place, self._depth, read)
        if key not in self._told:
            inner = _Flat(called, self._calls, self._texts, self._depth - 1, self._told)
            shapes = inner.shapes(called.parameters[place].name, read=read)
            self._told[key] = frozenset(inner._tensors), shapes
        return self._told[key]

    def _counted(self, base: _Terms, target: Node) -> str:
        """The shape of what is written with an index."""
        listed = target.child_by_field_name("indices")
        inside = [n for n in listed.named_children if n.type != "comment"] if listed else []
        terms = self._terms(inside[0], DEEPEST) if len(inside) == 1 else None
        if terms is None or not any(variable for variable, _ in (*base, *terms)):
            return ""
        counted = sorted((*base, *terms), key=lambda term: -len(term[1]))
        counted = [term for term in counted if term[0]]
        bound = self._rounds(counted[0][0], target)
        sizes = _factors(bound) if bound else []
        if not sizes:
            return ""
        rest = Counter(counted[0][1])
        for i, (_, factors) in enumerate(counted):
            within = Counter(counted[i + 1][1]) if i + 1 < len(counted) else Counter[str]()
            if within - rest or (i + 1 < len(counted) and within == rest):
                return ""
            sizes += [f for f in factors if (rest - within)[f]]
            rest = within
        return f"[{', '.join(sizes)}]"

    def _terms(self, node: Node, steps: int, depth: int = 0) -> _Terms | None:
        """The sum that an index is; None where it cannot be told."""
        node = self.body.plain(node)
        if depth > _DEEPEST:
            return None
        if node.type == "cast_expression":
            return self._terms(node.named_children[-1], steps, depth + 1)
        if node.type == "number_literal":
            return [("", [])]
        if name := self.body.name(node):
            if self._loop(name, node) is not None:
                return [(name, [])]
            value = None if self.body.varies(name) else self.body.value(name)
            return self._terms(value, steps - 1, depth + 1) if value is not None and steps else None
        if node.type != "binary_expression":
            return None
        left, right = (node.child_by_field_name(side) for side in ("left", "right"))
        if left is None or right is None:
            return None
        if self._sign(node) == "+":
            parts = [self._terms(side, steps, depth + 1) for side in (left, right)]
            together = [t for part in parts for t in part or ()]
            return together if None not in parts and len(together) <= _MOST_TERMS else None
        if self._sign(node) != "*":
            return None
        for counted, size in ((left, right), (right, left)):
            terms = self._terms(counted, steps, depth + 1)
            factors = _factors(self._dim(size, DEEPEST)) if terms is not None else []
            if terms is not None and factors:
                return [(variable, [*had, *factors]) for variable, had in terms]
        return None

    def _sign(self, node: Node) -> str:
        return self._source.of(node.child_by_field_name("operator") or node)

    def _loop(self, name: str, node: Node) -> Node | None:
        """What ends the loop around a place that counts a name up from 0, or from a thread's first."""
        around = node.parent
        for _ in range(_DEEPEST):
            if around is None:
                return None
            begun = (
                around.child_by_field_name("initializer")
                if around.type == "for_statement"
                else None
            )
            for made in begun.named_children if begun is not None else ():
                declared = named_in(made.child_by_field_name("declarator"))
                if declared is not None and self._source.of(declared) == name:
                    return self._end(around, name, made.child_by_field_name("value"))
            around = around.parent
        return None

    def _end(self, loop: Node, name: str, first: Node | None) -> Node | None:
        condition = loop.child_by_field_name("condition")
        if condition is None or condition.type != "binary_expression" or first is None:
            return None
        left, right = (condition.child_by_field_name(side) for side in ("left", "right"))
        if self._sign(condition) not in ("<", "!=") or self.body.name(left) != name:
            return None
        if self._source.of(first) == "0" or right is None:
            return right
        return self._shared(loop, self._source.of(first), self._source.of(right))

    def _shared(self, loop: Node, first: str, last: str) -> Node | None:
        """The end of ``at::parallel_for(0, n, grain, [&](int64_t first, int64_t last) {…})``."""
        around = loop.parent
        for _ in range(_DEEPEST):
            if around is None:
                return None
            if around.type == "lambda_expression":
                call = around.parent.parent if around.parent is not None else None
                given = arguments_in(call) if call is not None else []
                named = [
                    self._source.of(found)
                    for p in self._source.all("parameter_declaration", within=around)
                    if (found := named_in(p.child_by_field_name("declarator"))) is not None
                ]
                if call is not None and self._source.called(call)[0] == "parallel_for":
                    from_0 = len(given) > 1 and self._source.of(given[0]) == "0"
                    return given[1] if from_0 and named[:2] == [first, last] else None
            around = around.parent
        return None

    def _rounds(self, name: str, node: Node) -> str:
        end = self._loop(name, node)
        return self._dim(end, DEEPEST) if end is not None else ""


def _factors(size: str) -> list[str]:
    """The factors of a size; none where it is no product of names and numbers."""
    bare = size
    while bare.startswith("(") and bare.endswith(")") and "(" not in bare[1:]:
        bare = bare[1:-1]
    parts = bare.split(" * ")
    return parts if all(map(_FACTOR.fullmatch, parts)) else []


def sizes_in_cpp(shape: str, op: Op) -> str:
    """The sizes of a shape rule as C++ in a function with the op's arguments; empty where it has none."""
    listed = []
    for size in sizes_in(shape) or [""]:
        name, _, axis = size.partition(".shape")
        arg = op.arg(name)
        if (
            axis
            and _FACTOR.fullmatch(size)
            and arg is not None
            and arg.is_tensor
            and not arg.optional
        ):
            listed.append(f"{name}.size({axis.strip('[]')})")
        elif size.isdecimal() or (arg is not None and not axis):
            listed.append(size)
        else:
            return ""
    return f"{{{', '.join(listed)}}}"

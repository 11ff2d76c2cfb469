"""Shapes of tensors that a kernel reaches by plain pointers, from how it counts their elements.

``y[(i * n + j) * 3 + k]`` in loops over ``i`` and ``j`` has as many rows as the outermost loop has
rounds, and what it is multiplied with are the further sizes: ``[rounds, n, 3]``. A pointer that a
loop moves counts as an index does, and an accessor's indices are told one by one.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from workbench.core.declaration.op import Op
from workbench.importers.cpp.drafting.places import MOST_TERMS, Places, Term, factors_of
from workbench.importers.cpp.drafting.result import AXIS, CHOSEN, renamed
from workbench.importers.cpp.drafting.sizes import DEEPEST
from workbench.importers.cpp.drafting.sliced import sizes_in
from workbench.importers.cpp.syntax.body import TensorHints
from workbench.importers.cpp.syntax.element_uses import ACCESSORS
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.tree import arguments_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["counted", "flat_reads", "flat_shapes", "sizes_in_cpp"]


def flat_reads(
    function: Function, calls: tuple[Function, ...], texts: dict[str, str], tensors: list[str]
) -> dict[str, set[str]]:
    """The shapes that the places tell at which a function reads or writes tensors, as rules."""
    if not function.defined or not tensors:
        return {}
    reader = _Flat(function, calls, texts, DEEPEST)
    return {name: reader.shapes(name, read=True) - {""} for name in tensors}


def counted(hints: TensorHints, name: str, shapes: set[str]) -> TensorHints:
    """What is known of a tensor, with what ``flat_reads`` tells of it.

    Args:
        hints: of the tensor.
        name: its parameter's.
        shapes: those that it may have.
    """
    listed = [sizes_in(shape) or () for shape in shapes]
    rank = len(listed[0]) if len(set(map(len, listed))) == 1 else 0
    if len(listed) != 1 or rank < hints.rank:
        return msgspec.structs.replace(hints, rank=max(hints.rank, rank))
    sizes = {i: int(size) for i, size in enumerate(listed[0]) if size.isdecimal() and int(size)}
    same = [
        (i, found[1], int(found[2]))
        for i, size in enumerate(listed[0])
        if (found := AXIS.fullmatch(size)) and found[1] != name
    ]
    return msgspec.structs.replace(
        hints, rank=rank, sizes=sizes | hints.sizes, same=(*hints.same, *same)
    )


def flat_shapes(
    function: Function,
    calls: tuple[Function, ...],
    texts: dict[str, str],
    written: list[str],
    reads: dict[str, set[str]],
) -> dict[str, str]:
    """The shapes of tensors that a function writes into by pointers or accessors, as rules.

    Args:
        function: with the tensors among its parameters.
        calls: what it calls.
        texts: the C++ texts by file name.
        written: the names of the tensors.
        reads: what ``flat_reads`` tells of all tensors.

    Returns:
        Of those that are written in one way only, and whose sizes the body names.
    """
    if not function.defined or not written:
        return {}
    reader = _Flat(function, calls, texts, DEEPEST)
    found = {name: reader.shapes(name) for name in written}
    given = {n: s for n, s in reads.items() if n not in written}
    return {
        name: _by_others(shapes.pop(), name, given)
        for name, shapes in found.items()
        if len(shapes) == 1 and "" not in shapes
    }


def _by_others(shape: str, name: str, given: dict[str, set[str]]) -> str:
    """A shape whose sizes are the tensor's own, by others that are as long there, where there are any."""
    same = {
        size: f"{other}.shape[{axis}]"
        for other, shapes in reversed(given.items())
        if len(shapes) == 1
        for axis, size in enumerate(sizes_in(next(iter(shapes))) or ())
        if size.startswith(f"{name}.shape[")
    }
    sizes = sizes_in(shape) or ()
    return f"[{', '.join(same.get(size, size) for size in sizes)}]" if sizes else shape


_Told = dict[tuple[str, int, int, int, bool, frozenset[str]], tuple[frozenset[str], set[str]]]
"""Of functions that are called, by file, start, parameter, depth, whether reads count and which parameters
are 0: which of their parameters are tensors, and what they tell of the one that they are handed.
"""


class _Flat(Places):
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
            read: what any place tells, and not those alone that are written to; a size that is not
                known is ``unknown`` then.
        """
        found: set[str] = set()
        for target in self._source.all("subscript_expression", "pointer_expression"):
            if not read and not self._is_written(target):
                continue
            if (cell := self._cell(target, name)) is not None:
                found.add(self._sizes_of(cell, (), read))
            elif (place := self._place(target, name)) is not None:
                found.add(self._counted(place))
        for call in self._source.all("call_expression"):
            for i, node in enumerate(arguments_in(call)):
                found |= self._passed_on(call, i, node, name, read)
        return found

    def _passed_on(self, call: Node, i: int, node: Node, name: str, read: bool) -> set[str]:
        """What a call tells whose argument is a pointer to elements of a tensor."""
        whole = self._addressed(node)
        if whole is not None and (cell := self._cell(whole, name)) is not None:
            return {
                self._sizes_of(cell, tuple(sizes_in(s) or ()), read)
                for s in self._handed(call, i, read)
            }
        base = self._base(node, name)
        if base is None:
            return set()
        told = self._handed(call, i, read)
        return {self._behind(base, shape) for shape in told} if base else told

    def _is_written(self, target: Node) -> bool:
        while target.parent is not None and target.parent.type == "parenthesized_expression":
            target = target.parent
        change = target.parent
        if change is None or change.type not in ("assignment_expression", "update_expression"):
            return False
        return target in (
            change.child_by_field_name("left"),
            change.child_by_field_name("argument"),
        )

    # -- accessors

    def _cell(self, node: Node, name: str) -> list[Node] | None:
        """The indices of an accessor's element, ``a[i][j]``; None for anything else of a tensor."""
        around = node.parent if node.parent is not None else node
        is_part = around.type == "subscript_expression" and node != around
        if is_part and around.child_by_field_name("argument") == node:
            return None
        indices: list[Node] = []
        while node.type == "subscript_expression" and len(indices) < MOST_TERMS:
            listed = node.child_by_field_name("indices")
            inside = [n for n in listed.named_children if n.type != "comment"] if listed else []
            of = node.child_by_field_name("argument")
            if len(inside) != 1 or of is None:
                return None
            indices.insert(0, inside[0])
            node = of
        known = self.body.name(node)
        made = self.body.value(known) if indices and known and not self.body.varies(known) else None
        method, of = self.body.method(made) if made is not None else ("", None)
        is_its = method in ACCESSORS and of is not None and self.body.passed(of) == name
        return indices if is_its else None

    def _sizes_of(self, indices: list[Node], last: tuple[str, ...], read: bool) -> str:
        """The shape that an accessor's indices tell; of the last ones, which are 0, what is known besides."""
        if last:
            rest = indices[len(indices) - len(last) :]
            if len(rest) != len(last) or any(self._source.of(n) != "0" for n in rest):
                return ""
            indices = indices[: len(indices) - len(last)]
        sizes = []
        for index in indices:
            terms = self._terms(index, DEEPEST) or []
            plain = len(terms) == 1 and not terms[0].factors
            sizes.append(terms[0].rounds if plain else "")
        if not read and not all(sizes):
            return ""
        return f"[{', '.join(size or 'unknown' for size in (*sizes, *last))}]"

    def _behind(self, base: list[Term], shape: str) -> str:
        """The shape where a part of one begins at a place: rows of ``[n]`` at ``i * n``."""
        sizes = sizes_in(shape) or []
        listed = [factors_of(size) for size in sizes]
        if not sizes or not all(listed) or not any(term.variable for term in base):
            return ""
        further = [
            Term(f"#{i}", [f for rest in listed[i + 1 :] for f in rest], size)
            for i, size in enumerate(sizes)
        ]
        return self._counted([*base, *further])

    def _handed(self, call: Node, place: int, read: bool) -> set[str]:
        """What the function that a pointer is handed to does with it."""
        found: set[str] = set()
        for called in self.body.named(call, self._calls) if self._depth > 1 else ():
            given = arguments_in(call)
            if place >= len(called.parameters) or len(given) > len(called.parameters):
                continue
            handed = list(zip(called.parameters, given, strict=False))
            zeros = frozenset(p.name for p, node in handed if self._source.of(node) == "0")
            tensors, shapes = self._inner(called, place, read, zeros)
            names = {
                p.name: size
                for p, node in handed
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

    def _inner(
        self, called: Function, place: int, read: bool, zeros: frozenset[str]
    ) -> tuple[frozenset[str], set[str]]:
        """What is told of a function, read once: many that call each other ask for it very often."""
        key = (called.file, called.start, place, self._depth, read, zeros)
        if key not in self._told:
            inner = _Flat(called, self._calls, self._texts, self._depth - 1, self._told)
            inner.zeros = zeros
            shapes = inner.shapes(called.parameters[place].name, read=read)
            self._told[key] = frozenset(inner._tensors), shapes
        return self._told[key]

    def _counted(self, terms: list[Term]) -> str:
        """The shape of what has an element at a place; empty where that does not tell it."""
        counted = sorted(terms, key=lambda term: -len(term.factors))
        counted = [term for term in counted if term.variable]
        sizes = factors_of(counted[0].rounds) if counted else []
        if not sizes:
            return ""
        rest = Counter(counted[0].factors)
        for i, (_, factors, _) in enumerate(counted):
            within = Counter(counted[i + 1].factors) if i + 1 < len(counted) else Counter[str]()
            if within - rest or (i + 1 < len(counted) and within == rest):
                return ""
            sizes += [f for f in factors if (rest - within)[f]]
            rest = within
        return f"[{', '.join(sizes)}]"


def sizes_in_cpp(shape: str, op: Op) -> str:
    """The sizes of a shape rule as C++ in a function with the op's arguments; empty where it has none."""
    listed = [_size_in_cpp(size, op) for size in sizes_in(shape) or [""]]
    return f"{{{', '.join(listed)}}}" if all(listed) else ""


def _size_in_cpp(size: str, op: Op) -> str:
    if chosen := CHOSEN.fullmatch(size):
        sides = [_size_in_cpp(side, op) for side in chosen[2].split(", ")]
        return f"std::{chosen[1]}<int64_t>({', '.join(sides)})" if all(sides) else ""
    if (axis := AXIS.fullmatch(size)) is None:
        return size if size.isdecimal() or op.arg(size) is not None else ""
    arg = op.arg(axis[1])
    there = arg is not None and arg.is_tensor and not arg.optional
    return f"{axis[1]}.size({axis[2]})" if there else ""

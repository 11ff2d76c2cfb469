"""Where an element is that a body reaches by a pointer: what is added up to its place, and by which loops."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from workbench.importers.cpp.drafting.result import FACTOR
from workbench.importers.cpp.drafting.results import Reader
from workbench.importers.cpp.drafting.sizes import DEEPEST
from workbench.importers.cpp.syntax.element_uses import DATA
from workbench.importers.cpp.syntax.moves import moves_of

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["MOST_TERMS", "Places", "Term", "factors_of"]

MOST_TERMS = 8
_DEEPEST = 32
_DATA = ("pointer_expression", "subscript_expression")
"""What takes a number out of memory."""


class Term(NamedTuple):
    """One of what is added up to the place of an element.

    Attributes:
        variable: what counts it; empty for a number.
        factors: what it is multiplied with, as rules.
        rounds: how many values the variable has, as a rule; empty where that is not known.
    """

    variable: str
    factors: list[str]
    rounds: str = ""


class Places(Reader):
    """Reads where the elements are behind the pointers of one body."""

    def _addressed(self, node: Node) -> Node | None:
        """What an address is of: ``x[i]`` of ``&x[i]``."""
        node = self.body.plain(node)
        if (known := self.body.name(node)) and not self.body.varies(known):
            node = self.body.followed(node)
        is_address = node.type == "pointer_expression" and self._sign(node) == "&"
        of = node.child_by_field_name("argument") if is_address else None
        return self.body.plain(of) if of is not None else None

    def _place(self, target: Node, name: str, depth: int = 0) -> list[Term] | None:
        """Where an element is: ``y[i]``, ``*(y + i)``; None where it is another's.

        Args:
            target: the element.
            name: of the tensor, or of the pointer that is a parameter.
            depth: how many expressions led to it: names may be made of each other.
        """
        if target.type == "pointer_expression":
            of = target.child_by_field_name("argument")
            if of is None or self._sign(target) != "*":
                return None
            moved = of.child_by_field_name("argument") if of.type == "update_expression" else None
            return self._base(moved or of, name, depth + 1)
        listed = target.child_by_field_name("indices")
        inside = [n for n in listed.named_children if n.type != "comment"] if listed else []
        of, _ = self._subscript(target)
        if (base := self._base(of, name, depth + 1)) is None:
            return None
        terms = self._terms(inside[0], DEEPEST) if len(inside) == 1 else None
        return base + terms if terms is not None else []

    def _base(self, node: Node, name: str, depth: int = 0) -> list[Term] | None:
        """How far a pointer is from a tensor's first element; None where it is another's."""
        if depth > _DEEPEST:
            return None
        node = self.body.plain(node)
        if node.type == "call_expression":
            method, of = self.body.method(node)
            return (
                [] if method in DATA and of is not None and self.body.passed(of) == name else None
            )
        if (element := self._addressed(node)) is not None:
            is_item = element.type == "subscript_expression"
            return self._place(element, name, depth + 1) or None if is_item else None
        if known := self.body.name(node):
            return self._moved(known, node, name, depth)
        if node.type == "binary_expression" and self._sign(node) == "+":
            left, right = (node.child_by_field_name(side) for side in ("left", "right"))
            base = self._base(left, name, depth + 1) if left is not None else None
            more = self._terms(right, DEEPEST) if base is not None and right is not None else None
            return base + more if base is not None and more is not None else None
        return None

    def _moved(self, known: str, node: Node, name: str, depth: int) -> list[Term] | None:
        """Where a pointer of a name is: where it began, and as far as loops have moved it."""
        moves = moves_of(self.body, known)
        if moves is None or (known != name and moves.first is None):
            return None
        if known == name:
            base: list[Term] | None = []
        else:
            assert moves.first is not None
            base = self._base(moves.first, name, depth + 1)
        if base is None or moves.step is None:
            return base
        factors: list[str] = []
        if moves.by is not None and not (factors := factors_of(self._dim(moves.by, DEEPEST))):
            return None
        loops = moves.loops_around(self.body, node)
        for loop in loops or ():
            variable = next((name for name, _ in self._begun(loop)), "")
            rounds = self._rounds(variable, moves.step) if variable else ""
            base = [*base, Term(variable, factors, rounds)] if rounds else []
            if not base or not (more := factors_of(rounds)):
                return None
            factors = [*more, *factors]
        return base if loops else None

    def _terms(self, node: Node, steps: int, depth: int = 0) -> list[Term] | None:
        """The sum that an index is; None where it cannot be told."""
        node = self.body.plain(node)
        if depth > _DEEPEST:
            return None
        if node.type == "cast_expression":
            return self._terms(node.named_children[-1], steps, depth + 1)
        if node.type == "number_literal":
            return [Term("", [])]
        if node.type in _DATA:
            return [_in_a_table(self._source.of(node))]
        if name := self.body.name(node):
            if self._loop(name, node) is not None:
                return [Term(name, [], self._rounds(name, node))]
            value = None if self.body.varies(name) else self.body.value(name)
            if value is not None and value.type in _DATA:
                return [_in_a_table(name)]
            return self._terms(value, steps - 1, depth + 1) if value is not None and steps else None
        if node.type != "binary_expression":
            return None
        left, right = (node.child_by_field_name(side) for side in ("left", "right"))
        if left is None or right is None:
            return None
        if self._sign(node) == "+":
            parts = [self._terms(side, steps, depth + 1) for side in (left, right)]
            together = [t for part in parts for t in part or ()]
            return together if None not in parts and len(together) <= MOST_TERMS else None
        if self._sign(node) != "*":
            return None
        for counted, size in ((left, right), (right, left)):
            terms = self._terms(counted, steps, depth + 1)
            factors = factors_of(self._dim(size, DEEPEST)) if terms is not None else []
            if terms is not None and factors:
                return [term._replace(factors=[*term.factors, *factors]) for term in terms]
        return None


def factors_of(size: str) -> list[str]:
    """The factors of a size; none where it is no product of names and numbers."""
    bare = size
    while bare.startswith("(") and bare.endswith(")") and "(" not in bare[1:]:
        bare = bare[1:-1]
    parts = bare.split(" * ")
    return parts if all(map(FACTOR.fullmatch, parts)) else []


def _in_a_table(text: str) -> Term:
    """What counts is read from memory: how high it counts, only the other terms tell."""
    return Term(text, [])

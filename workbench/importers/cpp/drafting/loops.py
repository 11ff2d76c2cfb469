"""How often the loops of a body go round, as shape rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.importers.cpp.drafting.sizes import DEEPEST, Sizes
from workbench.importers.cpp.syntax.moves import Moves
from workbench.importers.cpp.syntax.tree import arguments_in, named_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Loops"]

_DEEPEST = 32


class Loops(Sizes):
    """Reads the loops of one body.

    Attributes:
        zeros: the parameters that are 0, from which a loop may count.
    """

    zeros: frozenset[str] = frozenset()

    def _sign(self, node: Node) -> str:
        return self._source.of(node.child_by_field_name("operator") or node)

    def _loop(self, name: str, node: Node) -> Node | None:
        """What ends the loop around a place that counts a name up from 0, or from a thread's first, or down
        to 0.
        """
        around = node.parent
        for _ in range(_DEEPEST):
            if around is None:
                return None
            for begun, first in self._begun(around):
                if begun == name:
                    return self._end(around, name, first)
            around = around.parent
        return None

    def _begun(self, loop: Node) -> Iterator[tuple[str, Node | None]]:
        """The names that a loop begins with, and their first values: ``int i = 0`` or ``i = 0``."""
        is_loop = loop.type == "for_statement"
        begun = loop.child_by_field_name("initializer") if is_loop else None
        if begun is not None and begun.type == "assignment_expression":
            target = begun.child_by_field_name("left")
            yield self.body.name(target), begun.child_by_field_name("right")
        for made in begun.named_children if begun is not None else ():
            if (named := named_in(made.child_by_field_name("declarator"))) is not None:
                yield self._source.of(named), made.child_by_field_name("value")

    def _end(self, loop: Node, name: str, first: Node | None) -> Node | None:
        condition = loop.child_by_field_name("condition")
        if condition is None or condition.type != "binary_expression" or first is None:
            return None
        left, right = (condition.child_by_field_name(side) for side in ("left", "right"))
        if self.body.name(left) == name and self._sign(condition) == ">=":
            return self._from_last(first, right)
        if self._sign(condition) not in ("<", "!=") or self.body.name(left) != name:
            return None
        if self._source.of(first) in ("0", *self.zeros) or right is None:
            return right
        return self._shared(loop, self._source.of(first), self._source.of(right))

    def _from_last(self, first: Node, last: Node | None) -> Node | None:
        """The ``n`` of ``for (int i = n - 1; i >= 0; i--)``."""
        less = first.child_by_field_name("right")
        is_last = less is not None and self._sign(first) == "-" and self._source.of(less) == "1"
        down = last is not None and self._source.of(last) == "0"
        return first.child_by_field_name("left") if is_last and down else None

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

    def _rounds_of(self, node: Node) -> str:
        """How often what each round of one loop does is done; empty where that is not plain."""
        loops = Moves(step=node).loops_around(self.body, node) or ()
        variable = next((name for name, _ in self._begun(loops[0])), "") if len(loops) == 1 else ""
        return self._rounds(variable, node) if variable else ""

    def _rounds(self, name: str, node: Node) -> str:
        end = self._loop(name, node)
        return self._dim(end, DEEPEST) if end is not None else ""

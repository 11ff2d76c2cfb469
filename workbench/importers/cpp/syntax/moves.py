"""How a pointer is moved: ``float* row = x + i * n; for (…) { *row = 0; row++; }``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from workbench.importers.cpp.syntax.body_tree import Body

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Moves", "moves_of"]

_DEEPEST = 64
_PASSED = (
    *("compound_statement", "expression_statement", "for_statement", "comma_expression"),
    *("lambda_expression", "argument_list", "call_expression"),
    *("pointer_expression", "assignment_expression", "parenthesized_expression"),
)
"""What may stand around a move that every round of the loops does; no condition is among them."""
_ENDS = ("function_definition", "translation_unit")
_LEAVES = ("continue_statement", "break_statement", "goto_statement")
"""What leaves a round, or a loop, before its end."""


class Moves(msgspec.Struct, frozen=True):
    """The one place where a pointer is moved on, if there is any.

    Attributes:
        first: what it is first given; None for a parameter.
        declared: where that is; None for a parameter.
        step: where it is moved; None where it never is.
        by: by how many elements; None for one.
    """

    first: Node | None = None
    declared: Node | None = None
    step: Node | None = None
    by: Node | None = None

    def loops_around(self, body: Body, use: Node) -> list[Node] | None:
        """The loops that move it, the innermost first; None where not every round does, or where a
        use is not in the innermost of them.
        """
        found: list[Node] = []
        around = self.step.parent if self.step is not None else None
        for _ in range(_DEEPEST):
            if around is None or around.type in _ENDS or _contains(around, self.declared):
                break
            if around.type == "for_statement":
                found.append(around)
            elif around.type not in _PASSED:
                return None
            around = around.parent
        if not found or not _contains(found[0], use):
            return None
        left_out = any(True for _ in body.source.all(*_LEAVES, within=found[-1]))
        return None if left_out else found


def moves_of(body: Body, name: str) -> Moves | None:
    """How a name is given its values; None where it is given several, or moved in several places."""
    first = declared = step = by = None
    for node in body.given(name):
        sign = body.source.of(node.child_by_field_name("operator") or node)
        if node.type == "init_declarator" or sign == "=":
            if declared is not None or step is not None:
                return None
            declared = node
            value = node.child_by_field_name("value") or node.child_by_field_name("right")
            first = body.plain(value) if value is not None else None
        elif step is None and sign in ("++", "+="):
            step, by = node, node.child_by_field_name("right")
        else:
            return None
    return Moves(first, declared, step, by)


def _contains(outer: Node, inner: Node | None) -> bool:
    return (
        inner is not None
        and outer.start_byte <= inner.start_byte
        and inner.end_byte <= outer.end_byte
    )

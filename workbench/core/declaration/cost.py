"""The part of a declaration that says what a call costs at least: bytes that it moves, operations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from workbench.core import shape_rule
from workbench.core.declaration import key_names
from workbench.core.declaration.declared import Declared, Whole, key

__all__ = ["COST_HINT", "NO_COST", "Cost", "cost_of", "cost_types"]

COST_HINT = (
    "A cost is e.g. nbytes(a) + nbytes(y), or 2 * prod(y.shape): a number of the grammar that shape "
    "rules have, over arguments and outputs."
)


class Cost(Declared, frozen=True):
    """What a call moves and does at least."""

    bytes: Annotated[
        str,
        key(
            "Bytes",
            "How many bytes a call reads and writes at least, in the grammar of shape rules. "
            "nbytes(a) are those of a tensor (0 where it is None), prod(a.shape) is the product of its "
            "sizes; outputs may be named, too.",
            placeholder="nbytes(a) + nbytes(y)",
            names=key_names.cost_words,
            between=key_names.BETWEEN,
        ),
    ] = ""
    flops: Annotated[
        str,
        key(
            "Operations",
            "How many floating-point operations a call does at least, in the same grammar; a fused "
            "multiply-add counts as two.",
            placeholder="2 * prod(y.shape)",
            names=key_names.cost_words,
            between=key_names.BETWEEN,
        ),
    ] = ""


NO_COST = Cost()
"""What is declared where nothing is; the file then has no word of it."""


def cost_types(op: Whole) -> dict[str, str]:
    """What a cost may name: arguments and outputs that are tensors, with their types."""
    return {**op.arg_types, **{o.name: "tensor" for o in op.outputs if not o.is_list}}


def cost_of(
    op: Whole,
    rule: str,
    args: Mapping[str, Any],
    itemsize: Mapping[str, int],
    values: Mapping[str, Sequence[float]] | None = None,
) -> int | None:
    """What a rule comes to for a call.

    Args:
        op: the declaration.
        rule: ``cost.bytes`` or ``cost.flops``.
        args: arguments and outputs, as ``shape_rule.evaluate`` takes them.
        itemsize: bytes of an element of each tensor; of a list, that of its tensors.
        values: elements, as there.

    Returns:
        None where there is no rule, or it does not come to a number for these sizes.
    """
    if not rule:
        return None
    try:
        expr = shape_rule.parse_number(rule, cost_types(op))
        return shape_rule.evaluate_number(expr, args, values, itemsize)
    except shape_rule.ShapeError:
        return None

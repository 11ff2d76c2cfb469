"""Which outputs of an op the expected ones of ONNX's test cases are.

ONNX gives them in its operator's order, and an op may have them in another one, or leave some
out. The node of a mapping that is that operator says which is which; where none is, a single
output is the operator's first, and of several the adapter says it.
"""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core import shape_rule
from workbench.core.declaration.op import Node, Op
from workbench.core.errors import UserError
from workbench.core.pipeline.standard_cases import mappings_of
from workbench.engine.onnx.onnx_fit import SkippedError, Values
from workbench.engine.values.examples import node_values

__all__ = ["checked_names", "output_names"]


def output_names(op: Op, operator: str, values: Values) -> Sequence[str]:
    """The op's outputs in the operator's order, empty for one that the op does not have.

    Args:
        op: the op; the mapping in use is looked at first, then its variants'.
        operator: ONNX's.
        values: the op's arguments, which choose among the mapping's branches.

    Raises:
        SkippedError: nodes contradict each other.
        UserError: nothing says it.
    """
    for mapping in mappings_of(op):
        nodes = [n for n in mapping.nodes if n.op_type == operator and _is_taken(op, n, values)]
        if found := _positions(op, nodes):
            return [found.get(i, "") for i in range(max(found) + 1)]
    if len(op.outputs) == 1:
        return [op.outputs[0].name]
    listed = ", ".join(repr(o.name) for o in op.outputs)
    raise UserError(
        "onnx-cases",
        f"no node {operator} says which outputs of '{op.name}' the expected ones are",
        f"Let the function {operator} end with: return (arguments, ({listed})), the names in the order "
        f"that ONNX's {operator} has, None for those that the op lacks.",
    )


def _is_taken(op: Op, node: Node, values: Values) -> bool:
    if not node.when:
        return True
    condition = shape_rule.parse_condition(node.when, op.rule_scope)
    try:
        return shape_rule.holds(condition, node_values(op, values))
    except shape_rule.ShapeError as error:
        raise SkippedError(f"the condition {node.when}: {error}") from None


def _positions(op: Op, nodes: list[Node]) -> dict[int, str]:
    """Position → output of the op. Several nodes may share the work, on the same inputs only."""
    wanted = {o.name for o in op.outputs}
    nodes = [n for n in nodes if wanted & set(n.outputs)]
    pairs = {(i, name) for n in nodes for i, name in enumerate(n.outputs) if name in wanted}
    found = dict(pairs)
    if len({n.inputs for n in nodes}) > 1 or len(found) < len(pairs):
        name = nodes[0].op_type
        raise SkippedError(f"several nodes {name} give other outputs in each other's places")
    return found


def checked_names(op: Op, given: Sequence[str | None]) -> list[str]:
    """The names that an adapter returned beside the arguments.

    Raises:
        SkippedError: one is no output of the op, or none is.
    """
    known = [o.name for o in op.outputs]
    names = [name or "" for name in given]
    for name in filter(None, names):
        if name not in known:
            raise SkippedError(f"'{name}' is no output of the op; those are: {', '.join(known)}")
    if not any(names):
        raise SkippedError("it names no output of the op")
    return names

"""What is looked for in a model: standard nodes that compute what the op does."""

from __future__ import annotations

import itertools

import msgspec

from workbench.core import shape_rule
from workbench.core.declaration.op import Arg, Mapping, Node, Op
from workbench.core.errors import UserError

__all__ = ["Branch", "Sought", "sought_of"]

_MOST_BRANCHES = 64


class Branch(msgspec.Struct, frozen=True):
    """The nodes of one way to call the op.

    Attributes:
        nodes: in topological order.
        given: what is known of the arguments by that: a bool's value, None for one that is left out.
    """

    nodes: tuple[Node, ...]
    given: dict[str, bool | None]


class Sought(msgspec.Struct, frozen=True):
    """A mapping of standard nodes, whose nodes in a model become those of the op's own mapping.

    Attributes:
        variant: the mapping's name.
        op: the declaration with it.
    """

    variant: str
    op: Op

    def branches(self) -> list[Branch]:
        """The ways to call the op, those of most nodes first."""
        op, nodes = self.op, self.op.mapping.nodes
        conditions = [shape_rule.parse_condition(n.when, op.rule_scope) for n in nodes if n.when]
        named = {name for c in conditions for name in shape_rule.arguments_of(c)}
        named |= {name for n in nodes for name in n.inputs}
        flags = [a.name for a in op.args if a.name in named and (_is_flag(a) or a.optional)]
        if 2 ** len(flags) > _MOST_BRANCHES:
            flags = flags[: _MOST_BRANCHES.bit_length() - 1]
        found: dict[tuple[Node, ...], Branch] = {}
        for choice in itertools.product((True, False), repeat=len(flags)):
            given = _given(op, dict(zip(flags, choice, strict=True)))
            made = tuple(_without(n, given) for n in nodes if _holds(op, n, given))
            if made:
                found.setdefault(made, Branch(made, given))
        return sorted(found.values(), key=lambda branch: -len(branch.nodes))


def sought_of(op: Op, variant: str = "") -> tuple[Sought, ...]:
    """What is looked for; nothing where the op's own node alone may stand in the model.

    Args:
        op: the declaration with its variants.
        variant: its name; empty for all that are of standard nodes, the fallback before others.

    Raises:
        UserError: kind ``apply``; it cannot be looked for, or the op has nothing to put in its place.
    """
    why = _not_put(op.resolved())
    if why:
        raise UserError("apply", f"'{op.name}' {why}", "Use another mapping of the op.")
    if variant:
        if variant not in op.variants:
            known = ", ".join(op.variants) or "none"
            raise UserError(
                "apply", f"'{op.name}' has no variant '{variant}'", f"Variants: {known}."
            )
        if why := _not_sought(op.variants[variant].mapping, op):
            raise UserError(
                "apply", f"the variant '{variant}' {why}", "Name one of standard nodes."
            )
        return (Sought(variant, op.resolved(variant)),)
    names = sorted(op.variants, key=lambda name: name != op.mapping.fallback)
    fitting = (n for n in names if not _not_sought(op.variants[n].mapping, op))
    return tuple(Sought(name, op.resolved(name)) for name in fitting)


def _not_put(op: Op) -> str:
    """Why the mapping in use cannot take the place of other nodes; empty where it can."""
    if not op.mapping.custom_nodes:
        return "is mapped to standard nodes: a runtime needs nothing of it"
    if not op.mapping_kind.is_generated:
        return "is mapped by Python code, which only an exporter can call"
    if any(node.branch for node in op.mapping.nodes):
        return "chooses between nodes at run time, which is written by an exporter alone"
    if not op.is_compared:
        return "has no kernel for ONNX Runtime, so nothing here could run the changed model"
    return ""


def _not_sought(mapping: Mapping, op: Op) -> str:
    """Why a mapping's nodes cannot be looked for; empty where they can."""
    if mapping.source or not mapping.nodes:
        return "does not say its nodes"
    if any(node.domain for node in mapping.nodes):
        return "has nodes that are not standard ones"
    if any(node.branch for node in mapping.nodes):
        return "chooses between nodes at run time"
    conditions = (
        shape_rule.parse_condition(n.when, op.rule_scope) for n in mapping.nodes if n.when
    )
    if any(map(shape_rule.compares, conditions)):
        return "has branches that compare, of which a model's nodes do not say which was taken"
    lists = {a.name for a in op.args if a.is_tensor_list}
    if any(name in lists for node in mapping.nodes for name in node.inputs):
        return "takes a list of tensors, and it cannot be known how many there are"
    return ""


def _given(op: Op, flags: dict[str, bool]) -> dict[str, bool | None]:
    """What a choice says of the arguments; that an optional one is there says nothing of its value."""
    given: dict[str, bool | None] = {}
    for name, choice in flags.items():
        arg = op.arg(name)
        if arg is not None and _is_flag(arg) and not arg.optional:
            given[name] = choice
        elif not choice:
            given[name] = None
    return given


def _is_flag(arg: Arg) -> bool:
    return arg.kind.in_rule == "flag"


def _holds(op: Op, node: Node, given: dict[str, bool | None]) -> bool:
    if not node.when:
        return True
    args = {a.name: True for a in op.args} | given
    return shape_rule.holds(shape_rule.parse_condition(node.when, op.rule_scope), args)


def _without(node: Node, given: dict[str, bool | None]) -> Node:
    """The node without the inputs that are left out."""
    names = ["" if name in given and given[name] is None else name for name in node.inputs]
    return msgspec.structs.replace(node, inputs=tuple(names), when="")

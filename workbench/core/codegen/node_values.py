"""Where a node of the mapping carries each argument of the op: in an input, an attribute, its branch.

Both the glue for ONNX Runtime and the schema for onnx read it from there.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from workbench.core import shape_rule
from workbench.core.declaration.op import Arg, Attribute, Node, Op, Value
from workbench.core.shape_rule import nodes as rule

__all__ = ["NodeValue", "grouped", "length_kind", "lengths", "node_value"]


class NodeValue(msgspec.Struct, frozen=True):
    """Where an argument is.

    Attributes:
        kind: what a node has of it, as the C++ functions of ``wb::ort`` are called: ``input``,
            ``optional_input``, ``variadic_input``, ``optional_variadic_input``, ``scalar_input``,
            ``optional_scalar_input``, ``input_given``, ``attribute``, ``tensor_attribute``, ``attribute_element``; or
            ``constant`` and ``none``, which no node says.
        at: the input's position or the attribute's name.
        item: which item of an ``attribute_element``.
        value: of a ``constant``; of the others what it is where a node does not carry it.
        length: the attribute that tells how many tensors of a list there are, or which of them are
            given; empty where it has all that no other has.
    """

    kind: str
    at: int | str = ""
    item: int = 0
    value: Value | UnsetType = UNSET
    length: str = ""


def lengths(op: Op, node: Node) -> dict[str, str]:
    """The lists among a custom node's inputs and outputs of which it has to say more than the tensors,
    with the attribute that does.

    Of the inputs, and of the outputs, all lists but the last tell their length. Where tensors may be
    missing, the node has the others only, and a number for each says whether it is there: ONNX Runtime
    takes no empty name among the inputs of a list.
    """
    lists = {a.name: a for a in op.args if a.is_tensor_list}
    inputs = [n for n in node.inputs if n in lists]
    lacking = {n: f"{n}_given" for n in inputs if lists[n].may_lack_items}
    given = {o.name for o in op.outputs if o.is_list}
    outputs = [n for n in node.outputs if n in given]
    return {name: f"{name}_count" for name in (*inputs[:-1], *outputs[:-1])} | lacking


def length_kind(op: Op, name: str) -> str:
    """ONNX's type of the attribute that says so of a list."""
    arg = op.arg(name)
    return "INTS" if arg is not None and arg.may_lack_items else "INT"


def grouped(op: Op) -> list[list[Node]]:
    """The custom nodes, those of one operator together: they stand in branches of the mapping."""
    groups: dict[str, list[Node]] = {}
    for node in op.mapping.custom_nodes:
        groups.setdefault(node.op, []).append(node)
    return list(groups.values())


def node_value(op: Op, nodes: Sequence[Node], arg: Arg) -> NodeValue | None:
    """Where an argument is.

    Args:
        op: the declaration.
        nodes: the nodes of one operator, which stand in branches that exclude each other.
        arg: the argument.

    Returns:
        None where nothing says what the kernel should get.
    """
    return (
        _from_input(op, nodes, arg)
        or _from_attribute(op, nodes, arg)
        or _from_branch(nodes, op, arg)
        or _from_default(arg)
    )


# -- inputs -----------------------------------------------------------------------------


def _from_input(op: Op, nodes: Sequence[Node], arg: Arg) -> NodeValue | None:
    made = {c.name for c in op.mapping.constants if c.arg == arg.name}
    for node in nodes:
        for index, name in enumerate(node.inputs):
            if name == arg.name and arg.is_tensor_list:
                length = lengths(op, node).get(name, "")
                kind = "optional_variadic_input" if arg.may_lack_items else "variadic_input"
                return NodeValue(kind, index, length=length)
            if name == arg.name:
                return NodeValue("optional_input" if arg.optional else "input", index)
            if name in made:
                everywhere = all(made & set(n.inputs) for n in nodes)
                if everywhere and not arg.optional:
                    return NodeValue("scalar_input", index)
                found = _fallback(op, arg, nodes)
                return found and NodeValue("optional_scalar_input", index, value=found.value)
    return None


def _has_input(node: Node, index: int) -> bool:
    return index < len(node.inputs) and bool(node.inputs[index])


# -- attributes -------------------------------------------------------------------------


def _from_attribute(op: Op, nodes: Sequence[Node], arg: Arg) -> NodeValue | None:
    for node in nodes:
        for attribute in node.attributes:
            found = _read(op, attribute, arg)
            fallback = _fallback(op, arg, nodes) if found else None
            if found and fallback is not None:
                kind, item = found
                return NodeValue(kind, attribute.name, item, fallback.value)
    return None


def _read(op: Op, attribute: Attribute, arg: Arg) -> tuple[str, int] | None:
    """What reads an argument from an attribute, and which of its items."""
    if attribute.arg == arg.name:
        as_tensor = attribute.is_tensor and not arg.is_tensor
        return ("tensor_attribute" if as_tensor else "attribute", 0)
    if not attribute.rule:
        return None
    match shape_rule.parse_value(attribute.rule, op.rule_scope, attribute.kind.rule):
        case (
            rule.ListArg(name)
            | rule.RealsArg(name)
            | rule.IntArg(name)
            | rule.FloatArg(name)
            | rule.TextArg(name)
        ) if name == arg.name:
            return ("attribute", 0)
        case rule.ListOf(items) if rule.IntArg(arg.name) in items:
            return ("attribute_element", items.index(rule.IntArg(arg.name)))
    return None


def _fallback(op: Op, arg: Arg, nodes: Sequence[Node]) -> NodeValue | None:
    """What the kernel gets from a node that does not carry the argument.

    None where such a node leaves it open.
    """
    if arg.optional:
        return NodeValue("none")  # a missing one is None
    lacking = [n for n in nodes if not _carries(op, n, arg)]
    settled = {_fixed(op, n, arg) for n in lacking}
    if settled in ({True}, {False}):
        return NodeValue("constant", value=settled == {True})
    if settled - {None} or (lacking and arg.default is UNSET):
        return None
    return NodeValue("constant", value=arg.default)


def _carries(op: Op, node: Node, arg: Arg) -> bool:
    made = {c.name for c in op.mapping.constants if c.arg == arg.name}
    return bool(made & set(node.inputs)) or any(_read(op, a, arg) for a in node.attributes)


# -- branches and defaults --------------------------------------------------------------


def _from_branch(nodes: Sequence[Node], op: Op, arg: Arg) -> NodeValue | None:
    """A bool that no node carries, since each stands in a branch that settles it."""
    settled = {_fixed(op, node, arg) for node in nodes}
    if None in settled:
        return None
    if len(settled) == 1:
        return NodeValue("constant", value=settled == {True})
    for index in range(max(len(n.inputs) for n in nodes)):
        if all(_has_input(n, index) == _fixed(op, n, arg) for n in nodes):
            return NodeValue("input_given", index)
    return None


def _fixed(op: Op, node: Node, arg: Arg) -> bool | None:
    """The value that a bool argument has in the node's branch; None where it may be either."""
    if not node.when or not arg.is_flag:
        return None
    todo = [shape_rule.parse_condition(node.when, op.rule_scope)]
    while todo:
        match todo.pop():
            case rule.Logic("and", items):
                todo += items
            case rule.BoolArg(name) if name == arg.name:
                return True
            case rule.Logic("not", (rule.BoolArg(name),)) if name == arg.name and not arg.optional:
                return False
    return None


def _from_default(arg: Arg) -> NodeValue | None:
    if arg.default is not UNSET:
        return NodeValue("constant", value=arg.default)
    return NodeValue("none") if arg.optional else None

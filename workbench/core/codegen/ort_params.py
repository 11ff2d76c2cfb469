"""Where ONNX Runtime finds each parameter of a portable kernel in the mapping's nodes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.arg_types import ArgumentType
from workbench.core.codegen.templates import cpp_string
from workbench.core.op import Arg, Attribute, Node, Op, Scalar, Value
from workbench.core.shape_rule import nodes as rule

__all__ = ["OrtNode", "ort_nodes", "ort_param"]


class OrtNode(msgspec.Struct, frozen=True):
    """One operator that the library registers.

    Attributes:
        domain, op_type: its name.
        params: one ``wb::ort::Param`` per parameter of the kernel after its Context.
    """

    domain: str
    op_type: str
    params: list[str]


def ort_nodes(op: Op) -> list[OrtNode]:
    """The operators to register: each once, even where several branches have a node of it."""
    groups: dict[str, list[Node]] = {}
    for node in op.mapping.custom_nodes:
        groups.setdefault(node.op, []).append(node)
    return [_ort_node(op, nodes) for nodes in groups.values()]


def _ort_node(op: Op, nodes: list[Node]) -> OrtNode:
    params = [ort_param(op, nodes, arg) for arg in op.args]
    missing = [a.name for a, p in zip(op.args, params, strict=True) if not p]
    assert not missing, f"{nodes[0].op} does not carry {missing}"  # the declaration's check says so
    outputs = [f"wb::ort::output({nodes[0].outputs.index(o.name)})" for o in op.outputs]
    return OrtNode(nodes[0].domain, nodes[0].op_type, [*params, *outputs])


def ort_param(op: Op, nodes: Sequence[Node], arg: Arg) -> str:
    """The ``wb::ort::Param`` of an argument.

    Args:
        op: the declaration.
        nodes: the nodes of one operator, which stand in branches that exclude each other.
        arg: the argument.

    Returns:
        The C++ expression; empty where nothing says what the kernel should get.
    """
    return (
        _from_input(op, nodes, arg)
        or _from_attribute(op, nodes, arg)
        or _from_branch(nodes, op, arg)
        or _from_default(arg)
    )


# -- inputs -----------------------------------------------------------------------------


def _from_input(op: Op, nodes: Sequence[Node], arg: Arg) -> str:
    made = {c.name for c in op.mapping.constants if c.arg == arg.name}
    for node in nodes:
        for index, name in enumerate(node.inputs):
            if name == arg.name and arg.is_tensor_list:
                return f"wb::ort::variadic_input({index})"
            if name == arg.name:
                return f"wb::ort::{'optional_input' if arg.optional else 'input'}({index})"
            if name in made:
                everywhere = all(made & set(n.inputs) for n in nodes)
                if everywhere and not arg.optional:
                    return f"wb::ort::scalar_input({index})"
                fallback = _fallback(op, arg, nodes)
                return "" if fallback is None else _call("optional_scalar_input", index, fallback)
    return ""


def _call(function: str, where: object, more: str) -> str:
    return f"wb::ort::{function}({where}{more})"


def _has_input(node: Node, index: int) -> bool:
    return index < len(node.inputs) and bool(node.inputs[index])


# -- attributes -------------------------------------------------------------------------


def _from_attribute(op: Op, nodes: Sequence[Node], arg: Arg) -> str:
    for node in nodes:
        for attribute in node.attributes:
            found = _read(op, attribute, arg)
            fallback = _fallback(op, arg, nodes) if found else None
            if found and fallback is not None:
                function, where = found
                return _call(function, cpp_string(attribute.name) + where, fallback)
    return ""


def _read(op: Op, attribute: Attribute, arg: Arg) -> tuple[str, str] | None:
    """The function that reads an argument from an attribute, and where in it."""
    if attribute.arg == arg.name:
        as_tensor = attribute.is_tensor and not arg.is_tensor
        return ("tensor_attribute" if as_tensor else "attribute", "")
    if not attribute.rule:
        return None
    match shape_rule.parse(attribute.rule, op.arg_types):
        case rule.ListArg(name) if name == arg.name:
            return ("attribute", "")
        case rule.ListOf(items) if rule.IntArg(arg.name) in items:
            return ("attribute_element", f", {items.index(rule.IntArg(arg.name))}")
    return None


def _fallback(op: Op, arg: Arg, nodes: Sequence[Node]) -> str | None:
    """What the kernel gets from a node that does not carry the argument, as a last parameter.

    None where such a node leaves it open.
    """
    if arg.optional:
        return ""  # a missing one is None
    lacking = [n for n in nodes if not _carries(op, n, arg)]
    settled = {_fixed(op, n, arg) for n in lacking}
    if settled in ({True}, {False}):
        return f", {_literal(settled == {True})}"
    if settled - {None} or (lacking and arg.default is UNSET):
        return None
    return "" if arg.default is UNSET else f", {_default(arg.kind, arg.default)}"


def _carries(op: Op, node: Node, arg: Arg) -> bool:
    made = {c.name for c in op.mapping.constants if c.arg == arg.name}
    return bool(made & set(node.inputs)) or any(_read(op, a, arg) for a in node.attributes)


# -- branches and defaults --------------------------------------------------------------


def _from_branch(nodes: Sequence[Node], op: Op, arg: Arg) -> str:
    """A bool that no node carries, since each stands in a branch that settles it."""
    settled = {_fixed(op, node, arg) for node in nodes}
    if None in settled:
        return ""
    if len(settled) == 1:
        return f"wb::ort::constant({_literal(settled == {True})})"
    for index in range(max(len(n.inputs) for n in nodes)):
        if all(_has_input(n, index) == _fixed(op, n, arg) for n in nodes):
            return f"wb::ort::input_given({index})"
    return ""


def _fixed(op: Op, node: Node, arg: Arg) -> bool | None:
    """The value that a bool argument has in the node's branch; None where it may be either."""
    if not node.when or not arg.is_flag:
        return None
    todo = [shape_rule.parse_condition(node.when, op.arg_types)]
    while todo:
        match todo.pop():
            case rule.Logic("and", items):
                todo += items
            case rule.BoolArg(name) if name == arg.name:
                return True
            case rule.Logic("not", (rule.BoolArg(name),)) if name == arg.name and not arg.optional:
                return False
    return None


def _from_default(arg: Arg) -> str:
    if arg.default is not UNSET:
        return f"wb::ort::constant({_default(arg.kind, arg.default)})"
    return "wb::ort::none()" if arg.optional else ""


def _default(kind: ArgumentType, value: Value) -> str:
    typed = kind.literal.typed(value)
    if isinstance(typed, tuple):
        return f"{kind.ort_list}{{{', '.join(map(_literal, typed))}}}"
    return _literal(typed)


def _literal(value: Scalar) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return cpp_string(value)
    return repr(value) if isinstance(value, float) else f"int64_t{{{value}}}"

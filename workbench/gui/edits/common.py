"""What the edits share."""

from __future__ import annotations

import re
from collections.abc import Callable

from msgspec.structs import replace

from workbench.core.op import Arg, Attribute, Mapping, Node, Op, Ort, Value

__all__ = [
    "ATTRIBUTE_TYPE",
    "TENSORS",
    "default_attribute",
    "every_mapping",
    "every_mapping_and_ort",
    "fresh_name",
    "in_rule",
    "map_only_custom_node",
    "plain_value",
    "with_inputs",
]

TENSORS = ("tensor", "tensor[]")
"""The argument types that a node takes as inputs."""

ATTRIBUTE_TYPE = {
    "int": "int",
    "bool": "int",
    "float": "float",
    "str": "string",
    "int[]": "ints",
    "bool[]": "ints",
    "float[]": "floats",
    "str[]": "strings",
}
_PLAIN: dict[str, Value] = {"int": 1, "float": 1.0, "bool": False, "str": "text"}


def fresh_name(wanted: str, taken: set[str]) -> str:
    """``wanted``, or ``wanted2``, ``wanted3`` … where that is taken."""
    if wanted not in taken:
        return wanted
    return next(n for i in range(2, 10_000) if (n := f"{wanted}{i}") not in taken)


def plain_value(kind: str) -> Value:
    """A value of an argument's type to begin with."""
    scalar = _PLAIN[kind.removesuffix("[]")]
    return (scalar,) if kind.endswith("[]") else scalar  # type: ignore[return-value]


def default_attribute(arg: Arg) -> Attribute:
    """The attribute that carries an argument's value."""
    return Attribute(name=arg.name, type=ATTRIBUTE_TYPE[arg.type], arg=arg.name)  # type: ignore[arg-type]


def in_rule(rule: str, old: str, name: str) -> str:
    """A shape rule, condition or expression with an argument renamed."""
    return re.sub(rf"(?<![\w.]){re.escape(old)}(?!\w)", name, rule)


def every_mapping(op: Op, change: Callable[[Mapping], Mapping]) -> Op:
    """Apply a change to the main mapping and to those of all variants."""
    return every_mapping_and_ort(op, lambda mapping, ort: (change(mapping), ort))


def every_mapping_and_ort(op: Op, change: Callable[[Mapping, Ort], tuple[Mapping, Ort]]) -> Op:
    """Apply a change to the main mapping with its ``ort``, and to those of all variants."""
    mapping, ort = change(op.mapping, op.ort)
    variants = {}
    for name, variant in op.variants.items():
        changed = change(variant.mapping, variant.ort)
        variants[name] = replace(variant, mapping=changed[0], ort=changed[1])
    return replace(op, mapping=mapping, ort=ort, variants=variants)


def map_only_custom_node(op: Op, change: Callable[[Node], Node]) -> Op:
    """Apply a change to the custom node of each mapping that has exactly one."""

    def of(mapping: Mapping) -> Mapping:
        custom = [i for i, n in enumerate(mapping.nodes) if n.domain]
        if len(custom) != 1:
            return mapping
        i = custom[0]
        nodes = (*mapping.nodes[:i], change(mapping.nodes[i]), *mapping.nodes[i + 1 :])
        return replace(mapping, nodes=nodes)

    return every_mapping(op, of)


def with_inputs(op: Op, inputs: tuple[str, ...]) -> tuple[str, ...]:
    """Inputs of a node with a list of tensors at the end, where it must stand."""
    lists = {a.name for a in op.args if a.type == "tensor[]"}
    return (*(i for i in inputs if i not in lists), *(i for i in inputs if i in lists))

"""Edits of a mapping and of its variants."""

from __future__ import annotations

import keyword

from msgspec.structs import replace

from workbench.core.declaration.op import Mapping, Node, Op, Ort, Variant
from workbench.core.edits.common import custom_name, first_node, fresh_name
from workbench.core.edits.kernel import sound_implementation
from workbench.core.mapping_kinds import MAPPING_KINDS

__all__ = [
    "add_node",
    "add_variant",
    "custom_name",
    "duplicate_variant",
    "remove_variant",
    "rename_variant",
    "script_name",
    "set_mapping_kind",
]


def add_node(op: Op) -> Op:
    """One more node at the end; the first one is a custom node that carries all arguments."""
    nodes = op.mapping.nodes
    if not nodes:
        node = first_node(op)
    else:
        taken = {n for node in nodes for n in (*node.inputs, *node.outputs)}
        node = Node(op="Identity", inputs=nodes[-1].outputs[:1], outputs=(fresh_name("t", taken),))
    return replace(op, mapping=replace(op.mapping, nodes=(*nodes, node)))


def set_mapping_kind(op: Op, name: str) -> Op:
    """Say the mapping in another way: one of those that the form offers."""
    kind = MAPPING_KINDS[name]
    mapping = replace(op.mapping, source=kind.file, function=Mapping().function)
    if kind.is_generated and not mapping.nodes:
        mapping = replace(mapping, nodes=(first_node(op),))
    return replace(op, mapping=mapping)


# -- variants -----------------------------------------------------------------------------


def add_variant(op: Op) -> Op:
    """A further mapping to one custom node, and choose it."""
    name = fresh_name("variant", set(op.variants))
    mapping = Mapping(nodes=(first_node(op),))
    ort = Ort(oldest=op.ort.oldest)
    ort = replace(ort, implementation=sound_implementation(op.kernel, mapping, ort))
    return _with(op, name, Variant(mapping=mapping, ort=ort))


def duplicate_variant(op: Op) -> Op:
    """A copy of the mapping in use, and choose it."""
    main = Variant(mapping=replace(op.mapping, fallback=""), ort=op.ort)
    source = op.variants.get(op.variant) or main
    wanted = op.variant if op.variant in op.variants else "variant"
    return _with(op, fresh_name(wanted, set(op.variants)), source)


def _with(op: Op, name: str, variant: Variant) -> Op:
    return replace(op, variant=name, variants={**op.variants, name: variant})


def rename_variant(op: Op, old: str, name: str) -> Op:
    """Rename a variant, which stays where it is."""
    variants = {name if n == old else n: v for n, v in op.variants.items()}
    op = _fallen_back(op, old, name)
    return replace(op, variants=variants, variant=name if op.variant == old else op.variant)


def remove_variant(op: Op, name: str) -> Op:
    """Without a variant; the main mapping is in use again."""
    variants = {n: v for n, v in op.variants.items() if n != name}
    op = _fallen_back(op, name, "")
    return replace(op, variants=variants, variant="" if op.variant == name else op.variant)


def _fallen_back(op: Op, old: str, name: str) -> Op:
    """With another fallback in the place of one."""
    if op.mapping.fallback != old:
        return op
    return replace(op, mapping=replace(op.mapping, fallback=name))


def script_name(node: Node) -> str:
    """The Python file for a node's onnxscript function."""
    name = node.op_type.lower() or "function"
    return f"{name}_{'function' if keyword.iskeyword(name) else 'script'}.py"

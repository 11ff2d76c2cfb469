"""Fixes for the attributes of a mapping's nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration.op import Attribute, Node, Op
from workbench.core.edits.common import (
    default_attribute,
    fresh_name,
    with_inputs,
)
from workbench.core.exporters import others
from workbench.core.fixes.context import (
    Fix,
    FixContext,
    change,
    change_to,
    drop,
    later_opsets,
    nearest,
    proposes,
    put,
)
from workbench.core.fixes.interface import fixed_rules
from workbench.core.op_toml.key_path import get_at, replace_at
from workbench.core.standard.operators import needed_one_of, operator, too_many_of
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.core.types.dtypes import DTYPES

__all__: list[str] = []

_NODE = r"mapping\.nodes\[\d+\]"
_ATTRIBUTE = rf"{_NODE}\.attributes\[\d+\]"


@proposes(rf"{_NODE}\.attributes")
def _attributes(context: FixContext) -> Iterator[Fix]:
    """An attribute that the operator needs."""
    op, node = context.op, context.get(context.owner)
    definition = operator(node.op, op.model.opset)
    given = {a.name for a in node.attributes}
    needed = needed_one_of(node.op, op.model.opset, node.inputs, given)
    for name, kind in (definition.attributes if definition else {}).items():
        if name in given or not (kind.endswith("!") or name in needed):
            continue
        kind = kind.rstrip("!")
        arg = op.arg(name)
        if arg is not None and arg.kind.attribute == kind:
            attribute = default_attribute(arg)
        elif name == "num_outputs":
            attribute = Attribute(name, kind, value=_outputs_of(op, node))
        elif kind in ATTRIBUTE_TYPES:
            attribute = Attribute(name, kind, value=ATTRIBUTE_TYPES[kind].literal.fresh)
        else:
            continue
        yield put(context, f"Add the attribute '{name}'", (*node.attributes, attribute))
    several = too_many_of(node.op, op.model.opset, node.inputs, given)
    for name in several:
        left = tuple(a for a in node.attributes if a.name != name)
        if len(left) < len(node.attributes):
            yield put(context, f"Remove the attribute '{name}'", left)


def _outputs_of(op: Op, node: Node) -> int:
    """How many tensors a node gives; a list whose length a rule tells counts as one."""
    counts = {o.name: int(o.count) for o in op.outputs if o.count.isdecimal()}
    return sum(counts.get(name, 1) for name in node.outputs)


@proposes(rf"{_ATTRIBUTE}\.name")
def _attribute_name(context: FixContext) -> Iterator[Fix]:
    name, node_key = context.get(), context.key[: context.key.index(".attributes")]
    node = context.get(node_key)
    yield from later_opsets(context, node)
    definition = None if node.domain else operator(node.op, context.op.model.opset)
    given = {a.name for a in node.attributes}
    if definition is not None:
        for known in nearest(name, [n for n in definition.attributes if n not in given]):
            yield put(context, f"Change to {known}", known)
    else:
        sound = re.sub(r"\W", "_", name, flags=re.ASCII).strip("_")
        sound = sound if re.match(r"[A-Za-z]", sound) else f"x{sound}"
        sound = fresh_name(sound, given - {name}) if [*given].count(name) else sound
        twice = sum(a.name == name for a in node.attributes) > 1
        yield put(context, f"Rename to {sound}", fresh_name(sound, given) if twice else sound)
    yield drop(context, f"Remove this '{name}'", context.owner)


@proposes(_ATTRIBUTE)
def _attribute(context: FixContext) -> Iterator[Fix]:
    """It has no value, or several."""
    attribute = context.get()
    if attribute.arg:
        title = f"Take the value of '{attribute.arg}'"
        yield change(context, title, context.key, value=UNSET, rule="")
    if attribute.value is not UNSET:
        yield change(context, "Take the value that is written", context.key, arg="", rule="")
    if attribute.rule:
        yield change(context, "Take the rule", context.key, arg="", value=UNSET)
    if not (attribute.arg or attribute.rule) and attribute.value is UNSET:
        arg = context.op.arg(attribute.name)
        if arg is not None:
            yield change(context, f"Take the value of '{arg.name}'", context.key, arg=arg.name)
        fresh = attribute.kind.literal.fresh
        yield change(context, f"Give it the value {fresh!r}", context.key, value=fresh)
    yield drop(context, f"Remove '{attribute.name}'")


@proposes(rf"{_ATTRIBUTE}\.arg")
def _attribute_arg(context: FixContext) -> Iterator[Fix]:
    op, attribute = context.op, context.get(context.owner)
    numbers = [a.name for a in op.args if not a.holds_tensors]
    yield from change_to(context, nearest(attribute.arg, [*numbers, *(t.name for t in op.tensors)]))
    if attribute.name in numbers:
        yield put(context, f"Change to {attribute.name}", attribute.name)
    arg = op.arg(attribute.arg)
    if arg is not None and arg.holds_tensors:
        node_key = context.key[: context.key.index(".attributes")]
        without = drop(context, "", context.owner).op
        node = get_at(without, node_key)
        inputs = node.inputs if arg.name in node.inputs else (*node.inputs, arg.name)
        changed = replace(node, inputs=with_inputs(op, inputs))
        yield Fix(f"Pass '{arg.name}' as an input", replace_at(without, node_key, changed))
        for other in others(op.model.exported_by):
            yield put(
                context, f"Use the {other.words.title} exporter", other.name, "model.exporter"
            )
    yield drop(context, f"Remove '{attribute.name}'", context.owner)


@proposes(rf"{_ATTRIBUTE}\.(?:type|value)")
def _attribute_type(context: FixContext) -> Iterator[Fix]:
    attribute = context.get(context.owner)
    literal = attribute.kind.literal
    if attribute.value is not UNSET and not literal.fits(attribute.value):
        for value in literal.meant_by(attribute.value):
            yield change(context, f"Change to {value!r:.40}", context.owner, value=value)
    for kind in ATTRIBUTE_TYPES:
        yield change(
            context, f"Change the type to {kind}", context.owner, type=kind, dtype="float32"
        )
    # A type that the operator wants, with the value that was meant.
    for other in ATTRIBUTE_TYPES.values():
        for value in other.literal.meant_by(attribute.value):
            title = f"Change to {other.name} {value!r:.40}"
            yield change(
                context, title, context.owner, type=other.name, value=value, dtype="float32"
            )


@proposes(rf"{_ATTRIBUTE}\.rule")
def _attribute_rule(context: FixContext) -> Iterator[Fix]:
    yield from fixed_rules(context)
    arg = context.op.arg(context.get(f"{context.owner}.name"))
    if arg is not None:
        title = f"Take the value of '{arg.name}'"
        yield change(context, title, context.owner, rule="", arg=arg.name)
    yield drop(context, "Remove the attribute", context.owner)


@proposes(rf"{_ATTRIBUTE}\.dtype")
def _attribute_dtype(context: FixContext) -> Iterator[Fix]:
    yield from change_to(context, nearest(context.get(), DTYPES))

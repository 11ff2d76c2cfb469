"""Fixes for the attributes of a mapping's nodes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.attribute_types import ATTRIBUTE_TYPES
from workbench.core.dtypes import DTYPES
from workbench.core.edits.common import (
    default_attribute,
    fresh_name,
    with_inputs,
)
from workbench.core.fixes.interface import fixed_rules
from workbench.core.fixes.place import (
    Fix,
    Place,
    change,
    drop,
    later_opsets,
    nearest,
    proposes,
    put,
)
from workbench.core.key_path import get_at, replace_at
from workbench.core.op import Attribute
from workbench.core.operators import operator

__all__: list[str] = []

_NODE = r"mapping\.nodes\[\d+\]"
_ATTRIBUTE = rf"{_NODE}\.attributes\[\d+\]"


@proposes(rf"{_NODE}\.attributes")
def _attributes(place: Place) -> Iterator[Fix]:
    """An attribute that the operator needs."""
    op, node = place.op, place.get(place.owner)
    definition = operator(node.op, op.model.opset)
    given = {a.name for a in node.attributes}
    for name, kind in (definition.attributes if definition else {}).items():
        kind = kind.rstrip("!")
        if name in given or not definition or not definition.attributes[name].endswith("!"):
            continue
        arg = op.arg(name)
        if arg is not None and arg.kind.attribute == kind:
            attribute = default_attribute(arg)
        elif kind in ATTRIBUTE_TYPES:
            attribute = Attribute(name, kind, value=ATTRIBUTE_TYPES[kind].literal.fresh)
        else:
            continue
        yield put(place, f"Add the attribute '{name}'", (*node.attributes, attribute))


@proposes(rf"{_ATTRIBUTE}\.name")
def _attribute_name(place: Place) -> Iterator[Fix]:
    name, node_key = place.get(), place.key[: place.key.index(".attributes")]
    node = place.get(node_key)
    yield from later_opsets(place, node)
    definition = None if node.domain else operator(node.op, place.op.model.opset)
    given = {a.name for a in node.attributes}
    if definition is not None:
        for known in nearest(name, [n for n in definition.attributes if n not in given]):
            yield put(place, f"Change to {known}", known)
    else:
        sound = re.sub(r"\W", "_", name, flags=re.ASCII).strip("_")
        sound = sound if re.match(r"[A-Za-z]", sound) else f"x{sound}"
        sound = fresh_name(sound, given - {name}) if [*given].count(name) else sound
        twice = sum(a.name == name for a in node.attributes) > 1
        yield put(place, f"Rename to {sound}", fresh_name(sound, given) if twice else sound)
    yield drop(place, f"Remove this '{name}'", place.owner)


@proposes(_ATTRIBUTE)
def _attribute(place: Place) -> Iterator[Fix]:
    """It has no value, or several."""
    attribute = place.get()
    if attribute.arg:
        title = f"Take the value of '{attribute.arg}'"
        yield change(place, title, place.key, value=UNSET, rule="")
    if attribute.value is not UNSET:
        yield change(place, "Take the value that is written", place.key, arg="", rule="")
    if attribute.rule:
        yield change(place, "Take the rule", place.key, arg="", value=UNSET)
    if not (attribute.arg or attribute.rule) and attribute.value is UNSET:
        arg = place.op.arg(attribute.name)
        if arg is not None:
            yield change(place, f"Take the value of '{arg.name}'", place.key, arg=arg.name)
        fresh = attribute.kind.literal.fresh
        yield change(place, f"Give it the value {fresh!r}", place.key, value=fresh)
    yield drop(place, f"Remove '{attribute.name}'")


@proposes(rf"{_ATTRIBUTE}\.arg")
def _attribute_arg(place: Place) -> Iterator[Fix]:
    op, attribute = place.op, place.get(place.owner)
    numbers = [a.name for a in op.args if not a.holds_tensors]
    for name in nearest(attribute.arg, [*numbers, *(t.name for t in op.tensors)]):
        yield put(place, f"Change to {name}", name)
    if attribute.name in numbers:
        yield put(place, f"Change to {attribute.name}", attribute.name)
    arg = op.arg(attribute.arg)
    if arg is not None and arg.holds_tensors:
        node_key = place.key[: place.key.index(".attributes")]
        without = drop(place, "", place.owner).op
        node = get_at(without, node_key)
        inputs = node.inputs if arg.name in node.inputs else (*node.inputs, arg.name)
        changed = replace(node, inputs=with_inputs(op, inputs))
        yield Fix(f"Pass '{arg.name}' as an input", replace_at(without, node_key, changed))
        yield put(place, "Use the TorchScript exporter", "torchscript", "model.exporter")
    yield drop(place, f"Remove '{attribute.name}'", place.owner)


@proposes(rf"{_ATTRIBUTE}\.(?:type|value)")
def _attribute_type(place: Place) -> Iterator[Fix]:
    attribute = place.get(place.owner)
    literal = attribute.kind.literal
    if attribute.value is not UNSET and not literal.fits(attribute.value):
        for value in literal.meant_by(attribute.value):
            yield change(place, f"Change to {value!r:.40}", place.owner, value=value)
    for kind in ATTRIBUTE_TYPES:
        yield change(place, f"Change the type to {kind}", place.owner, type=kind, dtype="float32")
    # A type that the operator wants, with the value that was meant.
    for other in ATTRIBUTE_TYPES.values():
        for value in other.literal.meant_by(attribute.value):
            title = f"Change to {other.name} {value!r:.40}"
            yield change(place, title, place.owner, type=other.name, value=value, dtype="float32")


@proposes(rf"{_ATTRIBUTE}\.rule")
def _attribute_rule(place: Place) -> Iterator[Fix]:
    yield from fixed_rules(place)
    arg = place.op.arg(place.get(f"{place.owner}.name"))
    if arg is not None:
        title = f"Take the value of '{arg.name}'"
        yield change(place, title, place.owner, rule="", arg=arg.name)
    yield drop(place, "Remove the attribute", place.owner)


@proposes(rf"{_ATTRIBUTE}\.dtype")
def _attribute_dtype(place: Place) -> Iterator[Fix]:
    for name in nearest(place.get(), DTYPES):
        yield put(place, f"Change to {name}", name)

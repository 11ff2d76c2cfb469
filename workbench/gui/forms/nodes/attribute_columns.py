"""The fields of one attribute of a node: the value of an argument, a literal, or a shape rule."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core import edits, shape_rule
from workbench.core.declaration import key_names
from workbench.core.declaration.op import Attribute, Op
from workbench.core.edits.nodes import node_doc
from workbench.core.errors import UserError, sentence
from workbench.core.op_toml.key_path import first_index, get_at, owner_of, replace_at
from workbench.core.shape_rule import VALUE_KINDS
from workbench.core.standard.operator_docs import AttributeDoc
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.core.types.dtypes import DTYPES
from workbench.core.types.literals import TEXT
from workbench.gui.forms.fields.fields import ChoiceField, Field, TextField
from workbench.gui.forms.fields.value_field import ValueField
from workbench.gui.forms.tables.record_table import Column
from workbench.gui.look.text import format_value
from workbench.gui.mapping.operator_page import default_text

__all__ = ["VALUE_COLUMN", "add_attribute", "attribute_columns"]

VALUE_COLUMN = 4
"""Which of the columns holds the value."""
_TYPES = tuple((t.name, f"{t.name} _{t.suffix}") for t in ATTRIBUTE_TYPES.values())

_LITERAL = ("", "(a literal)")
_RULE = ("#rule", "(a rule)")


def add_attribute(op: Op, index: int) -> Op:
    """The first argument that no attribute carries yet, or else a literal."""
    node = op.mapping.nodes[index]
    carried = {a.arg for n in op.mapping.nodes for a in n.attributes}
    carried |= {c.arg for c in op.mapping.constants}
    arg = next((a for a in op.args if not a.holds_tensors and a.name not in carried), None)
    if arg is not None:
        attribute = edits.default_attribute(arg)
    else:
        name = edits.fresh_name("alpha", {a.name for a in node.attributes})
        attribute = Attribute(name=name, type="float", value=1.0)
    key = f"mapping.nodes[{index}].attributes"
    return replace_at(op, key, (*node.attributes, attribute))


def _of(op: Op, key: str) -> Attribute:
    found: Attribute = get_at(op, owner_of(key))
    return found


def _known(op: Op, key: str) -> AttributeDoc | None:
    """What ONNX says of an attribute; None where its operator is of another domain."""
    node = op.mapping.nodes[first_index(key)]
    doc = node_doc(op, node)
    return doc.attributes.get(_of(op, key).name) if doc is not None else None


def _prepare_name(field: Field, op: Op, key: str) -> None:
    known = _known(op, key)
    field.set_tip(known.brief if known is not None else "The attribute, without a suffix")


def _prepare_type(field: Field, op: Op, key: str) -> None:
    attribute, known = _of(op, key), _known(op, key)
    suffix = f"{attribute.name}_{attribute.kind.suffix}"
    fixed = known is not None and known.type == attribute.type
    field.set_unusable(f"ONNX says that it is of type {attribute.type}." if fixed else "")
    field.set_tip(f"ONNX's attribute type. A symbolic function says it by a suffix: {suffix} = …")


def _set_type(op: Op, key: str, kind: str) -> Op:
    before = _of(op, key)
    attribute = replace(before, type=kind)
    if attribute.kind.rule != before.kind.rule:
        attribute = replace(attribute, rule="")
    if not attribute.is_tensor:
        attribute = replace(attribute, dtype="float32")
    arg = op.arg(attribute.arg)
    if arg is not None and arg.is_tensor and not attribute.is_tensor:
        attribute = replace(attribute, arg="")
    if not attribute.arg and not attribute.rule:
        attribute = replace(attribute, value=attribute.kind.literal.fresh)
    return replace_at(op, owner_of(key), attribute)


def _set_source(op: Op, key: str, source: str) -> Op:
    """From an argument, from a shape rule, or a literal that the user then types."""
    attribute = _of(op, key)
    arg = op.arg(source)
    if source == _RULE[0]:
        shaped = next(t.name for t in ATTRIBUTE_TYPES.values() if t.rule == "shape")
        kind = attribute.type if attribute.kind.rule else shaped
        changed = Attribute(attribute.name, kind, rule=_first_rule(op, ATTRIBUTE_TYPES[kind].rule))
    elif arg is None:
        changed = replace(attribute, arg="", rule="", value=attribute.kind.literal.fresh)
    elif attribute.type in arg.kind.attributes:
        changed = replace(attribute, arg=source, rule="", value=UNSET)
    elif arg.is_tensor:
        changed = Attribute(attribute.name, arg.kind.attributes[0], arg=source)
    else:
        changed = replace(edits.default_attribute(arg), name=attribute.name)
    return replace_at(op, owner_of(key), changed)


def _first_rule(op: Op, kind: str) -> str:
    ints = [a.name for a in op.args if a.kind.in_rule == "number"]
    texts = [a.name for a in op.args if a.kind.in_rule == "text"]
    if kind in ("number", "real"):
        return ints[0] if ints else "1"
    if kind in ("reals", "texts"):
        return "[1.0]" if kind == "reals" else '["linear"]'
    if kind == "text":
        return texts[0] if texts else '"linear"'
    tensor = next((f"{a.name}.shape" for a in op.tensors if not a.optional), "[1]")
    return f"[{', '.join(ints[:2])}]" if ints else tensor


def _source_of(op: Op, key: str) -> str:
    attribute = _of(op, key)
    return _RULE[0] if attribute.rule and not attribute.arg else attribute.arg


def _prepare_source(field: Field, op: Op, key: str) -> None:
    if isinstance(field, ChoiceField):
        arguments = key_names.attribute_arguments(op, _of(op, key))
        field.set_choices([_LITERAL, _RULE, *arguments])


def _read_value(op: Op, key: str) -> Any:
    attribute = _of(op, key)
    return attribute.rule if attribute.rule and attribute.value is UNSET else attribute.value


def _set_value(op: Op, key: str, value: Any) -> Op:
    if _of(op, key).rule:
        return replace_at(op, f"{owner_of(key)}.rule", value)
    return replace_at(op, key, value)


def _prepare_value(field: Field, op: Op, key: str) -> None:
    attribute = _of(op, key)
    field.set_applies(not attribute.arg or attribute.value is not UNSET or bool(attribute.rule))
    if not isinstance(field, ValueField):
        return
    known = _known(op, key)
    field.set_known(known.choices if known is not None and attribute.kind.literal is TEXT else ())
    if attribute.rule and attribute.value is UNSET:
        field.parse = partial(_parse_rule, op=op, kind=attribute.kind.rule)
        field.set_words(list(key_names.rule_names(op, attribute)))
        field.set_tip(
            f"{sentence(VALUE_KINDS[attribute.kind.rule])} E.g. [stride_h, stride_w], "
            'weight.shape[2:], s[0], {"zeros": 0, "border": 1}[mode].'
        )
        return
    field.parse = attribute.kind.literal.parse
    field.set_words([])
    tip = "The same for every call"
    if attribute.is_tensor:
        tip = "A number gives a 0-d tensor, a list a 1-d one"
    if known is not None:
        default = default_text(known.default)
        tip = f"{known.brief}\n{f'Default: {default}' if default else tip}"
    field.set_tip(tip)


def _parse_rule(text: str, op: Op, kind: str) -> str:
    try:
        shape_rule.parse_value(text, op.rule_scope, kind)
    except UserError as error:
        raise ValueError(error.problem.message) from None
    return text.strip()


def _siblings(op: Op, index: int) -> tuple[Attribute, ...]:
    nodes = op.mapping.nodes
    return nodes[index].attributes if index < len(nodes) else ()


def _has_value(op: Op, index: int) -> bool:
    return any(not a.arg or a.value is not UNSET for a in _siblings(op, index))


def _has_tensor(op: Op, index: int) -> bool:
    return any(a.is_tensor or a.dtype != "float32" for a in _siblings(op, index))


def attribute_columns(key: str) -> tuple[Column, ...]:
    """The columns for one node, whose key path is given."""
    index = first_index(key)
    return (
        Column("name", partial(TextField, str.strip), 64, 2, prepare=_prepare_name),
        Column(
            "type",
            partial(ChoiceField, _TYPES),
            92,
            apply=_set_type,
            prepare=_prepare_type,
            settles=("value", "rule"),
        ),
        Column(
            "dtype",
            partial(ChoiceField, tuple(DTYPES)),
            80,
            shown=partial(_has_tensor, index=index),
        ),
        Column(
            "arg",
            ChoiceField,
            92,
            apply=_set_source,
            prepare=_prepare_source,
            read=_source_of,
            settles=("value", "rule"),
        ),
        Column(
            "value",
            partial(ValueField, str, format_value),
            60,
            3,
            apply=_set_value,
            prepare=_prepare_value,
            shown=partial(_has_value, index=index),
            read=_read_value,
            also=("rule",),
        ),
    )

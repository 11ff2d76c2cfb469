"""The fields of one constant of a mapping."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core import edits
from workbench.core.declaration import key_names
from workbench.core.declaration.op import Constant, Op
from workbench.core.op_toml.key_path import get_at, owner_of, replace_at
from workbench.core.types.literals import NUMBERS
from workbench.gui.forms.fields.fields import ChoiceField, Field, TextField
from workbench.gui.forms.tables.record_table import Column
from workbench.gui.look.text import format_value

__all__ = ["CONSTANT_COLUMNS", "add_constant"]


def add_constant(op: Op) -> Op:
    """One more constant, a literal to begin with."""
    taken = {a.name for a in op.args} | {c.name for c in op.mapping.constants}
    taken |= {name for node in op.mapping.nodes for name in node.outputs}
    constant = Constant(name=edits.fresh_name("c", taken), dtype="float32", value=1.0)
    constants = (*op.mapping.constants, constant)
    return replace(op, mapping=replace(op.mapping, constants=constants))


def _set_source(op: Op, key: str, arg: str) -> Op:
    owner = owner_of(key)
    constant: Constant = get_at(op, owner)
    value = UNSET if arg else 1.0 if constant.value is UNSET else constant.value
    return replace_at(op, owner, replace(constant, arg=arg, value=value))


def _rename_constant(op: Op, key: str, name: str) -> Op:
    old = get_at(op, key)
    names = [c.name for c in op.mapping.constants]
    renamed = replace_at(op, key, name)
    if not old or not name or name in names or names.count(old) > 1:
        return renamed
    nodes = tuple(
        replace(n, inputs=tuple(name if i == old else i for i in n.inputs))
        for n in op.mapping.nodes
    )
    return replace(renamed, mapping=replace(renamed.mapping, nodes=nodes))


def _prepare_source(field: Field, op: Op, key: str) -> None:
    if isinstance(field, ChoiceField):
        numbers = key_names.constant_arguments(op, None)
        field.set_choices([("", "(a literal)"), *numbers])


def _prepare_value(field: Field, op: Op, key: str) -> None:
    constant: Constant = get_at(op, owner_of(key))
    field.set_applies(not constant.arg or constant.value is not UNSET)


CONSTANT_COLUMNS = (
    Column("name", partial(TextField, str.strip), 72, 2, apply=_rename_constant),
    Column("dtype", partial(TextField, str.strip), 80, 2),
    Column(
        "arg",
        ChoiceField,
        92,
        2,
        apply=_set_source,
        prepare=_prepare_source,
        settles=("value",),
    ),
    Column(
        "value",
        partial(TextField, NUMBERS.parse, format_value),
        72,
        2,
        prepare=_prepare_value,
    ),
)

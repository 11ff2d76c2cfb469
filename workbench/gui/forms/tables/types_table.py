"""The op's type variables, and the named parts of its rules."""

from __future__ import annotations

from msgspec.structs import replace

from workbench.core import edits
from workbench.core.declaration.op import Op
from workbench.core.shape_rule import names_for
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.tables.named_table import NamedKind, NamedTable
from workbench.gui.look.text import format_names, parse_names

__all__ = ["parts_table", "types_table"]

_FIRST = ("float32", "float64")


def types_table(binder: Binder) -> NamedTable:
    """Type variables, and what each may stand for."""
    return NamedTable(binder, _TYPES)


def parts_table(binder: Binder) -> NamedTable:
    """Named parts, and the expressions that they stand for."""
    return NamedTable(binder, _PARTS)


def _add_type(op: Op) -> Op:
    name = edits.fresh_name("T", {*op.types, *(a.name for a in op.args)})
    return replace(op, types={**op.types, name: _FIRST})


def _remove_type(op: Op, name: str) -> Op:
    """Without a variable; what used it gets the variable's first element type."""
    first = (*op.types[name], "float32")[0]
    types = {n: t for n, t in op.types.items() if n != name}
    args = tuple(replace(a, dtype=first) if a.dtype == name else a for a in op.args)
    outputs = tuple(replace(o, dtype=first) if o.dtype == name else o for o in op.outputs)
    return replace(op, types=types, args=args, outputs=outputs)


def _add_part(op: Op) -> Op:
    taken = {*op.let, *op.types, *(a.name for a in op.args), *(o.name for o in op.outputs)}
    first = next((f"{a.name}.shape" for a in op.tensors if not a.optional), "1")
    return replace(op, let={**op.let, edits.fresh_name("part", taken): first})


def _remove_part(op: Op, name: str) -> Op:
    return replace(op, let={n: text for n, text in op.let.items() if n != name})


_TYPES = NamedKind(
    key="types",
    noun="type variable",
    none="None: every argument names its element types itself.",
    header="May stand for",
    label="Element types",
    parse=parse_names,
    show=format_names,
    add=_add_type,
    remove=_remove_type,
    rename=edits.rename_type,
)
_PARTS = NamedKind(
    key="let",
    noun="named part",
    none="None: every rule and condition says all itself.",
    header="Stands for",
    label="Expression",
    parse=str.strip,
    show=str,
    add=_add_part,
    remove=_remove_part,
    rename=edits.rename_part,
    words=lambda op: names_for(op.rule_scope, "rule"),
)

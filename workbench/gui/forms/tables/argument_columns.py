"""The fields of one argument."""

from __future__ import annotations

import re
from functools import partial

from msgspec import UNSET

from workbench.core import edits
from workbench.core.declaration.op import Op
from workbench.core.op_toml.key_path import first_index, owner_of, replace_at
from workbench.core.op_toml.keys import known
from workbench.core.types.arg_types import ARG_TYPES
from workbench.core.types.literals import ListOf, Literal, Scalar
from workbench.gui.forms.fields.fields import CheckField, ChoiceField, Field, TextField
from workbench.gui.forms.tables.record_table import Column
from workbench.gui.look.text import format_dtypes, format_value, parse_dtypes

__all__ = ["ARGUMENT_COLUMNS", "longest_name"]


def _rename(op: Op, key: str, name: str) -> Op:
    return edits.rename_arg(op, first_index(key), name)


def _set_type(op: Op, key: str, kind: str) -> Op:
    return edits.set_arg_type(op, first_index(key), kind)


def _set_dtype(op: Op, key: str, dtype: str | tuple[str, ...]) -> Op:
    return edits.set_arg_dtype(op, first_index(key), dtype)


def _prepare_default(field: Field, op: Op, key: str) -> None:
    arg = op.args[first_index(key)]
    tensor = arg.holds_tensors
    if isinstance(field, TextField):
        field.parse = _tensor_default if tensor else arg.kind.literal.parse
        field.line.setPlaceholderText("None" if arg.optional else "")


_Values = tuple[tuple[Scalar, ...], tuple[Scalar, ...]]
"""Range and choices: an argument has one of them."""


def _read_values(op: Op, key: str) -> _Values:
    arg = op.args[first_index(key)]
    return arg.range, arg.choices


def _set_values(op: Op, key: str, values: _Values) -> Op:
    ends, choices = values
    return replace_at(replace_at(op, key, ends), f"{owner_of(key)}.choices", choices)


def _format_values(values: _Values) -> str:
    ends, choices = values
    return " to ".join(map(format_value, ends)) or (format_value(choices) if choices else "")


def _parse_values(text: str, literal: Literal, is_numeric: bool) -> _Values:
    """``1 to 8``, or all values, with commas between them."""
    ends = re.split(r"\s+to\s+|\s*(?:\.\.+|…)\s*", text.strip()) if is_numeric else []
    try:
        if len(ends) == 2:
            return tuple(literal.item.read(end) for end in ends), ()
        read = ListOf(literal.item).parse(text)
    except ValueError:
        if not is_numeric:
            raise
        raise ValueError("write 1 to 8 for a range, or 1, 2, 4 for all values") from None
    return (), read if isinstance(read, tuple) else ()


def _prepare_values(field: Field, op: Op, key: str) -> None:
    arg = op.args[first_index(key)]
    field.set_applies(arg.is_chosen or _read_values(op, key) != ((), ()))
    if isinstance(field, TextField):
        field.parse = partial(_parse_values, literal=arg.kind.literal, is_numeric=arg.is_numeric)
        field.set_placeholder("1 to 8" if arg.is_numeric else "")


def _tensor_default(text: str) -> object:
    if text.strip():
        raise ValueError("a tensor has no default; leave it empty")
    return UNSET


def longest_name(op: Op) -> int:
    """Characters of the longest name of an argument."""
    return max((len(arg.name) for arg in op.args), default=0)


_MOST_OF_TYPES = 32


def _longest_types(op: Op) -> int:
    """Characters of the longest list of element types; a long one is looked at in part."""
    written = (len(format_dtypes(a.dtype)) for a in op.args if a.has_elements)
    return min(max(written, default=0), _MOST_OF_TYPES)


_VALUES_TIP = "\n".join(
    f"{words}: {known(f'args[].{name}').description}"
    for words, name in (("1 to 8", "range"), ("1, 2, 4", "choices"))
)

ARGUMENT_COLUMNS = (
    Column("name", TextField, 68, 2, apply=_rename, wants=longest_name),
    Column(
        "type",
        partial(ChoiceField, tuple(ARG_TYPES)),
        80,
        apply=_set_type,
        settles=("default", "range"),
    ),
    Column(
        "dtype",
        partial(TextField, parse_dtypes, format_dtypes),
        80,
        2,
        apply=_set_dtype,
        wants=_longest_types,
    ),
    Column("optional", CheckField, 58, hides=False),
    Column(
        "default",
        partial(TextField, str, format_value),
        50,
        1,
        prepare=_prepare_default,
    ),
    Column(
        "range",
        partial(TextField, str, _format_values),
        58,
        1,
        title="Values",
        tip=_VALUES_TIP,
        apply=_set_values,
        prepare=_prepare_values,
        read=_read_values,
        also=("choices",),
        shown=lambda op: any(a.is_chosen for a in op.args),
    ),
    Column("doc", TextField, 48, 4),
)

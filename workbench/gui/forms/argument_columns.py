"""The fields of one argument."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET

from workbench.core import edits
from workbench.core.arg_types import ARG_TYPES
from workbench.core.key_path import first_index
from workbench.core.op import Op
from workbench.gui.forms.fields import CheckField, ChoiceField, Field, TextField
from workbench.gui.forms.record_table import Column
from workbench.gui.look.text import format_dtypes, format_value, parse_dtypes

__all__ = ["ARGUMENT_COLUMNS"]


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


def _tensor_default(text: str) -> object:
    if text.strip():
        raise ValueError("a tensor has no default; leave it empty")
    return UNSET


ARGUMENT_COLUMNS = (
    Column("name", TextField, 72, 2, apply=_rename),
    Column(
        "type", partial(ChoiceField, tuple(ARG_TYPES)), 90, apply=_set_type, settles=("default",)
    ),
    Column(
        "dtype",
        partial(TextField, parse_dtypes, format_dtypes),
        96,
        2,
        apply=_set_dtype,
    ),
    Column("optional", CheckField, 58, hides=False),
    Column(
        "default",
        partial(TextField, str, format_value),
        64,
        1,
        prepare=_prepare_default,
    ),
    Column("doc", TextField, 64, 4),
)

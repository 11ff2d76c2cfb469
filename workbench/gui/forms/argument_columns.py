"""The fields of one argument."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET

from workbench.core import edits
from workbench.core.arg_types import ARG_TYPES
from workbench.core.dtypes import DTYPES
from workbench.core.key_path import steps
from workbench.core.op import Op
from workbench.gui.forms.fields import CheckField, ChoiceField, Field, TextField
from workbench.gui.forms.record_table import Column
from workbench.gui.look.text import format_dtypes, format_value, parse_dtypes

__all__ = ["ARGUMENT_COLUMNS"]


def _index(key: str) -> int:
    return next(step for step in steps(key) if isinstance(step, int))


def _rename(op: Op, key: str, name: str) -> Op:
    return edits.rename_arg(op, _index(key), name)


def _set_type(op: Op, key: str, kind: str) -> Op:
    return edits.set_arg_type(op, _index(key), kind)


def _set_dtype(op: Op, key: str, dtype: str | tuple[str, ...]) -> Op:
    return edits.set_arg_dtype(op, _index(key), dtype)


def _prepare_dtype(field: Field, op: Op, key: str) -> None:
    arg = op.args[_index(key)]
    field.set_applies(arg.holds_tensors or arg.dtype != "float32")
    if isinstance(field, TextField):
        each = ["any"] if arg.kind.portable_any else []
        field.set_words([*op.types, *each, *DTYPES])
    field.set_tip(_LIST_TIP if arg.kind.portable_any else _DTYPE_TIP)


def _prepare_optional(field: Field, op: Op, key: str) -> None:
    arg = op.args[_index(key)]
    never = not arg.kind.may_be_none and not arg.optional
    field.set_unusable(f"A {arg.kind.words} may be empty instead" if never else "")


def _prepare_default(field: Field, op: Op, key: str) -> None:
    arg = op.args[_index(key)]
    tensor = arg.holds_tensors
    field.set_applies(not tensor or arg.default is not UNSET)
    if isinstance(field, TextField):
        field.parse = _tensor_default if tensor else arg.kind.literal.parse
        field.line.setPlaceholderText("None" if arg.optional else "")


def _tensor_default(text: str) -> object:
    if text.strip():
        raise ValueError("a tensor has no default; leave it empty")
    return UNSET


_DTYPE_TIP = (
    "Of the tensor's elements: float32, several separated by commas (the op is then built for each), "
    "or a type variable such as T, which is the same type wherever it stands"
)
_LIST_TIP = f"{_DTYPE_TIP}; 'any' lets each tensor of the list have a type of its own"

ARGUMENT_COLUMNS = (
    Column(
        "name",
        "Name",
        TextField,
        72,
        2,
        "What the caller and the C++ function call it: an identifier of both Python and C++. Another "
        "name here is used everywhere at once: rules, nodes, examples",
        _rename,
    ),
    Column(
        "type",
        "Type",
        partial(ChoiceField, tuple(ARG_TYPES)),
        90,
        0,
        "\n".join(
            [
                *(f"{t.name}: {t.doc}" for t in ARG_TYPES.values()),
                "What is no tensor is a constant of the exported model, usually a node's attribute.",
            ]
        ),
        _set_type,
        settles=("default",),
    ),
    Column(
        "dtype",
        "Element type",
        partial(TextField, parse_dtypes, format_dtypes, "float32", separator=","),
        96,
        2,
        _DTYPE_TIP,
        _set_dtype,
        prepare=_prepare_dtype,
    ),
    Column(
        "optional",
        "Optional",
        CheckField,
        58,
        0,
        "The argument may be None: Tensor? in the schema, std::optional in C++. The mapping can have a "
        "branch for each",
        prepare=_prepare_optional,
    ),
    Column(
        "default",
        "Default",
        partial(TextField, str, format_value),
        64,
        1,
        "The value when the caller gives none; empty for no default. Arguments with a default stand "
        "last. A list is 1, 2; text may stand in quotes",
        prepare=_prepare_default,
    ),
    Column(
        "doc",
        "Description",
        partial(TextField, placeholder="What it is"),
        64,
        4,
        "What it means, for whoever calls the op; it changes nothing that is built",
    ),
)

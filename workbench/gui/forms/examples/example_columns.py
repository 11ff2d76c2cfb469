"""The fields of one example input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import UNSET, UnsetType

from workbench.core import edits
from workbench.core.declaration import key_names, signature
from workbench.core.declaration.names import list_index
from workbench.core.declaration.op import Op
from workbench.core.op_toml.key_path import get_at, replace_at
from workbench.core.op_toml.keys import choices, known, why_unused
from workbench.core.types.dtypes import DTYPES
from workbench.gui.forms.examples.example_file_columns import file_columns
from workbench.gui.forms.examples.example_override_column import override_column
from workbench.gui.forms.examples.example_rows import (
    Case,
    Folder,
    Main,
    has_elements,
    held,
    is_tensor,
    replace_row,
    row_of,
)
from workbench.gui.forms.fields.fields import CheckField, ChoiceField, Field, TextField
from workbench.gui.forms.fields.file_field import FILE, ValuesField
from workbench.gui.forms.fields.value_field import ValueField
from workbench.gui.forms.tables.argument_columns import longest_name
from workbench.gui.forms.tables.record_table import Column
from workbench.gui.look.text import (
    format_dynamic,
    format_number,
    format_shape,
    format_value,
    parse_dynamic,
    parse_elements,
    parse_float,
    parse_int,
    parse_shape,
)

__all__ = ["example_columns"]

_GENERATORS: tuple[str | tuple[str, str], ...] = (
    *choices(known("model.inputs[].generator")),
    (edits.VALUES, "given values"),
    (FILE, "from file …"),
)


_LAYOUTS: tuple[str | tuple[str, str], ...] = (
    ("", "row by row"),
    *choices(known("model.inputs[].layout"))[1:],
)


_MOST_OF_VALUE = 24
"""Characters of a value for which other columns make room."""
_ARROW = 5
"""As many characters as the arrow of a field takes that has values to choose from."""


# -- the argument -------------------------------------------------------------------------


def _set_arg(op: Op, key: str, name: str) -> Op:
    return replace_row(op, key, edits.set_example_arg(op, row_of(op, key)[0], name))


def _has_layout(op: Op) -> bool:
    """To a kernel over our views every tensor lies row by row, so it need not be said."""
    every = (*op.model.inputs, *(e for case in op.model.cases for e in case.inputs))
    return not op.kernel.kind.is_shared or any(e.layout for e in every)


def _prepare_arg(field: Field, op: Op, key: str, case: Case, main: Main) -> None:
    field.set_applies(not op.model.source)
    inherits = case() >= 0 and main(get_at(op, key)) is not None
    field.set_unusable("It stands for this argument of the main set." if inherits else "")
    if isinstance(field, ChoiceField):
        names = []
        for arg in op.args:
            each = [e.arg for e in op.model.inputs if e.base == arg.name]
            names += each if arg.is_tensor_list else [arg.name]
        field.set_choices(names)


def _prepare_input(field: Field, op: Op, key: str, case: Case, main: Main) -> None:
    field.set_applies(bool(op.model.source))
    inherits = case() >= 0 and main(get_at(op, key)) is not None
    field.set_unusable("It stands for this input of the main set." if inherits else "")


def _in_file(op: Op) -> bool:
    return bool(op.model.source)


def _of_call(op: Op) -> bool:
    return not op.model.source


# -- tensors ------------------------------------------------------------------------------


def _set_shape(op: Op, key: str, shape: tuple[int, ...] | UnsetType) -> Op:
    return replace_row(op, key, edits.set_example_shape(op, row_of(op, key)[0], shape))


def _prepare_shape(field: Field, op: Op, key: str, folder: Folder) -> None:
    if isinstance(field, TextField):
        example, _ = row_of(op, key)
        found = held(example, folder)
        file = f"{format_shape(found.shape)} (file)" if found is not None else "the file's"
        field.line.setPlaceholderText(file if example.file else "2, 3")


def _prepare_generator(field: Field, op: Op, key: str) -> None:
    field.set_applies(is_tensor(op, key))  # it stands for the file, too


def _prepare_dynamic(field: Field, op: Op, key: str, case: Case, main: Main) -> None:
    example, _ = row_of(op, key)
    field.set_applies(is_tensor(op, key) or bool(example.dynamic))
    above = main(example.arg) if case() >= 0 else None
    if isinstance(field, TextField):
        inherited = format_dynamic(above.dynamic) if above is not None else ""
        field.line.setPlaceholderText(inherited if case() >= 0 else "0=n")


def _prepare_dtype(field: Field, op: Op, key: str, case: Case, main: Main, folder: Folder) -> None:
    example, arg = row_of(op, key)
    if isinstance(field, ChoiceField):
        free = arg is None or not arg.holds_tensors or arg.dtype == "any"
        allowed = tuple(DTYPES) if free or arg is None else signature.arg_dtypes(op, arg)
        # What an empty dtype means stays spelled out where it is.
        above = main(example.arg) if case() >= 0 else None
        first = (above.dtype if above is not None else "") or (allowed[0] if allowed else "")
        if example.file:
            found = held(example, folder)
            given = first
            first = (found.dtype or given) if found is not None else "the file's"
        rest = [d for d in allowed if d != first]
        field.set_choices([(first if example.dtype == first else "", first), *rest])


def _read_generator(op: Op, key: str) -> str:
    example, _ = row_of(op, key)
    written = example.value is not UNSET and is_tensor(op, key)
    if example.file:
        return FILE
    return edits.VALUES if written else example.generator


def _set_generator(op: Op, key: str, generator: str) -> Op:
    example, _ = row_of(op, key)
    return replace_row(op, key, edits.set_generator(op, example, generator))


# -- values -------------------------------------------------------------------------------


def _prepare_value(field: Field, op: Op, key: str) -> None:
    example, arg = row_of(op, key)
    tensor = has_elements(op, key)
    if tensor and example.value is UNSET:
        field.set_applies(False)  # they are not written out
    if not isinstance(field, TextField):
        return
    if isinstance(field, ValueField):
        field.set_known(() if tensor else tuple(key_names.example_values(op, example)))
    if tensor:
        dtypes = signature.arg_dtypes(op, arg) if arg is not None else ()
        dtype = DTYPES.get(example.dtype or next(iter(dtypes), ""), DTYPES["float32"])
        field.parse = partial(parse_elements, kind=dtype.kind)
        field.set_tip("The elements, row by row, separated by commas")
        field.line.setPlaceholderText("0.5, 1, …")
    else:
        assert arg is not None
        field.parse = arg.kind.literal.parse
        field.set_tip("The argument's value; the declared default where empty")
        usual = next(iter(signature.arg_dtypes(op, arg)), UNSET) if arg.is_dtype else UNSET
        field.line.setPlaceholderText(format_value(usual if arg.default is UNSET else arg.default))


def _set_none(op: Op, key: str, none: bool) -> Op:
    example, arg = row_of(op, key)
    empty = example.shape is UNSET and example.value is UNSET and not example.file
    if not none and arg is not None and empty:
        entry = list_index(example.arg)
        return replace_row(op, key, edits.new_example(op, arg, entry[1] if entry else 0))
    return replace_at(op, key, none)


# -- which columns there are --------------------------------------------------------------


def _longest_shape(op: Op) -> int:
    return max((len(format_shape(e.shape)) for e in op.model.inputs), default=0)


def _longest_value(op: Op) -> int:
    """Of what is written out; a long list is looked at in part."""
    written = [
        len(format_value(e.value)) + _ARROW * bool(list(key_names.example_values(op, e)))
        for e in op.model.inputs
        if e.value is not UNSET
    ]
    return min(max(written, default=0), _MOST_OF_VALUE)


def _has_range(op: Op) -> bool:
    return any(not why_unused(op, f"model.inputs[{i}].low") for i in range(len(op.model.inputs)))


def _has_seed(op: Op) -> bool:
    return any(not why_unused(op, f"model.inputs[{i}].seed") for i in range(len(op.model.inputs)))


def _has_values(op: Op) -> bool:
    return any(
        not e.none and (e.value is not UNSET or not has_elements(op, f"model.inputs[{i}].arg"))
        for i, e in enumerate(op.model.inputs)
    )


def _has_optional(op: Op) -> bool:
    optional = any(a.optional or a.may_lack_items for a in op.args) and not op.model.source
    return optional or any(e.none for e in op.model.inputs)


_number = partial(TextField, parse_float, format_number)


def _has_twins(op: Op) -> bool:
    """Two tensors that could be one."""
    likes = [(e.shape, e.dtype) for e in op.model.inputs if e.is_tensor]
    return len(set(likes)) < len(likes) or any(e.same_as for e in op.model.inputs)


def example_columns(
    case: Case, main: Main, folder: Folder, ask: Callable[[Field], None]
) -> Sequence[Column]:
    """The columns of the main examples and of a case's.

    Args:
        case: which case is shown.
        main: the main example of an argument.
        folder: the op's.
        ask: asks for a file, for the row of a field.
    """
    shown: dict[str, Any] = {"case": case, "main": main}

    def values() -> ValuesField:
        field = ValuesField(_GENERATORS)
        field.wanted.connect(ask)
        return field

    return (
        override_column(case),
        Column(
            "arg",
            ChoiceField,
            80,
            3,
            apply=_set_arg,
            prepare=partial(_prepare_arg, **shown),
            shown=_of_call,
            wants=longest_name,
        ),
        Column(
            "arg",
            partial(TextField, str.strip),
            80,
            3,
            title="Input",
            tip="The parameter of the model's forward",
            prepare=partial(_prepare_input, **shown),
            shown=_in_file,
        ),
        Column(
            "shape",
            partial(TextField, parse_shape, format_shape),
            80,
            4,
            apply=_set_shape,
            prepare=partial(_prepare_shape, folder=folder),
            wants=_longest_shape,
        ),
        Column(
            "dtype",
            ChoiceField,
            88,
            prepare=partial(_prepare_dtype, **shown, folder=folder),
            below=True,
        ),
        Column(
            "generator",
            values,
            110,
            apply=_set_generator,
            prepare=_prepare_generator,
            read=_read_generator,
            settles=("value", "file", "entry"),
        ),
        *file_columns(folder, ask),
        Column("seed", partial(TextField, parse_int, str), 44, shown=_has_seed, below=True),
        Column("low", _number, 48, shown=_has_range),
        Column("high", _number, 48, shown=_has_range),
        Column(
            "value",
            partial(ValueField, str, format_value),
            64,
            2,
            prepare=_prepare_value,
            shown=_has_values,
            over=2,
            wants=_longest_value,
        ),
        Column(
            "none",
            CheckField,
            40,
            apply=_set_none,
            shown=_has_optional,
            settles=("value", "shape"),
            below=True,
        ),
        Column(
            "layout",
            partial(ChoiceField, _LAYOUTS),
            108,
            shown=_has_layout,
            below=True,
        ),
        Column("same_as", TextField, 52, shown=_has_twins, below=True),
        Column(
            "dynamic",
            partial(TextField, parse_dynamic, format_dynamic),
            64,
            2,
            prepare=partial(_prepare_dynamic, **shown),
            below=True,
        ),
    )

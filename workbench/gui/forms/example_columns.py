"""The fields of one example input."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from msgspec import UNSET

from workbench.core import signature
from workbench.core.dtypes import DTYPES
from workbench.core.op import Arg, Example, Op
from workbench.gui import edits
from workbench.gui.forms.fields import CheckField, ChoiceField, Field, TextField
from workbench.gui.forms.keys import get_at, replace_at, steps
from workbench.gui.forms.lens import Rows
from workbench.gui.forms.record_table import Column
from workbench.gui.forms.text import (
    format_dynamic,
    format_number,
    format_shape,
    format_value,
    parse_dynamic,
    parse_elements,
    parse_float,
    parse_int,
    parse_shape,
    parse_value,
)

__all__ = ["example_columns"]

_GENERATORS = (
    "normal",
    "uniform",
    "integers",
    "arange",
    "zeros",
    "ones",
    (edits.VALUES, "given values"),
)

Case = Callable[[], int]
"""Gives the index of the shown case; -1 for the main examples."""
Main = Callable[[str], Example | None]
"""Gives the main example of an argument."""


def _of(op: Op, key: str) -> tuple[Example, Arg | None]:
    example: Example = get_at(op, key.rpartition(".")[0])
    return example, edits.example_arg(op, example.arg)


def _kind(op: Op, key: str) -> str:
    """The argument's type; a model's own inputs are tensors, and so is what is unknown."""
    _, arg = _of(op, key)
    return "tensor" if arg is None or arg.type in edits.TENSORS else arg.type


def _is_tensor(op: Op, key: str) -> bool:
    example, _ = _of(op, key)
    return _kind(op, key) == "tensor" and not example.none


def _is_generated(op: Op, key: str, generators: tuple[str, ...]) -> bool:
    example, _ = _of(op, key)
    given = example.value is not UNSET
    return _is_tensor(op, key) and not given and example.generator in generators


def _replace_row(op: Op, key: str, example: Example) -> Op:
    return replace_at(op, key.rpartition(".")[0], example)


# -- the argument -------------------------------------------------------------------------


def _set_arg(op: Op, key: str, name: str) -> Op:
    """Another argument: an example of its kind."""
    before, arg = _of(op, key)[1], edits.example_arg(op, name)
    same = before is not None and arg is not None and before.type == arg.type
    if arg is None or same:
        return replace_at(op, key, name)
    place = edits.list_index(name)
    return _replace_row(op, key, edits.new_example(op, arg, place[1] if place else 0))


def _prepare_arg(field: Field, op: Op, key: str, case: Case, main: Main) -> None:
    field.set_applies(not op.model.source)
    inherits = case() >= 0 and main(get_at(op, key)) is not None
    field.set_unusable("It stands for this argument of the main set." if inherits else "")
    if isinstance(field, ChoiceField):
        used = [e.arg for e in op.model.inputs]
        names = []
        for arg in op.args:
            each = [n for n in used if (edits.list_index(n) or ("",))[0] == arg.name]
            names += each if arg.type == "tensor[]" else [arg.name]
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


def _prepare_shape(field: Field, op: Op, key: str) -> None:
    field.set_applies(_is_tensor(op, key))
    if isinstance(field, TextField):
        field.line.setPlaceholderText("2, 3")


def _prepare_generator(field: Field, op: Op, key: str) -> None:
    field.set_applies(_is_tensor(op, key))


def _prepare_dynamic(field: Field, op: Op, key: str, case: Case, main: Main) -> None:
    field.set_applies(_is_tensor(op, key))
    example, _ = _of(op, key)
    above = main(example.arg) if case() >= 0 else None
    if isinstance(field, TextField):
        inherited = format_dynamic(above.dynamic) if above is not None else ""
        field.line.setPlaceholderText(inherited if case() >= 0 else "0=n")


def _prepare_dtype(field: Field, op: Op, key: str, case: Case, main: Main) -> None:
    example, arg = _of(op, key)
    field.set_applies(_is_tensor(op, key))
    if isinstance(field, ChoiceField):
        free = arg is None or arg.type not in edits.TENSORS or arg.dtype == "any"
        allowed = tuple(DTYPES) if free or arg is None else signature.arg_dtypes(op, arg)
        # What an empty dtype means stays spelled out where it is.
        above = main(example.arg) if case() >= 0 else None
        first = (above.dtype if above is not None else "") or (allowed[0] if allowed else "")
        rest = [d for d in allowed if d != first]
        field.set_choices([(first if example.dtype == first else "", first), *rest])


def _read_generator(op: Op, key: str) -> str:
    example, _ = _of(op, key)
    written = example.value is not UNSET and _is_tensor(op, key)
    return edits.VALUES if written else example.generator


def _set_generator(op: Op, key: str, generator: str) -> Op:
    example, _ = _of(op, key)
    return _replace_row(op, key, edits.set_generator(op, example, generator))


def _prepare_range(field: Field, op: Op, key: str) -> None:
    field.set_applies(_is_generated(op, key, ("uniform", "integers")))


def _prepare_seed(field: Field, op: Op, key: str) -> None:
    field.set_applies(_is_generated(op, key, ("normal", "uniform", "integers")))


# -- values -------------------------------------------------------------------------------


def _prepare_value(field: Field, op: Op, key: str) -> None:
    example, arg = _of(op, key)
    tensor = _kind(op, key) == "tensor"
    field.set_applies(not example.none and (not tensor or example.value is not UNSET))
    if not isinstance(field, TextField):
        return
    if tensor:
        dtypes = signature.arg_dtypes(op, arg) if arg is not None else ()
        dtype = DTYPES.get(example.dtype or next(iter(dtypes), ""), DTYPES["float32"])
        field.parse = partial(parse_elements, kind=dtype.kind)
        field.set_tip("The elements, row by row, separated by commas")
        field.line.setPlaceholderText("0.5, 1, …")
    else:
        assert arg is not None
        field.parse = partial(parse_value, kind=arg.type)
        field.set_tip("The argument's value; the declared default where empty")
        field.line.setPlaceholderText(format_value(arg.default))


def _set_none(op: Op, key: str, none: bool) -> Op:
    example, arg = _of(op, key)
    if not none and arg is not None and example.shape is UNSET and example.value is UNSET:
        return _replace_row(op, key, edits.new_example(op, arg))
    return replace_at(op, key, none)


def _prepare_none(field: Field, op: Op, key: str) -> None:
    example, arg = _of(op, key)
    field.set_applies(example.none or (arg is not None and arg.optional))


# -- which columns there are --------------------------------------------------------------


def _rows(op: Op) -> list[tuple[Example, str]]:
    return [
        (e, _kind(op, f"model.inputs[{i}].arg"))
        for i, e in enumerate(op.model.inputs)
        if not e.none
    ]


def _has_range(op: Op) -> bool:
    return any(
        e.generator in ("uniform", "integers") and e.value is UNSET and kind == "tensor"
        for e, kind in _rows(op)
    )


def _has_values(op: Op) -> bool:
    return any(kind != "tensor" or e.value is not UNSET for e, kind in _rows(op))


def _has_optional(op: Op) -> bool:
    optional = any(a.optional for a in op.args) and not op.model.source
    return optional or any(e.none for e in op.model.inputs)


# -- a case's own -------------------------------------------------------------------------


def _read_own(op: Op, key: str, case: Case) -> bool:
    arg = get_at(op, f"{key.rpartition('.')[0]}.arg")
    return 0 <= case() < len(op.model.cases) and edits.is_own(op, case(), arg)


def _set_own(op: Op, key: str, own: bool, case: Case) -> Op:
    return edits.set_own(op, case(), get_at(op, f"{key.rpartition('.')[0]}.arg"), own)


def _own_rows(op: Op, key: str, own: bool, case: Case) -> Rows:
    row = next(step for step in steps(key) if isinstance(step, int))
    name = op.model.inputs[row].arg
    base = (edits.list_index(name) or ("",))[0]
    mine = [
        i
        for i, e in enumerate(op.model.inputs)
        if i == row or (base and (edits.list_index(e.arg) or ("",))[0] == base)
    ]
    others = [i for i in range(len(op.model.inputs)) if i not in mine]
    return "model.inputs", others + ([-1] * len(mine) if own else [])


_number = partial(TextField, parse_float, format_number)


def example_columns(case: Case, main: Main) -> Sequence[Column]:
    """The columns of the main examples and of a case's.

    Args:
        case: which case is shown.
        main: the main example of an argument.
    """
    shown: dict[str, Any] = {"case": case, "main": main}
    return (
        Column(
            "own",
            "Own",
            CheckField,
            32,
            0,
            "Ticked: this case gives the example itself. Not ticked: the same as in the main set",
            partial(_set_own, case=case),
            shown=lambda _op: case() >= 0,
            read=partial(_read_own, case=case),
            rows=partial(_own_rows, case=case),
            always=True,
        ),
        Column(
            "arg",
            "Argument",
            ChoiceField,
            92,
            3,
            "",
            _set_arg,
            partial(_prepare_arg, **shown),
            _of_call,
        ),
        Column(
            "arg",
            "Input",
            partial(TextField, str.strip),
            92,
            3,
            "The parameter of the model's forward",
            prepare=partial(_prepare_input, **shown),
            shown=_in_file,
        ),
        Column(
            "shape",
            "Shape",
            partial(TextField, parse_shape, format_shape),
            72,
            3,
            "Sizes separated by commas; [] for a 0-d tensor",
            prepare=_prepare_shape,
        ),
        Column(
            "dtype",
            "Element type",
            ChoiceField,
            88,
            0,
            "",
            prepare=partial(_prepare_dtype, **shown),
        ),
        Column(
            "generator",
            "Values",
            partial(ChoiceField, _GENERATORS),
            118,
            0,
            "How the elements are made",
            _set_generator,
            _prepare_generator,
            read=_read_generator,
            settles=("value",),
        ),
        Column(
            "seed", "Seed", partial(TextField, parse_int, str), 44, 0, "", prepare=_prepare_seed
        ),
        Column("low", "Low", _number, 48, 0, "", prepare=_prepare_range, shown=_has_range),
        Column(
            "high", "High", _number, 48, 0, "Not included", prepare=_prepare_range, shown=_has_range
        ),
        Column(
            "value",
            "Value",
            partial(TextField, str, format_value),
            72,
            3,
            "",
            prepare=_prepare_value,
            shown=_has_values,
        ),
        Column(
            "dynamic",
            "Dynamic axes",
            partial(TextField, parse_dynamic, format_dynamic, "0=n"),
            72,
            3,
            "Axis = name of the dimension that may vary, e.g. 0=n, 2=w",
            prepare=partial(_prepare_dynamic, **shown),
        ),
        Column(
            "none",
            "None",
            CheckField,
            40,
            0,
            "Pass None to an optional argument",
            _set_none,
            _prepare_none,
            _has_optional,
            settles=("value", "shape"),
        ),
    )

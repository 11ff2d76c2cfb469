"""The Model page: the sample model, its example inputs, and the tolerances."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from workbench.core import signature
from workbench.core.dtypes import DTYPES
from workbench.core.op import Arg, Example, Op
from workbench.gui import edits
from workbench.gui.forms.fields import CheckField, ChoiceField, Field, TextField
from workbench.gui.forms.keys import get_at, replace_at
from workbench.gui.forms.problem_line import ProblemLine
from workbench.gui.forms.record_table import Column, RecordTable
from workbench.gui.forms.text import (
    format_dynamic,
    format_number,
    format_shape,
    format_value,
    parse_dynamic,
    parse_float,
    parse_int,
    parse_optional_float,
    parse_shape,
    parse_value,
)
from workbench.gui.pages.base import FormPage
from workbench.gui.services import Services
from workbench.gui.theme import code_font
from workbench.gui.widgets import Card, muted

__all__ = ["ModelPage"]

_EXPORTERS = (
    ("torchscript", "TorchScript (dynamo=False)"),
    ("torch.export", "torch.export (dynamo=True)"),
)
_OPSETS = {"torchscript": range(9, 21), "torch.export": range(18, 24)}
_GENERATORS = ("normal", "uniform", "integers", "arange", "zeros", "ones")


class ModelPage(FormPage):
    """Forms for one call of the op on example inputs."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.tensors = RecordTable(
            self.binder,
            "model.inputs",
            "example",
            _COLUMNS,
            _add_example,
            None,
            "No example yet: the model needs one per argument.",
        )
        card = Card("Example inputs", "One per argument; those with a default may be left out")
        card.body.addWidget(self.tensors)
        self._add_line("model.inputs", card)
        self.sections.addWidget(card)
        self.sections.addWidget(self._reference_card())
        self.sections.addWidget(self._export_card())
        self.sections.addWidget(self._tolerance_card())
        self.sections.addStretch(1)

    def sync(self) -> None:
        assert self.document is not None
        op = self.document.op
        assert op is not None
        self.tensors.sync(op)

    def _add_line(self, key: str, card: Card) -> None:
        line = ProblemLine(card)
        card.body.addWidget(line)
        self.binder.add_line(key, line)

    def _reference_card(self) -> Card:
        card = Card("Reference", "What the op should compute, said independently of the kernel")
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        expression = TextField(str.strip, placeholder="2 * a + b, with torch in scope")
        expression.line.setFont(code_font())
        for label, key, field, place, prepare in (
            ("Expression", "reference.python", expression, (0, 0, 3), None),
            (
                "or file",
                "reference.source",
                TextField(str.strip, placeholder="reference.py"),
                (1, 0, 1),
                None,
            ),
            ("Function", "reference.function", TextField(str.strip), (1, 2, 1), _prepare_function),
        ):
            text = QLabel(label, card)
            text.setProperty("role", "header")
            text.setBuddy(field.widget)
            row, column, span = place
            grid.addWidget(text, row, column)
            grid.addWidget(field.widget, row, column + 1, 1, span)
            self.binder.bind(
                key, field, f"Reference {label.removeprefix('or ').lower()}", prepare=prepare
            )
        card.body.addLayout(grid)
        self._none = muted(
            "Without one, a wrong kernel agrees with itself: both runtimes run it.", card
        )
        card.body.addWidget(self._none)
        self._add_line("reference", card)
        return card

    def refresh(self) -> None:
        super().refresh()
        op = self.document.op if self.document is not None else None
        self._none.setVisible(op is not None and not op.reference.declared)

    def _export_card(self) -> Card:
        card = Card("Export", "How the ONNX model is made")
        self._grid(
            card,
            ("Exporter", "model.exporter", ChoiceField(_EXPORTERS), _set_exporter, None),
            ("Opset", "model.opset", ChoiceField(), _set_opset, _prepare_opset),
        )
        self._add_line("model", card)
        return card

    def _tolerance_card(self) -> Card:
        card = Card("Tolerance", "ONNX Runtime agrees where |ort − torch| ≤ atol + rtol · |torch|")
        for_unset = partial(TextField, parse_optional_float, format_number)
        self._grid(
            card,
            ("Relative", "model.rtol", for_unset(), replace_at, _prepare_tolerance),
            ("Absolute", "model.atol", for_unset(), replace_at, _prepare_tolerance),
        )
        for key in ("model.rtol", "model.atol"):
            self._add_line(key, card)
        return card

    def _grid(self, card: Card, *entries: tuple[str, str, Field, Any, Any]) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        for i, (label, key, field, apply, prepare) in enumerate(entries):
            text = QLabel(label, card)
            text.setProperty("role", "header")
            text.setBuddy(field.widget)
            grid.addWidget(text, 0, 2 * i)
            grid.addWidget(field.widget, 0, 2 * i + 1)
            grid.setColumnStretch(2 * i + 1, 1)
            self.binder.bind(key, field, label, apply, prepare)
        card.body.addLayout(grid)


# -- the export ---------------------------------------------------------------------------


def _prepare_function(field: Field, op: Op, key: str) -> None:
    field.widget.setEnabled(bool(op.reference.source or op.reference.function))
    if isinstance(field, TextField):
        field.line.setPlaceholderText(op.name)


def _set_exporter(op: Op, key: str, exporter: str) -> Op:
    """The opset follows where the other exporter cannot write it."""
    opsets = _OPSETS[exporter]
    opset = min(max(op.model.opset, opsets[0]), opsets[-1])
    return replace(op, model=replace(op.model, exporter=exporter, opset=opset))


def _set_opset(op: Op, key: str, opset: str) -> Op:
    return replace_at(op, key, int(opset))


def _prepare_opset(field: Field, op: Op, key: str) -> None:
    if isinstance(field, ChoiceField):
        field.set_choices([(number, str(number)) for number in _OPSETS[op.model.exporter]])  # type: ignore[misc]


def _prepare_tolerance(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        dtype = next((d for o in op.outputs for d in signature.output_dtypes(op, o)), "float32")
        default = getattr(DTYPES.get(dtype, DTYPES["float32"]), key.rpartition(".")[2])
        field.line.setPlaceholderText(f"{default:g} (of {dtype})")


# -- an example ---------------------------------------------------------------------------


def _add_example(op: Op) -> Op:
    known = {e.arg for e in op.model.inputs}
    arg = next((a for a in op.args if a.name not in known), None)
    example = edits.new_example(op, arg) if arg is not None else Example(arg="")
    return replace(op, model=replace(op.model, inputs=(*op.model.inputs, example)))


def _of(op: Op, key: str) -> tuple[Example, Arg | None]:
    example: Example = get_at(op, key.rpartition(".")[0])
    return example, op.arg(example.arg)


def _is_tensor(op: Op, key: str) -> bool:
    example, arg = _of(op, key)
    return (arg is None or arg.type == "tensor") and not example.none


def _set_arg(op: Op, key: str, name: str) -> Op:
    """Another argument: an example of its kind."""
    arg = op.arg(name)
    _, before = _of(op, key)
    if arg is None or (before is not None and before.type == arg.type):
        return replace_at(op, key, name)
    return replace_at(op, key.rpartition(".")[0], edits.new_example(op, arg))


def _set_none(op: Op, key: str, none: bool) -> Op:
    example, arg = _of(op, key)
    if not none and arg is not None and example.shape is UNSET and example.value is UNSET:
        return replace_at(op, key.rpartition(".")[0], edits.new_example(op, arg))
    return replace_at(op, key, none)


def _prepare_arg(field: Field, op: Op, key: str) -> None:
    if isinstance(field, ChoiceField):
        field.set_choices([a.name for a in op.args])


def _prepare_tensor(field: Field, op: Op, key: str) -> None:
    field.set_applies(_is_tensor(op, key))
    if key.endswith(".shape") and isinstance(field, TextField):
        field.line.setPlaceholderText("2, 3" if _is_tensor(op, key) else "")


def _prepare_dtype(field: Field, op: Op, key: str) -> None:
    example, arg = _of(op, key)
    field.set_applies(_is_tensor(op, key))
    if isinstance(field, ChoiceField):
        tensor = arg is not None and arg.type == "tensor"
        allowed = signature.arg_dtypes(op, arg) if tensor and arg is not None else ()
        # The first one is what an empty dtype means; it stays spelled out where it is.
        first = allowed[0] if allowed else ""
        field.set_choices([(first if example.dtype == first else "", first), *allowed[1:]])


def _prepare_range(field: Field, op: Op, key: str) -> None:
    example, _ = _of(op, key)
    used = example.generator in ("uniform", "integers")
    field.set_applies(_is_tensor(op, key) and used)


def _prepare_seed(field: Field, op: Op, key: str) -> None:
    example, _ = _of(op, key)
    random = example.generator in ("normal", "uniform", "integers")
    field.set_applies(_is_tensor(op, key) and random)


def _prepare_value(field: Field, op: Op, key: str) -> None:
    example, arg = _of(op, key)
    tensor = arg is None or arg.type == "tensor"
    field.set_applies(not example.none and (not tensor or example.value is not UNSET))
    if isinstance(field, TextField):
        kind = "str" if arg is None or tensor else arg.type
        field.parse = partial(parse_value, kind=kind)
        default = format_value(arg.default) if arg is not None else ""
        field.line.setPlaceholderText(default if not tensor else "")


def _prepare_none(field: Field, op: Op, key: str) -> None:
    example, arg = _of(op, key)
    field.set_applies(example.none or (arg is not None and arg.optional))


def _has_range(op: Op) -> bool:
    return any(e.generator in ("uniform", "integers") for e in op.model.inputs)


def _has_scalars(op: Op) -> bool:
    scalars = any((a := op.arg(e.arg)) is not None and a.type != "tensor" for e in op.model.inputs)
    return scalars or any(e.value is not UNSET for e in op.model.inputs)


def _has_optional(op: Op) -> bool:
    return any(a.optional for a in op.args) or any(e.none for e in op.model.inputs)


_number = partial(TextField, parse_float, format_number)

_COLUMNS = (
    Column("arg", "Argument", ChoiceField, 72, 2, "", _set_arg, _prepare_arg),
    Column(
        "shape",
        "Shape",
        partial(TextField, parse_shape, format_shape),
        72,
        3,
        "Sizes separated by commas; [] for a 0-d tensor",
        prepare=_prepare_tensor,
    ),
    Column("dtype", "Element type", ChoiceField, 88, 0, "", prepare=_prepare_dtype),
    Column(
        "generator",
        "Values",
        partial(ChoiceField, _GENERATORS),
        88,
        0,
        "How the elements are made",
        prepare=_prepare_tensor,
    ),
    Column("seed", "Seed", partial(TextField, parse_int, str), 44, 0, "", prepare=_prepare_seed),
    Column("low", "Low", _number, 48, 0, "", prepare=_prepare_range, shown=_has_range),
    Column(
        "high", "High", _number, 48, 0, "Not included", prepare=_prepare_range, shown=_has_range
    ),
    Column(
        "dynamic",
        "Dynamic axes",
        partial(TextField, parse_dynamic, format_dynamic, "0=n"),
        72,
        3,
        "Axis = name of the dimension that may vary, e.g. 0=n, 2=w",
        prepare=_prepare_tensor,
    ),
    Column(
        "value",
        "Value",
        partial(TextField, str, format_value),
        56,
        2,
        "Of a scalar or list argument",
        prepare=_prepare_value,
        shown=_has_scalars,
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
    ),
)

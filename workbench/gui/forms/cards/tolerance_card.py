"""The card of the tolerances: by how much the results may differ, of all outputs and of each."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.op_toml.key_path import first_index
from workbench.core.pipeline.parity import is_rounding_measured
from workbench.core.types.dtypes import DTYPES, DType
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.fields.fields import CheckField, Field, TextField
from workbench.gui.forms.tables.record_table import Column, RecordTable, RowState
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.text import format_number, parse_optional_float
from workbench.gui.look.widgets import Card

__all__ = ["ToleranceCard"]


class ToleranceCard(Card):
    """Where the results are: of all outputs, and of each; what is random is not compared."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__(
            "Tolerance", "Results agree where |given − expected| ≤ atol + rtol · |expected|", parent
        )
        grid = FieldGrid(binder, self)
        for column, key, label in ((0, "model.rtol", "Relative"), (2, "model.atol", "Absolute")):
            grid.add(0, column, key, _number(), label=label, prepare=_prepare_usual)
        self.body.addLayout(grid)
        binder.line_in(self, "model.rtol", "model.atol")
        told = [column.key for column in _COLUMNS if column.make is not _Name]
        self.outputs = RecordTable(
            binder, "outputs", _COLUMNS, add=None, state=_only_looked_at, told=told
        )
        self.outputs.setObjectName("tolerances")
        self.body.addWidget(self.outputs)

    def sync(self, op: Op) -> None:
        """Show what each output has of its own."""
        self.outputs.sync(op)
        self.outputs.setVisible(bool(op.outputs))


def _has_own(op: Op) -> bool:
    """An only output has the tolerance of all, unless it was given one of its own."""
    return len(op.outputs) > 1 or bool(op.tolerances.own)


class _Name(Field):
    """An output's name; only for looking at."""

    def __init__(self) -> None:
        self.label = PlainLabel()
        self.label.setProperty("role", "code")
        super().__init__(self.label)

    def set_name(self, object_name: str, accessible: str) -> None:
        super().set_name(f"{object_name}.tolerated", accessible)

    def show_value(self, value: Any, unfinished: str | None = None) -> None:
        self.label.setText(str(value))

    def set_problem(self, severity: str, text: str) -> None:
        """It is shown where the name is edited."""


def _number() -> TextField:
    return TextField(parse_optional_float, format_number)


def _only_looked_at(_op: Op, _index: int) -> RowState:
    return RowState(movable=False, removable=False)


def _floats(op: Op, outputs: Any) -> list[DType]:
    """Whole numbers are compared exactly; what one would set is for the others."""
    found = dict.fromkeys(d for o in outputs for d in signature.output_dtypes(op, o))
    return [DTYPES[d] for d in found if d in DTYPES and DTYPES[d].kind == "float"]


def _words(op: Op, key: str, floats: list[DType]) -> str:
    """What holds where nothing is given; with the other one given, rounding is not measured."""
    if not floats:
        return "exact"
    if is_rounding_measured(op) and not op.tolerances.usual.is_given:
        return "what rounding moves"
    if key.endswith("rtol"):
        return ", ".join(f"{d.rtol:g} for {d.name}" for d in floats)
    return ", ".join(f"{d.of_scale:g} of the scale for {d.name}" for d in floats)


def _prepare_usual(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        field.line.setPlaceholderText(_words(op, key, _floats(op, op.outputs)))


def _prepare_own(field: Field, op: Op, key: str) -> None:
    if not isinstance(field, TextField):
        return
    output = op.outputs[first_index(key)]
    usual, floats = op.tolerances.usual, _floats(op, (output,))
    given = getattr(usual, key.rpartition(".")[2])
    if output.random:
        text = "not compared"
    elif not floats:
        text = "exact"
    elif given >= 0:
        text = f"{format_number(given)}, as all"
    elif usual.is_given or op.tolerances.of(output.name).is_given:
        text = "as the element type"
    else:
        text = _words(op, key, floats)
    field.line.setPlaceholderText(text)


_COLUMNS = (
    Column("name", _Name, 84, 2, title="Output"),
    Column("rtol", _number, 96, 5, prepare=_prepare_own, shown=_has_own),
    Column("atol", _number, 96, 5, prepare=_prepare_own, shown=_has_own),
    Column("random", CheckField, 56),
)

"""The fields of one output, and what its shape rule gives for the example inputs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Qt

from workbench.core import edits
from workbench.core.declaration.op import Op
from workbench.core.errors import sentence
from workbench.core.examples.example_shapes import DOES_NOT_FIT, SetShapes, Shape
from workbench.core.op_toml.key_path import first_index
from workbench.core.types.arg_types import OUTPUT_TYPES
from workbench.gui.forms.fields.fields import ChoiceField, Field, TextField
from workbench.gui.forms.fields.rule_field import RuleField, prepare_rule
from workbench.gui.forms.tables.record_table import Column
from workbench.gui.look.plain import PlainLabel, plain_tip

__all__ = ["ShapeResult", "output_columns"]


def _longest_rule(op: Op) -> int:
    return max((len(str(output.shape)) for output in op.outputs), default=0)


def _rename_output(op: Op, key: str, name: str) -> Op:
    return edits.rename_output(op, first_index(key), name)


class ShapeResult(Field):
    """What a shape rule gives for the example inputs; only for looking at."""

    def __init__(self) -> None:
        self.label = PlainLabel()
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.label.setProperty("role", "code")
        super().__init__(self.label)

    def set_name(self, object_name: str, accessible: str) -> None:
        super().set_name(f"{object_name}.result", "Shape for the example inputs")

    def show_value(self, value: Any, unfinished: str | None = None) -> None:
        """The binder's ``prepare`` has written the text already."""

    def set_problem(self, severity: str, text: str) -> None:
        """The rule's own field shows what is wrong."""


def _longest_result(op: Op, sets: Callable[[Op], list[SetShapes]]) -> int:
    return max((len(_result(shape)[0]) for shape in sets(op)[0].shapes), default=0)


def _prepare_result(field: Field, op: Op, key: str, sets: Callable[[Op], list[SetShapes]]) -> None:
    if isinstance(field, ShapeResult):
        text, tip = _result(sets(op)[0].shapes[first_index(key)])
        field.label.setText(text)
        field.label.setToolTip(plain_tip(tip))


def _result(shape: Shape) -> tuple[str, str]:
    """An output's sizes for the main example inputs as text, and an explanation."""
    if not shape.why:
        sizes = ", ".join("?" if s is None else str(s) for s in shape.sizes)
        return f"[{sizes}]", f"For the example inputs: {shape}"
    reason = sentence(shape.why)
    return (DOES_NOT_FIT if shape.why.startswith(DOES_NOT_FIT) else "–"), reason


def output_columns(sets: Callable[[Op], list[SetShapes]]) -> tuple[Column, ...]:
    """The columns of the outputs.

    Args:
        sets: gives what the rules of the op that is shown give for each set of examples.
    """
    return (
        Column("name", TextField, 60, 2, apply=_rename_output),
        Column("type", partial(ChoiceField, OUTPUT_TYPES), 80),
        Column("dtype", TextField, 72, 2),
        Column("shape", RuleField, 88, 8, prepare=prepare_rule, below=True, wants=_longest_rule),
        Column(
            "shape",
            ShapeResult,
            84,
            title="Example",
            tip="What the rule gives for the example inputs of the Model page; all sets are below",
            prepare=partial(_prepare_result, sets=sets),
            wants=partial(_longest_result, sets=sets),
        ),
        Column(
            "count",
            RuleField,
            56,
            2,
            prepare=prepare_rule,
            shown=lambda op: any(o.is_list or o.count for o in op.outputs),
        ),
        Column("doc", TextField, 48, 3),
    )

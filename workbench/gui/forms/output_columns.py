"""The fields of one output, and what its shape rule gives for the example inputs."""

from __future__ import annotations

import itertools
from functools import partial
from typing import Any

from msgspec import UNSET
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from workbench.core import shape_rule
from workbench.core.dtypes import DTYPES
from workbench.core.errors import UserError
from workbench.core.op import Arg, Example, Op
from workbench.gui import edits
from workbench.gui.forms.fields import Field, TextField
from workbench.gui.forms.keys import get_at, steps
from workbench.gui.forms.record_table import Column

__all__ = ["OUTPUT_COLUMNS", "ShapeResult", "evaluate_rule"]


def _index(key: str) -> int:
    return next(step for step in steps(key) if isinstance(step, int))


def _rename_output(op: Op, key: str, name: str) -> Op:
    return edits.rename_output(op, _index(key), name)


def _prepare_output_dtype(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        tensors = (a.name for a in op.args if a.type in edits.TENSORS)
        field.set_words([*tensors, *op.types, *DTYPES])


def _prepare_shape(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        shapes = [f"{a.name}.shape" for a in op.tensors]
        pairs = [f"broadcast({a}, {b})" for a in shapes for b in shapes if a != b]
        lists = [a.name for a in op.args if a.type == "int[]"]
        each = [f"{a.name}[0].shape" for a in op.args if a.type == "tensor[]"]
        counts = [f"len({a.name})" for a in op.args if a.type == "tensor[]"]
        field.set_words([*shapes, *pairs, *each, *counts, *lists, "unknown"])


class ShapeResult(Field):
    """What a shape rule gives for the example inputs; only for looking at."""

    def __init__(self) -> None:
        self.label = QLabel()
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.label.setProperty("role", "code")
        super().__init__(self.label)

    def set_name(self, object_name: str, accessible: str) -> None:
        super().set_name(f"{object_name}.result", "Shape for the example inputs")

    def show_value(self, value: Any, draft: str | None = None) -> None:
        """The binder's ``prepare`` has written the text already."""

    def set_problem(self, severity: str, text: str) -> None:
        """The rule's own field shows what is wrong."""


def _prepare_result(field: Field, op: Op, key: str) -> None:
    if isinstance(field, ShapeResult):
        text, tip = evaluate_rule(op, get_at(op, key))
        field.label.setText(text)
        field.label.setToolTip(tip)


def evaluate_rule(op: Op, rule: str) -> tuple[str, str]:
    """A rule on the example inputs: the shape as text, and an explanation."""
    try:
        expr = shape_rule.parse(rule, {a.name: a.type for a in op.args})
    except UserError:
        return "–", "The shape rule is not understood."
    if op.model.source:
        return "–", "The model is a file of its own: its inputs are not the op's arguments."
    try:
        values = {a.name: _example_value(op, a) for a in op.args}
        sizes = shape_rule.evaluate(expr, values, _elements(op))
    except shape_rule.ShapeError as error:
        return "does not fit", f"On the example inputs: {error}"
    except (LookupError, TypeError, ValueError):
        return "–", "The examples on the Model page are not complete."
    return f"[{', '.join('?' if s is None else str(s) for s in sizes)}]", "For the example inputs"


def _example_value(op: Op, arg: Arg) -> object:
    if arg.type == "tensor[]":
        tensors = (op.example(f"{arg.name}[{i}]") for i in itertools.count())
        return [_sizes(e) for e in itertools.takewhile(lambda e: e is not None, tensors)]
    example = op.example(arg.name)
    if example is None or example.none:
        if arg.type == "tensor" or example is not None:
            return None
    elif arg.type == "tensor":
        return _sizes(example)
    value = example.value if example is not None else UNSET
    if value is UNSET:
        value = arg.default
    return None if value is UNSET else list(value) if isinstance(value, tuple) else value


def _sizes(example: Example | None) -> list[int]:
    if example is None or example.shape is UNSET:
        raise LookupError
    return list(example.shape)


def _elements(op: Op) -> dict[str, tuple[float, ...]]:
    """The elements of the example tensors in which they are written out."""
    return {
        e.arg: tuple(v for v in e.value if isinstance(v, int | float))
        for e in op.model.inputs
        if isinstance(e.value, tuple) and e.shape is not UNSET
    }


OUTPUT_COLUMNS = (
    Column("name", "Name", TextField, 84, 2, "Renamed in the mapping too", _rename_output),
    Column(
        "dtype",
        "Element type",
        TextField,
        96,
        2,
        "An element type, a type variable, or a tensor argument (then its type)",
        prepare=_prepare_output_dtype,
    ),
    Column(
        "shape",
        "Shape rule",
        partial(TextField, placeholder="a.shape"),
        140,
        5,
        shape_rule.GRAMMAR_HINT,
        prepare=_prepare_shape,
    ),
    Column(
        "shape",
        "Example",
        ShapeResult,
        84,
        0,
        "The rule on the example inputs",
        prepare=_prepare_result,
    ),
    Column("doc", "Description", partial(TextField, placeholder="For people"), 64, 3),
)

"""The Signature page: what the op takes and gives, and what torch makes of it."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec import UNSET
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from workbench.core import shape_rule, signature
from workbench.core.dtypes import DTYPES
from workbench.core.errors import UserError
from workbench.core.op import ARG_TYPES, Arg, Op
from workbench.gui import edits
from workbench.gui.forms.fields import CheckField, ChoiceField, Field, TextField
from workbench.gui.forms.keys import get_at, replace_at, steps
from workbench.gui.forms.problem_line import ProblemLine
from workbench.gui.forms.record_table import Column, RecordTable
from workbench.gui.forms.text import (
    format_dtypes,
    format_value,
    parse_dtypes,
    parse_value,
)
from workbench.gui.forms.types_table import TypesTable
from workbench.gui.pages.base import FormPage
from workbench.gui.services import Services
from workbench.gui.widgets import Card, CopyLine

__all__ = ["ShapeResult", "SignaturePage", "evaluate_rule"]

_STYLES = (
    ("portable", "portable: one source for PyTorch and ONNX Runtime"),
    ("libtorch", "libtorch: at::Tensor"),
)
_REGISTRATION = (("generated", "generated"), ("own", "in the file itself"))


class SignaturePage(FormPage):
    """Forms for the op itself, its arguments, outputs, type variables and kernel."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.sections.addWidget(self._torch_card())
        self.args = RecordTable(
            self.binder,
            "args",
            "argument",
            _ARG_COLUMNS,
            edits.add_arg,
            edits.remove_arg,
            "The op takes nothing yet.",
        )
        self.sections.addWidget(self._card("Arguments", "In torch's order", "args", self.args))
        self.outputs = RecordTable(
            self.binder,
            "outputs",
            "output",
            _OUTPUT_COLUMNS,
            edits.add_output,
            edits.remove_output,
            "The op gives nothing yet.",
        )
        self.sections.addWidget(
            self._card(
                "Outputs",
                "Shape rules, and what they give for the example inputs",
                "outputs",
                self.outputs,
            )
        )
        self.types = TypesTable(self.binder)
        self.sections.addWidget(
            self._card(
                "Type variables",
                "The op is built once per combination",
                "types",
                self.types,
            )
        )
        self.sections.addWidget(self._kernel_card())
        self.sections.addStretch(1)

    def sync(self) -> None:
        assert self.document is not None
        op = self.document.op
        assert op is not None
        self.args.sync(op)
        self.outputs.sync(op)
        self.types.sync(op)

    def refresh(self) -> None:
        super().refresh()
        op = self.document.op if self.document is not None else None
        if op is not None:
            self._schema.set_text(f"{op.namespace}::{signature.torch_schema(op)}")
            descriptors = ", ".join(f'"{d}"' for d in signature.parse_args(op))
            self._parse_args.set_text(f"@parse_args({descriptors})")

    def _card(self, title: str, subtitle: str, key: str, content: QWidget) -> Card:
        card = Card(title, subtitle)
        card.body.addWidget(content)
        line = ProblemLine(card)
        card.body.addWidget(line)
        self.binder.add_line(key, line)
        return card

    def _torch_card(self) -> Card:
        card = Card("Op", "")
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        self._add(grid, 0, 0, "Torch name", "torch", TextField(placeholder="my_lib::my_op"))
        self._add(grid, 0, 2, "Name here", "name", TextField())
        self._add(
            grid,
            1,
            0,
            "Description",
            "doc",
            TextField(placeholder="What it computes, in one line"),
            3,
        )
        card.body.addLayout(grid)
        line = ProblemLine(card)
        card.body.addWidget(line)
        for key in ("name", "torch", "doc"):
            self.binder.add_line(key, line)
        self._schema = CopyLine("Schema", "torchSchema", card, 76)
        self._parse_args = CopyLine("Symbolic", "parseArgs", card, 76)
        card.body.addWidget(self._schema)
        card.body.addWidget(self._parse_args)
        self.binder.add_line("", line)
        return card

    def _kernel_card(self) -> Card:
        card = Card("Kernel", "Where the computation is")
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        self._add(grid, 0, 0, "Style", "kernel.style", ChoiceField(_STYLES), apply=_set_style)
        self._add(
            grid,
            0,
            2,
            "Registration",
            "kernel.registration",
            ChoiceField(_REGISTRATION),
            prepare=_prepare_registration,
        )
        self._add(grid, 1, 0, "Source", "kernel.source", TextField(placeholder="kernel.cpp"))
        self._add(
            grid,
            1,
            2,
            "Function",
            "kernel.function",
            TextField(str.strip),
            prepare=_prepare_function,
        )
        card.body.addLayout(grid)
        line = ProblemLine(card)
        card.body.addWidget(line)
        self.binder.add_line("kernel", line)
        return card

    def _add(
        self,
        grid: QGridLayout,
        row: int,
        column: int,
        label: str,
        key: str,
        field: Field,
        span: int = 1,
        **hooks: Any,
    ) -> None:
        text = QLabel(label)
        text.setProperty("role", "header")
        text.setBuddy(field.widget)
        grid.addWidget(text, row, column)
        grid.addWidget(field.widget, row, column + 1, 1, span)
        self.binder.bind(key, field, label, **hooks)


# -- fields of an argument ----------------------------------------------------------------


def _index(key: str) -> int:
    return next(step for step in steps(key) if isinstance(step, int))


def _rename_arg(op: Op, key: str, name: str) -> Op:
    return edits.rename_arg(op, _index(key), name)


def _set_type(op: Op, key: str, kind: str) -> Op:
    return edits.set_arg_type(op, _index(key), kind)


def _prepare_dtype(field: Field, op: Op, key: str) -> None:
    arg = op.args[_index(key)]
    field.set_applies(arg.type == "tensor" or arg.dtype != "float32")
    if isinstance(field, TextField):
        field.set_words([*op.types, *DTYPES])


def _prepare_default(field: Field, op: Op, key: str) -> None:
    arg = op.args[_index(key)]
    field.set_applies(arg.type != "tensor" or arg.default is not UNSET)
    if isinstance(field, TextField):
        field.parse = partial(parse_value, kind=arg.type)
        if arg.type == "tensor":
            field.parse = _tensor_default
        field.line.setPlaceholderText("None" if arg.optional else "")


def _tensor_default(text: str) -> object:
    if text.strip():
        raise ValueError("a tensor has no default; leave it empty")
    return UNSET


_ARG_COLUMNS = (
    Column(
        "name",
        "Name",
        TextField,
        72,
        2,
        "Valid in Python and C++; renamed wherever it is used",
        _rename_arg,
    ),
    Column(
        "type", "Type", partial(ChoiceField, ARG_TYPES), 84, 0, "Tensor, scalar or list", _set_type
    ),
    Column(
        "dtype",
        "Element type",
        partial(TextField, parse_dtypes, format_dtypes, "float32", separator=","),
        96,
        2,
        "An element type, several separated by commas, or a type variable",
        prepare=_prepare_dtype,
    ),
    Column("optional", "Optional", CheckField, 58, 0, "The argument may be None"),
    Column(
        "default",
        "Default",
        partial(TextField, str, format_value),
        64,
        1,
        "The value when the caller gives none; empty for no default",
        prepare=_prepare_default,
    ),
    Column("doc", "Description", partial(TextField, placeholder="For people"), 64, 4),
)


# -- fields of an output ------------------------------------------------------------------


def _rename_output(op: Op, key: str, name: str) -> Op:
    return edits.rename_output(op, _index(key), name)


def _prepare_output_dtype(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        field.set_words([*(a.name for a in op.tensors), *op.types, *DTYPES])


def _prepare_shape(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        shapes = [f"{a.name}.shape" for a in op.tensors]
        pairs = [f"broadcast({a}, {b})" for a in shapes for b in shapes if a != b]
        lists = [a.name for a in op.args if a.type == "int[]"]
        field.set_words([*shapes, *pairs, *lists, "unknown"])


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
    try:
        values = {a.name: _example_value(op, a) for a in op.args}
        sizes = shape_rule.evaluate(expr, values)
    except shape_rule.ShapeError as error:
        return "does not fit", f"On the example inputs: {error}"
    except (LookupError, TypeError, ValueError):
        return "–", "The examples on the Model page are not complete."
    return f"[{', '.join('?' if s is None else str(s) for s in sizes)}]", "For the example inputs"


def _example_value(op: Op, arg: Arg) -> object:
    example = op.example(arg.name)
    if arg.type == "tensor":
        if example is None or example.none:
            return None
        if example.shape is UNSET:
            raise LookupError(arg.name)
        return list(example.shape)
    value = example.value if example is not None and not example.none else UNSET
    if example is not None and example.none:
        return None
    if value is UNSET:
        value = arg.default
    return None if value is UNSET else list(value) if isinstance(value, tuple) else value


_OUTPUT_COLUMNS = (
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


# -- fields of the kernel -----------------------------------------------------------------


def _set_style(op: Op, key: str, style: str) -> Op:
    op = replace_at(op, key, style)
    if style == "portable":
        # A portable kernel never registers itself.
        return replace_at(op, "kernel.registration", "generated")
    if op.ort.implementation == "portable":
        return replace_at(op, "ort.implementation", "export-only")
    return op


def _prepare_registration(field: Field, op: Op, key: str) -> None:
    field.widget.setEnabled(op.kernel.style == "libtorch" or op.kernel.registration == "own")


def _prepare_function(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        field.line.setPlaceholderText(op.torch_name)

"""The card in which the op's backward is declared: formulas, a Python file, or another op."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from workbench.core.declaration.backward import NO_BACKWARD
from workbench.core.declaration.gradients import (
    backward_function,
    differentiable,
    grad_name,
    named,
    with_gradients,
)
from workbench.core.declaration.op import Backward, Op
from workbench.core.op_toml.keys import known
from workbench.gui.document.op_document import OpDocument
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.cards.file_button import FileButton
from workbench.gui.forms.cards.formula_rows import LABEL_WIDTH, FormulaRows
from workbench.gui.forms.fields.fields import ChoiceField, Field, TextField
from workbench.gui.look.widgets import Card, muted

__all__ = ["BackwardCard"]

_NONE, _FORMULAS, _FILE, _OP = "none", "formulas", "file", "op"
_KINDS = (
    (_NONE, "None: the op is not trained through"),
    (_FORMULAS, "A formula per argument"),
    (_FILE, "A Python file"),
    (_OP, "Another op of the project"),
)


class BackwardCard(Card):
    """What applies to its kind is shown."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__(known("backward").title, known("backward").heading, parent)
        self._binder = binder
        self._document: OpDocument | None = None
        self._chosen = ""
        """The kind that was chosen, until something of it is written."""
        grid = FieldGrid(binder, self, LABEL_WIDTH)
        kind = ChoiceField(_KINDS)
        grid.add(
            0,
            0,
            "backward.kind",
            kind,
            label="Kind",
            undo="Kind of backward",
            tip=known("backward").description,
            span=3,
            apply=self._set_kind,
            read=self._kind,
            prepare=_prepare_kind,
            settles=("backward.source",),
        )
        kind.edited.connect(self._on_kind)
        text = partial(TextField, str.strip)
        grid.add(1, 0, "backward.op", text(), span=3, prepare=self._prepare_op)
        grid.add(2, 0, "backward.source", text(), prepare=self._prepare_file)
        grid.add(2, 2, "backward.function", text(), prepare=self._prepare_function)
        self._edit = FileButton("backward.source", binder, self)
        grid.addWidget(self._edit, 3, 1, Qt.AlignmentFlag.AlignLeft)
        self.body.addLayout(grid)
        self._formulas = FormulaRows(binder, self)
        self.body.addWidget(self._formulas)
        self._explained = muted("", self)
        self._explained.setWordWrap(True)
        self.body.addWidget(self._explained)
        binder.line_in(self, "backward")

    def sync(self, op: Op, document: OpDocument) -> None:
        """Show the fields of its kind, and say what they may name."""
        if document is not self._document:
            self._document, self._chosen = document, ""
        kind = self._kind(op)
        self._formulas.sync(op, kind == _FORMULAS)
        self._edit.show_file(document, op.backward.source)
        self._explained.setText(_explained(op, kind))

    # -- the kind

    def _kind(self, op: Op, key: str = "") -> str:
        backward = op.backward
        if backward.op:
            return _OP
        if backward.source:
            return _FILE
        return _FORMULAS if backward.formulas else self._chosen or _NONE

    def _set_kind(self, op: Op, key: str, kind: str) -> Op:
        self._chosen = kind
        now = op.backward
        kept = {
            _FORMULAS: Backward(formulas=now.formulas),
            _FILE: Backward(source=now.source or "backward.py", function=now.function),
            _OP: Backward(op=now.op),
        }
        return replace(op, backward=kept.get(kind, NO_BACKWARD))

    def _on_kind(self) -> None:
        op = self._binder.seen()
        if op is not None and self._document is not None:
            self.sync(op, self._document)
            self._binder.refresh()

    def _prepare_op(self, field: Field, op: Op, key: str) -> None:
        field.set_applies(self._kind(op) == _OP)

    def _prepare_file(self, field: Field, op: Op, key: str) -> None:
        field.set_applies(self._kind(op) == _FILE)

    def _prepare_function(self, field: Field, op: Op, key: str) -> None:
        field.set_applies(self._kind(op) == _FILE)
        field.set_placeholder(backward_function(op))


def _why_none(op: Op) -> str:
    """Why an op has no backward to declare; empty where it may have one."""
    if op.kernel.kind.exists:
        return "An op that torch or a package has brings its own backward."
    if not differentiable(op) or not with_gradients(op):
        return "There are no gradients: tensors of a floating-point type have them."
    return ""


def _prepare_kind(field: Field, op: Op, key: str) -> None:
    field.set_unusable("" if op.backward.declared else _why_none(op))


def _explained(op: Op, kind: str) -> str:
    if why := _why_none(op):
        return why
    if kind == _NONE:
        return "Until there is one, PyTorch cannot train through the op."
    outputs = ", ".join(grad_name(o.name) for o in with_gradients(op))
    given = (
        f"{outputs} (grad for short)" if len(op.outputs) == 1 else f"{outputs} (grad: the first)"
    )
    args = ", ".join(v.name for v in named(op))
    words = f"given: {args}, and the gradients {given}."
    if kind == _FORMULAS:
        return f"Python with torch in scope; {words} None says that there is no gradient."
    wanted = ", ".join(grad_name(a.name) for a in differentiable(op))
    if kind == _FILE:
        return f"A function that takes some of what is {words} It gives {wanted}, in this order."
    return f"An op that takes some of what is {words} Its outputs are called {wanted}."

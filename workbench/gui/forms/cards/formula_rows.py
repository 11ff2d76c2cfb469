"""The formulas of a backward: a field per argument that has a gradient."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace
from PySide6.QtWidgets import QGridLayout, QWidget

from workbench.core.declaration.gradients import differentiable
from workbench.core.declaration.op import Op
from workbench.core.op_toml.keys import known
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.fields.fields import TextField
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.theme import code_font

__all__ = ["LABEL_WIDTH", "FormulaRows"]

LABEL_WIDTH = 56
"""Of what stands before the fields of the card, so that they line up."""


class _Row:
    """One argument; it is bound anew when that has another name."""

    def __init__(self, rows: QWidget) -> None:
        self.label = PlainLabel(rows)
        self.label.setProperty("role", "header")
        self.field = TextField(str.strip, parent=rows)
        self.field.line.setFont(code_font())
        self.field.describe(known("backward.formulas"))
        self.label.setBuddy(self.field.widget)
        self.line = ProblemLine(rows)
        self.name = ""

    def widgets(self) -> tuple[QWidget, ...]:
        return (self.label, self.field.widget, self.line)


class FormulaRows(QWidget):
    """One below the other."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._binder = binder
        self._rows: list[_Row] = []
        self.setObjectName("backward.formulas")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnMinimumWidth(0, LABEL_WIDTH)

    def sync(self, op: Op, shown: bool) -> None:
        """Show a row per argument; those of formulas without an argument are among the problems.

        Args:
            op: the op.
            shown: whether the backward is made of formulas.
        """
        names = [arg.name for arg in differentiable(op) if arg.name.isidentifier()] if shown else []
        while len(self._rows) < len(names):
            self._append()
        while len(self._rows) > len(names):
            self._drop()
        for row, name in zip(self._rows, names, strict=True):
            if row.name != name:
                self._unbind(row)
                key = f"backward.formulas.{name}"
                row.name = name
                row.label.setText(f"∂{name}")
                row.label.setToolTip(plain_tip(f"The gradient of {name}"))
                self._binder.bind(
                    key,
                    row.field,
                    f"Formula of {name}",
                    partial(_set_formula, name=name),
                    read=partial(_formula, name=name),
                )
                self._binder.add_line(key, row.line)
        self.setVisible(bool(names))

    def _append(self) -> None:
        row, at = _Row(self), 2 * len(self._rows)
        self._grid.addWidget(row.label, at, 0)
        self._grid.addWidget(row.field.widget, at, 1)
        self._grid.addWidget(row.line, at + 1, 1)
        for widget in (row.label, row.field.widget):
            widget.show()  # the window may be there already
        self._rows.append(row)

    def _drop(self) -> None:
        row = self._rows.pop()
        self._unbind(row)
        for widget in row.widgets():
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()

    def _unbind(self, row: _Row) -> None:
        if row.name:
            self._binder.unbind(row.field)
            self._binder.remove_line(row.line)
            row.field.edited.disconnect()
            row.field.unfinished.disconnect()
            row.field.left.disconnect()


def _formula(op: Op, key: str, name: str) -> str:
    return op.backward.formulas.get(name, "")


def _set_formula(op: Op, key: str, formula: str, name: str) -> Op:
    formulas = {**op.backward.formulas, name: formula}
    order = [*(arg.name for arg in op.args), *formulas]
    kept = {n: formulas[n] for n in sorted(formulas, key=order.index) if formulas[n]}
    return replace(op, backward=replace(op.backward, formulas=kept))

"""The inputs of a node: one row for each, chosen from what is in scope; or all as a text."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from workbench.core.declaration.op import Node, Op
from workbench.core.edits import nodes as edits
from workbench.core.op_toml.key_path import first_index, get_at, replace_at
from workbench.core.op_toml.keys import known
from workbench.core.standard.operator_docs import FormalDoc, OperatorDoc
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.fields.fields import ChoiceField, Field, TextField
from workbench.gui.forms.fields.row_tools import RowTools
from workbench.gui.language.translation import tr
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.text import format_names, parse_names
from workbench.gui.look.widgets import text_button

__all__ = ["NodeInputs"]

_NEW = ("#constant", "New constant …")
_NUMBER = "#number:"
"""Before the name of an argument that becomes a constant when it is chosen."""
_MOST_ROWS = 40


class _Row(QObject):
    """One input: its formal name, what it gets, and its buttons."""

    removed = Signal(int)
    moved = Signal(int, int)

    def __init__(self, inputs: NodeInputs, binder: Binder, key: str, position: int) -> None:
        super().__init__(inputs)
        self.position = position
        self.label = PlainLabel(inputs)
        self.label.setProperty("role", "muted")
        self.field = ChoiceField((), inputs)
        name = f"{key}[{position}]"
        binder.bind(
            name,
            self.field,
            f"Input {position + 1}",
            partial(_set, position=position),
            partial(_prepare, position=position),
            partial(_read, position=position),
        )
        self.label.setBuddy(self.field.widget)
        self.tools = RowTools(name, f"input {position + 1}", position, inputs)
        self.tools.moved.connect(self.moved)
        self.tools.removed.connect(self.removed)


class NodeInputs(QWidget):
    """The rows of one node.

    Args:
        binder: the page's binder.
        key: the key path of the node's inputs.
        parent: the card.
    """

    def __init__(self, binder: Binder, key: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._binder = binder
        self._key = key
        self._index = first_index(key)
        self._rows: list[_Row] = []
        self._text = TextField(parse_names, format_names, "a, b")
        self._text.describe(known("mapping.nodes[].inputs"))
        binder.bind(key, self._text, "Inputs", prepare=_prepare_text)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        self._none = PlainLabel("It takes no input.", self)
        self._none.setProperty("role", "muted")
        self._adder = text_button(f"{key}.add", "Add input", icon("add"), self)
        self._adder.setAccessibleName(f"Add input to node {self._index + 1}")
        self._adder.clicked.connect(self._add)
        self.as_text = text_button(f"{key}.astext", "As text", icon("code"), self)
        self.as_text.setAccessibleName(f"Inputs of node {self._index + 1} as text")
        self.as_text.setCheckable(True)
        self.as_text.setToolTip("Write the names instead, separated by commas")
        self.as_text.toggled.connect(self._on_as_text)
        tools = hbox(self._none, self._adder, Stretch(), self.as_text, spacing=4)
        self._text.widget.setParent(self)
        vbox(self._text.widget, self._grid, tools, on=self, margins=0, spacing=4)
        self._on_as_text(False)

    def count(self) -> int:
        """How many rows are shown."""
        return len(self._rows)

    def sync(self, op: Op) -> None:
        """Have a row for each input that the operator has, or that is given."""
        node = op.mapping.nodes[self._index]
        doc = edits.node_doc(op, node)
        given, known = len(node.inputs), len(doc.inputs) if doc is not None else 0
        wanted = min(max(given, known), _MOST_ROWS)
        while len(self._rows) < wanted:
            self._append()
        while len(self._rows) > wanted:
            self._drop()
        many = doc is None or (known > 0 and doc.inputs[-1].option == "*")
        fixed = max(known - 1, 0) if many and doc is not None else known
        for row in self._rows:
            free = row.position >= fixed and row.position < given
            self._show_row(row, node, doc)
            row.tools.set_movable(free and many)
            row.tools.show_position(given - 1, fixed)
            row.tools.remove.setVisible(free)
        shown = self.as_text.isChecked()
        scope = edits.scope_at(op, self._index)
        self._adder.setVisible(many and not shown and given >= known and given < _MOST_ROWS)
        self._adder.setEnabled(bool(scope))
        self._adder.setToolTip("" if scope else "Nothing is in scope: the op has no tensor")
        self._none.setVisible(not wanted and not many and not shown)

    def _show_row(self, row: _Row, node: Node, doc: OperatorDoc | None) -> None:
        formal = _formal(doc, row.position)
        name, tip = f"{row.position + 1}", "An input of the custom operator, in its kernel's order"
        if doc is not None:
            name = f"{row.position + 1}" if formal is None else formal.name
            tip = f"{node.op} has no such input" if formal is None else formal.doc
        if formal is not None:
            mark = {"?": "optional", "*": "one of a list", "": "required"}[formal.option]
            tip = f"{formal.name}: {formal.type}, {mark}. {tip}"
            name += {"?": "  (optional)", "*": f" {row.position + 1}", "": ""}[formal.option]
        row.label.kept_name = formal.name if formal is not None else ""
        row.label.setText(name)
        row.label.setToolTip(plain_tip(tip))
        row.field.set_tip(tip)
        row.field.widget.setAccessibleName(f"Input {name} of {node.op or 'the node'}")

    def discard(self) -> None:
        """Forget the fields, before the card is deleted."""
        self._binder.unbind(self._text)
        while self._rows:
            self._drop()

    def _append(self) -> None:
        row = _Row(self, self._binder, self._key, len(self._rows))
        row.moved.connect(self._move)
        row.removed.connect(self._remove)
        for column, widget in enumerate((row.label, row.field.widget, row.tools)):
            self._grid.addWidget(widget, row.position, column)
            widget.setVisible(not self.as_text.isChecked())
        before: QWidget = self._rows[-1].tools.remove if self._rows else self._text.widget
        for widget in (row.field.widget, *row.tools.buttons()):
            QWidget.setTabOrder(before, widget)
            before = widget
        QWidget.setTabOrder(before, self._adder)
        self._rows.append(row)

    def _drop(self) -> None:
        row = self._rows.pop()
        self._binder.unbind(row.field)
        for widget in (row.label, row.field.widget, row.tools):
            self._grid.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        row.deleteLater()

    def _on_as_text(self, shown: bool) -> None:
        self._text.set_applies(shown)
        for row in self._rows:
            for widget in (row.label, row.field.widget, row.tools):
                widget.setVisible(not shown)
        op = self._binder.seen()
        if op is not None and self._index < len(op.mapping.nodes):
            self.sync(op)
        if shown:
            self._text.widget.setFocus(Qt.FocusReason.OtherFocusReason)

    # -- edits

    def _edit(self, text: str, inputs: list[str]) -> None:
        op = self._binder.seen()
        if op is not None:
            operator = op.mapping.nodes[self._index].op
            value = tuple(inputs)
            self._binder.edit(
                f"{text} of {operator}",
                lambda seen: replace_at(seen, self._key, value),
                keys=(self._key,),
            )

    def _inputs(self) -> list[str]:
        return list(get_at(self._binder.seen(), self._key))

    def _add(self) -> None:
        op = self._binder.seen()
        if op is None:
            return
        inputs = self._inputs()
        scope = edits.scope_at(op, self._index)
        free = [name for name in scope if name not in inputs] or scope
        self._edit("Add input", [*inputs, free[0]])
        if len(inputs) < len(self._rows):
            self._rows[len(inputs)].field.widget.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove(self, position: int) -> None:
        inputs = self._inputs()
        if position < len(inputs):
            del inputs[position]
            self._edit(f"Remove input {position + 1}", inputs)

    def _move(self, position: int, to: int) -> None:
        inputs = self._inputs()
        if 0 <= to < len(inputs) and position < len(inputs):
            inputs.insert(to, inputs.pop(position))
            self._edit(f"Move input {position + 1}", inputs)


def _formal(doc: OperatorDoc | None, position: int) -> FormalDoc | None:
    if doc is None or not doc.inputs:
        return None
    last = doc.inputs[-1]
    return (
        doc.inputs[position] if position < len(doc.inputs) else last if last.option == "*" else None
    )


def _read(op: Op, key: str, position: int) -> str:
    inputs = op.mapping.nodes[first_index(key)].inputs
    return inputs[position] if position < len(inputs) else ""


def _set(op: Op, key: str, value: Any, position: int) -> Op:
    index = first_index(key)
    if value == _NEW[0]:
        return edits.new_constant(op, index, position)
    if str(value).startswith(_NUMBER):
        return edits.constant_from(op, index, position, value.removeprefix(_NUMBER))
    return edits.set_input(op, index, position, value)


def _prepare(field: Field, op: Op, key: str, position: int) -> None:
    if not isinstance(field, ChoiceField) or first_index(key) >= len(op.mapping.nodes):
        return
    index = first_index(key)
    doc = edits.node_doc(op, op.mapping.nodes[index])
    formal = _formal(doc, position)
    nothing = "(choose)" if formal is not None and not formal.option else "(left out)"
    scope = edits.scope_at(op, index)
    numbers = [
        (f"{_NUMBER}{a.name}", f"{a.name}  ({a.type} argument, as a constant)")
        for a in edits.numbers_at(op)
    ]
    field.set_choices([("", nothing), *((n, _choice_text(op, n)) for n in scope), *numbers, _NEW])
    if doc is not None and formal is not None:
        wrong = (n for n in scope if not edits.fits_input(op, doc, position, n))
        field.set_unavailable({n: f"{formal.name} takes no {_type_of(op, n)}" for n in wrong})
    else:
        field.set_unavailable({})


def _choice_text(op: Op, name: str) -> str:
    """A name, which is nobody's word, and what it is."""
    return f"{name}  ({tr(_what(op, name))})"


def _what(op: Op, name: str) -> str:
    arg = op.arg(name)
    if any(c.name == name for c in op.mapping.constants):
        return "constant"
    if arg is not None:
        kind = arg.kind.words if arg.is_tensor_list else "argument"
        return f"optional {kind}" if arg.optional else kind
    maker = next((i for i, n in enumerate(op.mapping.nodes, 1) if name in n.outputs), 0)
    return f"node {maker}"


def _type_of(op: Op, name: str) -> str:
    arg = op.arg(name)
    if arg is not None and arg.is_tensor_list:
        return arg.kind.words
    constant = next((c.dtype for c in op.mapping.constants if c.name == name), "")
    dtype = constant or (arg.dtype if arg is not None else "")
    return dtype if isinstance(dtype, str) else " or ".join(dtype)


def _prepare_text(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        index = first_index(key)
        scope = edits.scope_at(op, index)
        field.set_words([*scope, '""'])
        tip = f"Separated by commas; known here: {', '.join(scope) or 'nothing'}"
        doc = edits.node_doc(op, op.mapping.nodes[index])
        if doc is not None:
            takes = ", ".join(f.name + f.option for f in doc.inputs) or "nothing"
            tip = f"{op.mapping.nodes[index].op} takes: {takes}.\n{tip}"
        field.set_tip(tip)

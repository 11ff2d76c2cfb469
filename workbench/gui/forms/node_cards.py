"""The nodes of a mapping as cards: operator, inputs, outputs and attributes."""

from __future__ import annotations

from functools import partial

from msgspec import UNSET
from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core import check
from workbench.core.op import ATTRIBUTE_TYPES, Attribute, Op
from workbench.gui import edits
from workbench.gui.forms.binder import Binder
from workbench.gui.forms.drag_handle import DragHandle, DropLine
from workbench.gui.forms.fields import ChoiceField, Field, TextField
from workbench.gui.forms.keys import get_at, replace_at, steps
from workbench.gui.forms.problem_line import ProblemLine
from workbench.gui.forms.record_table import Column, RecordTable
from workbench.gui.forms.text import format_names, format_value, parse_names, parse_value
from workbench.gui.icons import icon
from workbench.gui.widgets import flat_button

__all__ = ["NodeCards", "scope_at"]

_LITERAL = ("", "(a literal)")


def scope_at(op: Op, index: int) -> list[str]:
    """What a node can take as an input: tensors, constants, outputs of earlier nodes."""
    earlier = [name for node in op.mapping.nodes[:index] for name in node.outputs]
    return [a.name for a in op.tensors] + [c.name for c in op.mapping.constants] + earlier


class _Card(QFrame):
    """One node."""

    moved = Signal(int, int)
    removed = Signal(int)
    dragged = Signal(int, int)
    dropped = Signal(int, int)

    def __init__(self, binder: Binder, index: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.index = index
        key = f"mapping.nodes[{index}]"
        self.setProperty("card", True)
        self.setObjectName(f"{key}.card")
        self.handle = DragHandle(self)
        self.handle.setAccessibleName(f"Move node {index + 1}")
        number = QLabel(f"Node {index + 1}", self)
        number.setProperty("role", "section")
        self.kind = QLabel(self)
        self.kind.setProperty("role", "chip")
        self.kind.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        self.up = flat_button(icon("up"), f"Move node {index + 1} up", self)
        self.down = flat_button(icon("down"), f"Move node {index + 1} down", self)
        remove = flat_button(icon("remove"), f"Remove node {index + 1}", self)
        for button, name in ((self.up, "up"), (self.down, "down"), (remove, "remove")):
            button.setObjectName(f"{key}.{name}")
        self.up.clicked.connect(self._up)
        self.down.clicked.connect(self._down)
        remove.clicked.connect(self._remove)
        self.handle.stepped.connect(self._step)
        self.handle.dragged.connect(self._dragged)
        self.handle.dropped.connect(self._dropped)
        header = QHBoxLayout()
        header.setSpacing(4)
        for part in (self.handle, number, self.kind):
            header.addWidget(part)
        header.addStretch(1)
        for button in (self.up, self.down, remove):
            header.addWidget(button)
        self._fields = [
            (
                "op",
                "Operator",
                TextField(str.strip, placeholder="custom::MyOp, or a standard operator"),
                _prepare_op,
            ),
            (
                "inputs",
                "Inputs",
                TextField(parse_names, format_names, "a, b", separator=","),
                _prepare_inputs,
            ),
            (
                "outputs",
                "Outputs",
                TextField(parse_names, format_names, "y", separator=","),
                _prepare_outputs,
            ),
        ]
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(8)
        grid.setColumnStretch(1, 1)
        for row, (name, label, field, prepare) in enumerate(self._fields):
            text = QLabel(label, self)
            text.setProperty("role", "header")
            text.setBuddy(field.widget)
            grid.addWidget(text, row, 0)
            grid.addWidget(field.widget, row, 1)
            binder.bind(f"{key}.{name}", field, label, prepare=prepare)
        title = QLabel("Attributes", self)
        title.setProperty("role", "header")
        self.attributes = RecordTable(
            binder,
            f"{key}.attributes",
            "attribute",
            _ATTRIBUTE_COLUMNS,
            partial(_add_attribute, index=index),
            None,
            "None.",
            self,
        )
        grid.addWidget(title, len(self._fields), 0, 1, 2)
        grid.addWidget(self.attributes, len(self._fields) + 1, 0, 1, 2)
        self.line = ProblemLine(self)
        binder.add_line(key, self.line)
        body = QVBoxLayout(self)
        body.setContentsMargins(12, 8, 12, 12)
        body.setSpacing(8)
        body.addLayout(header)
        body.addLayout(grid)
        body.addWidget(self.line)

    def discard(self, binder: Binder) -> None:
        """Forget the fields, before the card is deleted."""
        for _, _, field, _ in self._fields:
            binder.unbind(field)
        self.attributes.discard()
        binder.remove_line(self.line)

    def _up(self) -> None:
        self.moved.emit(self.index, self.index - 1)

    def _down(self) -> None:
        self.moved.emit(self.index, self.index + 1)

    def _step(self, by: int) -> None:
        self.moved.emit(self.index, self.index + by)

    def _remove(self) -> None:
        self.removed.emit(self.index)

    def _dragged(self, y: int) -> None:
        self.dragged.emit(self.index, self.mapToParent(self.rect().topLeft()).y() + y)

    def _dropped(self, y: int) -> None:
        self.dropped.emit(self.index, self.mapToParent(self.rect().topLeft()).y() + y)


class NodeCards(QWidget):
    """The list of cards: add, remove, reorder."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._binder = binder
        self._cards: list[_Card] = []
        self.setObjectName("mapping.nodes")
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self._adder = QToolButton(self)
        self._adder.setObjectName("mapping.nodes.add")
        self._adder.setText("Add node")
        self._adder.setIcon(icon("add"))
        self._adder.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._adder.setProperty("flat", True)
        self._adder.clicked.connect(self._add)
        self._layout.addWidget(self._adder, 0, Qt.AlignmentFlag.AlignLeft)
        self._drop_line = DropLine(self)

    def count(self) -> int:
        """How many nodes are shown."""
        return len(self._cards)

    def sync(self, op: Op) -> None:
        """Have as many cards as the mapping has nodes."""
        nodes = op.mapping.nodes
        while len(self._cards) < len(nodes):
            card = _Card(self._binder, len(self._cards), self)
            card.moved.connect(self._move)
            card.removed.connect(self._remove)
            card.dragged.connect(self._on_dragged)
            card.dropped.connect(self._on_dropped)
            self._layout.insertWidget(len(self._cards), card)
            self._cards.append(card)
        while len(self._cards) > len(nodes):
            card = self._cards.pop()
            card.discard(self._binder)
            self._layout.removeWidget(card)
            card.hide()
            card.deleteLater()
        for card, node in zip(self._cards, nodes, strict=True):
            card.attributes.sync(op)
            card.up.setEnabled(card.index > 0)
            card.down.setEnabled(card.index < len(nodes) - 1)
            card.kind.setText("custom" if node.domain else "standard ONNX")

    # -- edits

    def _add(self) -> None:
        document = self._binder.document
        if document is not None:
            rows = ("mapping.nodes", [*range(len(self._cards)), -1])
            self._binder.project.edit(document, "Add node", edits.add_node, rows=rows)

    def _remove(self, index: int) -> None:
        order = [i for i in range(len(self._cards)) if i != index]
        self._reorder(f"Remove node {index + 1}", order)

    def _move(self, index: int, to: int) -> None:
        if 0 <= to < len(self._cards) and to != index:
            order = list(range(len(self._cards)))
            order.insert(to, order.pop(index))
            self._reorder(f"Move node {index + 1}", order)

    def _reorder(self, text: str, order: list[int]) -> None:
        document = self._binder.document

        def change(op: Op) -> Op:
            nodes = tuple(op.mapping.nodes[i] for i in order)
            return replace(op, mapping=replace(op.mapping, nodes=nodes))

        if document is not None:
            self._binder.project.edit(document, text, change, rows=("mapping.nodes", order))

    def _slot_at(self, y: int) -> int:
        for card in self._cards:
            if y < card.geometry().center().y():
                return card.index
        return len(self._cards)

    def _on_dragged(self, index: int, y: int) -> None:
        slot = self._slot_at(y)
        cards = self._cards
        edge = cards[slot].y() - 5 if slot < len(cards) else cards[-1].geometry().bottom() + 3
        self._drop_line.show_at(edge, self.width())

    def _on_dropped(self, index: int, y: int) -> None:
        self._drop_line.hide()
        slot = self._slot_at(y)
        self._move(index, slot - 1 if slot > index else slot)


# -- fields of a node ---------------------------------------------------------------------


def _indices(key: str) -> list[int]:
    return [step for step in steps(key) if isinstance(step, int)]


def _prepare_op(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        domains = sorted({n.domain for n in op.mapping.nodes if n.domain} | {"custom"})
        field.set_words([*(f"{d}::" for d in domains), *check.standard_operators()])


def _prepare_inputs(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        scope = scope_at(op, _indices(key)[0])
        field.set_words([*scope, '""'])
        field.set_tip(f"Separated by commas; known here: {', '.join(scope) or 'nothing'}")


def _prepare_outputs(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        field.set_words([o.name for o in op.outputs])


def _add_attribute(op: Op, index: int) -> Op:
    """The first argument that no attribute carries yet, or else a literal."""
    node = op.mapping.nodes[index]
    carried = {a.arg for n in op.mapping.nodes for a in n.attributes}
    carried |= {c.arg for c in op.mapping.constants}
    arg = next((a for a in op.args if a.type != "tensor" and a.name not in carried), None)
    if arg is not None:
        attribute = edits.default_attribute(arg)
    else:
        name = edits.fresh_name("alpha", {a.name for a in node.attributes})
        attribute = Attribute(name=name, type="float", value=1.0)
    key = f"mapping.nodes[{index}].attributes"
    return replace_at(op, key, (*node.attributes, attribute))


def _owner(key: str) -> str:
    return key.rpartition(".")[0]


def _set_attribute_type(op: Op, key: str, kind: str) -> Op:
    attribute: Attribute = replace_at(get_at(op, _owner(key)), "type", kind)
    if not attribute.arg:
        plain = {
            "int": 1,
            "float": 1.0,
            "string": "text",
            "ints": (1,),
            "floats": (1.0,),
            "strings": ("text",),
        }
        attribute = replace(attribute, value=plain[kind])
    return replace_at(op, _owner(key), attribute)


def _set_source(op: Op, key: str, arg: str) -> Op:
    """From an argument, or a literal that the user then types."""
    attribute: Attribute = get_at(op, _owner(key))
    source = op.arg(arg)
    if source is None or source.type == "tensor":
        return _set_attribute_type(replace_at(op, key, ""), f"{_owner(key)}.type", attribute.type)
    carried = replace(edits.default_attribute(source), name=attribute.name)
    return replace_at(op, _owner(key), carried)


def _prepare_source(field: Field, op: Op, key: str) -> None:
    if isinstance(field, ChoiceField):
        scalars = [a.name for a in op.args if a.type != "tensor"]
        field.set_choices([_LITERAL, *scalars])


def _has_literal(op: Op) -> bool:
    return any(not a.arg or a.value is not UNSET for n in op.mapping.nodes for a in n.attributes)


def _prepare_value(field: Field, op: Op, key: str) -> None:
    attribute: Attribute = get_at(op, _owner(key))
    field.set_applies(not attribute.arg or attribute.value is not UNSET)
    if isinstance(field, TextField):
        field.parse = partial(parse_value, kind=attribute.type)


_ATTRIBUTE_COLUMNS = (
    Column("name", "Name", partial(TextField, str.strip), 72, 2),
    Column(
        "type",
        "Type",
        partial(ChoiceField, ATTRIBUTE_TYPES),
        80,
        0,
        "ONNX's attribute type",
        _set_attribute_type,
    ),
    Column(
        "arg",
        "Argument",
        ChoiceField,
        92,
        2,
        "The argument that gives the value, or a literal",
        _set_source,
        _prepare_source,
    ),
    Column(
        "value",
        "Literal",
        partial(TextField, str, format_value),
        72,
        2,
        "The same for every call",
        prepare=_prepare_value,
        shown=_has_literal,
    ),
)

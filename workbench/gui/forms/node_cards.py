"""The nodes of a mapping as cards: operator, inputs, outputs and attributes."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import UserError
from workbench.core.op import Arg, Node, Op
from workbench.core.operators import Operator, operator, standard_operators
from workbench.core.shape_rule import parse_condition
from workbench.gui import edits
from workbench.gui.forms.attribute_columns import add_attribute, attribute_columns
from workbench.gui.forms.binder import Binder
from workbench.gui.forms.drag_handle import DragHandle, DropLine
from workbench.gui.forms.field_grid import FieldGrid
from workbench.gui.forms.fields import Field, TextField
from workbench.gui.forms.keys import steps
from workbench.gui.forms.problem_line import ProblemLine
from workbench.gui.forms.record_table import RecordTable, RowState
from workbench.gui.forms.text import format_names, parse_names
from workbench.gui.icons import icon
from workbench.gui.widgets import flat_button

__all__ = ["NodeCards", "scope_at"]

_OP = "custom::MyOp, or a standard operator"


def scope_at(op: Op, index: int) -> list[str]:
    """What a node can take as an input: tensors, constants, outputs of earlier nodes."""
    earlier = [name for node in op.mapping.nodes[:index] for name in node.outputs]
    tensors = [a.name for a in op.args if a.type in edits.TENSORS]
    return list(dict.fromkeys(tensors + [c.name for c in op.mapping.constants] + earlier))


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
        grid = FieldGrid(binder, self)
        self._fields = [
            grid.add(row, column, label, f"{key}.{name}", field, span=span, prepare=prepare)
            for row, column, span, name, label, field, prepare in (
                (0, 0, 3, "op", "Operator", TextField(str.strip, placeholder=_OP), _prepare_op),
                (1, 0, 3, "inputs", "Inputs", _names("a, b"), _prepare_inputs),
                (2, 0, 3, "outputs", "Outputs", _names("y"), _prepare_outputs),
                (3, 0, 1, "when", "When", TextField(placeholder="always"), _prepare_when),
                (3, 2, 1, "script", "Script", TextField(str.strip), _prepare_script),
            )
        ]
        grid.setColumnStretch(1, 3)  # a condition is longer than a file's name
        grid.setColumnStretch(3, 2)
        title = QLabel("Attributes", self)
        title.setProperty("role", "header")
        self.attributes = RecordTable(
            binder,
            f"{key}.attributes",
            "attribute",
            attribute_columns(f"{key}.attributes"),
            partial(add_attribute, index=index),
            None,
            parent=self,
            state=_unordered,
        )
        grid.addWidget(title, 4, 0, 1, 4)
        grid.addWidget(self.attributes, 5, 0, 1, 4)
        self.line = ProblemLine(self)
        binder.add_line(key, self.line)
        body = QVBoxLayout(self)
        body.setContentsMargins(12, 8, 12, 12)
        body.setSpacing(8)
        body.addLayout(header)
        body.addLayout(grid)
        body.addWidget(self.line)

    def show_kind(self, node: Node) -> None:
        """Who runs the node."""
        kind, tip = ("standard ONNX", "Every runtime of the opset has it")
        if node.script:
            kind, tip = ("function", "It travels in the model; no runtime needs a library")
        elif node.domain:
            kind, tip = ("custom", "A runtime needs a kernel for it")
        self.kind.setText(kind)
        self.kind.setToolTip(tip)

    def discard(self, binder: Binder) -> None:
        """Forget the fields, before the card is deleted."""
        for field in self._fields:
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
            card.show_kind(node)

    # -- edits

    def _add(self) -> None:
        rows = ("mapping.nodes", [*range(len(self._cards)), -1])
        self._binder.edit("Add node", edits.add_node, rows=rows)

    def _remove(self, index: int) -> None:
        order = [i for i in range(len(self._cards)) if i != index]
        self._reorder(f"Remove node {index + 1}", order)

    def _move(self, index: int, to: int) -> None:
        if 0 <= to < len(self._cards) and to != index:
            order = list(range(len(self._cards)))
            order.insert(to, order.pop(index))
            self._reorder(f"Move node {index + 1}", order)

    def _reorder(self, text: str, order: list[int]) -> None:
        def change(op: Op) -> Op:
            nodes = tuple(op.mapping.nodes[i] for i in order)
            return replace(op, mapping=replace(op.mapping, nodes=nodes))

        self._binder.edit(text, change, rows=("mapping.nodes", order))

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


def _unordered(_op: Op, _index: int) -> RowState:
    """The order of a node's attributes means nothing."""
    return RowState(movable=False)


def _names(placeholder: str) -> TextField:
    return TextField(parse_names, format_names, placeholder, separator=",")


def _node(op: Op, key: str) -> tuple[int, Node]:
    index = next(step for step in steps(key) if isinstance(step, int))
    return index, op.mapping.nodes[index]


def _definition(op: Op, key: str) -> Operator | None:
    """What the opset says of a standard operator."""
    variant = op.variants.get(op.variant)
    opset = variant.opset if variant is not None and variant.opset else op.model.opset
    _, node = _node(op, key)
    return operator(node.op, opset) if not node.domain else None


def _prepare_op(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        domains = sorted({n.domain for n in op.mapping.nodes if n.domain} | {"custom"})
        field.set_words([*(f"{d}::" for d in domains), *standard_operators()])


def _prepare_inputs(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        index, node = _node(op, key)
        scope = scope_at(op, index)
        field.set_words([*scope, '""'])
        tip = f"Separated by commas; known here: {', '.join(scope) or 'nothing'}"
        definition = _definition(op, key)
        if definition is not None:
            tip = f"{node.op} takes: {', '.join(definition.inputs) or 'nothing'}.\n{tip}"
        field.set_tip(tip)


def _prepare_outputs(field: Field, op: Op, key: str) -> None:
    if isinstance(field, TextField):
        field.set_words([o.name for o in op.outputs])


def _prepare_when(field: Field, op: Op, key: str) -> None:
    """Only what may be None, or is a bool, can decide."""
    absent = [a.name for a in op.args if a.optional]
    flags = [a.name for a in op.args if a.type == "bool"]
    _, node = _node(op, key)
    possible = bool(absent or flags or node.when)
    why = "Nothing decides: no argument may be None, and none is a bool."
    field.set_unusable("" if possible else why)
    words = [*(f"{n} is None" for n in absent), *(f"{n} is not None" for n in absent)]
    words += [*flags, *(f"not {n}" for n in flags)]
    field.set_tip(
        "The node is part of the graph only if this holds; empty for always. Nodes of different "
        f"branches may give outputs of the same name.\nE.g. {', '.join(words[:4])}; with not, and, or."
    )
    if isinstance(field, TextField):
        field.parse = partial(_parse_when, args=op.args)
        field.set_words(words)


def _parse_when(text: str, args: tuple[Arg, ...]) -> str:
    if text.strip():
        try:
            parse_condition(text, {a.name: a.type for a in args})
        except UserError as error:
            message = error.problem.message.replace("shape rule", "condition")
            raise ValueError(message) from None
    return text.strip()


def _prepare_script(field: Field, op: Op, key: str) -> None:
    _, node = _node(op, key)
    why = "A standard operator needs no function."
    field.set_unusable("" if node.domain or node.script else why)
    field.set_tip(
        f"A Python file with an onnxscript function called {node.op_type}. The function travels in "
        "the model; empty where a runtime has a kernel."
    )
    if isinstance(field, TextField):
        field.line.setPlaceholderText(edits.script_name(node) if node.domain else "")

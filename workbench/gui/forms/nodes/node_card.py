"""One node of a mapping as a card: operator, inputs, outputs, condition and attributes."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from workbench.core.declaration.op import Node, Op
from workbench.core.edits import custom_name
from workbench.core.edits import nodes as edits
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.fields.drag_handle import DragHandle
from workbench.gui.forms.fields.fields import TextField
from workbench.gui.forms.fields.row_tools import RowTools
from workbench.gui.forms.nodes import node_fields
from workbench.gui.forms.nodes.loss_note import LossNote
from workbench.gui.forms.nodes.node_attributes import NodeAttributes
from workbench.gui.forms.nodes.node_inputs import NodeInputs
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.restyle import restyle
from workbench.gui.look.text import format_names, parse_names
from workbench.gui.look.widgets import flat_button
from workbench.gui.mapping.mapping_flow import KIND_WORDS, kind_of

__all__ = ["NodeCard", "fill_branch_menu"]

_KIND_TIPS = {
    "standard": "Every runtime of the opset has it",
    "custom": "A runtime needs a kernel for it",
    "function": "It travels in the model; no runtime needs a library",
}
_BROWSE_KEYS = (QKeySequence("F2"), QKeySequence("Ctrl+Space"))


class NodeCard(QFrame):
    """One node."""

    moved = Signal(int, int)
    removed = Signal(int)
    branched = Signal(int, str)
    dragged = Signal(int, int)
    """The node, and a height of this card."""
    dropped = Signal(int, int)

    def __init__(self, binder: Binder, index: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.index = index
        self._binder = binder
        key = f"mapping.nodes[{index}]"
        self.setProperty("card", True)
        self.setObjectName(f"{key}.card")
        self.branch = PlainLabel(parent)
        self.branch.setProperty("role", "branch")
        self.branch.setObjectName(f"{key}.heading")
        grid = FieldGrid(binder, self)
        self.op_field = TextField(str.strip)
        outputs = TextField(parse_names, format_names)
        self.inputs = NodeInputs(binder, f"{key}.inputs", self)
        self._fields = [
            grid.add(row, column, f"{key}.{name}", field, span=span, prepare=prepare)
            for row, column, span, name, field, prepare in (
                (0, 0, 3, "op", self.op_field, node_fields.prepare_op),
                (2, 0, 4, "outputs", outputs, node_fields.prepare_outputs),
                (3, 0, 1, "when", TextField(), node_fields.prepare_when),
                (3, 2, 2, "script", TextField(str.strip), node_fields.prepare_script),
                (4, 0, 1, "branch", TextField(str.strip), None),
            )
        ]
        label = grid.label(1, 0, "Inputs", self.inputs, 4)
        grid.setAlignment(label, Qt.AlignmentFlag.AlignTop)
        label.setContentsMargins(0, 5, 0, 0)
        browse = flat_button(icon("search"), "Choose from all ONNX operators (F2)", self)
        browse.setObjectName(f"{key}.browse")
        browse.clicked.connect(self.browse)
        grid.addWidget(browse, 0, 4)
        QWidget.setTabOrder(self.op_field.widget, browse)
        self.op_field.widget.installEventFilter(self)
        grid.setColumnStretch(1, 3)  # a condition is longer than a file's name
        grid.setColumnStretch(3, 2)
        self._attributes_title = PlainLabel("Attributes", self)
        self._attributes_title.setProperty("role", "header")
        self.attributes = NodeAttributes(binder, f"{key}.attributes", index, self)
        grid.addWidget(self._attributes_title, 5, 0, 1, 5)
        grid.addWidget(self.attributes, 6, 0, 1, 5)
        self.line = ProblemLine(self)
        binder.add_line(key, self.line)
        self.loss = LossNote(binder.project, f"{key}.loss", self)
        vbox(
            self._header(key),
            self.loss,
            grid,
            self.line,
            on=self,
            margins=(12, 8, 12, 12),
            spacing=8,
        )

    def _header(self, key: str) -> QHBoxLayout:
        index = self.index
        self.handle = DragHandle(index, self)
        self.handle.setAccessibleName(f"Move node {index + 1}")
        number = PlainLabel(f"Node {index + 1}", self)
        number.setProperty("role", "section")
        self.kind = PlainLabel(self)
        self.kind.setProperty("role", "chip")
        self.kind.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Maximum)
        self.split = flat_button(icon("branch"), "", self)
        self.split.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.split)
        self._menu.triggered.connect(self._on_branch)
        self.split.setMenu(self._menu)
        self.split.setObjectName(f"{key}.split")
        self.tools = RowTools(key, f"node {index + 1}", index, self, keys=True)
        self.tools.moved.connect(self.moved)
        self.tools.removed.connect(self.removed)
        self.handle.moved.connect(self.moved)
        self.handle.dragged.connect(self.dragged)
        self.handle.dropped.connect(self.dropped)
        header = hbox(self.handle, number, self.kind, Stretch(), self.split, self.tools, spacing=4)
        return header

    def sync(self, op: Op) -> None:
        """Have the rows that the node has; before the fields are filled."""
        nodes = op.mapping.nodes
        node = nodes[self.index]
        self.loss.sync(node)
        self.inputs.sync(op)
        self.attributes.sync(op)
        doc = edits.node_doc(op, node)
        none = doc is not None and not doc.attributes and not node.attributes
        self.attributes.setVisible(not none)
        self._attributes_title.setVisible(not none)
        self.tools.show_position(len(nodes) - 1)
        reason = fill_branch_menu(self._menu, op)
        tip = f"Node {self.index + 1} twice: with an argument, and without it"
        self.split.setEnabled(not reason)
        self.split.setToolTip(plain_tip(reason or tip))
        self.split.setAccessibleName(tip)
        self._show_kind(node)
        condition = node.when or node.branch
        above = nodes[self.index - 1] if self.index else None
        first = above is None or (above.when or above.branch) != condition
        self.branch.setText(f"If {condition}")
        self.branch.setVisible(bool(condition) and first)

    def _show_kind(self, node: Node) -> None:
        """Who runs the node."""
        kind = kind_of(node)
        self.kind.setText(KIND_WORDS[kind])
        self.kind.setToolTip(plain_tip(_KIND_TIPS[kind]))

    def set_current(self, current: bool) -> None:
        """Whether this is the node that the graph marks."""
        restyle(self, "current", current)

    def discard(self) -> None:
        """Forget the fields, before the card is deleted."""
        for field in self._fields:
            self._binder.unbind(field)
        self.inputs.discard()
        self.attributes.discard()
        self._binder.remove_line(self.line)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The keys that choose the operator, in its field only."""
        if isinstance(event, QKeyEvent) and QKeySequence(event.keyCombination()) in _BROWSE_KEYS:
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
            elif event.type() == QEvent.Type.KeyPress:
                self.browse()
            return True
        return super().eventFilter(watched, event)

    def browse(self) -> None:
        """Choose the operator by reading about it; what it needs is filled from the scope."""
        from workbench.gui.mapping.operator_browser import (
            choose_operator,  # not needed for the first window
        )

        op = self._binder.seen()
        if op is None:
            return
        index, opset = self.index, op.opset
        before = op.mapping.nodes[index]
        current = before.op
        chosen = choose_operator(self, opset, current, custom_name(op))
        if chosen and chosen != current:
            self._binder.edit(
                f"Use {chosen}",
                lambda seen: edits.use_operator(seen, index, chosen),
                keys=(f"mapping.nodes[{index}].op",),
            )
            after = self._binder.seen()
            if after is not None:
                self.loss.show_choice(before, after.mapping.nodes[index])
        self.op_field.widget.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_branch(self, action: QAction) -> None:
        self.branched.emit(self.index, str(action.data()))


def fill_branch_menu(menu: QMenu, op: Op) -> str:
    """Offer what can decide between two branches; why nothing can, where nothing can."""
    args = node_fields.deciding(op)
    menu.clear()
    for arg in args:
        there, gone = edits.branch_words(arg)
        menu.addAction(f"{there}  /  {gone}").setData(arg.name)
    if args:
        return ""
    return "Nothing decides: no argument may be None, and none is a bool."

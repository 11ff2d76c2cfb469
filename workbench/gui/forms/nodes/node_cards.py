"""The nodes of a mapping as cards, those of a branch together under its condition."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QToolButton, QVBoxLayout, QWidget

from workbench.core import edits
from workbench.core.declaration.op import Op
from workbench.core.edits.nodes import branch_on, branch_words
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.fields.drag_handle import DropLine
from workbench.gui.forms.nodes.node_card import NodeCard, fill_branch_menu
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.theme import color
from workbench.gui.look.widgets import text_button

__all__ = ["NodeCards"]

_INDENT = 18


class NodeCards(QWidget):
    """The list of cards: add, remove, reorder, branch."""

    added = Signal(int)
    """The user added a node: its index."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._binder = binder
        self._cards: list[NodeCard] = []
        self._slots: list[QVBoxLayout] = []
        self.setObjectName("mapping.nodes")
        adder = text_button("mapping.nodes.add", "Add node", icon("add"), self)
        adder.clicked.connect(self._add)
        self._split = text_button(
            "mapping.nodes.branch", "Branch on an optional argument …", icon("branch"), self
        )
        self._split.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self._split)
        self._menu.triggered.connect(self._on_branch)
        self._split.setMenu(self._menu)
        tools = hbox(adder, self._split, Stretch(), spacing=4)
        self._layout = vbox(tools, on=self, margins=0, spacing=8)
        self._drop_line = DropLine(self)

    def count(self) -> int:
        """How many nodes are shown."""
        return len(self._cards)

    def card(self, index: int) -> NodeCard | None:
        """The card of a node."""
        return self._cards[index] if 0 <= index < len(self._cards) else None

    def index_of(self, widget: QWidget | None) -> int:
        """The node in whose card a widget is; -1 where it is in none."""
        while widget is not None:
            if isinstance(widget, NodeCard) and widget in self._cards:
                return widget.index
            widget = widget.parentWidget()
        return -1

    def set_current(self, index: int) -> None:
        """Mark the card of a node; -1 for none."""
        for card in self._cards:
            card.set_current(card.index == index)

    def sync(self, op: Op) -> None:
        """Have as many cards as the mapping has nodes."""
        nodes = op.mapping.nodes
        while len(self._cards) < len(nodes):
            self._append()
        while len(self._cards) > len(nodes):
            self._drop()
        for card, slot, node in zip(self._cards, self._slots, nodes, strict=True):
            card.sync(op)
            slot.setContentsMargins(_INDENT if node.when or node.branch else 0, 0, 0, 0)
        reason = fill_branch_menu(self._menu, op) or ("" if nodes else "There is no node yet.")
        self._split.setEnabled(not reason)
        self._split.setToolTip(
            plain_tip(
                reason
                or "The nodes that take the argument, once for when it is there and once for when not"
            )
        )
        self.update()

    def _append(self) -> None:
        card = NodeCard(self._binder, len(self._cards), self)
        card.moved.connect(self._move)
        card.removed.connect(self._remove)
        card.branched.connect(self._branch)
        card.dragged.connect(self._on_dragged)
        card.dropped.connect(self._on_dropped)
        slot = vbox(card.branch, card, spacing=4)
        self._layout.insertLayout(len(self._cards), slot)
        card.show()
        self._cards.append(card)
        self._slots.append(slot)

    def _drop(self) -> None:
        card, slot = self._cards.pop(), self._slots.pop()
        card.discard()
        self._layout.removeItem(slot)
        for widget in (card.branch, card):
            slot.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        slot.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A line along the cards of a branch."""
        super().paintEvent(event)
        painter = QPainter(self)
        for card, slot in zip(self._cards, self._slots, strict=True):
            if slot.contentsMargins().left():
                above = card.branch if not card.branch.isHidden() else card
                top = above.y() if above is card.branch else card.y() - 8
                painter.fillRect(4, top, 2, card.geometry().bottom() - top, color("warning"))
        painter.end()

    # -- edits

    def _add(self) -> None:
        rows = ("mapping.nodes", [*range(len(self._cards)), -1])
        self._binder.edit("Add node", edits.add_node, rows=rows)
        if self._cards:
            field = self._cards[-1].op_field.line
            field.setFocus(Qt.FocusReason.OtherFocusReason)
            field.selectAll()
            self.added.emit(len(self._cards) - 1)

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

    def _on_branch(self, action: QAction) -> None:
        self._branch(-1, str(action.data()))

    def _branch(self, index: int, name: str) -> None:
        """Split one node, or with -1 those that take the argument."""
        op = self._binder.seen()
        arg = op.arg(name) if op is not None else None
        if op is None or arg is None:
            return
        before, after = op.mapping.nodes, branch_on(op, name, index).mapping.nodes
        order: list[int] = []
        for i, node in enumerate(before):
            order.append(i)
            if after[len(order) - 1].when != node.when:
                order.append(-1)
        self._binder.edit(
            f"Branch on {branch_words(arg)[0]}",
            lambda seen: branch_on(seen, name, index),
            rows=("mapping.nodes", order),
        )

    # -- dragging

    def _slot_at(self, index: int, y: int) -> int:
        """Before which card a drop at a height of a card would go."""
        y += self._cards[index].y()
        for card in self._cards:
            if y < card.geometry().center().y():
                return card.index
        return len(self._cards)

    def _on_dragged(self, index: int, y: int) -> None:
        slot = self._slot_at(index, y)
        cards = self._cards
        edge = cards[slot].y() - 5 if slot < len(cards) else cards[-1].geometry().bottom() + 3
        self._drop_line.show_at(edge, self.width())

    def _on_dropped(self, index: int, y: int) -> None:
        self._drop_line.hide()
        slot = self._slot_at(index, y)
        self._move(index, slot - 1 if slot > index else slot)

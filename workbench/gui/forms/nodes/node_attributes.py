"""The attributes of a node: a row for each, and what else its operator has to choose from."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from workbench.core.declaration.op import Op
from workbench.core.edits import nodes as edits
from workbench.core.op_toml.key_path import replace_at
from workbench.core.standard.operator_docs import OperatorDoc
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.nodes.attribute_columns import (
    VALUE_COLUMN,
    add_attribute,
    attribute_columns,
)
from workbench.gui.forms.tables.record_table import RecordTable, RowState
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import vbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.widgets import text_button
from workbench.gui.mapping.operator_page import default_text

__all__ = ["NodeAttributes"]


class NodeAttributes(QWidget):
    """The table; a standard operator's attributes are chosen, those of another are named.

    Args:
        binder: the page's binder.
        key: the key path of the node's attributes.
        index: which node.
        parent: the card.
    """

    def __init__(self, binder: Binder, key: str, index: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._binder = binder
        self._index = index
        self._key = key
        self.table = RecordTable(
            binder,
            key,
            attribute_columns(key),
            partial(add_attribute, index=index),
            None,
            parent=self,
            state=_unordered,
        )
        self.chooser = text_button(f"{key}.choose", "Add attribute", icon("add"), self)
        self.chooser.setAccessibleName(f"Add attribute to node {index + 1}")
        self.chooser.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self.chooser)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self._fill)
        self._menu.triggered.connect(self._on_chosen)
        self.chooser.setMenu(self._menu)
        self.table.tools.insertWidget(1, self.chooser)
        vbox(self.table, on=self, margins=0)

    def sync(self, op: Op) -> None:
        """Have the rows of the node."""
        self.table.sync(op)
        node = op.mapping.nodes[self._index]
        doc = edits.node_doc(op, node)
        self.table.set_adder_shown(doc is None)
        self.chooser.setVisible(doc is not None)
        if doc is not None:
            left = self._left(op, doc)
            self.chooser.setEnabled(bool(left))
            none = "has no attribute" if not doc.attributes else "has no further attribute"
            self.chooser.setToolTip(plain_tip("" if left else f"{node.op} {none}"))

    def discard(self) -> None:
        """Forget the fields, before the card is deleted."""
        self.table.discard()

    def choices(self) -> list[str]:
        """The attributes that the operator has, and the node not yet."""
        op = self._binder.seen()
        doc = edits.node_doc(op, op.mapping.nodes[self._index]) if op is not None else None
        return self._left(op, doc) if op is not None and doc is not None else []

    def _left(self, op: Op, doc: OperatorDoc) -> list[str]:
        given = {a.name for a in op.mapping.nodes[self._index].attributes}
        return [
            n for n, a in doc.attributes.items() if n not in given and a.type in ATTRIBUTE_TYPES
        ]

    def _fill(self) -> None:
        self._menu.clear()
        op = self._binder.seen()
        doc = edits.node_doc(op, op.mapping.nodes[self._index]) if op is not None else None
        if op is None or doc is None:
            return
        for name in self._left(op, doc):
            known = doc.attributes[name]
            default = default_text(known.default)
            words = "required" if known.required else f"default {default}" if default else ""
            action = QAction(f"{name}\t{known.type}{', ' if words else ''}{words}", self._menu)
            action.setData(name)
            action.setToolTip(plain_tip(known.brief))
            self._menu.addAction(action)

    def _on_chosen(self, action: QAction) -> None:
        self.add(str(action.data()))

    def add(self, name: str) -> None:
        """Add an attribute that the operator has, and go to its value."""

        def change(op: Op) -> Op:
            node = op.mapping.nodes[self._index]
            doc = edits.node_doc(op, node)
            assert doc is not None
            new = edits.known_attribute(op, name, doc.attributes[name])
            return replace_at(op, self._key, (*node.attributes, new))

        self.table.add_with(f"Add attribute {name}", change, VALUE_COLUMN)


def _unordered(_op: Op, _index: int) -> RowState:
    """The order of a node's attributes means nothing."""
    return RowState(movable=False)

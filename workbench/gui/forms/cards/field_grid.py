"""A grid of labelled fields, two to a row."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from workbench.core.op_toml.keys import key_at
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.fields.fields import Field
from workbench.gui.look.plain import PlainLabel

__all__ = ["FieldGrid"]


class FieldGrid(QGridLayout):
    """Labels at the left of their fields.

    Args:
        binder: the page's binder.
        parent: whose fields these are; the layout is not yet its layout.
        label_width: the least width of the first labels, so that several grids line up.
    """

    def __init__(self, binder: Binder, parent: QWidget, label_width: int = 0) -> None:
        super().__init__()
        self._binder = binder
        self._parent = parent
        self.setHorizontalSpacing(12)
        self.setVerticalSpacing(8)
        self.setColumnStretch(1, 1)
        self.setColumnStretch(3, 1)
        self.setColumnMinimumWidth(0, label_width)

    def add(
        self,
        row: int,
        column: int,
        key: str,
        field: Field,
        *,
        of: str = "",
        span: int = 1,
        label: str = "",
        undo: str = "",
        tip: str = "",
        **hooks: Any,
    ) -> Field:
        """Put a field with its label into a place, and bind it.

        Args:
            row, column: the label's place; the field is right of it.
            key: the field's key path in the form.
            field: the field.
            of: the key that it is in the declaration, where the form has it elsewhere.
            span: how many columns of the grid the field takes.
            label: what stands before the field; the key's title where empty.
            undo: what undo calls it; the key's full title where empty.
            tip: what it means; as the key describes itself where empty.
            hooks: see ``Binder.bind``.
        """
        known = key_at(of or key)
        label = label or (known.title if known is not None else "")
        self.place(row, column, label, key, field, span)
        if known is not None:
            field.describe(known)
        if tip:
            field.set_tip(tip)
        undo = undo or (known.full_title if known is not None else label)
        self._binder.bind(key, field, undo, **hooks)
        return field

    def place(
        self, row: int, column: int, label: str, name: str, field: Field, span: int = 1
    ) -> None:
        """Put a field with its label into a place, bound to nothing."""
        text = self.label(row, column, label, field.widget, span)
        if field.widget.property("field"):  # several lines: the label stands at the first
            for part in (text, field.widget):
                self.setAlignment(part, Qt.AlignmentFlag.AlignTop)
            text.setContentsMargins(0, 5, 0, 0)
        field.caption = text
        field.set_name(name, label)

    def label(self, row: int, column: int, label: str, widget: QWidget, span: int = 1) -> QLabel:
        """Put any widget with a label into a place."""
        text = PlainLabel(label, self._parent)
        text.setProperty("role", "header")
        text.setBuddy(widget)
        widget.setParent(self._parent)
        self.addWidget(text, row, column)
        self.addWidget(widget, row, column + 1, 1, span)
        return text

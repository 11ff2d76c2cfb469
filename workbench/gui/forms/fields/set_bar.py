"""Choose one of several named sets (variants, cases), add one, copy it, remove it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox
from workbench.gui.look.widgets import flat_button

__all__ = ["SetBar"]


class SetBar(QWidget):
    """A box with the sets, the main one first, and the buttons beside it.

    Args:
        name: the object name; parts are ``<name>.add`` and so on.
        label: what the box is, for screen readers.
        noun: what one set is, e.g. ``variant``.
        parent: the Qt parent.
    """

    chosen = Signal(object)
    """The user chose a set: its value."""
    add = Signal()
    duplicate = Signal()
    remove = Signal()

    def __init__(self, name: str, label: str, noun: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(f"{name}.bar")
        self._sets: list[tuple[object, str]] = []
        self.box = ComboBox(self)
        self.box.setObjectName(name)
        self.box.setAccessibleName(label)
        self.box.setMinimumWidth(160)
        self.box.setMaximumWidth(320)
        self.box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.box.activated.connect(self._on_activated)
        layout = hbox((self.box, 10), on=self, margins=0, spacing=4)
        self.add_button = self._button("add", f"Add a {noun}", layout)
        self.copy_button = self._button("copy", f"Copy this {noun}", layout)
        self.remove_button = self._button("remove", f"Remove this {noun}", layout)
        layout.addStretch(1)
        self.add_button.clicked.connect(self.add)
        self.copy_button.clicked.connect(self.duplicate)
        self.remove_button.clicked.connect(self.remove)

    def _button(self, what: str, tip: str, layout: QHBoxLayout) -> QToolButton:
        button = flat_button(icon(what), tip, self)
        button.setObjectName(f"{self.box.objectName()}.{what}")
        layout.addWidget(button)
        return button

    def show_sets(self, sets: Sequence[tuple[object, str]], current: object) -> None:
        """Show the sets (value and text) and which one is in use."""
        if list(sets) != self._sets:
            self._sets = list(sets)
            self.box.clear()
            for value, text in sets:
                self.box.addItem(text, value)
        index = next((i for i, (value, _) in enumerate(self._sets) if value == current), -1)
        if index < 0:  # a name in the file that is no set: it stays visible
            self.box.setPlaceholderText(str(current))
        self.box.setCurrentIndex(index)

    def _on_activated(self, index: int) -> None:
        self.chosen.emit(self.box.itemData(index))

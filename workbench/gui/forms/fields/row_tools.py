"""The buttons at the end of a row: up, down, remove."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QWidget

from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox
from workbench.gui.look.widgets import flat_button

__all__ = ["RowTools"]


class RowTools(QWidget):
    """Moves one of several rows, or removes it.

    Args:
        key: the row's key path; the buttons are called ``<key>.up`` and so on.
        noun: what the row is, with its number: ``argument 2``.
        index: the row's position, from 0.
        parent: the Qt parent.
        keys: whether the row has a grip, which takes Alt+Up and Alt+Down.
    """

    moved = Signal(int, int)
    """From here to there."""
    removed = Signal(int)

    def __init__(
        self, key: str, noun: str, index: int, parent: QWidget, keys: bool = False
    ) -> None:
        super().__init__(parent)
        self._index = index
        layout = hbox(on=self, margins=0, spacing=0)
        self._layout, self._key = layout, key
        self.up = self._button("up", f"Move {noun} up{' (Alt+Up)' if keys else ''}")
        self.down = self._button("down", f"Move {noun} down{' (Alt+Down)' if keys else ''}")
        self.remove = self._button("remove", f"Remove {noun}")
        self.up.clicked.connect(self._on_up)
        self.down.clicked.connect(self._on_down)
        self.remove.clicked.connect(self._on_remove)

    def _button(self, what: str, tip: str) -> QToolButton:
        button = flat_button(icon(what), tip, self)
        button.setObjectName(f"{self._key}.{what}")
        self._layout.addWidget(button)
        return button

    def buttons(self) -> list[QWidget]:
        """In the order of the keyboard."""
        return [self.up, self.down, self.remove]

    def show_position(self, last: int, first: int = 0) -> None:
        """Between which positions the row can be moved."""
        self.up.setEnabled(self._index > first)
        self.down.setEnabled(self._index < last)

    def set_movable(self, movable: bool) -> None:
        """Whether the order of the rows means anything."""
        self.up.setVisible(movable)
        self.down.setVisible(movable)

    def _on_up(self) -> None:
        self.moved.emit(self._index, self._index - 1)

    def _on_down(self) -> None:
        self.moved.emit(self._index, self._index + 1)

    def _on_remove(self) -> None:
        self.removed.emit(self._index)

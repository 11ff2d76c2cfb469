"""A file of the op: typed, or chosen with the button inside of the field."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit

from workbench.gui.forms.fields.fields import ChoiceField, TextField
from workbench.gui.look.icons import icon

__all__ = ["FILE", "FileField", "ValuesField"]

FILE = "file"
"""The choice of values from a file, beside the generators."""


class FileField(TextField):
    """The path in the op's folder; the folder inside of the field asks for another file.

    Args:
        placeholder: what it may look like.
    """

    wanted = Signal(object)
    """The field."""

    def __init__(self, placeholder: str = "data/x.npy") -> None:
        super().__init__(str.strip, str, placeholder)
        self._browse = QAction(icon("folder"), "Choose a file …", self.line)
        self._browse.triggered.connect(self._on_browse)
        self.line.addAction(self._browse, QLineEdit.ActionPosition.TrailingPosition)

    def set_name(self, object_name: str, accessible: str) -> None:
        super().set_name(object_name, accessible)
        self._browse.setObjectName(f"{object_name}.browse")

    def _on_browse(self) -> None:
        self.wanted.emit(self)


class ValuesField(ChoiceField):
    """How elements are made; a file is asked for before it is one."""

    wanted = Signal(object)
    """The field: a file was chosen."""

    def _on_activated(self, index: int) -> None:
        if self.box.itemData(index) != FILE:
            super()._on_activated(index)
            return
        shown = self._value
        self.box.setCurrentIndex(max(self.box.findData(shown), 0))
        self.wanted.emit(self)

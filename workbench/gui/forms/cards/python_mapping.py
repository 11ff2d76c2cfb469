"""The card of a mapping that is written in a Python file."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from workbench.core.declaration.op import Op
from workbench.gui.document.op_document import OpDocument
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.cards.file_button import FileButton
from workbench.gui.forms.fields.fields import TextField
from workbench.gui.look.code_view import CodeView
from workbench.gui.look.widgets import Card

__all__ = ["PythonMapping"]

_HEIGHT = 260


class PythonMapping(Card):
    """The file and its function, and the text to look at; it is edited on the Kernel page."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__("Python", "g and the op's arguments in, nodes out", parent)
        grid = FieldGrid(binder, self)
        grid.add(0, 0, "mapping.source", TextField(str.strip))
        grid.add(0, 2, "mapping.function", TextField(str.strip))
        self.body.addLayout(grid)
        self.code = CodeView("python", self)
        self.code.setObjectName("mappingSource")
        self.code.setFixedHeight(_HEIGHT)
        self.body.addWidget(self.code)
        binder.line_in(self, "mapping.source", "mapping.function")
        self._edit = FileButton("mapping.source", binder, self)
        self.body.addWidget(self._edit, 0, Qt.AlignmentFlag.AlignLeft)

    def sync(self, op: Op, document: OpDocument) -> None:
        """Show the file's text."""
        name = op.mapping.source
        text = self._edit.show_file(document, name)
        self.code.set_title(name)
        self.code.show_text(text or "", "The file is empty." if text is not None else _MISSING)


_MISSING = "The file does not exist yet. It begins with a symbolic function to fill in."

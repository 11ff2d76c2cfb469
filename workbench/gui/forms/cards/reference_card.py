"""The card in which the op's reference is declared."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from workbench.core.declaration.op import Op
from workbench.core.declaration.sample_model import TO_BE_WRITTEN
from workbench.core.op_toml.keys import known
from workbench.gui.document.op_document import OpDocument
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.forms.cards.field_grid import FieldGrid
from workbench.gui.forms.cards.file_button import FileButton
from workbench.gui.forms.fields.fields import Field, TextField
from workbench.gui.look.theme import code_font
from workbench.gui.look.widgets import Card, muted

__all__ = ["ReferenceCard"]


class ReferenceCard(Card):
    """An expression, or a function in a file."""

    def __init__(self, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__(known("reference").title, known("reference").heading, parent)
        grid = FieldGrid(binder, self)
        expression = TextField(str.strip, _expression)
        expression.line.setFont(code_font())
        grid.add(0, 0, "reference.python", expression, span=3)
        file, function = TextField(str.strip), TextField(str.strip)
        grid.add(1, 0, "reference.source", file, label="or file")
        grid.add(
            1,
            2,
            "reference.function",
            function,
            prepare=_prepare_function,
        )
        self._edit = FileButton("reference.source", binder, self)
        grid.addWidget(self._edit, 2, 1, Qt.AlignmentFlag.AlignLeft)
        holds = TextField(str.strip)
        holds.line.setFont(code_font())
        grid.add(3, 0, "reference.holds", holds, span=3)
        self.body.addLayout(grid)
        self._none = muted(
            "Until one is written, a wrong kernel is not found: both runtimes run it alike.", self
        )
        self.body.addWidget(self._none)
        binder.line_in(self, "reference")

    def sync(self, op: Op, document: OpDocument) -> None:
        """Say what it is good for while there is none; offer to edit the file, or to make it."""
        self._none.setVisible(not op.reference.declared)
        self._edit.show_file(document, op.reference.source)


def _expression(text: str) -> str:
    return "" if text.strip() == TO_BE_WRITTEN else text


def _prepare_function(field: Field, op: Op, key: str) -> None:
    field.set_placeholder(op.name)

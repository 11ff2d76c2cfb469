"""A file of an op that is not trusted yet, to read before one decides."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from workbench.core.errors import UserError
from workbench.core.files.files import read_text
from workbench.gui.look.dialog import Dialog
from workbench.gui.look.layouts import vbox
from workbench.gui.look.theme import code_font

__all__ = ["SourceDialog"]


class SourceDialog(Dialog):
    """The text as it is on disk; nothing can be changed.

    Args:
        path: the file.
        parent: the window.
    """

    def __init__(self, path: Path, parent: QWidget | None = None) -> None:
        super().__init__("sourceDialog", str(path), parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(820, 560)
        text = QPlainTextEdit(self)
        text.setObjectName("sourceText")
        text.setAccessibleName(f"The text of {path.name}")
        text.setReadOnly(True)
        text.setFont(code_font())
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        try:
            text.setPlainText(read_text(path))
        except UserError as error:
            text.setPlainText(f"{error.problem.message}\n{error.problem.hint}")
        self.add_button("sourceDialog.close", "&Close", self.Role.RejectRole)
        vbox((text, 1), self.buttons, on=self, margins=12, spacing=10)
        text.setFocus()

"""The line under the editor: the head that a file must have, or how the text of op.toml stands."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFrame, QWidget

from workbench.core.pipeline.op_files import NamedFile
from workbench.gui.document.op_document import OpDocument
from workbench.gui.editor.generated_views import view_name
from workbench.gui.editor.skeletons import expected
from workbench.gui.editor.toml_bar import TomlBar
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.widgets import CopyLine
from workbench.importers.drafts.skeleton import wrapped_head

__all__ = ["SourceFoot"]


class SourceFoot(QWidget):
    """Hidden where there is nothing to say."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = CopyLine("Expected", "kernelHead", self)
        self.toml = TomlBar(self)
        line = QFrame(self)
        line.setProperty("line", True)
        inset = hbox(self.head, self.toml, margins=(16, 5, 10, 5))
        vbox(line, inset, on=self, margins=0, spacing=0)

    def show_file(self, document: OpDocument, path: Path, file: NamedFile | None) -> None:
        """Say what there is to say of the file in front.

        Args:
            document: the op.
            path: the file.
            file: what ``op.toml`` says of it, if anything.
        """
        if file is None and document.files() and view_name(path):
            file = document.files()[0]
        label, head = ("", "")
        if document.op is not None and file is not None:
            label, head = expected(document.op, file)
        self.head.set_label(label)
        self.head.set_text(head, wrapped_head(head))
        self.head.setVisible(bool(head))
        is_toml = path == document.file
        self.toml.setVisible(is_toml)
        self.toml.show_state(document.broken or (() if document.op else document.problems))
        self.setVisible(bool(head) or is_toml)

"""The button beside a file's name: it is edited on the Kernel page, and made where it is missing."""

from __future__ import annotations

from pathlib import Path, PurePath

from PySide6.QtWidgets import QPushButton, QWidget

from workbench.gui.document.op_document import OpDocument
from workbench.gui.forms.binding.binder import Binder

__all__ = ["FileButton"]


class FileButton(QPushButton):
    """Edits a file that the declaration names.

    Args:
        key: what names the file, such as ``reference.source``.
        binder: of the page, which asks for the file.
        parent: the Qt parent.
    """

    def __init__(self, key: str, binder: Binder, parent: QWidget | None = None) -> None:
        super().__init__("Edit", parent)
        self._binder = binder
        self.setObjectName(f"{key.rpartition('.')[0]}.edit")
        binder.search.made_by_button.add(key)
        self._path: Path | None = None
        self.clicked.connect(self._on_clicked)

    def show_file(self, document: OpDocument, name: str) -> str | None:
        """Be the button of a file; hidden while none is named.

        Returns:
            The file's text; None where there is none.
        """
        self._path = document.folder / name if name else None
        text = document.texts.get(self._path) if self._path is not None else None
        self.setVisible(self._path is not None)
        made = self._path is None or text is not None
        self.setText("Edit" if made else f"Create {PurePath(name).name}")
        return text

    def _on_clicked(self) -> None:
        if self._path is not None:
            self._binder.file_requested.emit(self._path)

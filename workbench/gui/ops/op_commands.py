"""What the user can do with whole ops: copy, cut, paste, duplicate, delete, rename, take headers in."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.storage import trust
from workbench.gui import dialogs
from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.show_folder import show_folder
from workbench.gui.project import op_clipboard
from workbench.gui.project.model import ProjectModel
from workbench.gui.project.op_clipboard import OpFiles

__all__ = ["OpCommands"]

_MANY = 5


class OpCommands(QObject):
    """Each works on the selected ops and is one undo step.

    Args:
        project: the ops.
        window: the parent of dialogs.
        parent: the Qt parent.
    """

    message = Signal(str)
    """For the status bar: what was done."""
    run_requested = Signal(object, bool)
    """Run ops: their folders, and whether all stages again."""
    rename_asked = Signal()
    """The name is to be typed in the list."""

    def __init__(self, project: ProjectModel, window: QWidget, parent: QObject) -> None:
        super().__init__(parent)
        self._project = project
        self._window = window
        self._selected: Callable[[], list[Path]] = list
        self._ours: set[frozenset[tuple[str, bytes]]] = set()
        self._sync: Callable[[Callable[[], None]], None] = _at_once

    def set_selected(self, selected: Callable[[], list[Path]]) -> None:
        """What tells which ops are selected: their folders."""
        self._selected = selected

    def set_sync(self, sync: Callable[[Callable[[], None]], None]) -> None:
        """How to get the editor's last keystrokes before ops are copied or deleted."""
        self._sync = sync

    def documents(self) -> list[OpDocument]:
        """The selected ops."""
        known = self._project.documents
        return [known[f] for f in self._selected() if f in known]

    def copy(self) -> None:
        """Put the selected ops on the clipboard, as they stand here."""
        self._sync(self._copy_now)

    def _copy_now(self) -> None:
        self._copied(self.documents())

    def _copied(self, documents: list[OpDocument]) -> bool:
        if not documents:
            return False
        try:
            ops = [op_clipboard.from_document(d) for d in documents]
            mime = op_clipboard.to_mime(ops, [d.folder for d in documents])
        except UserError as error:
            dialogs.show_error(self._window, "The ops cannot be copied", error)
            return False
        QGuiApplication.clipboard().setMimeData(mime)
        self._remember(documents, ops)
        self.message.emit(f"Copied {_names(documents)}.")
        return True

    def _remember(self, documents: list[OpDocument], ops: list[OpFiles]) -> None:
        """A copy of a trusted op is as trusted; a paste of anything else is asked about."""
        for document, op in zip(documents, ops, strict=True):
            if trust.is_trusted(document.folder):
                self._ours.add(_content(op))

    def cut(self) -> None:
        """Copy the selected ops, and delete them."""
        self._sync(self._cut_now)

    def _cut_now(self) -> None:
        documents = self.documents()
        if self._copied(documents):
            self._delete(documents, "Cut {names}")

    def paste(self) -> None:
        """Add the clipboard's ops to the project."""
        try:
            ops = op_clipboard.from_mime(QGuiApplication.clipboard().mimeData())
        except UserError as error:
            dialogs.show_error(self._window, "The clipboard cannot be pasted", error)
            return
        if not ops:
            self.message.emit("The clipboard holds no op.")
        self.add(ops, "Paste {names}")

    def add_folders(self, folders: Iterable[Path]) -> None:
        """Add copies of op folders, for instance of those dropped onto the list."""
        try:
            ops = [op_clipboard.from_folder(folder) for folder in folders]
        except UserError as error:
            dialogs.show_error(self._window, "The op could not be added", error)
            return
        self.add(ops, "Add {names}")

    def add(self, ops: list[OpFiles], text: str) -> None:
        """Add ops under free names; ``{names}`` in the step's name is replaced."""
        if not ops:
            return
        try:
            folders = self._project.add_files(ops, text)
        except UserError as error:
            dialogs.show_error(self._window, "The op could not be added", error)
            return
        trust.trust([f for f, op in zip(folders, ops, strict=True) if _content(op) in self._ours])
        self._project.edit_shown.emit(folders[0], "")
        self.message.emit(f"Added {', '.join(f.name for f in folders[:3])}{_more(folders)}.")

    def duplicate(self) -> None:
        """Add a copy of each selected op, as it stands here."""
        self._sync(self._duplicate_now)

    def _duplicate_now(self) -> None:
        try:
            documents = self.documents()
            ops = [op_clipboard.from_document(d) for d in documents]
        except UserError as error:
            dialogs.show_error(self._window, "The op cannot be duplicated", error)
            return
        self._remember(documents, ops)
        self.add(ops, "Duplicate {names}")

    def delete(self) -> None:
        """Move the selected ops to the trash; undo brings them back."""
        self._sync(self._delete_now)

    def _delete_now(self) -> None:
        self._delete(self.documents(), "Delete {names}")

    def _delete(self, documents: list[OpDocument], text: str) -> None:
        if not documents:
            return
        names = _names(documents)
        try:
            self._project.delete_ops(documents, text)
        except UserError as error:
            dialogs.show_error(self._window, "The op cannot be deleted", error)
            return
        self.message.emit(f"Deleted {names}. Ctrl+Z brings it back.")

    def run(self) -> None:
        """Bring the selected ops up to date."""
        self.run_requested.emit(self._selected(), False)

    def run_again(self) -> None:
        """Run all stages of the selected ops."""
        self.run_requested.emit(self._selected(), True)

    def show_folder(self) -> None:
        """Open the selected ops' folders in the file manager."""
        for folder in self._selected()[:_MANY]:
            show_folder(folder)

    def copy_path(self) -> None:
        """Put the selected ops' paths on the clipboard."""
        QGuiApplication.clipboard().setText("\n".join(str(f) for f in self._selected()))

    def take_headers(self) -> None:
        """Copy the headers of an op that lie in roots of the project into its folder."""
        document = next((d for d in self.documents() if d.op is not None), None)
        if document is not None:
            self._sync(partial(self._take_headers_now, document))

    def _take_headers_now(self, document: OpDocument) -> None:
        # C++ is read by what takes a while to import.
        from workbench.importers.cpp.headers.taken_headers import headers_outside, take_headers

        assert document.op is not None
        try:
            outside = headers_outside(document.folder, document.op)
            if not dialogs.ask_take_headers(self._window, document.name, outside.words):
                return
            changed = take_headers(document.folder, document.op, outside)
        except UserError as error:
            dialogs.show_error(self._window, "No headers were taken", error)
            return
        except OSError as error:
            failed = UserError("disk", f"the headers cannot be written: {error.strerror or error}")
            dialogs.show_error(self._window, "No headers were taken", failed)
            return
        include = changed.kernel.include

        def edit(op: Op) -> Op:
            return replace(op, kernel=replace(op.kernel, include=include))

        self._project.edit(document, "Take headers in", edit, key="kernel.include")
        self.message.emit(f"Took in {len(outside.files)} headers of {document.name}.")

    def ask_rename(self) -> None:
        """Type a new name in the list."""
        self.rename_asked.emit()

    def rename(self, folder: Path, name: str) -> None:
        """Give an op another name."""
        document = self._project.documents.get(folder)
        if document is not None:
            self._sync(partial(self._rename_now, document, name.strip()))

    def _rename_now(self, document: OpDocument, name: str) -> None:
        try:
            self._project.rename_op(document, name)
        except UserError as error:
            dialogs.show_error(self._window, "The op cannot be renamed", error)
            return
        self._project.edit_shown.emit(document.folder, "")


def _names(documents: list[OpDocument]) -> str:
    return ", ".join(d.name for d in documents[:3]) + _more(documents)


def _more(items: list[OpDocument] | list[Path]) -> str:
    return f" and {len(items) - 3} more" if len(items) > 3 else ""


def _at_once(then: Callable[[], None]) -> None:
    then()


def _content(op: OpFiles) -> frozenset[tuple[str, bytes]]:
    """What identifies the files of an op: their digests, so that none is kept."""
    return frozenset((path, hashlib.sha256(data).digest()) for path, data in op.files.items())

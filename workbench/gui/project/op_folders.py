"""Ops that come and go in the open project: folders on disk, each change an undo step."""

from __future__ import annotations

import contextlib
import shutil
from functools import partial
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from workbench.core.declaration.names import name_problem, natural_key
from workbench.core.edits.common import renamed
from workbench.core.errors import UserError
from workbench.core.storage import project
from workbench.gui.document.copies import write_whole
from workbench.gui.document.op_document import OpDocument
from workbench.gui.project import trash
from workbench.gui.project.op_clipboard import OpFiles
from workbench.gui.project.undo import FolderStep, OpsCome, OpsGo, RenameFolder

__all__ = ["OpFolders"]


class OpFolders(QObject):
    """The part of ``ProjectModel`` that adds, deletes and renames whole ops.

    Attributes:
        folder, is_project, documents, undo: see ``ProjectModel``.
    """

    ops_changed = Signal()
    """Ops were added, deleted, renamed, or moved with the project."""
    dirty_changed = Signal()
    op_came = Signal(object)
    """An op was added, brought back or renamed: its folder. ``ops_changed`` follows."""
    op_went = Signal(object)
    """An op was deleted or renamed: the folder that it had. ``ops_changed`` follows."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.folder: Path | None = None
        self.is_project = False
        self.documents: dict[Path, OpDocument] = {}
        self.undo = QUndoStack(self)
        # A stack that is deleted with its steps tells of each that it is gone; nobody is there to hear it.
        self.destroyed.connect(partial(self.undo.blockSignals, True))
        # Ops that undo can bring back, or redo.
        self._gone: list[OpDocument] = []

    def _load(self, folder: Path) -> OpDocument:
        raise NotImplementedError

    def _open_folder(self) -> Path:
        if self.folder is None or not self.is_project:
            raise UserError("project", "no project is open", "Make a new project for this op.")
        return self.folder

    def add_files(self, ops: list[OpFiles], text: str) -> list[Path]:
        """Add ops from a clipboard or of this project, under names that are free.

        Args:
            ops: their files.
            text: the step's name; ``{names}`` is replaced.

        Raises:
            UserError: they cannot be written; nothing is added then.
        """
        folders: list[Path] = []
        try:
            for op in ops:
                folders.append(op.write(self._open_folder() / "ops"))
        except UserError:
            for folder in folders:
                shutil.rmtree(folder, ignore_errors=True)  # ours, and made a moment ago
            raise
        self.take_folders(folders, text.format(names=_listed([f.name for f in folders])))
        return folders

    def take_folders(self, folders: list[Path], text: str) -> None:
        """Take in ops whose folders were written into the project, as one undo step."""
        self._do(OpsCome(self, text, [self._load(folder) for folder in folders]))

    def take_in_folders(self) -> list[Path]:
        """Show the ops that another program has put into the project.

        That is no undo step: nothing that was done here is to be taken back.

        Returns:
            Their folders.
        """
        found: tuple[Path, ...] = ()
        if self.folder is not None and self.is_project:
            with contextlib.suppress(UserError):  # the project's folder itself is gone
                found = project.open_project(self.folder).op_folders
        new = [folder for folder in found if folder not in self.documents]
        if new:
            self.adopt([self._load(folder) for folder in new])
        return new

    def delete_ops(self, documents: list[OpDocument], text: str = "Delete {names}") -> None:
        """Move ops to the trash; undo brings them back. Raises UserError."""
        self._open_folder()
        if documents:
            names = _listed([d.folder.name for d in documents])
            self._do(OpsGo(self, text.format(names=names), documents))

    def rename_op(self, document: OpDocument, name: str) -> None:
        """Give an op's folder another name, and the op too where both were the same.

        Raises:
            UserError: the name is taken or unusable, or the folder cannot be renamed.
        """
        self._open_folder()
        old, before = document.folder.name, document.now
        if name == old:
            return
        if problem := name_problem(name):
            raise UserError("project", problem, "Choose another name.")
        after = before
        if before is not None and before.op.name == old and not before.broken:
            after = msgspec.structs.replace(before, op=renamed(before.op, name))
        self._do(RenameFolder(self, f"Rename op {old} to {name}", document, name, before, after))

    def _do(self, step: FolderStep) -> None:
        step.perform(back=False)
        self.undo.push(step)

    def adopt(self, documents: list[OpDocument]) -> None:
        """Show ops whose folders are there."""
        for document in documents:
            self.documents[document.folder] = document
        self._sort()
        for document in documents:
            self.op_came.emit(document.folder)
        self.ops_changed.emit()
        self.dirty_changed.emit()

    def discard(self, documents: list[OpDocument]) -> dict[OpDocument, Path]:
        """For ``OpsGo``: move ops to the trash. Where each is; or UserError, and none is."""
        trashed: dict[OpDocument, Path] = {}
        try:
            for document in documents:
                # Another program may have been first; what is known here can still come back.
                move = None if document.folder.is_dir() else partial(write_whole, document)
                trashed[document] = trash.discard(document.folder, move)
        except UserError:
            for document, in_trash in trashed.items():
                trash.restore(in_trash, document.folder)
            raise
        for document, in_trash in trashed.items():
            if document.dirty:
                # The edits stay in memory for undo; these are for whoever misses them later.
                with contextlib.suppress(UserError):
                    write_whole(document, in_trash.parent / "with-unsaved-edits")
            self.documents.pop(document.folder, None)
            self._gone.append(document)
            self.op_went.emit(document.folder)
        self.ops_changed.emit()
        self.dirty_changed.emit()
        return trashed

    def bring_back(self, trashed: dict[OpDocument, Path]) -> None:
        """For ``OpsGo``: the way back from the trash. Raises UserError; none is back then."""
        ops = self._open_folder() / "ops"
        back: dict[OpDocument, Path] = {}
        try:
            for document, in_trash in trashed.items():
                trash.restore(in_trash, ops / document.folder.name)
                back[document] = in_trash
        except UserError:
            for document, in_trash in back.items():
                in_trash.parent.mkdir(parents=True, exist_ok=True)
                (ops / document.folder.name).rename(in_trash)
            raise
        for document in trashed:
            # The project may have been saved elsewhere meanwhile.
            document.relocate(ops / document.folder.name)
            self._gone.remove(document)
        self.adopt(list(trashed))

    def move_folder(self, document: OpDocument, name: str) -> None:
        """For ``RenameFolder``. Raises UserError."""
        old, new = document.folder, document.folder.with_name(name)
        try:
            if new.exists():
                message = f"the project has an op '{name}' already"
                raise UserError("project", message, "Choose another name.", file=new)
            old.rename(new)
        except OSError as error:
            message = f"the folder cannot be renamed: {error.strerror or error}"
            raise UserError("project", message, file=old) from None
        del self.documents[old]
        self.op_went.emit(old)
        document.relocate(new)
        self.adopt([document])

    def _sort(self) -> None:
        self.documents = dict(sorted(self.documents.items(), key=lambda i: natural_key(i[0].name)))


def _listed(names: list[str]) -> str:
    """For the edit menu: ``op my_add``, ``3 ops``."""
    return f"op {names[0]}" if len(names) == 1 else f"{len(names)} ops"

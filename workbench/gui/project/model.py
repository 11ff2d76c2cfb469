"""The open project: the documents, the undo stack, and what is unsaved. No widgets."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, Signal

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.files.files import real_path
from workbench.core.op_toml.key_path import is_within
from workbench.core.storage import op_file, project
from workbench.core.storage.journal import UnfinishedText
from workbench.gui.document.copies import write_whole
from workbench.gui.document.op_document import OpDocument, Snapshot
from workbench.gui.document.snapshot import read_snapshot
from workbench.gui.project.gaps import Gaps
from workbench.gui.project.op_folders import OpFolders
from workbench.gui.project.undo import EditOp, FolderStep
from workbench.importers.drafts import draft as drafts

__all__ = ["ProjectModel"]


class ProjectModel(OpFolders):
    """The source of truth of the window; widgets only show it.

    Attributes:
        folder: the project's folder (of a single op: the op's); None while none is open.
        title: the project's name.
        is_project: False for an op folder that was opened on its own.
        documents: the ops by folder, in order.
        undo: one stack for the whole project.
        gaps: what the sources of new ops did not say.
    """

    reset = Signal()
    """Another project, or none."""
    op_changed = Signal(object)
    """A declaration or its problems: the op's folder."""
    text_changed = Signal(object, str)
    """A source: the op's folder, the file's path."""
    saved = Signal(object)
    """An op was written: its folder."""
    edit_shown = Signal(object, str)
    """Undo or redo changed an op: its folder, the first key path that differs."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = ""
        self.gaps = Gaps(self)

    # -- opening

    def open(self, path: Path) -> Path | None:
        """Open a project, or an op's folder (its project where it lies in one).

        Returns:
            The op to show first, where the path names one.

        Raises:
            UserError: the path is neither; what was open stays open.
        """
        path = path.expanduser().absolute()
        if path.name in (op_file.FILE_NAME, project.PROJECT_FILE):
            path = path.parent
        is_op = (path / op_file.FILE_NAME).is_file()
        root = path.resolve().parent.parent
        if is_op and not (root / project.PROJECT_FILE).is_file():
            self._take(path.resolve(), path.resolve().name, False, [path.resolve()])
            return path.resolve()
        opened = project.open_project(root if is_op else path)
        self._take(opened.folder, opened.file.name, True, list(opened.op_folders))
        return path.resolve() if is_op else None

    def close(self) -> None:
        """Close the project; unsaved edits are gone, so ask before."""
        self._take(None, "", False, [])

    def _take(self, folder: Path | None, title: str, is_project: bool, ops: list[Path]) -> None:
        self.undo.clear()
        for document in [*self.documents.values(), *self._gone]:
            document.deleteLater()
        self._gone = []
        self.folder, self.title, self.is_project = folder, title, is_project
        self.documents = {}
        for op in ops:
            self._add(op)
        self.reset.emit()
        self.dirty_changed.emit()

    def _add(self, folder: Path) -> OpDocument:
        document = self._load(folder)
        self.documents[folder] = document
        return document

    def _load(self, folder: Path) -> OpDocument:
        document = OpDocument(folder, self)
        document.changed.connect(self._on_changed)
        document.text_changed.connect(self._on_text)
        document.dirty_changed.connect(self.dirty_changed)
        return document

    def _on_changed(self) -> None:
        document = self.sender()
        if isinstance(document, OpDocument):
            self.op_changed.emit(document.folder)

    def _on_text(self, path: str) -> None:
        document = self.sender()
        if isinstance(document, OpDocument):
            self.text_changed.emit(document.folder, path)

    # -- ops that come and go, each an undo step

    def add_draft(self, draft: drafts.Draft, name: str) -> Path:
        """Put a new op into the open project. Raises UserError."""
        folder = drafts.write_draft(draft, self._open_folder(), name)
        self.take_folders([folder], f"Add op {name}")
        self.gaps.open(self.documents[folder], draft.gaps)
        return folder

    def take_theirs(self, document: OpDocument, path: Path) -> None:
        """Settle a conflict with the other program's version; it can be undone. Raises UserError."""
        theirs = document.take_theirs(path)
        before = document.now
        if path != document.file or before is None:
            document.set_text(path, theirs)
            return
        after = read_snapshot(theirs, msgspec.structs.replace(before, unfinished={}))
        self._push(document, before, after, "Take another program's version", "")
        document.set_saved(after)

    def reload_changed(self, document: OpDocument) -> bool:
        """Take in what other programs wrote to one op; a declaration that changed can be undone."""
        before = document.now
        taken = document.reload_if_changed()
        after = document.now
        if taken and before is not None and after is not None and before != after == document.saved:
            self.undo.push(EditOp(document, before, after, "Change by another program"))
        return taken

    # -- editing

    def edit(
        self,
        document: OpDocument,
        text: str,
        change: Callable[[Op], Op],
        *,
        key: str = "",
        keys: tuple[str, ...] = (),
        merge: str = "",
        rows: tuple[str, list[int]] | None = None,
    ) -> None:
        """Do an edit as one undo step.

        Args:
            document: the op.
            text: the step's name.
            change: the edit, a pure function of the declaration.
            key: the field that is edited; an unfinished text that it held is settled.
            keys: further fields whose unfinished texts are settled.
            merge: typing in one field carries the same text here and becomes one step. The
                change then applies to the state before the typing began, so that a rename
                passes over half-typed names.
            rows: see ``OpDocument.edited``.
        """
        if self._refuses(document):
            return
        base = self._base(document, merge)
        after = document.edited(base, change, rows)
        settled = [k for k in (key, *keys) if k]
        if settled:
            kept = {
                k: typed
                for k, typed in after.unfinished.items()
                if not any(is_within(k, s) for s in settled)
            }
            after = msgspec.structs.replace(after, unfinished=kept)
        self._push(document, base, after, text, merge)

    def edit_text(self, document: OpDocument, text: str, merge: str = "") -> None:
        """Edit ``op.toml`` as text, one undo step as ``edit`` does.

        The forms follow as soon as the text can be read, and stay as they are while it cannot.
        """
        if document.now is None:
            document.set_text(document.file, text)
        elif text != document.toml():
            base = self._base(document, merge)
            after = read_snapshot(text, document.now)
            self._push(document, base, after, f"Edit {op_file.FILE_NAME}", merge)

    def set_unfinished(
        self,
        document: OpDocument,
        key: str,
        unfinished: UnfinishedText,
        text: str,
        merge: str,
        *,
        back: bool = False,
    ) -> None:
        """Keep a text that the declaration cannot take: also an undo step.

        Args:
            document, text, merge: see ``edit``.
            key: the field.
            unfinished: what stands there.
            back: take back what the same typing has changed so far.
        """
        if self._refuses(document):
            return
        base = self._base(document, merge)
        state = base if back else document.now
        assert state is not None  # a form shows it
        after = msgspec.structs.replace(state, unfinished={**state.unfinished, key: unfinished})
        self._push(document, base, after, text, merge)

    def _refuses(self, document: OpDocument) -> bool:
        """Forms edit what the text says; while it says nothing, they go back to what they showed."""
        if document.broken:
            document.changed.emit()
        return document.now is None or bool(document.broken)

    def base_op(self, document: OpDocument, merge: str) -> Op:
        """The declaration that an edit with this merge text would start from."""
        return self._base(document, merge).op

    def _base(self, document: OpDocument, merge: str) -> Snapshot:
        top = self.undo.command(self.undo.count() - 1) if self.undo.count() else None
        at_end = self.undo.index() == self.undo.count()
        if at_end and isinstance(top, EditOp) and top.continues(document, merge):
            return top.before
        assert document.now is not None
        return document.now

    def _push(
        self, document: OpDocument, base: Snapshot, after: Snapshot, text: str, merge: str
    ) -> None:
        if after != document.now:
            self.undo.push(EditOp(document, base, after, text, merge))

    def step(self, back: bool) -> None:
        """Undo or redo, and tell what it concerned so that the window can show it.

        Raises:
            UserError: a folder cannot be moved; nothing has changed, and it can be tried again.
        """
        stack = self.undo
        index = stack.index() - 1 if back else stack.index()
        command = stack.command(index) if 0 <= index < stack.count() else None
        if isinstance(command, FolderStep):
            command.perform(back)
        if back:
            stack.undo()
        else:
            stack.redo()
        if isinstance(command, EditOp):
            key = command.merge.partition("#")[0]
            self.edit_shown.emit(command.document.folder, key)
        elif isinstance(command, FolderStep) and (document := command.shown(back)) is not None:
            self.edit_shown.emit(document.folder, "")

    # -- saving

    @property
    def dirty(self) -> bool:
        """Whether anything is unsaved."""
        return any(d.announced_dirty for d in self.documents.values())

    def dirty_documents(self) -> list[OpDocument]:
        """The ops with unsaved edits."""
        return [d for d in self.documents.values() if d.dirty]

    def save(self) -> None:
        """Write every edited op.

        Raises:
            UserError: of the first op that could not be written; the others are written, and
                nothing is lost.
        """
        failed: list[UserError] = []
        for document in self.dirty_documents():
            try:
                document.save()
            except UserError as error:
                failed.append(error)
            else:
                self.saved.emit(document.folder)
        if failed:
            raise failed[0]

    def save_as(self, target: Path) -> list[str]:
        """Write the project, edits included, to another folder and go on there.

        The old folder stays as it was saved last; it may be gone. Raises UserError.

        Returns:
            What was not copied, as it is a link that leads elsewhere or no file.
        """
        assert self.folder is not None
        target = real_path(target)
        name = "" if self.title == self.folder.name else self.title  # as its folder is called
        whole = self.is_project and (self.folder / project.PROJECT_FILE).is_file()
        left = project.left_out(self.folder) if self.folder.is_dir() else []
        opened = (
            project.save_project_as(self.folder, target)
            if whole
            else project.create_project(target, name)
        )
        moved: dict[Path, Path] = {}
        try:
            for folder, document in self.documents.items():
                moved[folder] = target / "ops" / folder.name
                if not whole and (folder / op_file.FILE_NAME).is_file():
                    project.copy_op(folder, target, folder.name)
                write_whole(document, moved[folder])
        except UserError:
            shutil.rmtree(target, ignore_errors=True)  # ours, and made a moment ago
            raise
        for document in self.documents.values():
            document.move_to(moved[document.folder])
        self.folder, self.title, self.is_project = opened.folder, opened.file.name, True
        self.documents = {d.folder: d for d in self.documents.values()}
        self.ops_changed.emit()
        self.dirty_changed.emit()
        return left

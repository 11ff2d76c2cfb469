"""Keeps unsaved edits in a journal while they are made, half a second behind at most."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from workbench.core.storage import op_file
from workbench.core.storage.journal import Entry, FileEdit, Journal, digest
from workbench.gui.document.op_document import OpDocument
from workbench.gui.project.model import ProjectModel

__all__ = ["JournalKeeper", "entry_of"]

_DELAY_MS = 300
_SLICE_SECONDS = 0.015


class JournalKeeper(QObject):
    """Writes each op that was edited a moment after the edit.

    The delay begins with the first edit and is not put off by further ones, so that what is
    typed without a pause is kept, too. One op is one small file: an edit costs the same in a
    project of 500 ops.

    Args:
        project: the ops.
        parent: the Qt parent.
    """

    written = Signal()
    """What waited is in the journal."""
    failed = Signal(str)
    """Edits cannot be kept: why, in a sentence. Said once until it works again."""

    def __init__(self, project: ProjectModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = project
        self._journal: Journal | None = None
        self._pending: dict[Path, None] = {}
        self._has_failed = False
        self._is_closed = False
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._turn)
        project.reset.connect(self._end)
        project.op_changed.connect(self._on_op)
        project.saved.connect(self._on_op)
        project.text_changed.connect(self._on_op)
        project.op_came.connect(self._on_op)
        project.op_went.connect(self._on_op)
        project.ops_changed.connect(self._on_ops)

    def flush(self) -> bool:
        """Write all that waits now; ``False`` where it cannot be kept."""
        self._work(float("inf"))
        return not self._has_failed

    def close(self) -> None:
        """The window is closed: what is unsaved was saved or discarded on purpose."""
        self._is_closed = True
        self._end()

    def _end(self) -> None:
        self._timer.stop()
        self._pending.clear()
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def _on_ops(self) -> None:
        """Ops came or went, or the project was saved elsewhere and goes on there."""
        if self._journal is not None and self._journal.project != self._project.folder:
            self._end()
            for document in self._project.dirty_documents():
                self._on_op(document.folder)

    def _on_op(self, folder: Path, _path: str = "") -> None:
        if self._is_closed:
            return
        self._pending[folder] = None
        if not self._timer.isActive():
            self._timer.start(_DELAY_MS)

    def _turn(self) -> None:
        self._work(time.perf_counter() + _SLICE_SECONDS)
        if self._pending:
            self._timer.start(0)

    def _work(self, until: float) -> None:
        while self._pending:
            folder = next(iter(self._pending))
            del self._pending[folder]
            self._write(folder)
            if time.perf_counter() > until:
                return
        self.written.emit()

    def _write(self, folder: Path) -> None:
        root, document = self._project.folder, self._project.documents.get(folder)
        if root is None:
            return
        try:
            if document is not None and document.dirty:
                if self._journal is None:
                    self._journal = Journal(root)
                self._journal.write(entry_of(document, root))
            elif self._journal is not None:
                self._journal.drop(_relative(folder, root))
        except OSError as error:
            if not self._has_failed:
                self._has_failed = True
                self.failed.emit(
                    f"Unsaved edits cannot be kept for the case of a crash: {error.strerror}."
                )
        else:
            self._has_failed = False


def entry_of(document: OpDocument, root: Path) -> Entry:
    """The unsaved edits of an op, as the journal has them."""
    folder = document.folder
    files = {
        path.relative_to(folder).as_posix(): FileEdit(
            document.texts[path], digest(document.disk_text(path))
        )
        for path in document.dirty_texts()
    }
    for path, text in document.removed.items():
        files[path.relative_to(folder).as_posix()] = FileEdit(None, digest(text))
    if document.now is not None and document.declaration_dirty:
        base = digest(document.disk_text(document.file))
        files[op_file.FILE_NAME] = FileEdit(document.toml(), base)
    unfinished = dict(document.unfinished)
    return Entry(1, _relative(folder, root), document.name, time.time(), files, unfinished)


def _relative(folder: Path, root: Path) -> str:
    return folder.relative_to(root).as_posix() if folder.is_relative_to(root) else str(folder)

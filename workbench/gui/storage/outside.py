"""Files that other programs change while the window is open: noticed, taken in, or asked about."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Collection
from pathlib import Path

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from workbench.core.errors import UserError
from workbench.core.examples.example_files import example_files
from workbench.gui import dialogs
from workbench.gui.document.op_document import OpDocument
from workbench.gui.services import Services

__all__ = ["OutsideChanges"]

_SETTLE_MS = 120
_POLL_MS = 2000
_PAINT_MS = 30
_MOST_PATHS = 256

Sync = Callable[[Callable[[], None]], None]


class OutsideChanges(QObject):
    """Watches the op that is shown; the others are looked at when the window comes to the front.

    The folder of the ops is watched, too: an op that is copied there is shown, and one whose
    folder is gone is marked. Nothing of a new op runs; running it asks, as for any from elsewhere.

    A system watches a few thousand folders at most for all programs of a user, so 500 ops are not
    watched. Where watching fails (a network folder, the limit reached), the op that is shown is
    looked at every two seconds.

    Args:
        services: project and engine.
        window: the parent of questions.
        sync: brings the editor's last keystrokes into the documents.
    """

    def __init__(self, services: Services, window: QWidget, sync: Sync) -> None:
        super().__init__(window)
        self._project = services.project
        self._engine = services.engine
        self._window = window
        self._sync = sync
        self._folder: Path | None = None
        self._asking = False
        # Ops that another program has put here; it may not be done yet.
        self._new: set[Path] = set()
        self._gone: set[Path] = set()
        self._watcher = QFileSystemWatcher(self)
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self.look)
        self._poll = QTimer(self, interval=_POLL_MS)
        self._poll.timeout.connect(self.look)
        self._watch_later = QTimer(self, singleShot=True, interval=_PAINT_MS)
        self._watch_later.timeout.connect(self._watch_shown)
        self._ask_later = QTimer(self, singleShot=True, interval=0)
        self._ask_later.timeout.connect(self._ask)
        self._watcher.fileChanged.connect(self._on_signal)
        self._watcher.directoryChanged.connect(self._on_signal)
        self._project.op_changed.connect(self._on_op)
        self._project.reset.connect(self._on_reset)

    def show_op(self, folder: Path | None) -> None:
        """This op is shown; it is the one to watch, once it has been painted."""
        self._folder = folder
        self._watch_later.start()

    def watched(self) -> list[Path]:
        """What is watched now."""
        return [Path(p) for p in (*self._watcher.files(), *self._watcher.directories())]

    def look(self) -> None:
        """Take in what was changed in the op that is shown, and ops that came or went."""
        self._sync(self._look)

    def _look(self) -> None:
        new = self._project.take_in_folders()
        if new:
            self._new.update(new)
            names = ", ".join(folder.name for folder in new)
            self._engine.log.emit(f"Another program has added to the project: {names}.\n")
        documents = self._project.documents
        gone = {folder for folder in documents if not folder.is_dir()}
        changed, self._gone = gone ^ self._gone, gone
        for folder in [f for f in documents if f in changed | self._new or f == self._folder]:
            self._look_at(documents[folder])
        self._watch()

    def _look_at(self, document: OpDocument) -> None:
        if self._project.reload_changed(document):
            self._engine.update(document.folder, document.op, document.problems)
        self._say_notes(document)
        if document.conflicts:
            self._ask_later.start()

    def _document(self) -> OpDocument | None:
        return self._project.documents.get(self._folder) if self._folder is not None else None

    # -- watching

    def _watch_shown(self) -> None:
        self._watch()
        self._sync(self._look_at_shown)  # it may have been written since it was shown

    def _look_at_shown(self) -> None:
        document = self._document()
        if document is not None:
            self._look_at(document)

    def _watch(self) -> None:
        document = self._document()
        wanted: dict[str, None] = {}
        if document is not None and document.folder.is_dir():
            sources = [p for p in document.source_paths() if p.is_relative_to(document.folder)]
            if document.op is not None:
                sources += [document.folder / name for name in example_files(document.op)]
            folders = [document.folder, document.folder.parent, *(p.parent for p in sources)]
            wanted = {str(p): None for p in (*folders, document.file, *sources) if _exists(p)}
        elif document is not None:
            nearest = next((p for p in document.folder.parents if p.is_dir()), None)
            wanted = {str(nearest): None} if nearest is not None else {}
        wanted |= {str(p): None for p in self._of_project() if _exists(p)}
        paths = list(wanted)[:_MOST_PATHS]
        now = {*self._watcher.files(), *self._watcher.directories()}
        stale, new = [p for p in now if p not in wanted], [p for p in paths if p not in now]
        if stale:
            self._watcher.removePaths(stale)
        missed = self._watcher.addPaths(new) if new else []
        if missed or len(wanted) > _MOST_PATHS:
            self._poll.start()
        else:
            self._poll.stop()

    def _of_project(self) -> list[Path]:
        """What tells of ops that come and go."""
        root = self._project.folder
        if root is None:
            return []
        # A folder that is renamed is told by the one that holds it.
        found = [root, root.parent]
        if self._project.is_project:
            found.append(root / "ops")
            # A folder that is being copied is there before its declaration.
            known = self._project.documents
            found += _folders(root / "ops", {folder.name for folder in known})
            for folder in sorted(self._new.intersection(known)):
                found += [folder, known[folder].file]
        return found

    def _on_signal(self, _path: str) -> None:
        # A burst of writes is one change; a file that is replaced is gone for a moment.
        self._settle.start()

    def _on_reset(self) -> None:
        self._settle.stop()
        self._folder = None
        self._new.clear()
        self._gone.clear()
        self._watch()

    def _on_op(self, folder: Path) -> None:
        document = self._project.documents.get(folder)
        if document is not None:
            self._say_notes(document)
            if document.conflicts:
                self._ask_later.start()

    def _say_notes(self, document: OpDocument) -> None:
        while document.notes:
            self._engine.log.emit(document.notes.pop(0) + "\n")

    # -- conflicts

    def _ask(self) -> None:
        """Both have changed a file: the user chooses; neither version is lost."""
        if self._asking or QApplication.activeModalWidget() is not None:
            return
        from workbench.gui.storage.conflict_dialog import (
            ask_conflict,  # not needed for the first window
        )

        self._asking = True
        try:
            for document in list(self._project.documents.values()):
                for path, theirs in list(document.conflicts.items()):
                    mine = document.text(path) or ""
                    answer = ask_conflict(self._window, path, mine, theirs)
                    self._settle_conflict(document, path, answer)
        finally:
            self._asking = False

    def _settle_conflict(self, document: OpDocument, path: Path, answer: str) -> None:
        if path not in document.conflicts:
            return  # settled while the question stood: saved, or the project was closed
        if answer != "theirs":
            document.keep_mine(path)
            return
        try:
            self._project.take_theirs(document, path)
        except UserError as error:
            dialogs.show_error(self._window, "Your edits could not be kept", error)
        self._say_notes(document)
        self._engine.update(document.folder, document.op, document.problems)


def _folders(within: Path, known: Collection[str]) -> list[Path]:
    """The folders in a folder, except those that are known, and hidden ones."""
    try:
        with os.scandir(within) as entries:
            new = [e for e in entries if e.name not in known and not e.name.startswith(".")]
            return [within / e.name for e in new if e.is_dir()]
    except OSError:
        return []


def _exists(path: Path) -> bool:
    with contextlib.suppress(OSError, ValueError):  # a name that no file can have
        return path.exists()
    return False

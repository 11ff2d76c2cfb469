"""Offers what a window that was killed has left unsaved, and puts it into this window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoCommand
from PySide6.QtWidgets import QWidget

from workbench.core.errors import UserError
from workbench.core.storage import journal, op_file
from workbench.core.storage.journal import Entry, FileEdit, Left
from workbench.gui import dialogs
from workbench.gui.document.op_document import OpDocument
from workbench.gui.document.snapshot import Snapshot, read_snapshot
from workbench.gui.project.model import ProjectModel
from workbench.gui.storage.journal import JournalKeeper

__all__ = ["Recovery"]

_TEXT = "Recover unsaved edits"


class Recovery(QObject):
    """Asks when a project is opened, and at the start for whatever project there is.

    Args:
        project: the ops.
        keeper: keeps what is recovered from then on.
        open_path: opens a project; whether it did.
        window: the parent of the question.
    """

    logged = Signal(str)
    """For the log: what was done."""
    noticed = Signal(str)
    """A line to show for a while."""
    op_shown = Signal(object)
    """An op with recovered edits: its folder."""

    def __init__(
        self,
        project: ProjectModel,
        keeper: JournalKeeper,
        open_path: Callable[[Path], bool],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._project = project
        self._keeper = keeper
        self._open_path = open_path
        self._window = window
        self._started = False
        # Not within the opening itself: the window shows the project first.
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.offer)
        project.reset.connect(self._on_reset)

    def start(self) -> None:
        """The window is on the screen: ask from now on."""
        self._started = True
        self.offer(anywhere=True)

    def _on_reset(self) -> None:
        if self._started and self._project.folder is not None:
            self._later.start()

    def offer(self, anywhere: bool = False) -> None:
        """Ask about what is left of this project; without one, of any (if ``anywhere``)."""
        self._later.stop()
        folder = self._project.folder
        if folder is None and not anywhere:
            return
        if folder is not None and journal.is_edited_elsewhere(folder):
            self.noticed.emit("Another window has unsaved edits of this project.")
        found = [left for left in journal.find_left(folder) if self._is_of_use(left)]
        for left in found[1:]:
            left.keep()  # asked about another time
        if found:
            self._ask(found[0])

    def _is_of_use(self, left: Left) -> bool:
        """Whether an edit differs from what is saved by now; otherwise it is settled."""
        left.entries = [
            e for e in left.entries if e.unfinished or journal.changed_files(e, left.project / e.op)
        ]
        if left.entries:
            return True
        self._settle(left)
        return False

    def _settle(self, left: Left) -> None:
        kept = left.settle()
        if kept is not None:
            self.logged.emit(f"Some unsaved edits could not be read; what is left is in {kept}.\n")

    def _ask(self, left: Left) -> None:
        answer = dialogs.ask_recover(self._window, left)
        if answer == "later":
            left.keep()
        elif answer == "discard":
            self._settle(left)
        else:
            self._recover(left)

    def _recover(self, left: Left) -> None:
        if self._project.folder != left.project:
            self._open_path(left.project)
            self._later.stop()
        documents = self._project.documents if self._project.folder == left.project else {}
        known = {e.op: documents.get((left.project / e.op).resolve()) for e in left.entries}
        shown = None
        commands = []
        for entry in left.entries:
            document = known[entry.op]
            if document is not None:
                commands.append(_Recover(document, entry))
                shown = shown or document.folder
        if commands:
            self._project.undo.beginMacro(_TEXT)
            for command in commands:
                self._project.undo.push(command)
            self._project.undo.endMacro()
        homeless = [e for e in left.entries if known[e.op] is None]
        if homeless and not self._rescue(homeless, left):
            left.keep()
            return
        if self._keeper.flush():  # before the old journal goes
            self._settle(left)
        else:
            left.keep()
        names = ", ".join(e.name for e in left.entries if known[e.op] is not None)
        if names:
            self.logged.emit(f"Recovered the unsaved edits of {names}; they are not saved yet.\n")
        if shown is not None:
            self.op_shown.emit(shown)

    def _rescue(self, entries: list[Entry], left: Left) -> bool:
        """Edits of ops that are gone go into a folder of their own."""
        try:
            folder = journal.rescue(entries, left.project.name)
        except UserError as error:
            dialogs.show_error(self._window, "The edits could not be recovered", error)
            return False
        names = ", ".join(e.name for e in entries)
        dialogs.show_error(
            self._window,
            "Recovered elsewhere",
            UserError(
                "journal", f"{names} cannot be opened; the edits are in a folder", file=folder
            ),
        )
        return True


class _Recover(QUndoCommand):
    """The edits of one op, to be undone and redone like any other."""

    def __init__(self, document: OpDocument, entry: Entry) -> None:
        super().__init__(_TEXT)
        self._document = document
        self._entry = entry
        self._before = document.now
        self._texts = {path: document.texts.get(path) for path, _ in self._edits()}

    def _edits(self) -> list[tuple[Path, FileEdit]]:
        folder = self._document.folder
        return [(folder / name, edit) for name, edit in self._entry.files.items()]

    def redo(self) -> None:
        """Show the edits; what another program has changed meanwhile is a conflict, as ever."""
        document = self._document
        for path, edit in self._edits():
            on_disk = document.disk_text(path)
            changed = journal.digest(on_disk) != edit.base
            if path == document.file and document.now is not None and edit.text is not None:
                document.set_now(self._snapshot(edit.text))
            elif edit.text is not None:
                document.set_text(path, edit.text)
            elif path in document.texts and not changed:
                document.remove_text(path)
            if changed and on_disk is not None and edit.text not in (None, on_disk):
                document.note_conflict(path, on_disk)
        if op_file.FILE_NAME not in self._entry.files and document.now is not None:
            document.set_now(self._snapshot(document.now.text))

    def _snapshot(self, text: str) -> Snapshot:
        state = read_snapshot(text, self._before)
        unfinished = dict(self._entry.unfinished)
        return Snapshot(state.op, unfinished, state.text, state.broken)

    def undo(self) -> None:
        """Show what is saved again."""
        document = self._document
        for path, text in self._texts.items():
            document.keep_mine(path)
            if path == document.file:
                continue
            if text is not None:
                document.set_text(path, text)
            elif path in document.texts:
                document.remove_text(path)
        if self._before is not None:
            document.set_now(self._before)

"""What the user can do with the project: open, save, run, close. No layout here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QDialog, QWidget

from workbench.core import project as projects
from workbench.core.errors import UserError
from workbench.gui import dialogs
from workbench.gui.gallery_dialog import Choice, GalleryDialog, default_folder
from workbench.gui.services import Services
from workbench.gui.settings import Settings

__all__ = ["Commands"]

Sync = Callable[[Callable[[], None]], None]


class Commands(QObject):
    """The callbacks behind the actions.

    Args:
        services: project and engine.
        settings: recent projects.
        window: the parent of dialogs.
    """

    op_shown = Signal(object)
    """Show this op: its folder, or None for the first."""
    recent_changed = Signal()

    def __init__(self, services: Services, settings: Settings, window: QWidget) -> None:
        super().__init__(window)
        self._services = services
        self._project = services.project
        self._engine = services.engine
        self._settings = settings
        self._window = window
        self._sync: Sync = _at_once
        self._project.saved.connect(self._on_saved)

    def set_sync(self, sync: Sync) -> None:
        """How to get the editor's last keystrokes before a save or a run."""
        self._sync = sync

    # -- opening

    def open_path(self, path: Path) -> bool:
        """Open a project or an op's folder; ``False`` where it did not work."""
        try:
            shown = self._project.open(path)
        except UserError as error:
            self._settings.remove_recent(path)
            self.recent_changed.emit()
            dialogs.show_error(self._window, "This project cannot be opened", error)
            return False
        self._after_open(shown)
        return True

    def _after_open(self, shown: Path | None) -> None:
        self._engine.forget_all()
        for folder, document in self._project.documents.items():
            self._engine.update(folder, document.op, document.problems)
        if self._project.folder is not None:
            self._settings.add_recent(self._project.folder)
            self.recent_changed.emit()
        self.op_shown.emit(shown)

    def open(self) -> None:
        """Choose a project and open it."""
        start = self._project.folder.parent if self._project.folder else Path.home()
        path = dialogs.choose_project(self._window, start)
        if path is not None and self.may_leave():
            self.open_path(path)

    def open_recent(self, path: Path) -> None:
        """Open a project that was open before."""
        if self.may_leave():
            self.open_path(path)

    def close_project(self) -> None:
        """Back to the start view."""
        if self.may_leave():
            self._engine.forget_all()
            self._project.close()
            self.recent_changed.emit()

    def new(self, choose: str = "") -> None:
        """Choose an op of the gallery, for this project or a new one."""
        dialog = GalleryDialog(self._project, self._window, choose)
        done = dialog.exec() == QDialog.DialogCode.Accepted
        choice = dialog.choice() if done else None
        dialog.deleteLater()
        if choice is not None:
            self.create(choice)

    def create(self, choice: Choice) -> None:
        """Add an op to the project, or make a new project of it."""
        try:
            if choice.new_project is None:
                folder = self._project.add_op(choice.source, choice.name)
                document = self._project.documents[folder]
                self._engine.update(folder, document.op, document.problems)
                self.op_shown.emit(folder)
            elif self.may_leave():
                made = projects.create_project(choice.new_project)
                projects.copy_op(choice.source, made.folder, choice.name)
                self.open_path(made.folder)
        except UserError as error:
            dialogs.show_error(self._window, "The op could not be added", error)

    # -- saving

    def save(self) -> None:
        """Write all edits."""
        self._sync(self._save_now)

    def _save_now(self) -> None:
        self.try_save()

    def try_save(self) -> bool:
        """Write all edits now; ``False`` where some could not be written."""
        try:
            self._project.save()
        except UserError as error:
            if dialogs.save_failed(self._window, error) == "save-as":
                return self._save_as_now()
            return False
        for document in self._project.documents.values():
            while document.notes:
                self._engine.log.emit(document.notes.pop(0) + "\n")
        return True

    def save_as(self) -> None:
        """Write the project to another folder and go on there."""
        self._sync(self._save_as_later)

    def _save_as_later(self) -> None:
        self._save_as_now()

    def _save_as_now(self) -> bool:
        folder = self._project.folder
        if folder is None:
            return False
        start = folder.parent / f"{folder.name}-copy"
        if not folder.parent.is_dir():
            start = default_folder(folder.name)
        target = dialogs.choose_new_folder(self._window, "Save the project as", start)
        if target is None:
            return False
        try:
            self._project.save_as(target)
        except UserError as error:
            dialogs.show_error(self._window, "The project could not be saved there", error)
            return False
        self._after_open(None)
        return True

    def may_leave(self) -> bool:
        """Ask what to do with unsaved edits; whether to go on."""
        dirty = self._project.dirty_documents()
        if not dirty:
            return True
        answer = dialogs.ask_save(self._window, [d.name for d in dirty])
        if answer == "save":
            if not self.try_save():
                return False
            left = [d.name for d in self._project.dirty_documents()]
            return not left or dialogs.ask_drafts(self._window, left)
        return answer == "discard"

    def _on_saved(self, folder: Path) -> None:
        document = self._project.documents[folder]
        self._engine.update(folder, document.op, document.problems)

    # -- editing

    def undo(self) -> None:
        """Undo the last edit of a declaration."""
        self._project.step(back=True)

    def redo(self) -> None:
        """Do it again."""
        self._project.step(back=False)

    # -- running

    def run_all(self) -> None:
        """Save, then bring every op up to date."""
        self._sync(partial(self._run_now, None, False))

    def run_op(self, folder: Path) -> None:
        """Save, then bring one op up to date."""
        self._sync(partial(self._run_now, folder, False))

    def run_again(self, folder: Path) -> None:
        """Save, then run all stages of an op, fresh or not."""
        self._sync(partial(self._run_now, folder, True))

    def _run_now(self, only: Path | None, force: bool) -> None:
        if self._project.dirty and not self.try_save():
            return
        self._project.reload_changed_files()
        folders = [only] if only is not None else list(self._project.documents)
        for folder in folders:
            document = self._project.documents.get(folder)
            if document is not None:
                # Another program may have changed a source: the keys are computed anew.
                self._engine.update(folder, document.op, document.problems)
        self._engine.run([f for f in folders if f in self._project.documents], force=force)

    def stop(self) -> None:
        """End what runs."""
        self._engine.stop()

    # -- the system

    def show_folder(self, folder: Path) -> None:
        """Open an op's folder in the file manager."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder)))

    def copy_path(self, folder: Path) -> None:
        """Put an op's path on the clipboard."""
        QGuiApplication.clipboard().setText(str(folder))


def _at_once(then: Callable[[], None]) -> None:
    then()

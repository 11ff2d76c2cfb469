"""What the user can do with the project: open, save, run, close. No layout here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QDialog

from workbench.core.errors import UserError
from workbench.core.storage.archive import is_archive
from workbench.core.storage.siblings import with_backward_ops
from workbench.gui import dialogs
from workbench.gui.ops.op_commands import OpCommands
from workbench.gui.ops.reporter import Reporter
from workbench.gui.problems.problem_panel import ListedProblem
from workbench.gui.services import Services
from workbench.gui.settings import Settings
from workbench.gui.slices import Slices
from workbench.gui.storage.default_folder import default_folder
from workbench.gui.trust.run_gate import RunGate
from workbench.gui.window.help_commands import HelpCommands
from workbench.gui.window.model_commands import ModelCommands
from workbench.gui.window.new_project import can_be_opened, is_model, makes_op, new_project

if TYPE_CHECKING:
    from workbench.gui.new_op.destination_form import NewOp
    from workbench.gui.window.main_window import MainWindow

__all__ = ["Commands"]

Sync = Callable[[Callable[[], None]], None]
Begin = Callable[[list[Path]], None]
"""What is done with ops that are saved and may be run."""


class Commands(QObject):
    """The callbacks behind the actions.

    Args:
        services: project and engine.
        settings: recent projects.
        window: shows what they ask for, and is the parent of dialogs.
    """

    op_shown = Signal(object)
    """Show this op: its folder, or None for the first."""
    problem_shown = Signal(object)
    """Go to the place of a problem: a ``ListedProblem``."""
    recent_changed = Signal()
    message = Signal(str)
    """A line for the status bar."""
    problems_asked = Signal(object)
    """Bring the problems of an op to the front: its folder."""
    format_asked = Signal()

    def __init__(self, services: Services, settings: Settings, window: MainWindow) -> None:
        super().__init__(window)
        self._services = services
        self._project = services.project
        self._engine = services.engine
        self._settings = settings
        self.window = window
        self._sync: Sync = _at_once
        self._dropped: list[Path] = []
        self.ops = OpCommands(self._project, window, self)
        self.models = ModelCommands(self, settings, window)
        self.help = HelpCommands(window, services.theme, self.message.emit)
        self.reporter = Reporter(services, window)
        self._gate = RunGate(window, self._engine.log.emit)
        self.ops.run_requested.connect(self._run_selected)
        self._engine.checks.said.connect(self.message)
        services.said.connect(self.message)
        services.check_requested.connect(self.check)
        services.run_requested.connect(self._run_selected)
        # Many ops are looked at and hashed in short slices.
        self._updates = Slices(self._update, self)
        self._looks = Slices(self._look, self)
        self._before_run = Slices(partial(self._look, update=True), self)
        self._project.saved.connect(self._on_saved)
        self._project.op_came.connect(self._update)
        self._project.op_went.connect(self._engine.forget)

    def sync(self, then: Callable[[], None]) -> None:
        """Call back when the editor's last keystrokes are in the documents."""
        self._sync(then)

    def set_sync(self, sync: Sync) -> None:
        """How to get the editor's last keystrokes before a save or a run."""
        self._sync = sync
        self.ops.set_sync(sync)

    # -- opening
    def open_path(self, path: Path) -> bool:
        """Open a project, an op's folder, an archive or a model; ``False`` where it did not work.

        C++ is offered to New op.
        """
        if is_model(path):
            return self.models.open(path)
        if makes_op(path):
            self.new(files=[path])
            return False
        unpacked = None
        if is_archive(path) and path.is_file():
            from workbench.gui.storage import archive_commands  # not needed for the first window

            unpacked = archive_commands.unpack(path, self.window)
            if unpacked is None:
                return False
            path = unpacked
        try:
            shown = self._project.open(path)
        except UserError as error:
            self._settings.remove_recent(path)
            self.recent_changed.emit()
            dialogs.show_error(self.window, "This project cannot be opened", error)
            return False
        self._after_open(shown)
        if unpacked is not None:
            self.message.emit(f"Unpacked to {unpacked}.")
        return True

    def _after_open(self, shown: Path | None) -> None:
        self._before_run.stop()
        self._looks.stop()
        self._engine.forget_all()
        self._updates.start(self._project.documents)
        if self._project.folder is not None:
            self._settings.add_recent(self._project.folder)
            self.recent_changed.emit()
        self.op_shown.emit(shown)

    def open(self) -> None:
        """Choose a project and open it."""
        start = self._project.folder.parent if self._project.folder else Path.home()
        path = dialogs.choose_project(self.window, start)
        if path and (makes_op(path) or is_model(path) or self.may_leave()):
            self.open_path(path)

    def open_recent(self, path: Path) -> None:
        """Open a project or a model that was open before."""
        if is_model(path) or self.may_leave():
            self.open_path(path)

    def close_project(self) -> None:
        """Back to the start view."""
        if self.may_leave():
            self._engine.forget_all()
            self._project.close()
            self.recent_changed.emit()

    def new(
        self, page: str = "", files: Sequence[Path] = (), node: str = "", project: bool = False
    ) -> None:
        """Ask for a new op, for this project or a new one, and make it.

        Args:
            page: how it is made, an id of ``new_op.pages``; the page used last where empty.
            files: what it is made from, where files were dropped.
            node: of a model, the first output of the node that it is for.
            project: a new project is chosen at first, though one is open.
        """
        # Imported late: the pages are not needed for the first window.
        from workbench.gui.new_op.dialog import NewOpDialog

        dialog = NewOpDialog(self._services, self._settings, self.window, page, project)
        if files:
            dialog.take_files(list(files), node)
        # Where it cannot be written, the dialog comes back as it was filled in.
        while dialog.exec() == QDialog.DialogCode.Accepted:
            asked = dialog.new_op()
            if asked is None or self.create(asked):
                break
        dialog.deleteLater()

    def take_dropped(self, paths: list[Path]) -> None:
        """Open the project that was dropped on the window, or make an op of other files."""
        self._dropped = paths
        # The program that they come from waits until the drop is done; a dialog may stay open.
        QTimer.singleShot(0, self, self._take_dropped)

    def _take_dropped(self) -> None:
        paths, self._dropped = self._dropped, []
        project = next((p for p in paths if can_be_opened(p)), None)
        if project is None and len(paths) == 1 and is_model(paths[0]):
            self.open_path(paths[0])
        elif project is None:
            self.new(files=paths)
        elif self.may_leave() and self.open_path(project) and len(paths) > 1:
            self.message.emit(f"Only {project.name} was opened: one project at a time.")

    def create(self, new: NewOp) -> bool:
        """Add an op to the project, or make a new project of it; whether it is there."""
        try:
            if new.new_project is None:
                folder = self._project.add_draft(new.draft, new.name)
                document = self._project.documents[folder]
                self.op_shown.emit(folder)
            elif self.may_leave():
                folder = new_project(new, new.new_project)
                if not self.open_path(folder):
                    return False
                document = self._project.documents[folder]
                self._project.gaps.open(document, new.draft.gaps)
            else:
                return False
        except UserError as error:
            dialogs.show_error(self.window, "The op could not be added", error)
            return False
        gap = next(iter(self._project.gaps.problems(document)), None)
        if gap is not None:
            self.problem_shown.emit(ListedProblem(gap, folder, document.name))
        return True

    # -- saving

    def save(self) -> None:
        """Write all edits."""
        self._sync(self._save_now)

    def _save_now(self) -> None:
        folder, edited = self._project.folder, self._project.dirty_documents()
        if self.try_save() and self._project.folder == folder:
            saved = [d.name for d in edited if not d.dirty]
            left = [d.name for d in edited if d.dirty]
            words = f"Saved {dialogs.listed(saved)}." if saved else ""
            if left:
                words += f" Unfinished fields of {dialogs.listed(left)} are not saved."
            self.message.emit(words.strip())

    def try_save(self) -> bool:
        """Write all edits now; ``False`` where some could not be written."""
        try:
            self._project.save()
        except UserError as error:
            if dialogs.save_failed(self.window, error) == "save-as":
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
        target = dialogs.choose_new_folder(self.window, "Save the project as", start)
        if target is None:
            return False
        try:
            left = self._project.save_as(target)
        except UserError as error:
            dialogs.show_error(self.window, "The project could not be saved there", error)
            return False
        self._after_open(None)
        self.message.emit(f"Saved as {self._project.folder}. You go on there.")
        if left:
            shown = ", ".join(left[:10]) + (" …" if len(left) > 10 else "")
            self._engine.log.emit(f"Not copied, because they are links or no files: {shown}\n")
        return True

    def export_archive(self) -> None:
        """Write the project, as it stands here, into one file to send to someone."""
        self._sync(self._export_archive_now)

    def _export_archive_now(self) -> None:
        from workbench.gui.storage import archive_commands  # not needed for the first window

        if self._project.folder is not None:
            lines = archive_commands.export(self._project, self.window)
            for line in lines:
                self._engine.log.emit(line)
            if lines:
                self.message.emit(lines[0])

    def may_leave(self) -> bool:
        """Ask what to do with unsaved edits; whether to go on."""
        if not (dirty := self._project.dirty_documents()):
            return True
        answer = dialogs.ask_save(self.window, [d.name for d in dirty])
        if answer == "save":
            if not self.try_save():
                return False
            left = [d.name for d in self._project.dirty_documents()]
            return not left or dialogs.ask_unfinished(self.window, left)
        return answer == "discard"

    def _on_saved(self, folder: Path) -> None:
        document = self._project.documents[folder]
        self._engine.update(folder, document.op, document.problems)

    # -- editing

    def undo(self) -> None:
        """Undo the last edit of a declaration, or what was done with a whole op."""
        self._sync(partial(self._step, True))

    def redo(self) -> None:
        """Do it again."""
        self._sync(partial(self._step, False))

    def format_source(self) -> None:
        """Format the C++ file in the editor."""
        self.format_asked.emit()

    def _step(self, back: bool) -> None:
        try:
            self._project.step(back)
        except UserError as error:
            what = "undone" if back else "done again"
            dialogs.show_error(self.window, f"This cannot be {what} now", error)

    def _update(self, folder: Path) -> None:
        """Tell the engine what an op is now."""
        document = self._project.documents.get(folder)
        if document is not None:
            self._engine.update(folder, document.op, document.problems)

    def take_in_changes(self) -> None:
        """Look for what other programs wrote, a few ops at a time."""
        if self._engine.idle and not self._looks.active:
            self._looks.start(self._project.documents)

    def _look(self, folder: Path, update: bool = False) -> None:
        document = self._project.documents.get(folder)
        if document is not None and (self._project.reload_changed(document) or update):
            self._update(folder)

    # -- running

    def run_all(self) -> None:
        """Save, then bring every op up to date."""
        self._sync(partial(self._run_now, None, self._engine.run))

    def run_again(self, folder: Path) -> None:
        """Save, then run all stages of an op, fresh or not."""
        self._run_selected([folder], True)

    def _run_selected(self, folders: list[Path], force: bool) -> None:
        self._sync(partial(self._run_now, folders, partial(self._engine.run, force=force)))

    def check(self) -> None:
        """Save, then try the op that is shown in many ways; its page shows how far that is."""
        folder = self.window.workspace.current_op()
        if folder is not None:
            self.window.workspace.show_page("checks")
            self._sync(partial(self._run_now, [folder], self._check_now))

    def _check_now(self, folders: list[Path]) -> None:
        for folder in folders:
            self._engine.check(folder)

    def _run_now(self, only: list[Path] | None, begin: Begin) -> None:
        if self._project.dirty and not self.try_save():
            return
        folders = only if only is not None else list(self._project.documents)
        # Another program may have changed a source: the keys are computed anew.
        self._before_run.start(folders, partial(self._run_updated, folders, begin))

    def _run_updated(self, folders: list[Path], begin: Begin) -> None:
        known = {f: self._project.documents[f] for f in folders if f in self._project.documents}
        incomplete = [f for f, document in known.items() if document.problems]
        if incomplete:
            names = dialogs.listed([known[f].name for f in incomplete])
            verb = "is" if len(incomplete) == 1 else "are"
            self.message.emit(f"{names} {verb} not run: fix what is listed under Problems first.")
            self.problems_asked.emit(incomplete[0])
        with_op = [f for f, d in known.items() if d.op is not None and d.op.backward.op]
        allowed = self._gate.allowed(list(known), with_backward_ops(with_op))
        if allowed:
            begin(allowed)
            if self._engine.idle and not incomplete:
                self.message.emit("Nothing has changed since it ran. Ctrl+Shift+F5 runs it again.")
        elif known:
            self.message.emit("Nothing was run: the ops came from elsewhere and are not trusted.")

    def stop(self) -> None:
        """End what runs, or is about to."""
        self._before_run.stop()
        self._engine.stop()
        self.message.emit("Stopped. F5 runs it again.")


def _at_once(then: Callable[[], None]) -> None:
    then()

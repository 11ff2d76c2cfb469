"""What one can do with the files of an op: make, rename, delete. Nothing on disk before a save."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction, QGuiApplication, QUndoCommand
from PySide6.QtWidgets import QMenu, QWidget

from workbench.core.declaration.op import Op
from workbench.gui import dialogs
from workbench.gui.document.op_document import OpDocument
from workbench.gui.editor.file_edits import (
    DeleteFile,
    RenameFile,
    compiled_too,
    file_name_problem,
    named_so,
    push_as_one,
    roles_of,
)
from workbench.gui.look.icons import icon
from workbench.gui.project.model import ProjectModel
from workbench.gui.project.undo import EditOp

__all__ = ["FileActions"]


class FileActions(QObject):
    """The menu of a tab, and what its entries do; each change is one undo step.

    Args:
        project: the open project.
        parent: the Kernel page; the parent of questions.
    """

    made = Signal(object)
    """A file is there: its path."""
    closed = Signal(object)
    """A tab is to be closed: its path."""

    def __init__(self, project: ProjectModel, parent: QWidget) -> None:
        super().__init__(parent)
        self._project = project
        self._page = parent
        self._path = Path()
        self._document: OpDocument | None = None

    def menu(self, document: OpDocument, path: Path, position: QPoint) -> None:
        """Show the menu of a file."""
        self._document, self._path = document, path
        menu = QMenu(self._page)
        menu.setObjectName("fileMenu")
        self._entry(menu, "newFile", "New file …", "new")
        is_source = path in document.texts and path != document.file
        self._entry(menu, "renameFile", "Rename …", "", is_source)
        self._entry(menu, "deleteFile", "Delete …", "remove", is_source)
        menu.addSeparator()
        self._entry(menu, "copyFilePath", "Copy its path", "copy", path.is_absolute())
        self._entry(menu, "closeFile", "Close the tab", "")
        menu.triggered.connect(self._on_menu)
        menu.exec(position)
        menu.deleteLater()

    def _entry(self, menu: QMenu, name: str, text: str, image: str, enabled: bool = True) -> None:
        action = menu.addAction(text)
        action.setObjectName(name)
        action.setEnabled(enabled)
        if image:
            action.setIcon(icon(image))

    def _on_menu(self, action: QAction) -> None:
        document, path = self._document, self._path
        if document is None:
            return
        match action.objectName():
            case "newFile":
                self.new(document)
            case "renameFile":
                self.rename(document, path)
            case "deleteFile":
                self.delete(document, path)
            case "copyFilePath":
                QGuiApplication.clipboard().setText(str(path))
            case "closeFile":
                self.closed.emit(path)

    def new(self, document: OpDocument) -> None:
        """Ask for a name and make an empty file; C++ is part of the op from then on."""
        from workbench.gui.editor.file_name_dialog import (
            ask_file_name,  # not needed for the first window
        )

        problem = partial(file_name_problem, document)
        name = ask_file_name(self._page, "New file", "", problem)
        if name is not None and not problem(name):
            document.set_text(document.folder / name, "")
            self._declare(document, f"New file {name}", partial(compiled_too, name=name))
            self.made.emit(document.folder / name)

    def rename(self, document: OpDocument, path: Path) -> None:
        """Ask for another name; ``op.toml`` names the file by it."""
        from workbench.gui.editor.file_name_dialog import (
            ask_file_name,  # not needed for the first window
        )

        old = path.relative_to(document.folder).as_posix()
        problem = partial(file_name_problem, document)
        name = ask_file_name(self._page, f"Rename {old}", old, problem)
        if name is None or name == old or problem(name):
            return
        new = document.folder / name
        renamed = RenameFile(document, path, new)
        change = partial(named_so, old=old, new=name)
        self._declare(document, f"Rename {old}", change, renamed)
        self.made.emit(new)

    def _declare(
        self,
        document: OpDocument,
        words: str,
        change: Callable[[Op], Op],
        *before: QUndoCommand,
    ) -> None:
        """Say in ``op.toml``, where that can be read, what has become of a file: one step to undo."""
        commands = list(before)
        if document.now is not None and not document.broken:
            after = document.edited(document.now, change)
            if after != document.now:
                commands.append(EditOp(document, document.now, after, words))
        if commands:
            push_as_one(self._project.undo, words, *commands)

    def delete(self, document: OpDocument, path: Path) -> None:
        """Ask, then take a file out."""
        if dialogs.ask_delete_file(self._page, path.name, roles_of(document, path)):
            self._project.undo.push(DeleteFile(document, path))

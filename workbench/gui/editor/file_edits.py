"""Files of an op that are made, renamed and deleted: in the window at once, on disk when saved."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from PySide6.QtGui import QUndoCommand, QUndoStack

from workbench.core.declaration.op import Op
from workbench.core.files.file_roles import CPP, FILE_ROLES
from workbench.core.files.files import is_inside
from workbench.core.op_toml.key_path import replace_at
from workbench.core.pipeline.op_files import named_files
from workbench.gui.document.op_document import OpDocument

__all__ = [
    "DeleteFile",
    "RenameFile",
    "compiled_too",
    "file_name_problem",
    "named_so",
    "roles_of",
]


def file_name_problem(document: OpDocument, name: str) -> str:
    """Why a file of the op cannot have this name (relative to its folder); empty where it can."""
    path = PurePosixPath(name)
    if not name.strip() or name != name.strip():
        return "a file needs a name, without spaces around it"
    if not is_inside(name) or "\\" in name:
        return "the file must lie in the op's folder"
    if any(len(part.encode("utf-8", "replace")) > 200 for part in path.parts):
        return "the name is too long"
    if any(part.startswith(".") for part in path.parts) or not path.suffix:
        return "the name needs an ending, such as .cpp, .h or .py"
    target = document.folder / path
    if target == document.file or target in document.texts:
        return f"the op has a file {name} already"
    if target.exists() and target not in document.removed:
        return f"there is a file {name} already"
    return ""


def roles_of(document: OpDocument, path: Path) -> list[str]:
    """What ``op.toml`` names a file for, in words."""
    roles = [FILE_ROLES[f.role].words for f in document.files() if document.folder / f.name == path]
    return list(dict.fromkeys(roles))


def named_so(op: Op, old: str, new: str) -> Op:
    """The declaration after a file that it names was renamed."""
    for file in named_files(op):
        if file.name == old:
            op = replace_at(op, file.key, new)
    return op


def compiled_too(op: Op, name: str) -> Op:
    """The declaration after a file was made beside its kernel: C++ is compiled with it."""
    known = {file.name for file in named_files(op)}
    if name in known or not op.kernel.kind.is_compiled or Path(name).suffix not in (*CPP, ".c"):
        return op
    return replace_at(op, "kernel.sources", (*op.kernel.sources, name))


class RenameFile(QUndoCommand):
    """A file's new name. What is typed into it meanwhile goes along."""

    def __init__(self, document: OpDocument, old: Path, new: Path) -> None:
        super().__init__(f"Rename {old.name}")
        self._document, self._old, self._new = document, old, new

    def undo(self) -> None:
        """Go back."""
        self._move(self._new, self._old)

    def redo(self) -> None:
        """Go forward."""
        self._move(self._old, self._new)

    def _move(self, old: Path, new: Path) -> None:
        if old in self._document.texts and new not in self._document.texts:
            self._document.rename_text(old, new)


class DeleteFile(QUndoCommand):
    """A file that is taken out; undo brings it back with its text."""

    def __init__(self, document: OpDocument, path: Path) -> None:
        super().__init__(f"Delete {path.name}")
        self._document, self._path = document, path
        self._text = ""

    def undo(self) -> None:
        """Bring it back."""
        if self._path not in self._document.texts:
            self._document.set_text(self._path, self._text)

    def redo(self) -> None:
        """Take it out."""
        if self._path in self._document.texts:
            self._text = self._document.texts[self._path]
            self._document.remove_text(self._path)


def push_as_one(stack: QUndoStack, text: str, *commands: QUndoCommand) -> None:
    """Several commands as one step."""
    stack.beginMacro(text)
    for command in commands:
        stack.push(command)
    stack.endMacro()

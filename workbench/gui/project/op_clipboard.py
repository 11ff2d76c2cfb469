"""Ops as files in memory: for the clipboard, for duplicates, and for what is dropped or pasted.

The clipboard's own format works between windows and between projects. What is pasted may come
from any program: names that lead out of the folder, and what is too large, are refused before
anything is written.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

import msgspec
from PySide6.QtCore import QMimeData, QUrl

from workbench.core.declaration.names import name_problem
from workbench.core.edits.common import renamed
from workbench.core.errors import UserError
from workbench.core.files.files import umask
from workbench.core.files.leftovers import scratch_folder
from workbench.core.storage import op_file
from workbench.core.storage.made_again import is_made_again
from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.dropped import local_files

__all__ = [
    "MIME_TYPE",
    "OpFiles",
    "free_name",
    "from_document",
    "from_folder",
    "from_mime",
    "op_folders",
    "pack",
    "to_mime",
    "unpack",
]

MIME_TYPE = "application/x-op-workbench-ops"
MAX_BYTES = 64 * 1024 * 1024
MAX_FILES = 4000


class OpFiles(msgspec.Struct, frozen=True):
    """The files of one op.

    Attributes:
        name: its folder's name.
        files: their contents by path within the folder.
    """

    name: str
    files: Mapping[str, bytes]

    def write(self, ops: Path) -> Path:
        """Write them as a new folder, whole or not at all, under a name that is free.

        The declared name becomes the folder's; the torch name stays.

        Args:
            ops: the project's folder ``ops``.

        Returns:
            The folder.

        Raises:
            UserError: it cannot be written.
        """
        name = free_name(ops, self._wanted_name())
        target = ops / name
        try:
            ops.mkdir(exist_ok=True)  # a project that is gone does not come back in pieces
            with scratch_folder(ops, f".{name[:40]}.") as scratch:
                copy = scratch / "op"
                copy.mkdir()
                for path, data in self._named(name).items():
                    written = copy / _safe(path)
                    written.parent.mkdir(parents=True, exist_ok=True)
                    written.write_bytes(data)
                copy.chmod(0o777 & ~umask())
                copy.rename(target)
        except OSError as error:
            message = f"the op '{name}' cannot be written: {error.strerror or error}"
            raise UserError(
                "file", message, "Is the project's folder writable?", file=ops
            ) from None
        return target

    def _declaration(self) -> str:
        return self.files[op_file.FILE_NAME].decode("utf-8", "replace")

    def _wanted_name(self) -> str:
        try:
            declared = op_file.loads(self._declaration(), validate=False).name
        except UserError:
            declared = ""
        return next((n for n in (declared, self.name) if n and not name_problem(n)), "op")

    def _named(self, name: str) -> Mapping[str, bytes]:
        """The files, with the name in the declaration; a broken one stays as it is."""
        text = self._declaration()
        try:
            op = op_file.loads(text, validate=False)
        except UserError:
            return self.files
        text = op_file.dumps(renamed(op, name), text)
        return {**self.files, op_file.FILE_NAME: text.encode()}


def free_name(ops: Path, name: str) -> str:
    """The name, or ``name_2``, ``name_3`` … where it is taken."""
    if not _taken(ops / name):
        return name
    stem, _, number = name.rpartition("_")
    stem = stem if stem and number.isdecimal() else name
    count = 2
    while _taken(ops / f"{stem}_{count}"):
        count += 1
    return f"{stem}_{count}"


def _taken(path: Path) -> bool:
    return path.exists() or path.is_symlink()


# -- what an op consists of


def from_folder(folder: Path) -> OpFiles:
    """An op's files as on disk: no links, nothing that a build leaves behind.

    Raises:
        UserError: it is no op, too large, or cannot be read.
    """
    files: dict[str, bytes] = {}
    total = 0
    try:
        for parent, folders, names in os.walk(folder):
            folders[:] = [f for f in folders if not is_made_again(f)]
            for name in names:
                path = Path(parent, name)
                if is_made_again(name) or path.is_symlink() or not path.is_file():
                    continue
                total += path.stat().st_size
                _check_size(len(files) + 1, total, folder)
                files[path.relative_to(folder).as_posix()] = path.read_bytes()
    except OSError as error:
        message = f"it cannot be read: {error.strerror or error}"
        raise UserError("file", message, file=folder) from None
    if op_file.FILE_NAME not in files:
        message = f"this folder holds no {op_file.FILE_NAME}"
        raise UserError("project", message, "An op's folder has one.", file=folder)
    return OpFiles(folder.name, files)


def from_document(document: OpDocument) -> OpFiles:
    """An op as it stands in the window, unsaved edits included. Raises UserError."""
    files = dict(from_folder(document.folder).files) if document.file.is_file() else {}
    for path in document.removed:
        if path.is_relative_to(document.folder):
            files.pop(path.relative_to(document.folder).as_posix(), None)
    for path in [*document.dirty_texts(), *(() if files else document.texts)]:
        if path.is_relative_to(document.folder):
            files[path.relative_to(document.folder).as_posix()] = document.texts[path].encode()
    files[op_file.FILE_NAME] = document.toml().encode()
    return OpFiles(document.folder.name, files)


def _check_size(count: int, total: int, file: object = "") -> None:
    if count > MAX_FILES or total > MAX_BYTES:
        limit = f"{MAX_FILES} files" if count > MAX_FILES else f"{MAX_BYTES // 2**20} MiB"
        hint = "Copy its folder with a file manager instead."
        raise UserError("file", f"this is more than {limit}", hint, file=file)


# -- the clipboard


def pack(ops: Iterable[OpFiles]) -> bytes:
    """The clipboard's bytes."""
    return msgspec.msgpack.encode(list(ops))


def unpack(data: bytes) -> list[OpFiles]:
    """The ops in a clipboard's bytes.

    Raises:
        UserError: they are damaged, too large, or would be written outside of the op's folder.
    """
    _check_size(0, len(data))
    try:
        ops = msgspec.msgpack.decode(data, type=list[OpFiles])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _refused(str(error)) from None
    _check_size(sum(len(op.files) for op in ops), 0)
    for op in ops:
        for path in (op.name, *op.files):
            _safe(path)
        if op_file.FILE_NAME not in op.files:
            raise _refused(f"'{op.name}' has no {op_file.FILE_NAME}")
    return ops


def _refused(why: str) -> UserError:
    hint = "Copy the op again, or copy its folder in a file manager."
    return UserError("clipboard", f"the clipboard's ops cannot be used: {why}", hint)


def _safe(path: str) -> str:
    parts = PurePosixPath(path).parts
    wrong = not parts or path.startswith("/") or ".." in parts or len(path.encode()) > 1000
    if wrong or any(c in path for c in "\\:\0") or any(ord(c) < 32 for c in path):
        raise _refused(f"{path[:80]!r} is no path within an op's folder")
    return path


def to_mime(ops: list[OpFiles], folders: list[Path]) -> QMimeData:
    """For the clipboard: the ops, and their folders for file managers.

    Args:
        ops: as they stand in the window.
        folders: where they are on disk, as saved.
    """
    mime = QMimeData()
    mime.setData(MIME_TYPE, pack(ops))
    mime.setUrls([QUrl.fromLocalFile(str(folder)) for folder in folders])
    lines = ["copy", *(QUrl.fromLocalFile(str(f)).toString() for f in folders)]
    mime.setData("x-special/gnome-copied-files", "\n".join(lines).encode())
    return mime


def op_folders(mime: QMimeData) -> list[Path]:
    """The op folders among the files that a file manager copied or drags."""
    found: list[Path] = []
    for path in local_files(mime):
        path = path.parent if path.name == op_file.FILE_NAME else path
        if path not in found and (path / op_file.FILE_NAME).is_file():
            found.append(path)
    return found


def from_mime(mime: QMimeData) -> list[OpFiles]:
    """The ops of a clipboard. Raises UserError."""
    if mime.hasFormat(MIME_TYPE):
        return unpack(bytes(mime.data(MIME_TYPE).data()))
    return [from_folder(folder) for folder in op_folders(mime)]

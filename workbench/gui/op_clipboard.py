"""Ops as files in memory: for the clipboard, for duplicates, and for what is dropped or pasted.

The clipboard's own format is a zip of the ops' folders, so it works between windows and between
projects. What is pasted may come from any program: names that lead out of the folder, links,
and what is too large are refused before anything is written.
"""

from __future__ import annotations

import io
import os
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

import msgspec
from PySide6.QtCore import QMimeData, QUrl

from workbench.core import op_file
from workbench.core.errors import UserError
from workbench.core.files import umask
from workbench.core.names import name_problem
from workbench.gui.document import OpDocument

__all__ = [
    "MIME_TYPE",
    "OpFiles",
    "can_paste",
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
_IGNORED_FOLDERS = {"__pycache__", ".git"}
_IGNORED_SUFFIXES = {".o", ".so", ".pyc"}


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
        target, scratch = ops / name, ""
        try:
            ops.mkdir(parents=True, exist_ok=True)
            scratch = tempfile.mkdtemp(dir=ops, prefix=f".{name}.")
            copy = Path(scratch) / "op"
            copy.mkdir()
            for path, data in self._named(name).items():
                place = copy / _safe(path)
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(data)
            copy.chmod(0o777 & ~umask())
            copy.rename(target)
        except OSError as error:
            message = f"the op '{name}' cannot be written: {error.strerror or error}"
            raise UserError(
                "file", message, "Is the project's folder writable?", file=ops
            ) from None
        finally:
            if scratch:
                shutil.rmtree(scratch, ignore_errors=True)
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
        reference = op.reference
        if op.name != name and reference.source and not reference.function:
            reference = msgspec.structs.replace(reference, function=op.name)
        renamed = msgspec.structs.replace(op, name=name, reference=reference)
        text = op_file.dumps(renamed, text)
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
        for place, folders, names in os.walk(folder):
            folders[:] = [f for f in folders if f not in _IGNORED_FOLDERS]
            for name in names:
                path = Path(place, name)
                if path.suffix in _IGNORED_SUFFIXES or path.is_symlink() or not path.is_file():
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


def _check_size(count: int, total: int, place: object = "") -> None:
    if count > MAX_FILES or total > MAX_BYTES:
        limit = f"{MAX_FILES} files" if count > MAX_FILES else f"{MAX_BYTES // 2**20} MiB"
        hint = "Copy its folder with a file manager instead."
        raise UserError("file", f"this is more than {limit}", hint, file=place)


# -- the clipboard


def pack(ops: Iterable[OpFiles]) -> bytes:
    """The clipboard's bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for op in ops:
            for path, data in sorted(op.files.items()):
                archive.writestr(zipfile.ZipInfo(f"{op.name}/{path}"), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def unpack(data: bytes) -> list[OpFiles]:
    """The ops in a clipboard's bytes.

    Raises:
        UserError: they are damaged, too large, or would be written outside of the op's folder.
    """
    ops: dict[str, dict[str, bytes]] = {}
    total = 0
    try:
        if len(data) > MAX_BYTES:
            _check_size(0, len(data))
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            for entry in entries:
                name, _, path = entry.filename.partition("/")
                if (entry.external_attr >> 16) & 0o170000 == 0o120000:
                    raise _refused(f"'{entry.filename}' is a link")
                _safe(name)
                _safe(path)
                # The size that the entry states may be a lie: what is read counts.
                with archive.open(entry) as file:
                    content = file.read(MAX_BYTES - total + 1)
                total += len(content)
                _check_size(len(entries), total)
                if path in ops.setdefault(name, {}):
                    raise _refused(f"'{entry.filename}' is there twice")
                ops[name][path] = content
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError) as error:
        raise _refused(str(error)) from None
    for name, files in ops.items():
        if op_file.FILE_NAME not in files:
            raise _refused(f"'{name}' has no {op_file.FILE_NAME}")
    return [OpFiles(name, files) for name, files in ops.items()]


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
    for url in mime.urls() if mime.hasUrls() else []:
        path = Path(url.toLocalFile()) if url.isLocalFile() else None
        if path is not None and path.name == op_file.FILE_NAME:
            path = path.parent
        if path is not None and path not in found and (path / op_file.FILE_NAME).is_file():
            found.append(path)
    return found


def can_paste(mime: QMimeData | None) -> bool:
    """Whether there is an op to paste."""
    return mime is not None and (mime.hasFormat(MIME_TYPE) or bool(op_folders(mime)))


def from_mime(mime: QMimeData) -> list[OpFiles]:
    """The ops of a clipboard. Raises UserError."""
    if mime.hasFormat(MIME_TYPE):
        return unpack(bytes(mime.data(MIME_TYPE).data()))
    return [from_folder(folder) for folder in op_folders(mime)]

"""Unsaved edits, kept outside the project, so that a window that is killed loses none.

Each window writes a folder of its own with one small file per edited op, and holds a lock in
it. The system frees the lock when the process ends, however it ends; so a folder whose lock
can be taken belongs to a window that is gone, and never to one that is still open.

Files are replaced atomically and not synced: after a kill the system still writes them. Only
a loss of power can take the last seconds, and what is damaged then is skipped. Syncing two
times a second would stop the window for longer than a frame on a busy disk.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.files.files import is_inside, read_text, write_text

__all__ = [
    "Entry",
    "FileEdit",
    "Journal",
    "Left",
    "UnfinishedText",
    "changed_files",
    "digest",
    "find_left",
    "is_edited_elsewhere",
    "rescue",
]

_VERSION = 1
_OWNER = "owner.json"
_LOCK = "lock"
_MAX_BYTES = 256 * 1024 * 1024
_UNREADABLE = (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class UnfinishedText(msgspec.Struct, frozen=True):
    """A form field's text that the declaration could not take, and why."""

    text: str
    reason: str


class FileEdit(msgspec.Struct, frozen=True):
    """An edited file.

    Attributes:
        text: as edited; None for a file that is to be deleted.
        base: the digest of the file on disk that the edit is based on; empty where there was
            none.
    """

    text: str | None
    base: str


class Entry(msgspec.Struct, frozen=True):
    """The unsaved edits of one op.

    Attributes:
        version: of this form.
        op: the op's folder, relative to the project's (``.`` where it was opened on its own).
        name: the op's name, for people.
        when: seconds since 1970 of the last edit that is in it.
        files: by path relative to the op's folder.
        unfinished: texts of form fields by key path.
    """

    version: int
    op: str
    name: str
    when: float
    files: dict[str, FileEdit] = {}
    unfinished: dict[str, UnfinishedText] = {}


class _Owner(msgspec.Struct, frozen=True):
    project: str
    pid: int


def digest(text: str | None) -> str:
    """What identifies a file's content; empty for no file."""
    return "" if text is None else hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _home(project: Path) -> Path:
    name = hashlib.sha256(os.fsencode(project)).hexdigest()[:24]
    return paths.data_dir() / "journal" / name


class Journal:
    """The journal of one window on one project.

    It begins with the first entry: looking at a project writes nothing.

    Args:
        project: the project's folder.
    """

    def __init__(self, project: Path) -> None:
        self.project = project
        self._folder: Path | None = None
        self._lock: BinaryIO | None = None

    def write(self, entry: Entry) -> None:
        """Keep the edits of one op in the place of its earlier ones. Raises OSError."""
        folder = self._begun()
        try:
            data = msgspec.json.encode(entry)
        except UnicodeEncodeError:  # half a character; no file could hold it either
            data = msgspec.json.encode(_storable(msgspec.to_builtins(entry)))
        path = folder / _file_of(entry.op)
        scratch = path.with_suffix(".new")
        scratch.write_bytes(data)
        scratch.replace(path)

    def drop(self, op: str) -> None:
        """The edits of one op are saved, or discarded. Raises OSError."""
        if self._folder is not None:
            (self._folder / _file_of(op)).unlink(missing_ok=True)

    def close(self) -> None:
        """Nothing is unsaved any more: the journal is removed."""
        folder, self._folder = self._folder, None
        if folder is not None:
            _remove(folder)
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _begun(self) -> Path:
        if self._folder is not None and self._folder.is_dir():
            return self._folder
        if self._lock is not None:  # someone has cleaned up behind us
            self._lock.close()
            self._lock = None
        home = _home(self.project)
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        # Locked before it has its name: nobody ever sees it without its lock.
        folder = Path(tempfile.mkdtemp(dir=home, prefix=".new-"))
        lock = (folder / _LOCK).open("wb")
        _try_lock(lock)
        owner = _Owner(os.fsencode(self.project).decode("utf-8", "backslashreplace"), os.getpid())
        (folder / _OWNER).write_bytes(msgspec.json.encode(owner))
        self._folder = folder.rename(home / secrets.token_hex(8))
        self._lock = lock
        return self._folder


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, dict):
        return {_storable(key): _storable(item) for key, item in value.items()}
    return value


def _file_of(op: str) -> str:
    return f"{hashlib.sha256(op.encode('utf-8', 'surrogatepass')).hexdigest()[:24]}.json"


# -- what windows that are gone have left


class Left(msgspec.Struct):
    """What one window has left; held for us alone until it is settled.

    Attributes:
        project: the project's folder.
        entries: the edits, by op.
        damaged: how many files could not be read.
    """

    project: Path
    entries: list[Entry]
    damaged: int
    folder: Path
    lock: BinaryIO

    @property
    def when(self) -> float:
        """The time of the last edit."""
        return max((e.when for e in self.entries), default=0.0)

    def settle(self) -> Path | None:
        """The edits are in a window again, or not wanted.

        Returns:
            Where the journal is if files of it could not be read: someone may still find words
            in them. Otherwise it is removed.
        """
        kept = None
        if self.damaged:
            kept = _free(f"damaged-{self.project.name}")
            with contextlib.suppress(OSError):
                kept.parent.mkdir(parents=True, exist_ok=True)
                self.folder.rename(kept)
        _remove(self.folder)
        self.lock.close()
        return kept

    def keep(self) -> None:
        """Decide later: they are found again by the next ``find_left``."""
        self.lock.close()


def find_left(project: Path | None = None) -> list[Left]:
    """What windows that are gone have left unsaved, the latest first.

    Args:
        project: of this project only; None for all projects.

    Returns:
        Each is to be settled with ``settle`` or ``keep``. Whatever cannot be read is passed
        over: a damaged journal is no reason not to open a project.
    """
    found: list[Left] = []
    homes = [_home(project)] if project is not None else _folders(paths.data_dir() / "journal")
    for folder in (f for home in homes for f in _folders(home)):
        with contextlib.suppress(OSError):
            left = _read(folder, project)
            if left is not None:
                found.append(left)
    return sorted(found, key=lambda left: left.when, reverse=True)


def is_edited_elsewhere(project: Path) -> bool:
    """Whether another window, which is still open, has unsaved edits of a project."""
    for folder in _folders(_home(project)):
        with contextlib.suppress(OSError), (folder / _LOCK).open("r+b") as lock:
            edited = any(file.name != _OWNER for file in folder.glob("*.json"))
            if edited and not _try_lock(lock):
                return True
    return False


def _folders(folder: Path) -> list[Path]:
    try:
        return sorted(p for p in folder.iterdir() if p.is_dir() and not p.name.startswith("."))
    except OSError:
        return []


def _read(folder: Path, project: Path | None) -> Left | None:
    lock = (folder / _LOCK).open("r+b")
    if not _try_lock(lock):
        lock.close()
        return None  # its window is open
    entries: list[Entry] = []
    damaged = 0
    with contextlib.suppress(*_UNREADABLE):
        owner = msgspec.json.decode((folder / _OWNER).read_bytes(), type=_Owner)
        project = project or Path(owner.project)
    for file in sorted(folder.glob("*.json")):
        if file.name == _OWNER:
            continue
        entry = _entry(file)
        if entry is None:
            damaged += 1
        else:
            entries.append(entry)
    if project is None or not (entries or damaged):
        if not (entries or damaged):
            _remove(folder)  # nothing was unsaved
        lock.close()
        return None  # what names no project is found when its project is opened
    return Left(project, entries, damaged, folder, lock)


def _entry(file: Path) -> Entry | None:
    try:
        if file.stat().st_size > _MAX_BYTES:
            return None
        entry = msgspec.json.decode(file.read_bytes(), type=Entry)
    except _UNREADABLE:
        return None
    # A damaged entry could name any file.
    return entry if entry.version == _VERSION and all(map(is_inside, entry.files)) else None


def changed_files(entry: Entry, folder: Path) -> dict[str, FileEdit]:
    """The edits of an entry that differ from what is on disk by now; the others were saved."""
    return {name: edit for name, edit in entry.files.items() if _now(folder / name) != edit.text}


def _now(path: Path) -> str | None:
    try:
        return read_text(path)
    except UserError:
        return None


def rescue(entries: Iterable[Entry], title: str) -> Path:
    """Write edits whose op is gone into a folder of their own.

    Args:
        entries: the edits.
        title: the project's name.

    Returns:
        The folder.

    Raises:
        UserError: it cannot be written.
    """
    folder = _free(title)
    for entry in entries:
        for name, edit in entry.files.items():
            path = folder / Path(entry.op).name / name
            if edit.text is None or not path.resolve().is_relative_to(folder.resolve()):
                continue
            with contextlib.suppress(OSError):  # what fails here is reported by the write
                path.parent.mkdir(parents=True, exist_ok=True)
            write_text(path, edit.text)
    return folder


def _free(title: str) -> Path:
    """A folder for recovered files that is not there yet."""
    base = paths.data_dir() / "recovered"
    name = f"{title}-{time.strftime('%Y-%m-%d-%H%M%S')}"
    names = (f"{name}-{i}" if i else name for i in range(1000))
    return next(base / n for n in names if not (base / n).exists())


def _remove(folder: Path) -> None:
    """Renamed first, so that no half of it is ever found."""
    gone = folder.with_name(f".gone-{folder.name}")
    try:
        folder.rename(gone)
    except OSError:
        gone = folder
    shutil.rmtree(gone, ignore_errors=True)
    with contextlib.suppress(OSError):
        folder.parent.rmdir()  # the project's own, where it was the last


def _try_lock(file: BinaryIO) -> bool:
    """Lock a file for this process, as long as it lives; ``False`` where another has it."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True

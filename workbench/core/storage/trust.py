"""Which ops may be compiled and run without a question.

Opening a project runs nothing of it. Building or running does, so an op that came from
elsewhere is asked about once. What was made here (a copy of the gallery, a new op, a copy of
a trusted one) is trusted from the beginning.

Trust belongs to one op's folder: the folder of ops that it lies in, and the time and number
under which the file system made it (its birth). A folder that is deleted and replaced has the
same path but another birth, so it is asked about again; so is an op that was put into a
trusted project by other means. A new name is no question, and an edit is none: whoever may
write into the folder could do so after any question. Nothing is written into the project, so
a copy that is sent away carries no trust with it.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import hashlib
import os
import stat
import struct
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.files.files import read_text, write_text

__all__ = ["is_trusted", "trust", "untrusted"]

_STATX_BTIME = 0x800
_AT_FDCWD = -100


class _Known(msgspec.Struct):
    """The trusted ops of one folder of ops: the folder, and each op's birth with its name."""

    folder: str
    ops: dict[str, str]


def is_trusted(op_folder: Path) -> bool:
    """Whether an op may run without a question."""
    return not untrusted([op_folder])


def untrusted(op_folders: Iterable[Path]) -> list[Path]:
    """Those of the ops that have to be asked about, in their order."""
    known: dict[Path, dict[str, str]] = {}
    library = paths.ops_lib()
    found = []
    for given in op_folders:
        folder = Path(os.path.realpath(given))  # also of a link that leads in a circle
        parent = folder.parent
        if parent not in known:
            known[parent] = _load(parent)
        if _birth(folder) not in known[parent] and not folder.is_relative_to(library):
            found.append(given)
    return found


def trust(op_folders: Iterable[Path]) -> bool:
    """Remember that these ops may run.

    Returns:
        ``False`` where that could not be stored; they are then asked about again next time.
    """
    by_parent: dict[Path, list[Path]] = defaultdict(list)
    for given in op_folders:
        folder = Path(os.path.realpath(given))  # also of a link that leads in a circle
        by_parent[folder.parent].append(folder)
    stored = True
    for parent, folders in by_parent.items():
        births = {birth: _text(f.relative_to(parent)) for f in folders if (birth := _birth(f))}
        stored = _store(parent, _load(parent) | births) and stored
    return stored


def _store(parent: Path, ops: dict[str, str]) -> bool:
    if _load(parent) == ops:
        return True
    file = _file(parent)
    text = msgspec.json.format(msgspec.json.encode(_Known(_text(parent), ops))).decode()
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_text(file, text + "\n")
    except (OSError, UserError):
        return False
    return True


def _load(parent: Path) -> dict[str, str]:
    """What is known of one folder of ops. A store that cannot be read trusts nothing."""
    with contextlib.suppress(UserError, msgspec.DecodeError, RecursionError):
        known = msgspec.json.decode(read_text(_file(parent)), type=_Known)
        if known.folder == _text(parent):
            return known.ops
    return {}


def _file(parent: Path) -> Path:
    name = hashlib.sha256(os.fsencode(parent)).hexdigest()[:32]
    return paths.config_dir() / "trusted" / f"{name}.json"


def _text(path: Path) -> str:
    """The path as JSON can hold it, for people; the file's name is the exact one."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _birth(folder: Path) -> str:
    """What a folder has that one in its place has not; empty where there is no folder.

    The number alone would not do: ext4 gives that of a deleted folder to the next one.
    """
    try:
        status = folder.stat()
    except (OSError, ValueError):  # gone, or a name that no file can have
        return ""
    if not stat.S_ISDIR(status.st_mode):
        return ""
    made = getattr(status, "st_birthtime", None)
    return f"{status.st_ino}:{made if made is not None else _statx_birth(folder)}"


@functools.cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None)


def _statx_birth(folder: Path) -> str:
    """The time of birth on Linux, which ``os.stat`` does not tell; empty where unknown."""
    buffer = ctypes.create_string_buffer(256)
    try:
        done = _libc().statx(_AT_FDCWD, os.fsencode(folder), 0, _STATX_BTIME, buffer)
    except (AttributeError, OSError, TypeError):  # no statx in this C library; no C library
        return ""
    (mask,) = struct.unpack_from("=I", buffer, 0)
    if done != 0 or not mask & _STATX_BTIME:
        return ""
    seconds, nanoseconds = struct.unpack_from("=qI", buffer, 80)
    return f"{seconds}.{nanoseconds:09d}"

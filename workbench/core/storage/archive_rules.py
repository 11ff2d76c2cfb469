"""What an archive may hold, once for writing and for reading.

Whatever is written here can be unpacked on every system, and whatever is unpacked can do no
harm by its names or its size. Sizes that an archive states are not believed: what comes out
is counted.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Iterable
from typing import BinaryIO

from workbench.core.errors import UserError
from workbench.core.storage.made_again import is_made_again

__all__ = [
    "MAX_FILES",
    "MAX_TOTAL",
    "allowance",
    "check_directory",
    "check_names",
    "is_left_behind",
    "name_problem",
]

MAX_TOTAL = 512 * 1024 * 1024
"""Bytes of all files together."""
MAX_FILES = 10_000
_MAX_DIRECTORY = 8 * 1024 * 1024
_MAX_PATH = 512
_MAX_NAME = 200  # bytes; a file system takes 255, and temporary names are longer
_RATIO = 100
_ALWAYS = 32 * 1024 * 1024

_LEFT_FOLDERS = frozenset(
    """.hg .svn .venv .mypy_cache .pytest_cache .ruff_cache .cache .vs .idea
    node_modules __macosx""".split()
)
_LEFT_FILES = frozenset(".ds_store thumbs.db desktop.ini compile_commands.json".split())
_LEFT_ENDINGS = (
    *(".pyo", ".obj", ".dylib", ".dll", ".pyd", ".a", ".lib", ".gch"),
    *(".theirs", ".mine", ".bak", ".swp", "~"),
)
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", "conin$", "conout$", "clock$"]
    + [f"{port}{digit}" for port in ("com", "lpt") for digit in "0123456789¹²³"]
)


def is_left_behind(name: str) -> bool:
    """Whether a file is a cache, an object, version control or a backup.

    They are not unpacked either: a foreign ``.git`` has settings that run programs.
    """
    name = name.casefold()
    *folders, last = name.split("/")
    return (
        is_made_again(name)
        or not _LEFT_FOLDERS.isdisjoint(folders)
        or last in _LEFT_FILES
        or last.endswith(_LEFT_ENDINGS)
        # What a crash in the middle of saving or copying leaves: .op.toml.k2j3h4_g
        or any(re.fullmatch(r"\..+\.[a-z0-9_]{8}", part) for part in (*folders, last))
    )


def allowance(archive_bytes: int) -> int:
    """How much an archive of this size may unpack to: sources shrink to a fifth, not a 100th."""
    return min(MAX_TOTAL, _ALWAYS + _RATIO * archive_bytes)


def check_names(names: Iterable[str]) -> None:
    """Refuse names that lead elsewhere, or that some system cannot keep apart.

    Args:
        names: the files' paths, with ``/``.

    Raises:
        UserError: kind ``archive``; the first name that is refused.
    """
    seen: dict[str, str] = {}
    folders: dict[str, str] = {}
    for name in names:
        if problem := name_problem(name):
            hint = "Nothing was written. Rename the file, and make the archive again."
            raise UserError("archive", f"the name {_quoted(name)} {problem}", hint)
        key = _key(name)
        if key in seen or key in folders:
            other = seen.get(key) or folders[key]
            what = "is there twice" if other == name else f"and {_quoted(other)} are one file"
            where = "" if other == name else " on Windows and macOS"
            raise UserError(
                "archive", f"{_quoted(name)} {what}{where}", "Nothing was written. Rename one."
            )
        seen[key] = name
        parts = name.split("/")
        for i in range(1, len(parts)):
            above = "/".join(parts[:i])
            folder = _key(above)
            if folder in seen or folders.setdefault(folder, above) != above:
                other = seen.get(folder) or folders[folder]
                reason = f"{_quoted(above)} and {_quoted(other)} cannot both be there"
                raise UserError("archive", reason, "Nothing was written. Rename one.")
    if len(seen) > MAX_FILES:
        raise UserError(
            "archive",
            f"there are more than {MAX_FILES:,} files",
            "Nothing was written. Move what does not belong to the ops out of the project.",
        )


def _key(name: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def name_problem(name: str) -> str:
    """Why a path cannot be in an archive; empty where it can."""
    if name.startswith(("/", "\\")) or re.match(r"[A-Za-z]:", name):
        return "leads out of the project"
    if len(name) > _MAX_PATH:
        return f"is longer than {_MAX_PATH} characters"
    for part in re.split(r"[/\\]", name):
        if part == "..":
            return "leads out of the project"
        if part in ("", "."):
            return "is no file's path"
        if any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for c in part):
            return "holds a character that cannot be shown"
        if bad := re.search(r'[<>:"|?*\\]', part):
            return f"holds a {bad[0]}, which Windows does not allow"
        if part.endswith((".", " ")):
            return "has a part that ends with a dot or a space, which Windows does not keep"
        if part.partition(".")[0].rstrip().casefold() in _DEVICES:
            return "is that of a device on Windows"
        if len(part.encode("utf-8")) > _MAX_NAME:
            return f"has a part of more than {_MAX_NAME} bytes"
    return "holds a \\, which Windows does not allow" if "\\" in name else ""


def _quoted(name: str) -> str:
    shown = name if len(name) <= 80 else f"{name[:60]} … {name[-15:]}"
    return "'" + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in shown) + "'"


def check_directory(file: BinaryIO) -> None:
    """Refuse a list of contents that would fill the memory before it can be looked at.

    ``zipfile`` reads the whole list, however long its end record says that it is.

    Raises:
        UserError: it is no zip file, or its list is too long.
    """
    file.seek(0, 2)
    size = file.tell()
    # The record with the longest comment, and before it what says that there is a longer one.
    file.seek(max(0, size - 65_578))
    tail = file.read()
    file.seek(0)
    short = tail[-22:]
    start = len(tail) - 22 if short[:4] == b"PK\5\6" and short[-2:] == b"\0\0" else -1
    if start < 0:
        start = tail.rfind(b"PK\5\6")
    if start < 0 or len(tail) < start + 22:
        hint = "It may have been cut off on its way: get it again."
        raise UserError("archive", "this is no zip file, or a part of one", hint)
    count, length = struct.unpack_from("<HI", tail, start + 10)
    is_long = b"PK\6\7" in tail[max(0, start - 20) : start]
    # Folders have entries, too, hence twice the number.
    if is_long or count > 2 * MAX_FILES or length > _MAX_DIRECTORY:
        raise UserError("archive", "it lists too many files", "It is no archive of a project.")

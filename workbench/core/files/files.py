"""Reading and writing a project's files so that nothing saved is ever lost."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from workbench.core.errors import UserError
from workbench.core.files.leftovers import held

__all__ = [
    "MAX_TEXT_BYTES",
    "is_free",
    "is_inside",
    "read_text",
    "real_path",
    "replacing",
    "sync_folder",
    "umask",
    "write_text",
]

MAX_TEXT_BYTES = 16 * 1024 * 1024
"""Larger files are refused: no source or declaration is that large."""


def is_inside(name: str) -> bool:
    """Whether a path is relative and stays in its folder, as far as its text tells."""
    path = PurePosixPath(name)
    return bool(name) and "\0" not in name and not path.is_absolute() and ".." not in path.parts


def real_path(path: Path) -> Path:
    """The absolute path without links, of something that may be there or not.

    Raises:
        UserError: kind ``file``; links lead in a circle, or no file can have such a name.
    """
    try:
        found = path.resolve()
        found.exists()
    except (OSError, RuntimeError, ValueError) as error:
        if isinstance(error, OSError) and error.errno != errno.ELOOP:
            reason, hint = error.strerror or str(error), "Is it the right path?"
        elif isinstance(error, ValueError):
            reason, hint = "no file can have this name", "Is it the right path?"
        else:
            reason, hint = "its links lead in a circle", "Put what is meant in the link's place."
        raise UserError("file", f"this path leads nowhere: {reason}", hint, file=path) from None
    return found


def is_free(folder: Path) -> bool:
    """Whether a new folder can be made here: nothing is there, or an empty folder.

    Raises:
        UserError: kind ``file``; that cannot be found out.
    """
    try:
        return not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    except OSError as error:
        reason, hint = f"the folder cannot be read: {error.strerror}", "Choose another folder."
        raise UserError("file", reason, hint, file=folder) from None


def read_text(path: Path) -> str:
    """Read a UTF-8 text file.

    Raises:
        UserError: kind ``file``; it is missing, unreadable, too large or not text.
    """
    return decoded(text_bytes(path), path)


def text_bytes(path: Path) -> bytes:
    """Read a file that is to be text, of whatever encoding.

    Raises:
        UserError: kind ``file``; it is missing, unreadable, too large or no regular file.
    """
    try:
        if not path.is_dir() and not path.is_file() and path.exists():
            raise UserError("file", "this is no regular file", "Is it the right one?", file=path)
        if path.stat().st_size > MAX_TEXT_BYTES:
            raise UserError(
                "file", "the file is larger than 16 MiB", "Is it the right file?", file=path
            )
        return path.read_bytes()
    except FileNotFoundError:
        hint = "Create it, or correct the name in op.toml."
        if not path.parent.is_dir():
            hint = "Its folder is gone, too: was it moved or renamed?"
        raise UserError("file", "the file does not exist", hint, file=path) from None
    except IsADirectoryError:
        raise UserError("file", "this is a folder, a file is needed", file=path) from None
    except OSError as error:
        hint = "Look at its permissions, and at the folder's."
        reason = f"the file cannot be read: {error.strerror}"
        raise UserError("file", reason, hint, file=path) from None
    except ValueError:
        raise UserError("file", "no file can have this name", file=path) from None


def decoded(data: bytes, path: Path) -> str:
    """The UTF-8 text of a file's bytes.

    Raises:
        UserError: kind ``file``; it is binary, or in another encoding.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UserError("file", "the file is UTF-16 text", "Save it as UTF-8.", file=path)
    if b"\0" in data:
        raise UserError("file", "this is a binary file, text is needed", file=path)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        hint = "Save it as UTF-8."
        raise UserError("file", f"byte {error.start} is not UTF-8", hint, file=path) from None


def write_text(path: Path, text: str) -> None:
    """Replace a file's content atomically: after a crash it is the old or the new one, whole.

    Raises:
        UserError: kind ``file``; the folder is gone, read-only or full. The old file is untouched.
    """
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        reason = f"the text cannot be written as UTF-8: {error.reason} at character {error.start}"
        raise UserError("file", reason, "Remove that character.", file=path) from None
    with replacing(path) as file:
        file.write(data)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A new file that takes the place of ``path`` when the block ends well, and else vanishes.

    Its bytes are on the disk before the name is, and the name before this returns: what was
    saved is there after a loss of power, too.

    Raises:
        UserError: kind ``file``; an OSError of the block is told as one of writing.
    """
    temporary = ""
    try:
        target = path.resolve()
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~umask()
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=_prefix(target))
        with os.fdopen(handle, "w+b") as file:
            held(handle)
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(13, "it is read-only")
        Path(temporary).replace(target)
        temporary = ""
        sync_folder(target.parent)
    except (OSError, RuntimeError) as error:  # RuntimeError: a loop of links
        raise UserError(
            "file",
            f"the file cannot be written: {getattr(error, 'strerror', None) or error}",
            f"Nothing was changed on disk. {_next_step(error)}",
            file=path,
        ) from None
    finally:
        if temporary:
            with contextlib.suppress(OSError):
                Path(temporary).unlink(missing_ok=True)


def _next_step(error: OSError | RuntimeError) -> str:
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "Free some space there, and try again."
    return "Choose a folder that can be written."


def _prefix(target: Path) -> str:
    """A temporary file's name begins like the target's, but may not be longer than a name can."""
    return f".{target.name[:40]}."


def sync_folder(folder: Path) -> None:
    """Put a folder's list of names on the disk; where that cannot be asked for, nothing."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def umask() -> int:
    """The process's umask."""
    mask = os.umask(0)
    os.umask(mask)
    return mask

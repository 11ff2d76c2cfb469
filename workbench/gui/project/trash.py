"""Where deleted ops are kept: whole folders, for undo, and for a while after.

A folder is moved, never copied where it need not be, so that every byte comes back. What is older
than ``KEPT_DAYS`` is removed when the program starts.
"""

from __future__ import annotations

import shutil
import time
import uuid
from collections.abc import Callable
from pathlib import Path

from workbench import paths
from workbench.core.errors import UserError

__all__ = ["KEPT_DAYS", "discard", "old_entries", "remove_entry", "restore", "trash_dir"]

KEPT_DAYS = 30


def trash_dir() -> Path:
    """The folder of all that was deleted."""
    return paths.data_dir() / "trash"


def discard(folder: Path, write: Callable[[Path], object] | None = None) -> Path:
    """Move an op's folder here.

    Args:
        folder: the op's.
        write: writes what is to be kept of a folder that is gone; may raise UserError.

    Returns:
        Where it is now; ``restore`` takes it.

    Raises:
        UserError: it cannot be moved; it is still where it was.
    """
    trashed = trash_dir() / f"{time.strftime('%Y-%m-%d')}-{uuid.uuid4().hex[:12]}" / folder.name
    try:
        trashed.parent.mkdir(parents=True)
        if write is not None:
            write(trashed)
        else:
            _move(folder, trashed)
    except OSError as error:
        shutil.rmtree(trashed.parent, ignore_errors=True)
        message = f"'{folder.name}' cannot be moved to the trash: {_reason(error)}"
        hint = f"The trash is {trash_dir()}. Nothing was deleted."
        raise UserError("file", message, hint, file=folder) from None
    return trashed


def restore(trashed: Path, folder: Path) -> None:
    """Move a folder back from here.

    Raises:
        UserError: something else stands there now, or the folder is gone from the trash.
    """
    if folder.exists() or folder.is_symlink():
        message = f"'{folder.name}' cannot come back: there is a folder of that name now"
        raise UserError("file", message, "Rename or move that one first.", file=folder)
    try:
        folder.parent.mkdir(exist_ok=True)  # not a project that is gone
        _move(trashed, folder)
    except OSError as error:
        message = f"'{folder.name}' cannot be brought back: {_reason(error)}"
        raise UserError("file", message, f"It is kept in {trashed}.", file=folder) from None
    shutil.rmtree(trashed.parent, ignore_errors=True)


def old_entries() -> list[Path]:
    """What has been here for longer than ``KEPT_DAYS``."""
    before = time.time() - KEPT_DAYS * 86400
    try:
        return [p for p in trash_dir().iterdir() if p.lstat().st_mtime < before]
    except OSError:
        return []


def remove_entry(entry: Path) -> None:
    """Remove one of ``old_entries`` for good."""
    shutil.rmtree(entry, ignore_errors=True)


def _move(source: Path, target: Path) -> None:
    """Rename; across file systems copy all of it, links as links, before anything is removed."""
    try:
        source.rename(target)
    except FileNotFoundError:
        raise
    except OSError:
        copy = target.with_name(f".{target.name}.part")
        try:
            shutil.copytree(source, copy, symlinks=True)
            copy.rename(target)
        except OSError:
            shutil.rmtree(copy, ignore_errors=True)
            raise
        shutil.rmtree(source)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)

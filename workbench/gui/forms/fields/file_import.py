"""Takes a file into an op's folder, so that a declaration can name it."""

from __future__ import annotations

import filecmp
import os
import shutil
import tempfile
from pathlib import Path

from workbench.core.errors import UserError

__all__ = ["file_in"]

MAX_BYTES = 1 << 30


def file_in(folder: Path, path: Path, into: str = "") -> str:
    """Have a file in an op's folder.

    Args:
        folder: the op's.
        path: the file; it is copied where it lies elsewhere.
        into: the folder in the op's that it is copied into.

    Returns:
        Its path in the folder, as ``op.toml`` names it.

    Raises:
        UserError: kind ``file``; it cannot be copied; nothing was changed.
    """
    inside = path.resolve()
    if inside.is_relative_to(folder.resolve()):
        return inside.relative_to(folder.resolve()).as_posix()
    try:
        size = path.stat().st_size
    except OSError as error:
        reason = f"{path.name} cannot be read: {error.strerror or error}"
        raise UserError("file", reason, "Is it still there?", file=path) from None
    if not path.is_file():
        raise UserError("file", f"{path.name} is no regular file", "Choose another.", file=path)
    if size > MAX_BYTES:
        hint = "Choose a smaller one, or put the file into the op's folder yourself."
        raise UserError("file", f"{path.name} is larger than 1 GiB", hint, file=path)
    target = _target(folder / into, path)
    if not target.exists():
        _copy(path, target)
    return target.relative_to(folder).as_posix()


def _target(folder: Path, path: Path) -> Path:
    """A name that is free, or that of the same content."""
    for i in range(1, 10_000):
        name = path.name if i == 1 else f"{path.stem}-{i}{path.suffix}"
        target = folder / name
        try:
            if not target.exists() or filecmp.cmp(path, target, shallow=False):
                return target
        except OSError:
            continue
    raise UserError("file", f"there is no free name for {path.name}", file=folder)


def _copy(path: Path, target: Path) -> None:
    temporary = ""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)
        shutil.copyfile(path, temporary)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(target)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        message = f"{path.name} cannot be copied into the op's folder: {error.strerror or error}"
        raise UserError("file", message, "Is the disk full, or the folder read-only?") from None

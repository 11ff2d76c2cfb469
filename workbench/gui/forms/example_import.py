"""Takes a file of arrays into an op's folder, to be an example."""

from __future__ import annotations

import filecmp
import os
import shutil
import tempfile
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.examples.array_file import entries, header
from workbench.core.file_roles import FILE_ROLES

__all__ = ["FOLDER", "bring_in", "is_array_file", "likely_entry"]

FOLDER = "data"
MAX_BYTES = 1 << 30


def is_array_file(path: Path) -> bool:
    """Whether its name says that it is one."""
    return path.suffix in FILE_ROLES["arrays"].suffixes


def likely_entry(path: Path, arg: str) -> str:
    """The array of an ``.npz`` for an argument: that of its name, else the first; else nothing."""
    names = entries(path)
    if len(names) < 2:
        return ""
    return arg if arg in names else names[0]


def bring_in(folder: Path, path: Path, entry: str = "") -> str:
    """Have a file in an op's folder.

    Args:
        folder: the op's.
        path: the file; it is copied where it lies elsewhere.
        entry: the array of an ``.npz`` that is wanted.

    Returns:
        Its path in the folder, as ``op.toml`` names it.

    Raises:
        UserError: it is no such file, or it cannot be copied; nothing was changed.
    """
    header(path, entry)
    inside = path.resolve()
    if inside.is_relative_to(folder.resolve()):
        return inside.relative_to(folder.resolve()).as_posix()
    if path.stat().st_size > MAX_BYTES:
        hint = "Choose a smaller example, or put the file into the op's folder yourself."
        raise UserError("example", f"{path.name} is larger than 1 GiB", hint, file=path)
    target = _target(folder / FOLDER, path)
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
    raise UserError("example", f"there is no free name for {path.name}", file=folder)


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
        raise UserError("example", message, "Is the disk full, or the folder read-only?") from None

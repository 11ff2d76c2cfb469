"""Takes a file of arrays into an op's folder, to be an example."""

from __future__ import annotations

from pathlib import Path

from workbench.core.examples.headers import entries, header
from workbench.core.files.file_kinds import ARCHIVE, file_kind
from workbench.gui.forms.fields.file_import import file_in

__all__ = ["FOLDER", "bring_in", "is_array_file", "likely_entry"]

FOLDER = "data"


def is_array_file(path: Path) -> bool:
    """Whether its name says that it is one."""
    return file_kind(path.name) is not None


def likely_entry(path: Path, arg: str) -> str:
    """The array of an ``.npz`` for an argument: that of its name, else the first; else nothing."""
    names = entries(path) if file_kind(path.name) is ARCHIVE else ()
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
    return file_in(folder, path, FOLDER)

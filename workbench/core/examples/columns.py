"""Which columns of a table or a point cloud are taken."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.core.errors import UserError

__all__ = ["chosen_columns"]


def chosen_columns(path: Path, names: Sequence[str], entry: str) -> tuple[int, ...]:
    """The places of the columns that an entry asks for, from 0.

    Args:
        path: the file, for what is said of it.
        names: of all its columns; empty texts where they have none.
        entry: their names or numbers, from 1, divided by commas; all where it is empty.

    Raises:
        UserError: kind ``entry``: there is no such column.
    """
    if not entry.strip():
        return tuple(range(len(names)))
    return tuple(_column(path, names, word.strip()) for word in entry.split(","))


def _column(path: Path, names: Sequence[str], word: str) -> int:
    if word and word in names:
        return names.index(word)
    if word.isdecimal() and len(word) < 10 and 1 <= int(word) <= len(names):
        return int(word) - 1
    known = ", ".join(name or str(i) for i, name in enumerate(names[:20], 1))
    raise UserError(
        "entry",
        f"{path.name} has no column '{word}'",
        f"Name some of these, divided by commas: {known}.",
        file=path,
    )

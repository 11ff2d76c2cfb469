"""Where deliveries go: places that are free, looked at before anything is built."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.files.files import is_free, real_path

__all__ = ["place_of", "places"]

_ZIP = ".zip"


def places(to: Path, names: Sequence[str], zipped: bool) -> list[Path]:
    """Where each op's delivery goes: one is ``to`` itself, several are in it.

    Args:
        to: what the user says; with or without ``.zip`` for an archive.
        names: of the ops.
        zipped: whether each is an archive.

    Raises:
        UserError: kind ``deliver``; two ops have one name, or a place is not free.
    """
    if len(names) == 1:
        return [place_of(to, zipped)]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        hint = "Deliver them one by one."
        raise UserError("deliver", f"two of the ops are called '{twice}'", hint)
    return [place_of(to / name, zipped) for name in names]


def place_of(to: Path, zipped: bool) -> Path:
    """One delivery's folder or archive, by its absolute path.

    Raises:
        UserError: kind ``deliver``; something is there, or
            nothing can be written there. Kind ``file``; it cannot be looked at.
    """
    if zipped and to.suffix.lower() != _ZIP:
        to = to.with_name(to.name + _ZIP)
    found = real_path(to)
    if zipped and found.exists():
        raise UserError("deliver", "the file is there already", "Name another one.", file=found)
    if not zipped and not is_free(found):
        what = "the folder is not empty" if found.is_dir() else "this is a file"
        hint = "A delivery takes the place of nothing: name a new folder, or remove this one."
        raise UserError("deliver", what, hint, file=found)
    above = next(p for p in found.parents if p.exists())
    if not above.is_dir():
        raise UserError("deliver", "this is no folder", "Name another place.", file=above)
    if not os.access(above, os.W_OK):
        hint = "Name a place in a folder that can be written."
        raise UserError("deliver", "nothing can be written to this folder", hint, file=above)
    return found

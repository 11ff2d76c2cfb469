"""Bringing files of older versions up to date, and refusing those of newer ones by name.

A migration works on the TOML document itself, so comments and order stay. It happens in
memory, all steps or none: opening changes nothing on disk, and a project that is only looked
at can still be opened by the version that made it. The first save writes the new form, and
keeps the old file beside it (``op.toml.v1.bak``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import tomlkit
from tomlkit import TOMLDocument

from workbench.core.errors import UserError
from workbench.core.files.files import read_text, write_text

__all__ = ["Step", "check_version", "keep_old", "migrated"]

Step = Callable[[TOMLDocument], None]
"""Changes a document of one version into one of the next; the number is set by the caller."""


def check_version(table: Mapping[str, Any], newest: int) -> int:
    """The version of a file's form.

    Args:
        table: the parsed file.
        newest: the newest version that this program reads.

    Raises:
        UserError: kind ``declaration``; it is missing, no number, or newer than ``newest``.
    """
    version = table.get("schema")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise UserError(
            "declaration",
            "the key 'schema' is missing, or no number from 1 on",
            f"Add schema = {newest}",
            key="schema",
        )
    if version > newest:
        maker = table.get("made_by")
        by = f" ({maker[:40]})" if isinstance(maker, str) and maker.isprintable() else ""
        raise UserError(
            "declaration",
            f"made by a newer Op Workbench{by}: schema {version}, this one reads up to {newest}",
            "Update Op Workbench to open it.",
            key="schema",
        )
    return version


def migrated(text: str, version: int, newest: int, steps: Mapping[int, Step]) -> str:
    """The text of a file in the newest form.

    Args:
        text: valid TOML of form ``version``.
        version, newest: see ``check_version``.
        steps: version → the step to the next one.

    Raises:
        UserError: kind ``declaration``; the file is not what its version says that it is.
    """
    if version == newest:
        return text
    try:
        document = tomlkit.parse(text)
        for number in range(version, newest):
            steps[number](document)
            document["schema"] = number + 1
        return tomlkit.dumps(document)
    except (tomlkit.exceptions.TOMLKitError, LookupError, TypeError, ValueError) as error:
        raise UserError(
            "declaration",
            f"the file says schema {version}, but is not of that form ({error})",
            "Correct it by hand, or get it again. The file was not changed.",
            key="schema",
        ) from None


def keep_old(path: Path, version: int) -> Path | None:
    """Keep a file of an older version before the new form takes its place.

    Args:
        path: the file, still as the older version wrote it.
        version: its version.

    Returns:
        Where it is kept; an earlier backup is never overwritten. None where there is no file.

    Raises:
        UserError: it cannot be written; then do not go on.
    """
    if not path.is_file():
        return None
    text = read_text(path)
    number = 1
    while True:
        mark = f"v{version}" if number == 1 else f"v{version}-{number}"
        kept = path.with_name(f"{path.name}.{mark}.bak")
        if not kept.exists():
            write_text(kept, text)
            return kept
        if kept.is_file() and read_text(kept) == text:
            return kept
        number += 1

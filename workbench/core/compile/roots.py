"""Folders outside an op's folder that are named in ``project.toml``: roots.

    [roots]
    mylib = "../mylib/include"      # as seen from project.toml; or absolute

``kernel.include = ["@mylib", "@mylib/detail"]`` names folders of headers there, ``kernel.sources =
["@mylib/csrc/common.cpp"]`` a file, which ops of the project so share. Where a root is on one machine only that
machine knows: ``roots.toml`` in the user's settings has lines like those of ``[roots]``, and comes first. So a
project can be moved, and whoever has it puts the root elsewhere. A root inside of the project is its own, and no
other takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import tomli
import tomlkit

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.files.files import is_inside, read_text, real_path

__all__ = ["MARK", "PROJECT_FILE", "ROOTS_FILE", "is_in_root", "named_path", "roots_text"]

MARK = "@"
ROOTS_FILE = "roots.toml"
PROJECT_FILE = "project.toml"
_NAME = re.compile(r"@([A-Za-z_][\w.-]*)(?:/(.+))?", re.ASCII)


def is_in_root(name: str) -> bool:
    """Whether a name is of something in a root, not of something in the op's folder: ``@mylib/detail``."""
    return name.startswith(MARK)


def named_path(folder: Path, name: str, key: str) -> Path:
    """Where a file or folder is that a declaration names, in the op's folder or in a root.

    Args:
        folder: the op's.
        name: as the declaration has it.
        key: where it has it.

    Raises:
        UserError: kind ``file``; the root is not known, or not here.
    """
    return _in_root(folder, name, key) if is_in_root(name) else real_path(folder / name)


def _in_root(folder: Path, name: str, key: str) -> Path:
    match = _NAME.fullmatch(name)
    if match is None or not (match[2] is None or is_inside(match[2])):
        hint = "Write @NAME, or @NAME/ and what is meant in it."
        raise UserError("file", f"'{name}' names no root", hint, key=key)
    root, inner = match[1], match[2] or ""
    place = _places(folder).get(root)
    here = paths.config_dir() / ROOTS_FILE
    if place is None:
        message = f"'{root}' is no root that is known here"
        hint = f'Write {root} = "FOLDER" under [roots] in {PROJECT_FILE}, or for this machine alone in {here}.'
        raise UserError("file", message, hint, key=key)
    if not real_path(place).is_dir():
        message = f"the root '{root}' is not here: there is no folder {real_path(place)}"
        hint = f'Write {root} = "FOLDER" in {here} (this machine\'s own), or correct [roots] in {PROJECT_FILE}.'
        raise UserError("file", message, hint, key=key)
    return real_path(place / inner)


def _places(folder: Path) -> dict[str, Path]:
    """The known roots: what the project has in its own folder first, then this machine's own."""
    found: dict[str, Path] = {}
    own: dict[str, Path] = {}
    project = next((p for p in folder.parents[:2] if (p / PROJECT_FILE).is_file()), None)
    files = [project / PROJECT_FILE] if project is not None else []
    for file in (*files, paths.config_dir() / ROOTS_FILE):
        if not file.is_file():
            continue
        try:
            table = tomli.loads(read_text(file))
        except (tomli.TOMLDecodeError, RecursionError) as error:
            hint = 'It has lines such as mylib = "/opt/mylib/include".'
            raise UserError("file", f"this is no TOML: {error}", hint, file=file) from None
        roots = table.get("roots", {}) if file.name == PROJECT_FILE else table
        pairs = roots.items() if isinstance(roots, dict) else ()
        named = {n: file.parent / Path(p).expanduser() for n, p in pairs if isinstance(p, str)}
        found |= named
        if file.name == PROJECT_FILE:
            home = real_path(file.parent)
            own = {n: p for n, p in named.items() if real_path(p).is_relative_to(home)}
    return found | own


def roots_text(places: Mapping[str, str]) -> str:
    """The lines of a ``project.toml`` that say where roots are."""
    return tomlkit.dumps({"roots": dict(places)})

"""Folders of headers outside an op's folder, which are named in ``project.toml``: roots.

    [roots]
    mylib = "../mylib/include"      # as seen from project.toml; or absolute

``kernel.include = ["@mylib", "@mylib/detail"]`` names them. Where a root is on one machine only that
machine knows: ``roots.toml`` in the user's settings has lines like those of ``[roots]``, and comes first. So a
project can be moved, and whoever has it puts the root elsewhere. A root inside of the project is its own, and no
other takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import tomli

from workbench import paths
from workbench.core.compile.includes import direct_includes, included_files, is_guarded
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.files.files import is_inside, read_text, real_path

__all__ = [
    "MARK",
    "ROOTS_FILE",
    "found_outside",
    "header_problems",
    "include_folders",
    "is_root",
    "names_root",
    "outside_refusal",
    "taken_along",
]

MARK = "@"
ROOTS_FILE = "roots.toml"
_PROJECT = "project.toml"
_NAME = re.compile(r"@([A-Za-z_][\w.-]*)(?:/(.+))?", re.ASCII)


def is_root(name: str) -> bool:
    """Whether an include folder is in a root: ``@mylib/detail``."""
    match = _NAME.fullmatch(name)
    return match is not None and (match[2] is None or is_inside(match[2]))


def names_root(op: Op) -> bool:
    """Whether an op looks for headers in a root of its project."""
    return any(name.startswith(MARK) for name in op.kernel.include)


def include_folders(folder: Path, op: Op) -> tuple[Path, ...]:
    """The folders that ``kernel.include`` names, in its order.

    Args:
        folder: the op's.
        op: the declaration.

    Raises:
        UserError: kind ``file``; one is not there, or its root is not known.
    """
    return tuple(_folder(folder, name, i) for i, name in enumerate(op.kernel.include))


def _folder(folder: Path, name: str, index: int) -> Path:
    key = f"kernel.include[{index}]"
    if not name.startswith(MARK):
        path = real_path(folder / name)
        if not path.is_dir():
            hint = "Create it, or correct kernel.include in op.toml."
            raise UserError("file", "the include folder does not exist", hint, file=path, key=key)
        return path
    match = _NAME.fullmatch(name) if is_root(name) else None
    if match is None:
        hint = "Write @NAME or @NAME/FOLDER."
        raise UserError("file", f"'{name}' names no root of headers", hint, key=key)
    root, inner = match[1], match[2] or ""
    place = _places(folder).get(root)
    here = paths.config_dir() / ROOTS_FILE
    if place is None:
        message = f"'{root}' is no root of headers that is known here"
        hint = f'Write {root} = "FOLDER" under [roots] in {_PROJECT}, or for this machine alone in {here}.'
        raise UserError("file", message, hint, key=key)
    path = real_path(place / inner)
    if not path.is_dir():
        message = f"the root of headers '{root}' is not here: there is no folder {path}"
        hint = f'Write {root} = "FOLDER" in {here} (this machine\'s own), or correct [roots] in {_PROJECT}.'
        raise UserError("file", message, hint, key=key)
    return path


def _places(folder: Path) -> dict[str, Path]:
    """The known roots: what the project has in its own folder first, then this machine's own."""
    found: dict[str, Path] = {}
    own: dict[str, Path] = {}
    project = next((p for p in folder.parents[:2] if (p / _PROJECT).is_file()), None)
    files = [project / _PROJECT] if project is not None else []
    for file in (*files, paths.config_dir() / ROOTS_FILE):
        if not file.is_file():
            continue
        try:
            table = tomli.loads(read_text(file))
        except (tomli.TOMLDecodeError, RecursionError) as error:
            hint = 'It has lines such as mylib = "/opt/mylib/include".'
            raise UserError("file", f"this is no TOML: {error}", hint, file=file) from None
        roots = table.get("roots", {}) if file.name == _PROJECT else table
        pairs = roots.items() if isinstance(roots, dict) else ()
        named = {n: file.parent / Path(p).expanduser() for n, p in pairs if isinstance(p, str)}
        found |= named
        if file.name == _PROJECT:
            home = real_path(file.parent)
            own = {n: p for n, p in named.items() if real_path(p).is_relative_to(home)}
    return found | own


def outside_refusal(op: Op) -> tuple[str, str]:
    """Why the op's sources cannot be handed on as they are, and the next step; empty where they can."""
    name = next((name for name in op.kernel.include if name.startswith(MARK)), "")
    if not name:
        return "", ""
    what = f"headers of its kernel are outside of its folder, in {name}"
    return what, f"Take them into the op: op-workbench take-headers {op.name}."


# -- the headers --------------------------------------------------------------------------


def _sources(folder: Path, op: Op) -> list[Path]:
    kernel = op.kernel
    names = (kernel.source, *kernel.sources, kernel.cuda) if kernel.kind.is_compiled else ()
    return [path for n in names if n and (path := real_path(folder / n)).is_file()]


def found_outside(folder: Path, op: Op) -> dict[str, Path]:
    """The headers that an op's sources include from roots: as they are included there, and where they are.

    Raises:
        UserError: a root is not there.
    """
    if not names_root(op):
        return {}
    folders = include_folders(folder, op)
    roots = [p for p, n in zip(folders, op.kernel.include, strict=True) if n.startswith(MARK)]
    found: dict[str, Path] = {}
    for source in _sources(folder, op):
        for path in included_files(source, [source.parent, *folders]):
            root = next((r for r in roots if path.is_relative_to(r)), None)
            if root is not None:
                found.setdefault(path.relative_to(root).as_posix(), path)
    return found


def taken_along(folder: Path, op: Op) -> dict[str, Path | bytes]:
    """What a copy of the op needs of its roots: the headers that it includes, as ``NAME/FOLDER/header``.

    Raises:
        UserError: a root is not there.
    """
    if not names_root(op):
        return {}
    outside = found_outside(folder, op).values()
    found: dict[str, Path | bytes] = {}
    for name, place in zip(op.kernel.include, include_folders(folder, op), strict=True):
        if not name.startswith(MARK):
            continue
        inner = name.removeprefix(MARK)
        headers = [p for p in outside if p.is_relative_to(place)]
        found |= {f"{inner}/{p.relative_to(place).as_posix()}": p for p in headers}
        if not headers:  # the folder has to be there all the same
            found[f"{inner}/README.md"] = b"No header of this folder is included.\n"
    return found


def header_problems(folder: Path, op: Op) -> Iterator[Problem]:
    """What is wrong with the headers of roots: one that is not there, one that two have, a cycle."""
    if not names_root(op):
        return
    try:
        folders = include_folders(folder, op)
    except UserError as error:
        yield error.problem
        return
    named = dict(zip(folders, op.kernel.include, strict=True))
    for header in found_outside(folder, op):
        have = [name for path, name in named.items() if (path / header).is_file()]
        if len(have) > 1:
            message = f"{header} is in {' and in '.join(have)}: that of {have[0]} is taken"
            hint = "Put the folder that is meant first, or leave the other one out."
            key = f"kernel.include[{op.kernel.include.index(have[0])}]"
            yield Problem("file", message, hint, key=key, severity="warning")
    for source in _sources(folder, op):
        if cycle := _cycle(source, [source.parent, *folders]):
            chain = " includes ".join(path.name for path in cycle)
            hint = f"Put #pragma once at the beginning of {cycle[0].name}."
            yield Problem(
                "file", f"{chain}, and none of them has a guard", hint, key="kernel.include", file=str(cycle[0])
            )  # fmt: skip


def _cycle(source: Path, folders: Sequence[Path]) -> list[Path]:
    """The first files that include each other without an end, the first one again at the end."""
    path: list[Path] = []
    done: set[Path] = set()

    def visit(file: Path) -> list[Path]:
        if file in path:
            ring = [*path[path.index(file) :], file]
            return [] if any(is_guarded(one) for one, _ in pairwise(ring)) else ring
        if file in done or len(path) > 200:
            return []
        path.append(file)
        for other in direct_includes(file, folders):
            if ring := visit(other):
                return ring
        done.add(path.pop())
        return []

    return visit(source)

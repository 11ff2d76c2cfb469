"""C++ files as the texts that an op is drafted from, with the headers beside them."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.file_roles import CPP, SOURCES
from workbench.core.files import read_text, real_path
from workbench.importers.cpp.tree import MAX_BYTES

__all__ = ["SUFFIXES", "include_folders", "missing_headers", "read_sources"]

SUFFIXES = (*SOURCES, ".inc")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_INCLUDE_ANGLE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<([^>\n]+)>", re.MULTILINE)
_MOST = 64
_LEVELS = 4
_ROOTS = (".git", "setup.py", "pyproject.toml")
"""What a project's own folder has."""
_LIBRARIES = ("torch/", "ATen/", "c10/", "pybind11/", "onnxruntime", "workbench/", "cuda")


def read_sources(
    paths: list[Path], include: Sequence[Path] = (), root: Path | None = None
) -> dict[str, str]:
    """Read files, the headers of the same project that they include, and what defines these.

    Args:
        paths: the files; those that were named come first in the result.
        include: folders of headers that are known of; what is included from there in ``<>`` is
            read, too.
        root: the folder of the project; what lies outside of it is left out. None for the folder
            that holds them all.

    Returns:
        The texts by name, relative to that folder.

    Raises:
        UserError: kind ``file`` or ``cpp``; one cannot be read, or is no C++ text.
    """
    texts: dict[Path, str] = {}
    waiting = [real_path(p) for p in paths]
    given = set(waiting)
    size = 0
    while waiting:
        path = waiting.pop(0)
        if path in texts or len(texts) >= _MOST:
            continue
        if path in given:
            text = _read(path)
        else:
            try:
                text = _read(path)
            except UserError:
                continue  # a header that cannot be read is reported as missing
        size += len(text)
        if size > MAX_BYTES:
            if path not in given:
                continue
            hint = "Give the files that hold the function and its registration."
            raise UserError("cpp", "more than 2 MiB of C++ are too much to read", hint, file=path)
        texts[path] = text
        for name in _INCLUDE.findall(text):
            header = _first(include, name)
            if header is None and not _of_library(name):
                header = _header(path, name)
            if header is not None:
                waiting += [header, *_sources_of(header, path)]
        for name in _INCLUDE_ANGLE.findall(text) if include else ():
            header = _first(include, name)
            waiting += [header] if header is not None else []
    return _named(texts, root)


def _first(folders: Sequence[Path], name: str) -> Path | None:
    """A header in the first of some folders that has it."""
    found = (Path(os.path.normpath(folder / name)) for folder in folders)
    return next((path for path in found if path.is_file()), None)


def _header(path: Path, name: str) -> Path | None:
    """What a file includes: from beside it, or from where projects keep their headers."""
    above = _above(path)
    for folder in (path.parent, *(a / "include" for a in above), *above[1:]):
        found = Path(os.path.normpath(folder / name))
        try:
            if found.is_file():
                return found
        except (OSError, ValueError):
            return None  # no name that a file can have
    return None


def _above(path: Path) -> list[Path]:
    """The folders that a file is in, up to its project's."""
    found: list[Path] = []
    for folder in list(path.parents)[:_LEVELS]:
        if found and folder in (Path.home(), Path(folder.anchor), Path(tempfile.gettempdir())):
            break  # what lies there has nothing to do with the file
        found.append(folder)
        if any((folder / name).exists() for name in _ROOTS):
            break
    return found


def _sources_of(header: Path, path: Path) -> list[Path]:
    """The file that defines what a header declares: of its name, beside it or its user."""
    names = [f / f"{header.stem}{s}" for f in (header.parent, path.parent) for s in CPP]
    return [n for n in names if n != path and n.is_file()][:1]


def _read(path: Path) -> str:
    if path.suffix.lower() not in SUFFIXES:
        hint = f"C++ files end in {', '.join(SUFFIXES[:5])}, or .h."
        raise UserError("cpp", f"{path.name} is no C++ file", hint, file=path)
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        raise UserError("file", "the file does not exist", "Choose another.", file=path) from None
    except OSError:
        size = 0  # reported by read_text
    if size > MAX_BYTES:
        hint = "Give the file that holds the function."
        raise UserError(
            "cpp",
            f"{size / (1 << 20):.1f} MiB of C++ are too much to read (2 MiB at most)",
            hint,
            file=path,
        )
    return read_text(path)


def _named(texts: dict[Path, str], root: Path | None) -> dict[str, str]:
    if not texts:
        return {}
    common = root or Path(os.path.commonpath([p.parent for p in texts]))
    inside = {p: t for p, t in texts.items() if p.is_relative_to(common)}
    return {p.relative_to(common).as_posix(): t for p, t in inside.items()}


def include_folders(texts: dict[str, str]) -> tuple[str, ...]:
    """The folders that headers are included from by those of the texts that lie elsewhere."""
    found: dict[str, None] = {}
    for file, text in texts.items():
        for name in _INCLUDE.findall(text):
            beside = Path(os.path.normpath(Path(file).parent / name)).as_posix()
            folder = _among(texts, name)
            if beside not in texts and folder is not None:
                found.setdefault(folder)
    return tuple(found)


def _among(texts: dict[str, str], name: str) -> str | None:
    """The folder that a header of this name is in; None where it is not among the texts."""
    if name in texts:
        return "."
    ends = f"/{os.path.normpath(name)}"
    return next((t.removesuffix(ends) for t in texts if t.endswith(ends)), None)


def _of_library(name: str) -> bool:
    return name.startswith(_LIBRARIES)


def missing_headers(texts: dict[str, str]) -> list[tuple[str, str]]:
    """File and name of each header in quotes that is not among the texts."""
    found = []
    for file, text in texts.items():
        for name in _INCLUDE.findall(text):
            beside = os.path.normpath(Path(file).parent / name)
            here = Path(beside).as_posix() in texts or _among(texts, name) is not None
            if not here and not _of_library(name):
                found.append((file, name))
    return found

"""Where the headers lie that a C++ file of somebody's project includes."""

from __future__ import annotations

import itertools
import os
import tempfile
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from workbench import paths
from workbench.core.compile.ort_headers import ORT_PLACES, find_ort_headers, own_ort_headers
from workbench.core.files.file_roles import CPP

__all__ = [
    "files_around",
    "first_of",
    "header_of",
    "is_of_library",
    "is_of_ort",
    "is_official",
    "only_header",
    "ort_headers_of",
    "sources_of",
]

_LEVELS = 4
_PREFIXED_LEVELS = 10
_ROOTS = (".git", "setup.py", "pyproject.toml")
"""What a project's own folder has."""
_LIBRARIES = ("torch/", "ATen/", "c10/", "pybind11/", "workbench/")
_LIKE = ("onnxruntime", "cuda")
"""How names of libraries' headers begin, and of many projects' own, too."""
_DEPTH = 4
_ENTRIES = 4000
_SKIPPED = frozenset(("build", "node_modules", "site-packages", "__pycache__"))


def is_of_library(name: str) -> bool:
    """Whether a header is most likely one of a library that the program knows."""
    return name.startswith((*_LIBRARIES, *_LIKE)) or is_of_ort(name)


def header_of(path: Path, name: str) -> Path | None:
    """What a file includes: from beside it, or from where projects keep their headers.

    Args:
        path: the file.
        name: as it is included. What torch and ONNX Runtime bring is theirs wherever else it lies.
    """
    if is_official(name):
        return None
    above = _above(path, _LEVELS)
    folders = [path.parent, *(a / "include" for a in above), *above[1:]]
    if "/" in name:
        folders += _above(path, _PREFIXED_LEVELS)
    try:
        return first_of(folders, name)
    except (OSError, ValueError):
        return None  # no name that a file can have


def only_header(path: Path, name: str) -> Path | None:
    """The only file of a name in the nearest folder above that has one, however deep it lies there."""
    parts = Path(name).parts
    if not parts or ".." in parts or is_official(name):
        return None
    for folder in _above(path, _LEVELS):
        every = _files_in(folder)
        found = [f for f in every if f.name == parts[-1] and f.parts[-len(parts) :] == parts]
        if found:
            return found[0] if len(found) == 1 else None
    return None


def ort_headers_of(path: Path) -> Path | None:
    """The folder of ONNX Runtime's headers that a file's project brings itself; None where it has none."""
    above = _above(path, _PREFIXED_LEVELS)
    try:
        return own_ort_headers([path.parent, *(a / "include" for a in above), *above[1:]])
    except (OSError, ValueError):
        return None


def is_official(name: str) -> bool:
    """Whether a header is one of torch's, or one of those that ONNX Runtime has."""
    return name.startswith(_LIBRARIES) or is_of_ort(name)


def is_of_ort(name: str) -> bool:
    """Whether a header is one of those that ONNX Runtime has, under a prefix that they are seen with."""
    prefix, _, plain = name.rpartition("/")
    if not plain.startswith("onnxruntime") or prefix not in ORT_PLACES:
        return False
    folders = (paths.ort_ops() / "include" / "compat" / "paths" / "onnxruntime", find_ort_headers())
    return any(f is not None and (f / plain).is_file() for f in folders)


def files_around(path: Path, suffixes: Collection[str]) -> Iterator[list[Path]]:
    """The files with one of some suffixes in each folder above a file, the nearest first, however deep."""
    for folder in _above(path, _LEVELS):
        # A pipe or a device has no end.
        yield [f for f in _files_in(folder) if f.suffix in suffixes and f.is_file()]


def _files_in(folder: Path) -> Iterator[Path]:
    """The files in a folder and those in it, as far as one looks."""
    left = _ENTRIES
    depth = len(folder.parts) + _DEPTH
    for here, folders, files in os.walk(folder):
        left -= len(folders) + len(files)
        if left < 0:
            return
        inner = len(Path(here).parts) < depth
        folders[:] = sorted(f for f in folders if inner and f[0] != "." and f not in _SKIPPED)
        yield from (Path(here) / name for name in files)


def first_of(folders: Sequence[Path], name: str) -> Path | None:
    """A header in the first of some folders that has it."""
    found = (Path(os.path.normpath(folder / name)) for folder in folders)
    return next((path for path in found if path.is_file()), None)


def _above(path: Path, levels: int) -> list[Path]:
    """The folders that a file is in, up to its project's."""
    found: list[Path] = []
    for folder in list(path.parents)[:levels]:
        if found and folder in (Path.home(), Path(folder.anchor), Path(tempfile.gettempdir())):
            break  # what lies there has nothing to do with the file
        found.append(folder)
        if any((folder / name).exists() for name in _ROOTS):
            break
    return found


def sources_of(header: Path, path: Path) -> list[Path]:
    """The file that defines what a header declares: of its name, beside it or its user, or where a
    project with a folder of headers has its sources.
    """
    folders = [header.parent, path.parent]
    if "include" in header.parts:
        within = len(header.parts) - header.parts[::-1].index("include") - 1
        home, inner = Path(*header.parts[:within]), header.parts[within + 1 : -1]
        folders += [home / s / i for s in ("", "src") for i in (Path(*inner), "")]
    for stem in (header.stem, f"{header.stem}_cpu"):
        names = [f / f"{stem}{s}" for f in folders for s in CPP]
        if found := [n for n in names if n.is_file()]:
            return [n for n in found if n != path][:1]
    return _spelt_otherwise(header.stem, path, list(dict.fromkeys(folders)))


def _spelt_otherwise(stem: str, path: Path, folders: list[Path]) -> list[Path]:
    """``gridSample.cpp`` of ``grid_sample.h``, where it is the only one."""
    wanted = _letters(stem)
    found = [
        f
        for folder in folders
        if folder.is_dir()
        for f in itertools.islice(folder.iterdir(), _ENTRIES)
        if f.suffix in CPP and _letters(f.stem) == wanted and f != path
    ]
    return found if len(found) == 1 else []


def _letters(name: str) -> str:
    return name.replace("_", "").replace("-", "").lower()

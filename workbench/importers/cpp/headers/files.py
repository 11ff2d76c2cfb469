"""C++ files as the texts that an op is drafted from, with the headers beside them."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from workbench.core.compile.providers import provider_of
from workbench.core.compile.system_headers import is_system_header
from workbench.core.errors import UserError
from workbench.core.files.file_roles import CPP, SOURCES
from workbench.core.files.files import read_text, real_path
from workbench.importers.cpp.headers.configured import configured, template_of
from workbench.importers.cpp.headers.encodings import read_any
from workbench.importers.cpp.headers.headers import (
    first_of,
    header_of,
    is_of_library,
    is_official,
    only_header,
    sources_of,
)
from workbench.importers.cpp.syntax.tree import MAX_BYTES

__all__ = [
    "SUFFIXES",
    "THIRD_PARTY",
    "Left",
    "Texts",
    "among",
    "angled_in",
    "include_folders",
    "included_in",
    "included_names",
    "included_sources",
    "is_others",
    "quoted_in",
    "read_sources",
    "why_unreadable",
]

SUFFIXES = (*SOURCES, ".inc")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_INCLUDE_ANGLE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<([^>\n]+)>", re.MULTILINE)
THIRD_PARTY = "third_party"
"""Where in an op's folder headers lie that came from a folder given for them."""
_MOST = 64
_MOST_FOREIGN, _MOST_FOREIGN_BYTES = 1000, 16 << 20
"""The same of folders of headers: Eigen has 330 files of 6 MiB."""


class Left(NamedTuple):
    """A file that is there and was not read.

    Attributes:
        path: the file.
        name: as it is included; empty for a source, which would come along to be compiled.
        size: in bytes; 0 where not its own size is too much, but that of all together.
    """

    path: Path
    name: str
    size: int


class Through(NamedTuple):
    """Why a source came along.

    Attributes:
        path: where it is.
        includes: of the headers that it defines: the file, and the name there.
    """

    path: Path
    includes: frozenset[tuple[str, str]]


class Texts(dict[str, str]):
    """C++ by its name.

    Attributes:
        left: what belongs to it and is too much to be read.
        outside: what is included from outside of the project's folder, where it is.
        rivals: what is declared and used → the files beside it that define it, of which none is taken.
        through: a source that came along because of headers → which.
    """

    def __init__(
        self,
        texts: Mapping[str, str],
        left: Iterable[Left] = (),
        outside: Iterable[str] = (),
        rivals: Mapping[str, Sequence[Path]] = {},
        through: Mapping[str, Through] = {},
    ) -> None:
        super().__init__(texts)
        self.left = tuple(left)
        self.outside = frozenset(outside)
        self.rivals = dict(rivals)
        self.through = dict(through)


def read_sources(
    paths: list[Path],
    include: Sequence[Path] = (),
    root: Path | None = None,
    further: Sequence[Path] = (),
    most: int = _MOST,
    along: Sequence[Path] = (),
    without: Collection[Path] = (),
) -> Texts:
    """Read files, the headers of the same project that they include, and what defines these.

    Args:
        paths: the files; those that were named come first in the result.
        include: folders of headers that are known of; what is included from there in ``<>`` is
            read, too.
        root: the folder of the project; what lies outside of it is left out. None for the folder
            that holds them all.
        further: folders of headers that are not of the project, looked into last; what is taken from
            one lies under ``THIRD_PARTY``.
        most: files that are read of the project.
        along: further files that come along where they can be read.
        without: sources that do not come along because of a header.

    Returns:
        The texts by name, relative to the project's folder.

    Raises:
        UserError: kind ``file`` or ``cpp``; one cannot be read, or is no C++ text.
    """
    texts: dict[Path, str] = {}
    seen_from: dict[Path, set[Path]] = {}  # a header → the folders that its prefixes begin at
    foreign: dict[Path, Path] = {}  # what was found in a further folder → that folder
    waiting = [real_path(p) for p in (*paths, *along)]
    given = set(waiting[: len(paths)])
    made: dict[Path, str] = {}
    named: dict[Path, str] = {}  # a header → as it is included
    left: list[Left] = []
    through: dict[Path, set[tuple[Path, str]]] = {}
    size = far_size = 0
    while waiting:
        path = waiting.pop(0)
        far_count = sum(p in foreign for p in texts)
        full = far_count >= _MOST_FOREIGN if path in foreign else len(texts) - far_count >= most
        if path in texts or full:
            continue
        if path in given:
            text = _read(path)
        else:
            try:
                text = _read(path, "")
            except UserError:
                if (large := _size_of(path)) > MAX_BYTES:
                    left.append(Left(path, named.get(path, ""), large))
                continue  # any other header that cannot be read is reported as missing
        far = path in foreign and path not in given
        if (far_size if far else size) + len(text) > (_MOST_FOREIGN_BYTES if far else MAX_BYTES):
            if path not in given:
                left.append(Left(path, named.get(path, ""), 0))
                continue
            hint = "Give the files that hold the function and its registration."
            raise UserError("cpp", "more than 2 MiB of C++ are too much to read", hint, file=path)
        far_size, size = far_size + len(text) * far, size + len(text) * (not far)
        texts[path] = text
        for name in filter(_can_move, _INCLUDE.findall(text)):
            near, root_of = header_of(path, name), foreign.get(path)
            header = near  # beside the file comes first, as for a compiler
            if near != Path(os.path.normpath(path.parent / name)):
                header = first_of(include, name) or near
            if header is None and not is_of_library(name):
                header = first_of(further, name)
                if header is not None:
                    root_of = next(r for r in further if header.is_relative_to(r))
            header = header or only_header(path, name)
            if header is None and not is_of_library(name):
                from_template = _made_from_template(path, name, texts)
                made |= from_template
                for one in from_template:
                    seen_from.setdefault(one, set()).update(_seen_from(one, name))
            if header is not None:
                defining = [one for one in sources_of(header, path) if one not in without]
                for one in defining:
                    through.setdefault(one, set()).add((path, name))
                found = [header, *defining]
                waiting += found
                named.setdefault(header, name)
                seen_from.setdefault(header, set()).update(_seen_from(header, name))
                if root_of is not None:  # and what such a header includes
                    foreign |= {p: root_of for p in found if p.is_relative_to(root_of)}
        for name in filter(_can_move, _INCLUDE_ANGLE.findall(text)):
            header = first_of(include, name)
            if header is None and not is_others(name):
                header = header_of(path, name)
            elsewhere = None if header or is_official(name) else first_of(further, name)
            if elsewhere is not None:
                header = elsewhere
                foreign[header] = next(r for r in further if header.is_relative_to(r))
            if header is not None:
                waiting.append(header)
                named.setdefault(header, name)
                seen_from.setdefault(header, set()).update(_seen_from(header, name))
    texts |= made
    roots = {p: r for p, r in foreign.items() if p in texts and p not in given}
    moved = {p: Path(THIRD_PARTY) / p.relative_to(r) for p, r in roots.items()}
    taken = {name: texts.pop(p) for p, name in moved.items()}
    known = {f for p, folders in seen_from.items() if p in texts for f in folders}
    names = _names(texts, root, sorted(known.difference(include)))
    kept = {name: texts[p] for p, name in names.items()}
    kept |= {p.as_posix(): t for p, t in taken.items()}
    far_off = [n for p, n in named.items() if root is not None and not p.is_relative_to(root)]
    name_of = {**names, **{p: t.as_posix() for p, t in moved.items()}}
    because = {
        name_of[one]: Through(one, frozenset((name_of[f], n) for f, n in asked if f in name_of))
        for one, asked in through.items()
        if one in name_of and one not in given and one not in along
    }
    return Texts(kept, dict.fromkeys(left), far_off, through=because)


def _made_from_template(path: Path, name: str, texts: dict[Path, str]) -> dict[Path, str]:
    """The header that the project's build would write, where its template is there."""
    template = template_of(path, name)
    if template is None or template.with_suffix("") in texts:
        return {}
    try:
        return {template.with_suffix(""): configured(template, read_text(template))}
    except UserError:
        return {}


def _can_move(name: str) -> bool:
    """Whether a header's name is one of a project; an absolute one is of this machine, and those of
    the kernel API are this program's.
    """
    return not Path(name).is_absolute() and not name.startswith("workbench/")


def is_others(name: str) -> bool:
    """Whether a header in ``<>`` is none of the project's, whatever else is called so."""
    return is_system_header(name) or ("/" not in name and bool(provider_of(name)[0]))


def _seen_from(header: Path, name: str) -> list[Path]:
    """The folder against which a header is named with a prefix, ``mylib/csrc/macros.h``."""
    parts = Path(os.path.normpath(name)).parts
    prefixed = len(parts) > 1 and header.parts[-len(parts) :] == parts
    return [header.parents[len(parts) - 1]] if prefixed else []


def why_unreadable(path: Path) -> str:
    """Why a C++ file cannot be read; empty where it can."""
    try:
        _read(path)
    except UserError as error:
        return error.problems[0].message
    return ""


def _read(path: Path, *headers: str) -> str:
    """The text of a C++ file, or one of the further suffixes, as headers of libraries have them."""
    if path.suffix.lower() not in (*SUFFIXES, *headers):
        hint = f"C++ files end in {', '.join(SUFFIXES[:5])}, or .h."
        raise UserError("cpp", f"{path.name} is no C++ file", hint, file=path)
    if not path.exists():
        raise UserError("file", "the file does not exist", "Choose another.", file=path)
    size = _size_of(path)
    if size > MAX_BYTES:
        hint = "Give the file that holds the function."
        raise UserError(
            "cpp",
            f"{size / (1 << 20):.1f} MiB of C++ are too much to read (2 MiB at most)",
            hint,
            file=path,
        )
    return read_any(path)


def _size_of(path: Path) -> int:
    """The bytes of a file; 0 for one that cannot be asked, which is told where it is read."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _names(
    texts: Iterable[Path], root: Path | None, seen_from: Sequence[Path] = ()
) -> dict[Path, str]:
    """The names of the texts: paths in which each header keeps the prefix by which it is included."""
    paths = list(texts)
    if not paths:
        return {}
    common = root or Path(os.path.commonpath([*(p.parent for p in paths), *seen_from]))
    return {p: p.relative_to(common).as_posix() for p in paths if p.is_relative_to(common)}


def include_folders(texts: dict[str, str]) -> tuple[str, ...]:
    """The folders that headers are included from by those of the texts that lie elsewhere."""
    found: dict[str, None] = {}
    if any(name.startswith(f"{THIRD_PARTY}/") for name in texts):
        found[THIRD_PARTY] = None
    for file, text in texts.items():
        for name in _INCLUDE.findall(text):
            beside = Path(os.path.normpath(Path(file).parent / name)).as_posix()
            folder = among(texts, name)
            if beside not in texts and folder is not None:
                found.setdefault(folder)
        for name in _INCLUDE_ANGLE.findall(text):
            folder = None if is_others(name) else among(texts, name)
            if folder is not None and not folder.startswith(THIRD_PARTY):
                found.setdefault(folder)
    return tuple(found)


def quoted_in(text: str) -> list[str]:
    """What a text includes in quotes, as it is written there."""
    return _INCLUDE.findall(text)


def angled_in(text: str) -> list[str]:
    """What a text includes in ``<>``, as it is written there."""
    return _INCLUDE_ANGLE.findall(text)


def included_names(texts: Mapping[str, str]) -> list[str]:
    """What the texts include, in quotes or in ``<>``, as it is written there."""
    found = (m for t in texts.values() for p in (_INCLUDE, _INCLUDE_ANGLE) for m in p.findall(t))
    return list(dict.fromkeys(found))


def included_in(file: str, texts: Mapping[str, str]) -> list[str]:
    """Those of the texts that one of them includes."""
    found: dict[str, None] = {}
    for pattern in (_INCLUDE, _INCLUDE_ANGLE):
        for name in pattern.findall(texts[file]):
            beside = Path(os.path.normpath(Path(file).parent / name)).as_posix()
            folder = among(texts, name)
            if beside in texts and pattern is _INCLUDE:
                found[beside] = None
            elif pattern is _INCLUDE_ANGLE and is_others(name):
                continue  # <math.h> is none of the project's, whatever else is called so
            elif folder is not None:
                found[Path(os.path.normpath(f"{folder}/{name}")).as_posix()] = None
    return list(found)


def included_sources(texts: Mapping[str, str]) -> set[str]:
    """The texts of sources that others include, so that nobody compiles them by themselves."""
    found = (one for file in texts for one in included_in(file, texts) if one != file)
    return {one for one in found if Path(one).suffix in CPP}


def among(texts: Mapping[str, str], name: str) -> str | None:
    """The folder that a header of this name is in; None where it is not among the texts."""
    if name in texts:
        return "."
    ends = f"/{os.path.normpath(name)}"
    return next((t.removesuffix(ends) for t in texts if t.endswith(ends)), None)

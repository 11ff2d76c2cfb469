"""C++ files as the texts that an op is drafted from, with the headers beside them."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from workbench.core.compile.providers import provider_of, system_folder
from workbench.core.errors import UserError
from workbench.core.files.file_roles import CPP, CUDA_TEXTS, SOURCES
from workbench.core.files.files import read_text, real_path
from workbench.importers.cpp.headers.configured import configured, configured_words, template_of
from workbench.importers.cpp.headers.encodings import read_any, recoded_words
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
    "include_folders",
    "included_in",
    "included_names",
    "included_sources",
    "missing_headers",
    "missing_words",
    "read_sources",
    "why_unreadable",
]

SUFFIXES = (*SOURCES, ".inc")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_INCLUDE_ANGLE = re.compile(r"^[ \t]*#[ \t]*include[ \t]*<([^>\n]+)>", re.MULTILINE)
THIRD_PARTY = "third_party"
"""Where in an op's folder headers lie that came from a folder given for them."""
_SYSTEM = (Path("/usr/include"), Path("/usr/local/include"))
_MOST = 64
_MOST_TOLD = 4
_MOST_FOREIGN, _MOST_FOREIGN_BYTES = 1000, 16 << 20
"""The same of folders of headers: Eigen has 330 files of 6 MiB."""


def read_sources(
    paths: list[Path],
    include: Sequence[Path] = (),
    root: Path | None = None,
    further: Sequence[Path] = (),
    most: int = _MOST,
    along: Sequence[Path] = (),
) -> dict[str, str]:
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
                continue  # a header that cannot be read is reported as missing
        if path in foreign and path not in given:
            far_size += len(text)
        else:
            size += len(text)
        if size > MAX_BYTES or far_size > _MOST_FOREIGN_BYTES:
            if path not in given:
                continue
            hint = "Give the files that hold the function and its registration."
            raise UserError("cpp", "more than 2 MiB of C++ are too much to read", hint, file=path)
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
                found = [header, *sources_of(header, path)]
                waiting += found
                seen_from.setdefault(header, set()).update(_seen_from(header, name))
                if root_of is not None:  # and what such a header includes
                    foreign |= {p: root_of for p in found if p.is_relative_to(root_of)}
        for name in filter(_can_move, _INCLUDE_ANGLE.findall(text)):
            header = first_of(include, name)
            if header is None and "/" in name and first_of(_SYSTEM, name) is None:
                header = header_of(path, name)
            far = None if header or is_official(name) else first_of(further, name)
            if far is not None:
                header = far
                foreign[header] = next(r for r in further if header.is_relative_to(r))
            if header is not None:
                waiting.append(header)
                seen_from.setdefault(header, set()).update(_seen_from(header, name))
    texts |= made
    roots = {p: r for p, r in foreign.items() if p in texts and p not in given}
    taken = {Path(THIRD_PARTY) / p.relative_to(r): texts.pop(p) for p, r in roots.items()}
    known = {f for p, folders in seen_from.items() if p in texts for f in folders}
    return _named(texts, root, sorted(known.difference(include))) | {
        p.as_posix(): t for p, t in taken.items()
    }


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
    return read_any(path)


def _named(
    texts: dict[Path, str], root: Path | None, seen_from: Sequence[Path] = ()
) -> dict[str, str]:
    """The texts by their paths, so that each header keeps the prefix by which it is included."""
    if not texts:
        return {}
    common = root or Path(os.path.commonpath([*(p.parent for p in texts), *seen_from]))
    inside = {p: t for p, t in texts.items() if p.is_relative_to(common)}
    return {p.relative_to(common).as_posix(): t for p, t in inside.items()}


def include_folders(texts: dict[str, str]) -> tuple[str, ...]:
    """The folders that headers are included from by those of the texts that lie elsewhere."""
    found: dict[str, None] = {}
    if any(name.startswith(f"{THIRD_PARTY}/") for name in texts):
        found[THIRD_PARTY] = None
    for file, text in texts.items():
        for name in _INCLUDE.findall(text):
            beside = Path(os.path.normpath(Path(file).parent / name)).as_posix()
            folder = _among(texts, name)
            if beside not in texts and folder is not None:
                found.setdefault(folder)
        for name in _INCLUDE_ANGLE.findall(text):
            folder = _among(texts, name) if "/" in name else None
            if folder is not None and not folder.startswith(THIRD_PARTY):
                found.setdefault(folder)
    return tuple(found)


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
            folder = _among(texts, name)
            if beside in texts and pattern is _INCLUDE:
                found[beside] = None
            elif pattern is _INCLUDE_ANGLE and first_of(_SYSTEM, name) is not None:
                continue  # <math.h> is none of the project's, whatever else is called so
            elif folder is not None:
                found[Path(os.path.normpath(f"{folder}/{name}")).as_posix()] = None
    return list(found)


def included_sources(texts: Mapping[str, str]) -> set[str]:
    """The texts of sources that others include, so that nobody compiles them by themselves."""
    found = (one for file in texts for one in included_in(file, texts) if one != file)
    return {one for one in found if Path(one).suffix in CPP}


def _among(texts: Mapping[str, str], name: str) -> str | None:
    """The folder that a header of this name is in; None where it is not among the texts."""
    if name in texts:
        return "."
    ends = f"/{os.path.normpath(name)}"
    return next((t.removesuffix(ends) for t in texts if t.endswith(ends)), None)


def missing_headers(texts: dict[str, str]) -> list[tuple[str, str]]:
    """File and name of each header in quotes that is not among the texts."""
    found = []
    for file, text in texts.items():
        for name in _INCLUDE.findall(text):
            beside = os.path.normpath(Path(file).parent / name)
            here = Path(beside).as_posix() in texts or _among(texts, name) is not None
            if not here and not is_of_library(name) and system_folder(name) is None:
                found.append((file, name))
    return found


def _lacking(texts: dict[str, str]) -> list[tuple[str, str]]:
    """The same of those in ``<>`` that no folder of the system has, where it is known who provides them."""
    return [
        (file, name)
        for file, text in texts.items()
        for name in _INCLUDE_ANGLE.findall(text)
        if not is_of_library(name)
        and not file.endswith(CUDA_TEXTS)
        and provider_of(name)[0]
        and _among(texts, name) is None
        and system_folder(name) is None
        and not any((folder / name).is_file() for folder in _SYSTEM)
    ]


def missing_words(texts: dict[str, str]) -> list[str]:
    """For people, a line for each header that is missing: who wants it, and what provides it."""
    wanted: dict[str, list[str]] = {}
    for file, name in (*missing_headers(texts), *_lacking(texts)):
        wanted.setdefault(name, []).append(file)
    lines = [*configured_words(texts), *recoded_words(texts)]
    start = f"{THIRD_PARTY}/"
    far = [name for name, files in wanted.items() if all(f.startswith(start) for f in files)]
    if len(far) > _MOST_TOLD:
        names = ", ".join(far[:_MOST_TOLD])
        lines.append(
            f"headers that come along include {len(far)} more that were not given, most behind a "
            f"condition: {names}, …"
        )
        wanted = {name: files for name, files in wanted.items() if name not in far}
    for name, files in wanted.items():
        first = next(iter(files))
        others = f" and {len(files) - 1} more" if len(files) > 1 else ""
        who, hint = provider_of(name)
        which = f"{who} provides it. {hint}" if who else f"put it beside {first} (2 MiB at most)"
        lines.append(f'{first}{others} includes "{name}", which was not given: {which}')
    return lines

"""Headers that C++ includes and that did not come along, in words."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from pathlib import Path

from workbench.core.compile.includes import without_comments
from workbench.core.compile.providers import provider_of, system_folder
from workbench.core.compile.system_headers import is_system_header
from workbench.core.files.file_roles import CUDA_TEXTS
from workbench.importers.cpp.headers.compiled import compiled_includes
from workbench.importers.cpp.headers.configured import configured_words
from workbench.importers.cpp.headers.encodings import recoded_words
from workbench.importers.cpp.headers.files import (
    THIRD_PARTY,
    Left,
    Texts,
    among,
    angled_in,
    quoted_in,
)
from workbench.importers.cpp.headers.headers import is_of_library

__all__ = ["flags_for_headers", "missing_headers", "missing_words"]

_MOST_TOLD = 4
_OPENMP = "-fopenmp"
_JOINED = re.compile(r"\\\r?\n")
_DIRECTIVE = re.compile(r"[ \t]*#[ \t]*(\w+)[ \t]*(.*)")
_GUARD = re.compile(r"#[ \t]*(?:ifndef[ \t]+|if[ \t]*![ \t]*defined[ \t]*\(?[ \t]*)(\w+)[ \t]*\)?")


def missing_headers(texts: Mapping[str, str], flags: Sequence[str] = ()) -> list[tuple[str, str]]:
    """File and name of each header in quotes that is not among the texts.

    Args:
        texts: the texts by name.
        flags: the C++ compiler's. What is behind a condition that surely does not hold is not missing.
    """
    found = _missing_in_quotes(texts)
    return _asked(found, texts, flags) if found else []


def _asked(
    found: Sequence[tuple[str, str]], texts: Mapping[str, str], flags: Sequence[str]
) -> list[tuple[str, str]]:
    """Those that a compiler asks for."""
    asked = compiled_includes(texts, flags)
    return [one for one in found if asked is None or one in asked]


def flags_for_headers(texts: Mapping[str, str], flags: Sequence[str]) -> tuple[str, ...]:
    """The flags without which compilers need not have a header that is always included.

    Args:
        texts: the texts by name.
        flags: those that the C++ compiler has already.
    """
    sources = (text for file, text in texts.items() if not file.endswith(CUDA_TEXTS))
    asked = any("omp.h" in angled_in(_always(text)) for text in sources)
    return (_OPENMP,) if asked and not any(f.startswith(_OPENMP) for f in flags) else ()


def _missing_in_quotes(texts: Mapping[str, str]) -> list[tuple[str, str]]:
    found = []
    for file, text in texts.items():
        for name in quoted_in(text):
            beside = os.path.normpath(Path(file).parent / name)
            here = Path(beside).as_posix() in texts or among(texts, name) is not None
            if not here and not is_of_library(name) and system_folder(name) is None:
                found.append((file, name))
    return found


def _lacking(texts: Mapping[str, str]) -> list[tuple[str, str]]:
    """The same of those in ``<>`` that no folder of the system has.

    Where nobody is known to provide one, it counts only if it is always included: what is behind a
    condition is mostly for another system, or for what a project can do without.
    """
    left = texts.left if isinstance(texts, Texts) else ()
    large = {one.name for one in left if one.name}
    outside = texts.outside if isinstance(texts, Texts) else ()
    found = []
    for file, text in texts.items():
        if file.endswith(CUDA_TEXTS):
            continue
        always = set(angled_in(_always(text)))
        found += [
            (file, name)
            for name in angled_in(text)
            if not is_of_library(name)
            and (name in large or name in always or provider_of(name)[0])
            and name not in outside
            and among(texts, name) is None
            and system_folder(name) is None
            and not is_system_header(name)
        ]
    return found


def _always(text: str) -> str:
    """The lines of a text that are behind no condition but the guard of a header."""
    kept: list[str] = []
    depth, directives, guard = 0, 0, ""
    for line in _JOINED.sub("", without_comments(text)).splitlines():
        match = _DIRECTIVE.match(line)
        if match is None:
            kept += [line] * (depth == 0)
            continue
        word, rest = match[1], match[2]
        directives += word != "pragma"
        if directives == 1 and (guarded := _GUARD.fullmatch(line.strip())):
            guard = guarded[1]
        elif directives == 2 and guard and word == "define" and rest.split()[:1] == [guard]:
            depth = 0  # all of the file is in it
            continue
        if word.startswith("if"):
            depth += 1
        elif word == "endif":
            depth = max(depth - 1, 0)
        elif depth == 0:
            kept.append(line)
    return "\n".join(kept)


def missing_words(texts: dict[str, str], flags: Sequence[str] = ()) -> list[str]:
    """For people, a line for each header that is missing: who wants it, and what provides it.

    Args:
        texts: the texts by name.
        flags: as of ``missing_headers``.
    """
    wanted: dict[str, list[str]] = {}
    quoted, in_angles = _missing_in_quotes(texts), _lacking(texts)
    if quoted or in_angles:
        asked = set(_asked([*quoted, *in_angles], texts, flags))
        quoted, in_angles = (
            [one for one in found if one in asked] for found in (quoted, in_angles)
        )
    angled = {name for _, name in in_angles}.difference(name for _, name in quoted)
    for file, name in (*quoted, *in_angles):
        wanted.setdefault(name, []).append(file)
    left = texts.left if isinstance(texts, Texts) else ()
    rivals = texts.rivals if isinstance(texts, Texts) else {}
    lines = [*configured_words(texts), *recoded_words(texts), *map(_of_source, left)]
    lines += itertools.starmap(_of_rivals, rivals.items())
    lines = [line for line in lines if line]
    large = {one.name: one for one in left if one.name}
    start = f"{THIRD_PARTY}/"
    far = [name for name, files in wanted.items() if all(f.startswith(start) for f in files)]
    if len(far) > _MOST_TOLD:
        names = ", ".join(far[:_MOST_TOLD])
        lines.append(
            f"headers that come along include {len(far)} more that were not given, most behind a "
            f"condition: {names}, …"
        )
        wanted = {name: files for name, files in wanted.items() if name not in far}
    of_roots = [n for n in wanted if n in angled or ("/" in n and not n.startswith("."))]
    alike = _of_one_library([n for n in of_roots if not provider_of(n)[0]], large)
    for name, files in wanted.items():
        first = next(iter(files))
        others = f" and {len(files) - 1} more" if len(files) > 1 else ""
        if name in large:
            lines.append(f'{first}{others} includes "{name}", {_of_header(large[name])}')
            continue
        if name in alike:
            lines += _of_unknown(f"{first}{others}", name, alike[name])
            continue
        who, hint = provider_of(name)
        which = f"{who} provides it. {hint}" if who else f"put it beside {first} (2 MiB at most)"
        lines.append(f'{first}{others} includes "{name}", which was not given: {which}')
    return lines


def _of_one_library(names: Sequence[str], large: Container[str]) -> dict[str, list[str]]:
    """Headers that nobody is known to provide, each with all those in the same folder of headers."""
    by_folder: dict[str, list[str]] = {}
    for name in names:
        if name not in large:
            by_folder.setdefault(name.partition("/")[0], []).append(name)
    return {name: alike for alike in by_folder.values() for name in alike}


def _of_unknown(who: str, name: str, alike: Sequence[str]) -> Iterator[str]:
    """A line for the first of some headers that lie together, none for the others."""
    if name != alike[0]:
        return
    folder = name.partition("/")[0]
    which = f"give the folder that has {folder} in it with --include-root, or install what has it"
    if len(alike) > 1:
        yield (
            f'{who} includes "{name}", which was not given, like {len(alike) - 1} more of '
            f"{folder}/: {which}"
        )
    else:
        yield f'{who} includes "{name}", which was not given: {which}'


def _of_header(left: Left) -> str:
    """Why a header that is there was not taken along."""
    if not left.size:
        return (
            f"which is there and not read, as all together would be too much: {left.path}. "
            "Copy it beside the op's source"
        )
    return (
        f"which is there and too large: {left.path} has {_size(left)} MiB, and 2 MiB are read at most. "
        "Copy it beside the op's source, or cut it down"
    )


def _of_source(left: Left) -> str:
    """The same of a source that seems to define what is declared, in a line; empty for a header."""
    if left.name:
        return ""
    if not left.size:
        return (
            f"{left.path} is there and not read, as all together would be too much. "
            "Copy it beside op.toml, and name it in kernel.sources"
        )
    return (
        f"{left.path} is there and too large: it has {_size(left)} MiB, and 2 MiB are read at most. "
        "Give a smaller file that defines what is declared"
    )


def _of_rivals(name: str, paths: Sequence[Path]) -> str:
    """That several files define the same, in a line."""
    files = [path.name for path in paths[:_MOST_TOLD]]
    listed = f"{', '.join(files[:-1])} and {files[-1]}"
    return f"'{name}' is defined in {listed}, and none of them is taken: give one of them, too"


def _size(left: Left) -> str:
    return f"{left.size / (1 << 20):.1f}"

"""Headers that C++ includes and that did not come along, in words."""

from __future__ import annotations

import os
from pathlib import Path

from workbench.core.compile.providers import provider_of, system_folder
from workbench.core.files.file_roles import CUDA_TEXTS
from workbench.importers.cpp.headers.configured import configured_words
from workbench.importers.cpp.headers.encodings import recoded_words
from workbench.importers.cpp.headers.files import (
    SYSTEM,
    THIRD_PARTY,
    Left,
    Texts,
    among,
    angled_in,
    quoted_in,
)
from workbench.importers.cpp.headers.headers import is_of_library

__all__ = ["missing_headers", "missing_words"]

_MOST_TOLD = 4


def missing_headers(texts: dict[str, str]) -> list[tuple[str, str]]:
    """File and name of each header in quotes that is not among the texts."""
    found = []
    for file, text in texts.items():
        for name in quoted_in(text):
            beside = os.path.normpath(Path(file).parent / name)
            here = Path(beside).as_posix() in texts or among(texts, name) is not None
            if not here and not is_of_library(name) and system_folder(name) is None:
                found.append((file, name))
    return found


def _lacking(texts: dict[str, str]) -> list[tuple[str, str]]:
    """The same of those in ``<>`` that no folder of the system has, where it is known who provides them."""
    left = texts.left if isinstance(texts, Texts) else ()
    large = {one.name for one in left if one.name}
    return [
        (file, name)
        for file, text in texts.items()
        for name in angled_in(text)
        if not is_of_library(name)
        and not file.endswith(CUDA_TEXTS)
        and (provider_of(name)[0] or name in large)
        and among(texts, name) is None
        and system_folder(name) is None
        and not any((folder / name).is_file() for folder in SYSTEM)
    ]


def missing_words(texts: dict[str, str]) -> list[str]:
    """For people, a line for each header that is missing: who wants it, and what provides it."""
    wanted: dict[str, list[str]] = {}
    for file, name in (*missing_headers(texts), *_lacking(texts)):
        wanted.setdefault(name, []).append(file)
    left = texts.left if isinstance(texts, Texts) else ()
    lines = [*configured_words(texts), *recoded_words(texts), *map(_of_source, left)]
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
    for name, files in wanted.items():
        first = next(iter(files))
        others = f" and {len(files) - 1} more" if len(files) > 1 else ""
        if name in large:
            lines.append(f'{first}{others} includes "{name}", {_of_header(large[name])}')
            continue
        who, hint = provider_of(name)
        which = f"{who} provides it. {hint}" if who else f"put it beside {first} (2 MiB at most)"
        lines.append(f'{first}{others} includes "{name}", which was not given: {which}')
    return lines


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


def _size(left: Left) -> str:
    return f"{left.size / (1 << 20):.1f}"

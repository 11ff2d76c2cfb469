"""Which files of the user a source includes, so that a change in any of them is seen."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from workbench.core.compile.conditions import Macros
from workbench.core.compile.preprocessed import Found, read_includes
from workbench.core.errors import UserError
from workbench.core.files.file_roles import CUDA
from workbench.core.files.files import MAX_TEXT_BYTES

__all__ = [
    "check_included",
    "direct_includes",
    "included_files",
    "included_names",
    "includes",
    "is_guarded",
    "leading_includes",
    "runtime_of",
    "without_comments",
]

_JOINED_OR_COMMENT = re.compile(r"\\\r?\n|/\*.*?(?:\*/|\Z)", re.DOTALL)
_INCLUDE = re.compile(
    r'^[ \t]*#[ \t]*(?:include(?:_next)?|import|define[ \t]+\w+)[ \t]*(?:"([^"\n]+)"|<([^>\n]+)>)',
    re.MULTILINE,
)
_MAX_FILES = 2000
_MOST_READ = 1 << 20
"""Characters in which conditions are looked at, at each build."""
_LEADING = re.compile(r"[ \t]*#[ \t]*include[ \t]*<(workbench/\w+\.h|[a-z_0-9]+)>[ \t]*")
_GUARD = re.compile(r"^[ \t]*#[ \t]*(?:pragma[ \t]+once|ifndef|if[ \t]+!)", re.MULTILINE)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
_ORT_HEADER = re.compile(r"#\s*include\s*[<\"][^>\"\n]*\bonnxruntime_\w+\.h[>\"]")
_TORCH_HEADER = re.compile(r"#\s*include\s*[<\"](?:torch|ATen|c10|pybind11)/|#\s*include\s*<Python")


def _blank(match: re.Match[str]) -> str:
    return " " if match[0].startswith("/*") else ""


def _first_file(searched: Sequence[Path], name: str) -> Path | None:
    for folder in searched:
        try:
            candidate = folder / name
            if candidate.exists() and not candidate.is_dir():
                return candidate.resolve()
        except (OSError, ValueError, RuntimeError):
            return None  # no name that a file can have, or a loop of links
    return None


def included_files(source: Path, folders: Sequence[Path]) -> list[Path]:
    """The source and all files that it includes, directly or not, in a fixed order.

    Only files beside the including file or in ``folders`` count; all others are system
    headers, which the compiler's and torch's versions stand for. An include that is
    commented out is followed too: that costs a compilation now and then, never a stale one.
    """
    found: dict[Path, None] = {}
    todo = [source]
    while todo and len(found) < _MAX_FILES:
        path = todo.pop()
        if path in found:
            continue
        found[path] = None
        todo += _files_of(path, folders, _read(path).lines)
    return sorted(found)


def direct_includes(path: Path, folders: Sequence[Path]) -> list[Path]:
    """The files that one file includes itself, as ``included_files`` finds them, in its order."""
    text = _JOINED_OR_COMMENT.sub(_blank, _text(path))
    return _files_of(path, folders, list(dict.fromkeys(_INCLUDE.findall(text))))


def _files_of(path: Path, folders: Sequence[Path], lines: Sequence[tuple[str, str]]) -> list[Path]:
    found = []
    for quoted, angled in lines:
        searched = [path.parent, *folders] if quoted else list(folders)
        if included := _first_file(searched, quoted or angled):
            found.append(included)
    return found


def is_guarded(path: Path) -> bool:
    """Whether a header seems to keep itself from being read twice."""
    return _GUARD.search(without_comments(_text(path))) is not None


def _text(path: Path) -> str:
    """A file's text; empty for a pipe or a device, which never ends, and for data as an array."""
    try:
        if not path.is_file() or path.stat().st_size > MAX_TEXT_BYTES:
            return ""
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def check_included(files: Sequence[Path]) -> None:
    """Refuse what a compiler would wait for, or read until the memory is full.

    Args:
        files: as ``included_files`` gives them.

    Raises:
        UserError: kind ``file``; a source includes a pipe or a device.
    """
    for path in files:
        if path.exists() and not path.is_file():
            hint = "Take the #include of it out of the op's sources."
            raise UserError("file", "an included file is no regular file", hint, file=path)


def leading_includes(text: str, folders: Sequence[Path]) -> list[str]:
    """The ``#include`` lines that a text begins with, of headers of ours and of the C++ library.

    Nothing stands before or between them that could change what the headers mean.

    Args:
        text: of a C++ file.
        folders: of the user's headers, where one may have the name of a header of the C++ library.

    Returns:
        None of them where none is of ours: the lines in the file's own order else.
    """
    found: list[str] = []
    for line in without_comments(text).splitlines():
        if not line.strip():
            continue
        match = _LEADING.fullmatch(line)
        if match is None or _first_file(folders, match[1]) is not None:
            break
        found.append(f"#include <{match[1]}>")
    return found if any("<workbench/" in line for line in found) else []


def without_comments(text: str) -> str:
    """The text without comments, with its line numbers."""
    return _COMMENT.sub(lambda m: "\n" * m[0].count("\n"), text)


def runtime_of(source: Path, include: Sequence[Path], flags: Sequence[str] = ()) -> str:
    """Whose headers a source includes: ``torch``, ``ort`` or neither, which is empty.

    Args:
        source: the file.
        include: folders of the user's headers.
        flags: the C++ compiler's: what is behind a condition that surely does not hold does not count.
    """
    texts = _texts(source, include)
    if not any(_ORT_HEADER.search(text) or _TORCH_HEADER.search(text) for text in texts):
        return ""
    if sum(map(len, texts)) < _MOST_READ:
        read = _include_lines(source, include, flags)
        texts = texts if read is None else read
    if any(map(_ORT_HEADER.search, texts)):
        return "ort"
    return "torch" if any(map(_TORCH_HEADER.search, texts)) else ""


def _include_lines(source: Path, include: Sequence[Path], flags: Sequence[str]) -> list[str] | None:
    """The lines by which a source and what it includes of the user's include something, as far as they are read."""
    known: dict[tuple[Path, str, bool], Found[Path]] = {}

    def find(file: Path, name: str, quoted: bool) -> Found[Path]:
        asked = (file.parent, name, quoted)
        if asked not in known:
            folders = [file.parent, *include] if quoted else [source.parent, *include]
            there = _first_file(folders, name)
            known[asked] = Found(there, there is not None or not quoted)
        return known[asked]

    cuda = source.suffix in CUDA
    macros = Macros(flags, cuda=cuda, doubt=("WITH_CUDA",))
    read = read_includes([(source, macros)], _text, find)
    if read is None:
        return None
    return [f'#include "{i.name}"' if i.quoted else f"#include <{i.name}>" for i in read]


def includes(source: Path, include: Sequence[Path], line: re.Pattern[str]) -> bool:
    """Whether a source, or what it includes of the user's, has an ``#include`` line of some kind."""
    return any(map(line.search, _texts(source, include)))


def included_names(source: Path, include: Sequence[Path]) -> list[str]:
    """What a source, and what it includes of the user's, include, as it is written there."""
    lines = (line for text in _texts(source, include) for line in _INCLUDE.findall(text))
    return list(dict.fromkeys(quoted or angled for quoted, angled in lines))


def _texts(source: Path, include: Sequence[Path]) -> list[str]:
    """A source and what it includes of the user's, without comments."""
    return [_read(path).code for path in included_files(source, [source.parent, *include])]


class _Read(NamedTuple):
    """A file as it is looked at for includes.

    Attributes:
        lines: what it includes, quoted or angled. With and without comments: one that stands inside a
            comment costs a look, no more.
        code: its text without comments.
    """

    lines: tuple[tuple[str, str], ...]
    code: str


def _read(path: Path) -> _Read:
    """A file; each unit of a build asks for the same few."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return _Read((), "")
    return _read_as_it_is(path, found.st_mtime_ns, found.st_size)


@functools.lru_cache(maxsize=256)
def _read_as_it_is(path: Path, _changed: int, _size: int) -> _Read:
    text = _text(path)
    lines = {*_INCLUDE.findall(text), *_INCLUDE.findall(_JOINED_OR_COMMENT.sub(_blank, text))}
    return _Read(tuple(sorted(lines)), without_comments(text))

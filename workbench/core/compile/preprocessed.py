"""What a compiler would include, with the conditions around each ``#include`` as far as they are known."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable
from enum import IntEnum
from typing import Generic, NamedTuple, TypeVar

from workbench.core.compile.conditions import Macros, truth

__all__ = ["Found", "Include", "Reading", "read_includes", "reading"]

File = TypeVar("File")
"""How a file is named: a path, or a name among texts."""

_JOINED = re.compile(r"\\\r?\n")
_BREAK = "\x01"
"""Stands for a line's end that is none to the preprocessor."""
_COMMENT = re.compile(
    r"""(?P<kept>"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|//[^\n]*|/\*.*?(?:\*/|\Z)""", re.DOTALL
)
_DIRECTIVE = re.compile(r"^[ \t\x01]*#[ \t\x01]*([a-z_]+)\b[ \t\x01]*([^\r\n]*)", re.MULTILINE)
_NAME = re.compile(r'"([^"\n]+)"|<([^>\n]+)>')
_DEFINED = re.compile(r"(\w+)(\()?\s*(.*)")
_DEEPEST = 100
_LAST = 1 << 30
"""The last line of any file."""
_MOST = 100_000
"""Directives that are read: a file that includes itself again and again ends there."""


class Include(NamedTuple, Generic[File]):
    """One ``#include`` that is read, for certain or perhaps.

    Attributes:
        file: the one that has it.
        name: as it is written.
        quoted: whether in quotes.
    """

    file: File
    name: str
    quoted: bool


class Found(NamedTuple, Generic[File]):
    """Where an included file is.

    Attributes:
        file: the file that is read; None where it is not here, or not read.
        is_known: of one that is not read: whether it is one of the system's or of a library, whose macros
            have names of their own; any other is missing.
    """

    file: File | None
    is_known: bool = True


class Reading(NamedTuple, Generic[File]):
    """What a compiler reads, for certain or perhaps.

    Attributes:
        includes: the ``#include`` lines.
        lines: per file that is read the first and the last line of each part.
    """

    includes: frozenset[Include[File]]
    lines: dict[File, set[tuple[int, int]]]

    def reads(self, file: File, line: int) -> bool:
        """Whether it reads a line; of a file that nobody includes it is not said that it does not."""
        return file not in self.lines or any(a <= line <= b for a, b in self.lines[file])


class _State(IntEnum):
    NO = 0
    PERHAPS = 1
    YES = 2


def read_includes(
    roots: Iterable[tuple[File, Macros]],
    text_of: Callable[[File], str],
    find: Callable[[File, str, bool], Found[File]],
) -> frozenset[Include[File]] | None:
    """The ``#include`` lines of ``reading``; None where there is too much to read."""
    found = reading(roots, text_of, find)
    return None if found is None else found.includes


def reading(
    roots: Iterable[tuple[File, Macros]],
    text_of: Callable[[File], str],
    find: Callable[[File, str, bool], Found[File]],
) -> Reading[File] | None:
    """What a compiler reads of files and of what they include; in doubt it does.

    Args:
        roots: the files that are compiled, and what is known where they begin, which changes.
        text_of: the text of a file.
        find: where a file finds a header, by its name and whether that is in quotes.

    Returns:
        None where there is too much to read.
    """
    run = _Run(text_of, find)
    try:
        for root, macros in roots:
            run.compile(root, macros)
    except _TooMuch:
        return None
    return Reading(frozenset(run.found), run.lines)


class _TooMuch(Exception):  # noqa: N818 - no error: it is answered here
    pass


class _Run(Generic[File]):
    def __init__(
        self, text_of: Callable[[File], str], find: Callable[[File, str, bool], Found[File]]
    ) -> None:
        self.found: set[Include[File]] = set()
        self.lines: dict[File, set[tuple[int, int]]] = {}
        self._text_of, self._find = text_of, find
        self._directives: dict[File, list[tuple[str, str, int]]] = {}
        self._left = _MOST

    def compile(self, file: File, macros: Macros) -> None:
        self._macros = macros
        self._once: set[File] = set()
        self._read(file, _State.YES, 0)

    def _read(self, file: File, state: _State, depth: int) -> None:
        if file in self._once or depth > _DEEPEST:
            return
        outer: list[tuple[_State, bool | None]] = []
        taken: bool | None = None  # whether a branch of the innermost #if was read
        parts, first = self.lines.setdefault(file, set()), 1
        if file not in self._directives:
            self._directives[file] = _directives(self._text_of(file))
        for word, rest, line in self._directives[file]:
            self._left -= 1
            if self._left < 0:
                raise _TooMuch
            if state:
                parts.add((first, line))
            first = line + 1
            if word in ("if", "ifdef", "ifndef"):
                outer.append((state, taken))
                holds = self._holds(file, word, rest) if state else False
                state, taken = min(state, _state_of(holds)), holds
            elif word in ("elif", "elifdef", "elifndef", "else") and outer:
                around = outer[-1][0]
                if taken is True or not around:
                    state = _State.NO
                    continue
                holds = True if word == "else" else self._holds(file, word.removeprefix("el"), rest)
                before = _State.PERHAPS if taken is None else _State.YES
                state = min(around, before, _state_of(holds))
                taken = True if holds else taken if holds is False else None
            elif word == "endif" and outer:
                state, taken = outer.pop()
            elif state:
                self._act(file, word, rest, state, depth)
        if state:
            parts.add((first, _LAST))

    def _holds(self, file: File, word: str, rest: str) -> bool | None:
        if word in ("ifdef", "ifndef"):
            match = re.match(r"\w+", rest)
            defined = self._macros.is_defined(match[0]) if match else None
            return defined if word == "ifdef" or defined is None else not defined
        return truth(rest, self._macros, functools.partial(self._has, file))

    def _has(self, file: File, written: str) -> bool | None:
        """Whether there is a header; not known of a library's, whose versions differ."""
        found = self._find(file, written[1:-1], written[0] == '"')
        return True if found.file is not None else None if found.is_known else False

    def _act(self, file: File, word: str, rest: str, state: _State, depth: int) -> None:
        certain = state is _State.YES
        if word == "define" and (match := _DEFINED.match(rest)):
            if certain:
                self._macros.define(match[1], None if match[2] else match[3])
            else:
                self._macros.doubt(match[1])
        elif word == "undef" and (match := re.match(r"\w+", rest)):
            if certain:
                self._macros.undefine(match[0])
            else:
                self._macros.doubt(match[0])
        elif word == "pragma" and rest.split()[:1] == ["once"] and certain:
            self._once.add(file)
        elif word in ("include", "include_next", "import"):
            self._include(file, rest, state, depth)

    def _include(self, file: File, rest: str, state: _State, depth: int) -> None:
        match = _NAME.match(rest) or _NAME.match(self._macros.text(rest.strip()) or "")
        if match is None:
            self._macros.doubt_all()
            return
        name, quoted = match[1] or match[2], match[1] is not None
        self.found.add(Include(file, name, quoted))
        there = self._find(file, name, quoted)
        if there.file is not None:
            self._read(there.file, state, depth + 1)
        elif not there.is_known:
            self._macros.doubt_all()


def _state_of(holds: bool | None) -> _State:
    return _State.PERHAPS if holds is None else _State.YES if holds else _State.NO


def _directives(text: str) -> list[tuple[str, str, int]]:
    """The words, the rests and the lines of a text's directives."""

    def blank(match: re.Match[str]) -> str:
        return match["kept"] or " " + _BREAK * (match[0].count("\n") + match[0].count(_BREAK))

    plain = _COMMENT.sub(blank, _JOINED.sub(_BREAK, text))
    found, line, end = [], 1, 0
    for match in _DIRECTIVE.finditer(plain):
        line += plain.count("\n", end, match.start()) + plain.count(_BREAK, end, match.start(1))
        end = match.start(1)
        found.append((match[1], match[2].replace(_BREAK, "").rstrip(), line))
    return found

"""Where a key path such as ``args[1].dtype`` stands in the text of ``op.toml``.

Neither ``tomli`` nor ``tomlkit`` tells lines, and the text may be broken while it is typed, so
this reads just enough of TOML itself: keys, headers, and what of a value may hold further keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.core.check.bounds import MOST_TEXT

__all__ = ["line_of", "position_of", "positions"]

Path = tuple[str | int, ...]

_STEP = re.compile(r"\[([0-9]{1,9})\]|([^.\[\]]+)")
_SPACE = re.compile(r"[ \t]*")
_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_KEY = re.compile(r'"((?:[^"\\\n]|\\.)*)"|\'([^\'\n]*)\'|([\w-]+)')
_STRING = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}|\'\'\'.*?\'{3,5}|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'', re.DOTALL
)
_PLAIN = re.compile(r"[^,\]}#\r\n]+")
_DEEPEST = 64


def line_of(text: str, key: str) -> int:
    """The line, from 1, where a key path is written.

    A key that the text leaves out (its default holds) is placed at the nearest part that holds
    it: ``args[1].optional`` at the header of the second argument. 1 where there is none.
    """
    return position_of(text, key)[0]


def position_of(text: str, key: str) -> tuple[int, int]:
    """Line and column, both from 1, of a key path; see ``line_of``."""
    wanted: Path = tuple(int(index) if index else name for index, name in _STEP.findall(key))
    found = positions(text)
    while wanted and wanted not in found:
        wanted = wanted[:-1]
    offset = found.get(wanted, 0)
    return text.count("\n", 0, offset) + 1, offset - (text.rfind("\n", 0, offset) + 1) + 1


def positions(text: str) -> dict[Path, int]:
    """Every key path of the text with the offset where it is first written."""
    return _Reader(text[:MOST_TEXT]).read()


class _Reader:
    """Goes through the text once. A line that makes no sense is left out, the rest is read."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._found: dict[Path, int] = {}
        self._rows: dict[Path, int] = {}

    def read(self) -> dict[Path, int]:
        prefix: Path = ()
        while True:
            self._skip(_BLANK)
            if self._at >= len(self._text):
                return self._found
            start = self._at
            if self._take("["):
                prefix = self._header(start)
            else:
                self._pair(prefix, 0)
            end = self._text.find("\n", self._at)
            self._at = len(self._text) if end < 0 else end + 1

    # -- the parts

    def _header(self, start: int) -> Path:
        is_row = self._take("[")
        path: Path = ()
        names = list(self._names())
        for i, name in enumerate(names):
            path = (*path, name)
            self._note(path, start)
            if is_row and i == len(names) - 1:
                self._rows[path] = self._rows.get(path, -1) + 1
            if path in self._rows:
                path = (*path, self._rows[path])
        self._note(path, start)
        return path

    def _pair(self, prefix: Path, depth: int) -> bool:
        """``key = value``; whether it is one."""
        start, path = self._at, prefix
        for name in self._names():
            path = (*path, name)
            self._note(path, start)
        self._skip(_SPACE)
        if path == prefix or not self._take("="):
            return False
        self._skip(_SPACE)
        return self._value(path, depth)

    def _value(self, path: Path, depth: int) -> bool:
        if depth > _DEEPEST:
            return False
        self._note(path, self._at)
        if self._take("["):
            return self._items(path, depth)
        if self._take("{"):
            return self._inline(path, depth)
        return self._skip(_STRING) or self._skip(_PLAIN)

    def _items(self, path: Path, depth: int) -> bool:
        index = 0
        while True:
            self._skip(_BLANK)
            if self._take("]"):
                return True
            if not self._value((*path, index), depth + 1):
                return False
            index += 1
            self._skip(_BLANK)
            self._take(",")

    def _inline(self, path: Path, depth: int) -> bool:
        while True:
            self._skip(_BLANK)
            if self._take("}"):
                return True
            if not self._pair(path, depth + 1):
                return False
            self._skip(_BLANK)
            self._take(",")

    def _names(self) -> Iterator[str]:
        """A dotted key; its names, of more than there are in any declaration the first."""
        for _ in range(_DEEPEST):
            self._skip(_SPACE)
            match = _KEY.match(self._text, self._at)
            if match is None:
                return
            self._at = match.end()
            yield next(name for name in match.groups() if name is not None)
            self._skip(_SPACE)
            if not self._take("."):
                return

    # -- the text

    def _note(self, path: Path, offset: int) -> None:
        self._found.setdefault(path, offset)

    def _take(self, sign: str) -> bool:
        taken = self._text.startswith(sign, self._at)
        self._at += len(sign) * taken
        return taken

    def _skip(self, pattern: re.Pattern[str]) -> bool:
        """Go past a pattern; whether there was any of it."""
        match = pattern.match(self._text, self._at)
        if match is None or match.end() == self._at:
            return False
        self._at = match.end()
        return True

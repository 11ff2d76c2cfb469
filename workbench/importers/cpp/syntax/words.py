"""What a function compares a string or a number with: ``mode == "sum"``, ``kinds.at(mode)``, ``case 4:``."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.importers.cpp.syntax.arguments import split_arguments
from workbench.importers.cpp.syntax.body_tree import body_of
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.macros import Macro, code_lines, macros_of
from workbench.importers.cpp.syntax.tree import Source

__all__ = ["cases_asked", "words_asked"]

_TEXT = r'"((?:[^"\\\n]|\\.)*)"'
_TABLE = re.compile(
    r"\bmap\s*<\s*(?:const\s+)?(?:std\s*::\s*)?string(?:_view)?\b[^;{}()]*?\b(\w+)\s*=?\s*\{([^;]*)\};"
)
_KEY = re.compile(rf"\{{\s*{_TEXT}\s*,")
_CALLED = re.compile(r"\b(\w+)\s*\(")
_CASE = re.compile(r"\bcase\s+(-?\d{1,9})\s*:")
_DEFAULT = re.compile(r"\bdefault\s*:")
_GIVES_UP = re.compile(
    r"\bdefault\s*:\s*\{?\s*(?:throw\b|\w*_(?:CHECK|ERROR|THROW|ENFORCE)\w*\s*\()"
)
_DEEPEST = 4
_MOST = 64


def words_asked(
    function: Function, calls: Sequence[Function], sources: Sequence[Source], texts: dict[str, str]
) -> dict[str, tuple[str, ...]]:
    """The texts for each parameter, in the order in which they are written; none for what is no string.

    Args:
        function: whose parameters.
        calls: what it calls.
        sources: of all the files.
        texts: the files by name.
    """
    looked, body = _Looked(calls, sources, texts), body_of(function, texts)
    found = {p.name: looked.asked(body, p.name) for p in function.parameters if p.name}
    return {name: words for name, words in found.items() if words}


def cases_asked(
    function: Function, calls: Sequence[Function], sources: Sequence[Source], texts: dict[str, str]
) -> dict[str, tuple[int, ...]]:
    """The numbers for each parameter that a ``switch`` has cases for, and gives up or does nothing else.

    Args:
        function: whose parameters.
        calls: what it calls.
        sources: of all the files.
        texts: the files by name.
    """
    looked, body = _Cases(calls, sources, texts), body_of(function, texts)
    found = {p.name: looked.asked(body, p.name) for p in function.parameters if p.name}
    return {name: tuple(map(int, cases)) for name, cases in found.items() if cases}


class _Looked:
    def __init__(
        self, calls: Sequence[Function], sources: Sequence[Source], texts: dict[str, str]
    ) -> None:
        self._texts = texts
        self._looked: set[tuple[str, int]] = (
            set()
        )  # that nothing was found in, or that are looked into
        self._functions = {f.name.rpartition("::")[2]: f for f in calls if f.defined}
        self._macros: dict[str, Macro] = {}
        self._tables: dict[str, list[str]] = {}
        for source in sources:
            self._macros |= macros_of(source)
            for name, listed in _TABLE.findall(code_lines(source.whole)):
                self._tables[name] = _KEY.findall(listed)

    def asked(self, body: str, name: str) -> tuple[str, ...]:
        """The texts that one body asks a name for; each place of a function is looked into once."""
        self._looked.clear()
        return self.words(body, name)

    def words(self, body: str, name: str, depth: int = 0) -> tuple[str, ...]:
        """The texts that a body asks a name for; what it calls is looked into, too."""
        if depth > _DEEPEST:
            return ()
        found = self._found(body, rf"\b{re.escape(name)}\b")
        if not found:
            found = list(self._in_called(body, name, depth))
        return tuple(dict.fromkeys(found))[:_MOST]

    def _found(self, body: str, word: str) -> list[str]:
        """The texts that a body itself asks for, of a name that a pattern finds."""
        found = re.findall(rf"{word}\s*[!=]=\s*{_TEXT}", body)
        found += re.findall(rf"{_TEXT}\s*[!=]=\s*{word}", body)
        found += re.findall(rf"{word}\s*\.\s*compare\s*\(\s*{_TEXT}\s*\)", body)
        pattern = rf"\b(\w+)\s*(?:\.\s*(?:at|find|count|contains)\s*\(|\[)\s*{word}\s*[\])]"
        for table in re.findall(pattern, body):
            found += self._tables.get(table, [])
        return found

    def _in_called(self, body: str, name: str, depth: int) -> tuple[str, ...]:
        for match in _CALLED.finditer(body):
            macro, function = self._macros.get(match[1]), self._functions.get(match[1])
            if macro is None and function is None:
                continue
            given = split_arguments(body, match.end()) or _first_arguments(body, match.end())
            if name not in given:
                continue
            place = given.index(name)
            if (match[1], place) in self._looked:
                continue
            self._looked.add((match[1], place))
            if macro is not None and place < len(macro.parameters):
                inner = self.words(macro.body, macro.parameters[place], depth + 1)
            elif function is not None and place < len(function.parameters):
                called = body_of(function, self._texts)
                inner = self.words(called, function.parameters[place].name, depth + 1)
            else:
                continue
            if inner:
                return inner
        return ()


class _Cases(_Looked):
    """The same with numbers."""

    def _found(self, body: str, word: str) -> list[str]:
        for match in re.finditer(rf"\bswitch\s*\(\s*{word}\s*\)\s*\{{", body):
            block = _block(body, match.end())
            if _GIVES_UP.search(block) or not _DEFAULT.search(block):
                return _CASE.findall(block)
        return []


def _block(body: str, start: int) -> str:
    """What stands between a brace and the one that closes it."""
    depth = 1
    for at in range(start, len(body)):
        depth += {"{": 1, "}": -1}.get(body[at], 0)
        if depth == 0:
            return body[start:at]
    return body[start:]


def _first_arguments(body: str, start: int) -> list[str]:
    """The plain arguments at the beginning of a call that is too long to be split: a block is the last."""
    return [part.strip() for part in body[start : start + 200].split("[", 1)[0].split(",")]

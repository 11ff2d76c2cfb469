"""The types, functions and variables that C++ text defines of which a linker may keep one of a name.

Each character is looked at a bounded number of times: the text may be anybody's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["defined_names"]

_TYPE = re.compile(r"\b(?:struct|class|union)\s+(\w+)\s*(?:final\s*)?[:{]")
_EXTENSION = re.compile(r"\b(?:__\w+|alignas)\s*\((?:[^()]|\([^()]*\))*\)")
"""What may stand before a function's name and looks like one: ``__attribute__((noinline))``."""
_CONDITION = re.compile(r"^[ \t]*#[ \t]*(?!define\b)[^\n]*", re.MULTILINE)
"""``#if defined(X)`` defines no function."""
_STATEMENT = re.compile(r"([^;{}]*)([;{}]|\Z)")
_CALLED = re.compile(r"(?:\b(\w+)\s*)?([()])")
_PIECE = re.compile(r"([^()]*)([()]|\Z)")
_ONCE = re.compile(r"\b(inline|template)\b\s*")
_LAST = re.compile(r"(?<!\w)\w+$")
_COLON = re.compile(r"(?<!:):(?!:)")


def defined_names(text: str) -> set[str]:
    """Names of types and functions that are defined, and of variables that are inline or templates.

    Args:
        text: without comments.
    """
    text = _EXTENSION.sub("", _CONDITION.sub("", text))
    names = set(_TYPE.findall(text))
    for statement, end in _STATEMENT.findall(text):
        if end == "{":
            names.update(_functions(statement))
        if end in (";", "{"):
            names.update(_variables(statement))
    return names


def _functions(head: str) -> Iterator[str]:
    """What may be the function whose body begins after a text: ``Of(int x) : member(x)`` has two."""
    if head.rfind(")") <= head.rfind("("):
        return
    depth = 0
    for name, bracket in _CALLED.findall(head):
        if depth == 0 and name:
            yield name
        depth = max(depth + (1 if bracket == "(" else -1), 0)


def _variables(statement: str) -> Iterator[str]:
    """The variable that a statement defines; what stands in or before brackets is none, but for its value."""
    for piece, end in _PIECE.findall(statement):
        once = _ONCE.search(piece)
        if once is None:
            continue
        start = once.end()
        if once[1] == "template":
            start = _after_arguments(piece, start)
        declared, equals, _ = piece[start:].partition("=")
        if end and not equals:
            continue  # a function
        declared = declared.partition("[")[0].rstrip()
        name = _LAST.search(declared)
        if name is not None and not _COLON.search(declared):
            yield name[0]


def _after_arguments(text: str, start: int) -> int:
    """The place behind the angle brackets that begin at another; the end where they do not end."""
    depth = 0
    for i in range(start, len(text)):
        depth += (text[i] == "<") - (text[i] == ">")
        if depth <= 0:
            return i + 1
    return len(text)

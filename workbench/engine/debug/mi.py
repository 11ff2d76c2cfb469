"""The lines that gdb writes in its machine interface, as Python's values.

https://sourceware.org/gdb/current/onlinedocs/gdb.html/GDB_002fMI-Output-Syntax.html
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

__all__ = ["Record", "parse"]

_ESCAPED = re.compile(rb"\\([0-7]{1,3}|.)", re.DOTALL)
_LETTERS = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"f": b"\f", b"b": b"\b", b"a": b"\a"}
_HEAD = re.compile(r"(\d*)([\^*+=])([\w-]+)")
_KEY = re.compile(r"[\w-]+")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)


class Record(NamedTuple):
    """One line.

    Attributes:
        kind: ``^`` for the answer to a command, ``*`` and ``=`` for what has happened, ``~`` for
            text, ``@`` and ``&`` for the program's and gdb's own.
        name: ``done``, ``error``, ``stopped`` …; empty for text.
        values: what it says; of text only ``text``.
        token: the number of the command; empty where it answers none.
    """

    kind: str
    name: str
    values: dict[str, Any]
    token: str = ""


def parse(line: str) -> Record | None:
    """A line as gdb writes it; None for the prompt, and for what is no record."""
    line = line.rstrip("\r\n")
    if line[:1] in ("~", "@", "&"):
        found = _STRING.match(line, 1)
        return Record(line[0], "", {"text": _text(found[1]) if found else line[1:]})
    head = _HEAD.match(line)
    if head is None:
        return None
    token, kind, name = head.groups()
    try:
        values = _results(line, head.end())[0] if line[head.end() :] else {}
    except (IndexError, ValueError):
        return None
    return Record(kind, name, values, token)


def _text(escaped: str) -> str:
    def plain(found: re.Match[bytes]) -> bytes:
        what = found[1]
        return bytes([int(what, 8) & 0xFF]) if what[:1].isdigit() else _LETTERS.get(what, what)

    return _ESCAPED.sub(plain, escaped.encode("utf-8", "surrogateescape")).decode(
        "utf-8", "replace"
    )


def _results(line: str, at: int, before: str = ",") -> tuple[dict[str, Any], int]:
    """``,key=value`` as often as it comes; the first one comes after ``before``."""
    values: dict[str, Any] = {}
    while at < len(line) and line[at] == before:
        key, value, at = _result(line, at + 1)
        values[key] = value
        before = ","
    return values, at


def _result(line: str, at: int) -> tuple[str, Any, int]:
    key = _KEY.match(line, at)
    if key is None or line[key.end()] != "=":
        raise ValueError(at)
    value, at = _value(line, key.end() + 1)
    return key[0], value, at


def _value(line: str, at: int) -> tuple[Any, int]:
    if line[at] == '"':
        found = _STRING.match(line, at)
        if found is None:
            raise ValueError(at)
        return _text(found[1]), found.end()
    if line[at : at + 2] in ("{}", "[]"):
        return ({} if line[at] == "{" else []), at + 2
    if line[at] == "{":
        values, at = _results(line, at, "{")
        if line[at] != "}":
            raise ValueError(at)
        return values, at + 1
    if line[at] == "[":
        return _list(line, at + 1)
    raise ValueError(at)


def _list(line: str, at: int) -> tuple[list[Any], int]:
    """Of values, or of results, whose keys are then all alike: ``[frame={…},frame={…}]``."""
    items: list[Any] = []
    while True:
        if line[at] in '"{[':
            item, at = _value(line, at)
        else:
            _, item, at = _result(line, at)
        items.append(item)
        if line[at] == "]":
            return items, at + 1
        if line[at] != ",":
            raise ValueError(at)
        at += 1

"""Names that stand for a string or another name: macros and variables."""

from __future__ import annotations

import re

__all__ = ["name_constants", "number_constants", "string_constants"]

_LITERALS = r'"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*'
_MACRO = re.compile(
    rf"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+({_LITERALS})[ \t]*(?://.*|/\*.*)?$", re.MULTILINE
)
_VARIABLE = re.compile(rf"\b(\w+)\s*(?:\[\s*\])?\s*[={{]\s*({_LITERALS})\s*}}?\s*;")


_NAME = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+([A-Za-z_]\w*)[ \t]*$", re.MULTILINE)


def name_constants(texts: dict[str, str]) -> dict[str, str]:
    """The values of ``#define NAME other`` by their names, such as a namespace's."""
    found: dict[str, str] = {}
    for text in texts.values():
        for name, value in _NAME.findall(text):
            found.setdefault(name, value)
    return found


_NUMBER = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+(\w+)[ \t]+(\d{1,9})[uUlL]*[ \t]*$"
    r"|\bconst(?:expr)?\b[^;=(){}\n]*\b(\w+)\s*[={]\s*(\d{1,9})[uUlL]*\s*}?\s*;",
    re.MULTILINE,
)


def number_constants(texts: dict[str, str]) -> dict[str, int]:
    """The values of ``#define NAME 3`` and ``constexpr int name = 3;`` that have one value alone."""
    found: dict[str, set[int]] = {}
    for text in texts.values():
        for macro, value, name, number in _NUMBER.findall(text):
            found.setdefault(macro or name, set()).add(int(value or number))
    return {name: values.pop() for name, values in found.items() if len(values) == 1}


def string_constants(texts: dict[str, str]) -> dict[str, str]:
    """The values of ``#define NAME "text"`` and ``const char* name = "text";`` by their names."""
    found: dict[str, str] = {}
    for text in texts.values():
        for name, literals in (*_MACRO.findall(text), *_VARIABLE.findall(text)):
            parts = re.findall(r'"((?:[^"\\\n]|\\.)*)"', literals)
            found.setdefault(name, "".join(parts))
    return found

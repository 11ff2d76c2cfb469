"""Names that stand for a string or another name: macros and variables."""

from __future__ import annotations

import re

__all__ = ["name_constants", "string_constants"]

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


def string_constants(texts: dict[str, str]) -> dict[str, str]:
    """The values of ``#define NAME "text"`` and ``const char* name = "text";`` by their names."""
    found: dict[str, str] = {}
    for text in texts.values():
        for name, literals in (*_MACRO.findall(text), *_VARIABLE.findall(text)):
            parts = re.findall(r'"((?:[^"\\\n]|\\.)*)"', literals)
            found.setdefault(name, "".join(parts))
    return found

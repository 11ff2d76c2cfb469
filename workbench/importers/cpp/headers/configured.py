"""Headers that a project's build writes from a template beside them: ``config.h`` from ``config.h.in``.

What CMake or autoconf would find out is not known here: each value is 0, or not defined.
"""

from __future__ import annotations

import re
from pathlib import Path

from workbench.importers.cpp.headers.headers import header_of

__all__ = ["configured", "configured_words", "template_of"]

_MADE = "// Made from {name}: what the project's build finds out is 0 here, or not defined.\n"
_IS_MADE = re.compile(re.escape(_MADE).replace(r"\{name\}", r"(\S+)"))


def template_of(path: Path, name: str) -> Path | None:
    """The template of a header that a file includes and that is not there; None for none."""
    return header_of(path, f"{name}.in")


def configured(template: Path, text: str) -> str:
    """The header."""
    text = re.sub(
        r"^([ \t]*)#[ \t]*cmakedefine01[ \t]+(\w+).*$", r"\1#define \2 0", text, flags=re.M
    )
    text = re.sub(
        r"^([ \t]*)#[ \t]*(?:cmakedefine|undef)[ \t]+(\w+).*$",
        r"\1/* #undef \2 */",
        text,
        flags=re.M,
    )
    text = re.sub(r"@\w+@|\$\{\w+\}", "0", text)
    return _MADE.format(name=template.name) + text


def configured_words(texts: dict[str, str]) -> list[str]:
    """For people, a line for each of the texts that was made so."""
    return [
        f"{name} is made from {match[1]}: what the project's build finds out is 0 there, or not defined"
        for name, text in texts.items()
        if (match := _IS_MADE.match(text))
    ]

"""Names that macros paste together: ``name##_cpu`` of what they are given."""

from __future__ import annotations

import re
from collections.abc import Set

__all__ = ["Chain", "applied_in", "can_be_pasted", "chains_in"]

Chain = tuple[str | None, ...]
"""The parts of a pasted name: what is written, and None for what the macro is given."""

_DEFINE = re.compile(
    r"^[ \t]*#[ \t]*define[ \t]+\w+\(([^()\n]*)\)((?:[^\n\\]|\\(?:\r?\n|.))*)", re.MULTILINE
)
_NAME = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)\(", re.MULTILINE)
_APPLIED = re.compile(r"\b(\w+)[ \t]*\([ \t]*(\w+)[ \t]*\)[ \t]*\(")
_PASTED = re.compile(r"\w+(?:\s*##\s*\w+)+")
_MOST_PARTS = 6


def chains_in(text: str) -> set[Chain]:
    """What the macros of a text paste of what they are given."""
    if "##" not in text:
        return set()
    found = set()
    for parameters, body in _DEFINE.findall(text):
        given = {p.strip().rstrip(".") for p in parameters.split(",")} | {"__VA_ARGS__"}
        for match in _PASTED.finditer(re.sub(r"\\\r?\n", " ", body)):
            words = [word.strip() for word in match[0].split("##")]
            chain = tuple(None if word in given else word for word in words)
            if None in chain and len(chain) <= _MOST_PARTS:
                found.add(chain)
    return found


def applied_in(text: str) -> set[str]:
    """The words of which the macros of a text make the name of a function: ``NAME(word)(…)``."""
    if "##" not in text:
        return set()
    macros = set(_NAME.findall(text))
    return {word for macro, word in _APPLIED.findall(text) if macro in macros}


def can_be_pasted(name: str, chain: Chain, words: Set[str]) -> bool:
    """Whether a macro can make a name of some words.

    Args:
        name: the name.
        chain: what the macro pastes.
        words: all that it may be given; numbers are among them anyway.
    """
    if not chain:
        return not name
    first, rest = chain[0], chain[1:]
    if first is not None:
        return name.startswith(first) and can_be_pasted(name[len(first) :], rest, words)
    ends = [len(name)] if not rest else range(1, len(name))
    return any(
        (name[:end] in words or name[:end].isdecimal()) and can_be_pasted(name[end:], rest, words)
        for end in ends
    )

"""The arithmetic of a size, from C++ to a rule."""

from __future__ import annotations

import re
from collections.abc import Iterable

__all__ = ["LONGEST", "SIGNS", "joined"]

LONGEST = 200
"""Characters that each side of an operator may have."""
SIGNS = {"+": "+", "-": "-", "*": "*", "/": "//"}
_LOOSER = {
    "+": ("", ""),
    "-": ("", "+ -"),
    "*": ("+ -", "+ - //"),
    "//": ("+ -", "+ - * //"),
    "**": ("+ - * // **", "+ - * //"),
}
"""Of an operator: which ones of its left side, and of its right side, need brackets there."""


def joined(sign: str, sides: Iterable[str]) -> str:
    """Two sizes with an operator of a rule between them; empty where one cannot be told."""
    parts = []
    for part, closer in zip(sides, _LOOSER[sign], strict=True):
        if not part or len(part) > LONGEST:
            return ""
        parts.append(_grouped(part, closer))
    return f" {sign} ".join(parts)


def _grouped(dim: str, within: str) -> str:
    """A size as one side of an operator, in brackets where that binds closer than the size's own."""
    outside = dim
    while (inner := re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", outside)) != outside:
        outside = inner
    return f"({dim})" if set(outside.split()) & set(within.split()) else dim

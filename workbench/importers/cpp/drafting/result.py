"""What is known of one result of a C++ function."""

from __future__ import annotations

import re

import msgspec

from workbench.importers.cpp.drafting.sliced import sizes_in
from workbench.importers.cpp.syntax.body import TORCH_TYPES

__all__ = ["AXIS", "CHOSEN", "FACTOR", "ITEM", "Result", "renamed"]

AXIS = re.compile(r"(\w+)\.shape\[(-?\d+)\]")
"""A rule that is the length of one axis."""
_ONE = r"\w+(?:\.shape\[-?\d+\])?"
CHOSEN = re.compile(rf"(min|max)\(({_ONE}, {_ONE})\)")
"""A rule that is the smaller or the larger of two plain ones."""
FACTOR = re.compile(rf"{_ONE}|{CHOSEN.pattern}")
"""A rule that is a name, a number, the length of an axis, or the smaller or larger of two such."""

ITEM = "[]"
"""Behind the name of a tensor: one of its rows."""
_AXIS_OF_ITEM = re.compile(r"(\w+)\[\]\.shape\[(-?\d+)\]")

_WORDS = frozenset(("shape", "unknown", "len", "min", "max", "broadcast"))


class Result(msgspec.Struct, frozen=True):
    """What is known of one result, in the names of the function's parameters.

    Attributes:
        dtype: an element type, or the parameter that it is equal to; empty where unknown.
        shape: a shape rule; empty where unknown.
    """

    dtype: str = ""
    shape: str = ""


def renamed(rule: str, names: dict[str, str]) -> str:
    """A rule with other names; a size whose name has none becomes ``unknown``.

    Args:
        rule: a shape rule, an element type or the name of a tensor.
        names: what each is called instead: ``x``, a size such as ``x.shape[0]``, or ``x[]`` for a row.
    """
    if rule in TORCH_TYPES.values() or not rule:
        return rule
    if rule in names:
        return names[rule].removesuffix(ITEM)
    words = set(re.findall(r"[A-Za-z_]\w*", rule)) - _WORDS
    if all(w in names for w in words):
        text = re.sub(r"[A-Za-z_]\w*", lambda m: names.get(m[0], m[0]), rule)
        text = _AXIS_OF_ITEM.sub(
            lambda m: f"{m[1]}.shape[{int(m[2]) + 1 if int(m[2]) >= 0 else m[2]}]", text
        )
        return text.replace(f"{ITEM}.shape", ".shape[1:]")
    parts = sizes_in(rule)
    return f"[{', '.join(renamed(p, names) or 'unknown' for p in parts)}]" if parts else ""

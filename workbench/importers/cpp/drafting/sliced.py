"""The shape rules of parts of a tensor: ``x[i]``, ``x.narrow(0, a, n)``, ``x.split(n)``."""

from __future__ import annotations

import ast
import re

import msgspec

__all__ = ["PARTS", "common", "sizes_in", "with_size", "without"]


class _Part(msgspec.Struct, frozen=True):
    """A method that gives a part of its tensor.

    Attributes:
        axis: the place of the axis among what it is given.
        size: the place of that axis's new size; None where nothing tells it.
        gone: the result has no such axis.
        first: the axis is the first one where none is given.
    """

    axis: int
    size: int | None = None
    gone: bool = False
    first: bool = False


PARTS = {
    "select": _Part(0, gone=True),
    "narrow": _Part(0, size=2),
    "slice": _Part(0, first=True),
    "index_select": _Part(0),
    "unbind": _Part(0, gone=True, first=True),
    "split": _Part(1, first=True),
    "split_with_sizes": _Part(1, first=True),
    "chunk": _Part(1, first=True),
    "tensor_split": _Part(1, first=True),
}
_AXIS = re.compile(r"-?\d{1,2}")
_PLAIN = re.compile(r"\w+\.shape")


def sizes_in(rule: str) -> list[str] | None:
    """The sizes of a rule that lists them; None for another."""
    try:
        tree = ast.parse(rule.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not isinstance(tree, ast.List):
        return None
    return [ast.get_source_segment(rule.strip(), size) or "" for size in tree.elts]


def without(rule: str, axis: str) -> str:
    """The rule without one axis; empty where that cannot be said."""
    return _replaced(rule, axis, [])


def with_size(rule: str, axis: str, size: str) -> str:
    """The rule with another size of one axis; empty where that cannot be said."""
    return _replaced(rule, axis, [size])


def _replaced(rule: str, axis: str, size: list[str]) -> str:
    if not _AXIS.fullmatch(axis):
        return ""
    at = int(axis)
    if (sizes := sizes_in(rule)) is not None:
        if not -len(sizes) <= at < len(sizes):
            return ""
        at %= len(sizes)
        return f"[{', '.join((*sizes[:at], *size, *sizes[at + 1 :]))}]"
    if not _PLAIN.fullmatch(rule):
        return ""
    before = f"{rule}[:{at}]" if at else ""
    after = f"{rule}[{at + 1}:]" if at != -1 else ""
    parts = (before, f"[{size[0]}]" if size else "", after)
    return " + ".join(part for part in parts if part)


def common(rules: list[str]) -> str:
    """What several tensors have in common, as one rule: sizes that differ stay open."""
    if not rules or "" in rules:
        return ""
    if len(set(rules)) == 1:
        return rules[0]
    listed = [sizes_in(rule) for rule in rules]
    known = [sizes for sizes in listed if sizes is not None]
    if len(known) < len(listed) or len(set(map(len, known))) > 1:
        return ""
    same = (axis[0] if len(set(axis)) == 1 else "unknown" for axis in zip(*known, strict=True))
    return f"[{', '.join(same)}]"

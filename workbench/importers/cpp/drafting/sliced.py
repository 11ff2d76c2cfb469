"""The shape rules of what is made of a tensor: ``x[i]``, ``x.narrow(0, a, n)``, ``x.sum(1)``, ``at::stack(xs)``."""

from __future__ import annotations

import ast
import re

import msgspec

__all__ = [
    "PARTS",
    "PLAIN",
    "common",
    "put_together",
    "size_at",
    "sizes_in",
    "with_axis",
    "with_size",
    "without",
]


class _Part(msgspec.Struct, frozen=True):
    """A method that gives a part of its tensor.

    Attributes:
        axis: the place of the axis among what it is given.
        size: the place of that axis's new size; None where nothing tells it.
        gone: the result has no such axis.
        first: the axis is the first one where none is given.
        whole: one number of all elements where none is given.
        keeps: the place of what says that the axis stays, with one element.
        dtype: the result's element type; empty for the tensor's.
        count: the place of the number of equal parts; None where it makes none.
        end: the place of where the part ends, behind that of where it begins; None where nothing tells it.
    """

    axis: int
    size: int | None = None
    gone: bool = False
    first: bool = False
    whole: bool = False
    keeps: int | None = None
    dtype: str = ""
    count: int | None = None
    end: int | None = None


_REDUCED = _Part(0, gone=True, whole=True, keeps=1)

PARTS = {
    "select": _Part(0, gone=True),
    "narrow": _Part(0, size=2),
    "slice": _Part(0, first=True, end=2),
    "index_select": _Part(0),
    "unbind": _Part(0, gone=True, first=True),
    "split": _Part(1, first=True),
    "split_with_sizes": _Part(1, first=True),
    "chunk": _Part(1, first=True, count=0),
    "tensor_split": _Part(1, first=True),
    "sum": _REDUCED,
    "mean": _REDUCED,
    "prod": _REDUCED,
    "amax": _REDUCED,
    "amin": _REDUCED,
    "logsumexp": _REDUCED,
    "norm": _Part(1, gone=True, whole=True, keeps=2),
    "argmax": _Part(0, gone=True, whole=True, keeps=1, dtype="int64"),
    "argmin": _Part(0, gone=True, whole=True, keeps=1, dtype="int64"),
}
_AXIS = re.compile(r"-?\d{1,2}")
PLAIN = re.compile(r"\w+\.shape")
"""A rule that is the shape of a tensor."""


def sizes_in(rule: str) -> list[str] | None:
    """The sizes of a rule that lists them; None for another."""
    try:
        tree = ast.parse(rule.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    if not isinstance(tree, ast.List):
        return None
    return [ast.get_source_segment(rule.strip(), size) or "" for size in tree.elts]


def size_at(rule: str, axis: int) -> str:
    """One size of a rule, counted from the first axis; empty where that cannot be said."""
    try:
        tree = ast.parse(rule.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    for part in _behind_each_other(tree):
        match part:
            case ast.List(elts=sizes):
                if axis < len(sizes):
                    return ast.unparse(sizes[axis])
                axis -= len(sizes)
            case ast.Attribute(attr="shape"):
                return f"{ast.unparse(part)}[{axis}]"
            case ast.Subscript(
                value=ast.Attribute(attr="shape") as of, slice=ast.Slice(lower, upper)
            ):
                first, end = _number(lower), _number(upper)
                if first < 0 or (upper is not None and end < 0):
                    return ""
                if upper is None or axis < end - first:
                    return f"{ast.unparse(of)}[{first + axis}]"
                axis -= end - first
            case _:
                return ""
    return ""


def _behind_each_other(tree: ast.expr) -> list[ast.expr]:
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Add):
        return [*_behind_each_other(tree.left), *_behind_each_other(tree.right)]
    return [tree]


def _number(node: ast.expr | None) -> int:
    """A bound of a slice: 0 where there is none, negative for one that is no plain number."""
    if node is None:
        return 0
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int) else -1


def without(rule: str, axis: str) -> str:
    """The rule without one axis; empty where that cannot be said."""
    return _replaced(rule, axis, [])


def with_size(rule: str, axis: str, size: str) -> str:
    """The rule with another size of one axis; empty where that cannot be said."""
    return _replaced(rule, axis, [size])


def with_axis(rule: str, axis: str, size: str) -> str:
    """The rule with one more axis, at that place; empty where that cannot be said."""
    if not rule or not _AXIS.fullmatch(axis):
        return ""
    at = int(axis)
    if (sizes := sizes_in(rule)) is not None:
        place = at if at >= 0 else len(sizes) + 1 + at
        fits = 0 <= place <= len(sizes)
        return f"[{', '.join((*sizes[:place], size, *sizes[place:]))}]" if fits else ""
    if not PLAIN.fullmatch(rule) or at < -1:
        return ""
    if at <= 0:
        return f"{rule} + [{size}]" if at else f"[{size}] + {rule}"
    return f"{rule}[:{at}] + [{size}] + {rule}[{at}:]"


def put_together(rules: list[str], axis: str, times: str) -> str:
    """The rule of tensors behind each other along an axis; empty where that cannot be said.

    Args:
        rules: of each of them.
        axis: along which they are.
        times: how often these are put there; empty where that is not known.
    """
    listed = [sizes_in(rule) for rule in rules]
    known = [sizes for sizes in listed if sizes is not None]
    if len(known) < len(listed) or not known or not _AXIS.fullmatch(axis):
        at = int(axis) if axis.isdecimal() and times == "1" else -1
        along = [size_at(rule, at) if at >= 0 else "" for rule in rules]
        if along and all(along):
            return with_size(common(rules) or rules[0], axis, " + ".join(along))
        return with_size(common(rules), axis, "unknown")
    if len(set(map(len, known))) > 1 or not -len(known[0]) <= int(axis) < len(known[0]):
        return ""
    along = [sizes[int(axis)] for sizes in known]
    total = "unknown" if "unknown" in along or not times else " + ".join(along)
    if times not in ("", "1") and total != "unknown":
        total = f"{times} * ({total})" if len(total.split()) > 1 else f"{times} * {total}"
    return with_size(common(rules), axis, total)


def _replaced(rule: str, axis: str, size: list[str]) -> str:
    if not _AXIS.fullmatch(axis):
        return ""
    at = int(axis)
    if (sizes := sizes_in(rule)) is not None:
        if not -len(sizes) <= at < len(sizes):
            return ""
        at %= len(sizes)
        return f"[{', '.join((*sizes[:at], *size, *sizes[at + 1 :]))}]"
    if not PLAIN.fullmatch(rule):
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

"""What a body checks of a tensor before it uses it: sizes of axes, dimensions, the element type.

Of torch's own ways that of ``TensorArg`` has words of its own: ``checkDim(c, x_arg, 2)``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

__all__ = ["Checked", "checked_of"]

_LONGEST = 300
"""Characters of a check that are looked at: what it says is behind its condition."""
_CHECKS = re.compile(r"(?:CHECK|ASSERT|REQUIRE|\bassert)\w{0,40}\s*\(")
_CALLED = re.compile(r"\bcheck(Dim|ScalarType|Size)\s*\(")


class Checked(msgspec.Struct, frozen=True):
    """What checks ask of one tensor.

    Attributes:
        sizes: how long axes must be; -1 is the last one.
        rank: how many dimensions it must have; 0 where unknown.
        same: its axes that must be as long as those of others: axis, name, the other's axis.
        scalar_type: torch's name of its element type (``Float`` of ``kFloat``); empty where unknown.
    """

    sizes: dict[int, int] = {}
    same: tuple[tuple[int, str, int], ...] = ()
    rank: int = 0
    scalar_type: str = ""


def checked_of(body: str, names: tuple[str, ...]) -> Checked:
    """What a body checks of a tensor.

    Args:
        body: of a function.
        names: of the tensor, and of what has its elements.
    """
    word = rf"\b(?:{'|'.join(map(re.escape, names))})\b"
    size = rf"{word}\s*\.\s*size\s*\(\s*(-?\d)\s*\)"
    number = r"(\d{1,3})(?![\w.])(?!\s*[*+/-])"
    same = re.compile(rf"{size}\s*(?:==|,)\s*{number}|(?<![\w.]){number}\s*==\s*{size}")
    any_size = r"\b([A-Za-z_]\w{0,80})\s*\.\s*size\s*\(\s*(-?\d)\s*\)"
    others = re.compile(rf"{size}\s*(?:==|,)\s*{any_size}(?!\s*[*+/-])")
    sizes: dict[int, int] = {}
    alike: list[tuple[int, str, int]] = []
    for condition in _conditions(body):
        for match in same.finditer(condition):
            axis, length = (match[1], match[2]) if match[1] else (match[4], match[3])
            sizes.setdefault(int(axis), int(length))
        alike += [(int(m[1]), m[2], int(m[3])) for m in others.finditer(condition)]
    rank, scalar_type = 0, ""
    for what, text in _of_arguments(body, names):
        if what == "Dim" and text.isdecimal() and len(text) == 1:
            rank = rank or int(text)
        elif what == "ScalarType":
            scalar_type = scalar_type or text.rpartition("::")[2].strip().removeprefix("k")
        elif what == "Size" and re.fullmatch(r"\d\s*,\s*\d{1,3}", text):
            axis, _, length = text.partition(",")
            sizes.setdefault(int(axis), int(length))
    return Checked(sizes, tuple(alike), rank, scalar_type)


def _conditions(body: str) -> Iterator[str]:
    """What each check asks, where that must all hold."""
    for match in _CHECKS.finditer(body):
        text = body[match.end() : match.end() + _LONGEST]
        condition = re.split(r'[;"{}]', text, maxsplit=1)[0]
        if "||" not in condition and not re.search(r"\bor\b|\?", condition):
            yield condition


def _of_arguments(body: str, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Of ``checkDim(c, x_arg, 2)`` the kind of check and what is asked, for a tensor's arguments."""
    if "TensorArg" not in body:
        return
    made = "|".join(map(re.escape, names))
    known = re.findall(
        rf"\b(\w{{1,80}})\s*(?:=\s*(?:\w+\s*::\s*)*TensorArg\s*)?[({{]\s*(?:{made})\s*,\s*\"", body
    )
    for match in _CALLED.finditer(body):
        parts = body[match.end() : match.end() + _LONGEST].partition(";")[0].split(",", 2)
        if len(parts) == 3 and parts[1].strip() in known:
            yield match[1], parts[2].rpartition(")")[0].strip()

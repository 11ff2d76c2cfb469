"""The head of a ``.ply``: how many points there are, and what is known of each.

Format: Greg Turk, The PLY Polygon File Format (1994); ``ascii`` and both ``binary`` ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

__all__ = ["Ply", "cut_off", "read_ply"]

_MOST_HEADER = 1 << 16
_FORMATS = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
_TYPES = {
    "char": "i1", "uchar": "u1", "short": "i2", "ushort": "u2", "int": "i4", "uint": "u4",
    "float": "f4", "double": "f8", "int8": "i1", "uint8": "u1", "int16": "i2", "uint16": "u2",
    "int32": "i4", "uint32": "u4", "float32": "f4", "float64": "f8",
}  # fmt: skip
_POINTS = "vertex"
_LEAST_LINE = 2
"""Bytes of a point in a text: a digit, and the line's end, which the last one may lack."""
_PLACE = ("x", "y", "z")


class Ply(NamedTuple):
    """Where the points of a file are.

    Attributes:
        rows: how many points.
        names: of what is known of a point, in order.
        types: numpy's codes of these, without byte order: ``f4``.
        order: ``<`` or ``>`` where they are bytes; empty for a text.
        start: bytes before the first point; in a text, lines.
    """

    rows: int
    names: tuple[str, ...]
    types: tuple[str, ...]
    order: str
    start: int

    @property
    def bytes(self) -> int:
        """Of a point, where they are no text."""
        return sum(int(code[1:]) for code in self.types)

    @property
    def usual(self) -> str:
        """The columns that are taken where none are named: where the point is."""
        return ", ".join(_PLACE) if set(_PLACE) <= set(self.names) else ""


class _Element(NamedTuple):
    """A list of things of one kind."""

    name: str
    number: int
    properties: list[tuple[str, str]]

    def size(self) -> int:
        """Of all of them, in bytes."""
        if any(not code for _, code in self.properties):
            raise ValueError(f"its points come after a list, in '{self.name}'")
        return self.number * sum(int(code[1:]) for _, code in self.properties)


def read_ply(path: Path) -> Ply:
    """Read the head of a file.

    Raises:
        OSError: it cannot be read.
        ValueError: it is none, has its points where they cannot be found, or is too short for them.
    """
    with path.open("rb") as file:
        if file.readline(16).strip() != b"ply":
            raise ValueError("it does not begin as a .ply does")
        order, elements, lines = None, [], 1
        for words in _header(file):
            lines += 1
            match words:
                case ["format", name, *_]:
                    if name not in _FORMATS:
                        raise ValueError(f"its format is '{name}'")
                    order = _FORMATS[name]
                case ["element", name, count]:
                    elements.append(_Element(name, _count(count), []))
                case ["property", "list", _, _, name] if elements:
                    elements[-1].properties.append((name, ""))
                case ["property", kind, name] if elements and kind in _TYPES:
                    elements[-1].properties.append((name, _TYPES[kind]))
                case ["comment" | "obj_info", *_] | [] | ["end_header"]:
                    pass
                case _:
                    raise ValueError(
                        f"line {lines} of its header is none of a .ply: '{' '.join(words)[:40]}'"
                    )
        if order is None:
            raise ValueError("its header names no format")
        start = file.tell() if order else lines
    for element in elements:
        if element.name == _POINTS:
            if any(not code for _, code in element.properties) or not element.properties:
                raise ValueError("its points are no rows of numbers")
            names, types = zip(*element.properties, strict=True)
            found = Ply(element.number, names, types, order, start)
            _check_size(path, found)
            return found
        start += element.size() if order else element.number
    raise ValueError("it has no points")


def cut_off(there: int, points: Ply) -> ValueError:
    """A file has fewer points than its head says.

    Args:
        there: how many.
        points: what the head says.
    """
    return ValueError(f"it has {there:,} of the {points.rows:,} points that it counts")


def _check_size(path: Path, points: Ply) -> None:
    """Before anybody makes room for so many: a file of so many points has a least size."""
    size = path.stat().st_size
    if points.order:
        there = max(size - points.start, 0) // points.bytes
        if there < points.rows:
            raise cut_off(there, points)
    elif size < (points.rows - 1) * _LEAST_LINE:
        with path.open("rb") as file:
            lines = sum(bool(line.strip()) for line in itertools.islice(file, points.start, None))
        raise cut_off(lines, points)


def _header(file: IO[bytes]) -> Iterator[list[str]]:
    """The words of each line, up to the last one."""
    while file.tell() < _MOST_HEADER:
        line = file.readline(_MOST_HEADER)
        if not line:
            raise ValueError("its head is cut off")
        words = line.decode("ascii", "replace").split()
        yield words
        if words == ["end_header"]:
            return
    raise ValueError("its head is too long")


def _count(text: str) -> int:
    if not text.isdecimal() or len(text) > 12:
        raise ValueError(f"it counts '{text}' elements")
    return int(text)

"""Tables of numbers in a text: ``.csv``, ``.tsv``, and ``.xyz`` as scanners write them.

Cells are divided by commas, semicolons, tabs or blanks, whatever the first row of numbers has. Lines
that begin with ``#`` or ``//`` say nothing, and a first row that is no row of numbers names the
columns. A single number above wider rows is their count, as ``.pts`` and some ``.xyz`` have it.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

__all__ = ["COMMENTS", "Table", "read_table"]

_MOST_BYTES = 16 << 20
"""Its lines are counted while one types: a third of a second of them."""
COMMENTS = ("#", "//")
"""What begins a line that says nothing."""
_DELIMITERS = (",", ";", "\t")


class Table(NamedTuple):
    """What a text of numbers is like.

    Attributes:
        names: of its columns; empty texts where the file has none.
        rows: how many rows of numbers.
        delimiter: between cells; None for blanks.
        skip: lines before the first row of numbers.
    """

    names: tuple[str, ...]
    rows: int
    delimiter: str | None
    skip: int


def read_table(path: Path) -> Table:
    """Look at the first rows of a table, and count the others; their numbers are not read.

    Raises:
        OSError: it cannot be read.
        ValueError: it is none, or too large for a text.
    """
    if path.stat().st_size > _MOST_BYTES:
        raise ValueError("as a text it is too large: keep it as .npy")
    names: tuple[str, ...] = ()
    delimiter: str | None = None
    skip = rows = width = 0
    with path.open(encoding="utf-8-sig") as file:
        for number, line in enumerate(file):
            text = line.strip()
            if not text or text.startswith(COMMENTS):
                continue
            if width:
                if not (rows == 1 and width == 1 and len(_cells(text)[0]) > 1):
                    rows += 1
                    continue
                rows = 0  # the number above was their count
            cells, delimiter = _cells(text)
            if not _are_numbers(cells):
                if names or width:
                    raise ValueError(f"line {number + 1} is no row of numbers")
                names = tuple(cell.strip("\"' ") for cell in cells)
                continue
            width, rows, skip = len(cells), 1, number
    if not width:
        raise ValueError("there is no row of numbers in it")
    if len(names) != width:
        names = ("",) * width
    return Table(names, rows, delimiter, skip)


def _cells(text: str) -> tuple[Sequence[str], str | None]:
    delimiter = next((d for d in _DELIMITERS if d in text), None)
    return text.split(delimiter), delimiter


def _are_numbers(cells: Sequence[str]) -> bool:
    try:
        for cell in cells:
            float(cell)
    except ValueError:
        return False
    return True

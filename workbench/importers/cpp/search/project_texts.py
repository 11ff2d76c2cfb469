"""The other files of a project that are looked through, and how many of them at most."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from workbench.core.errors import UserError
from workbench.importers.cpp.headers.encodings import read_any
from workbench.importers.cpp.syntax.tree import MAX_BYTES

__all__ = ["MOST_PARSED", "MOST_READ", "texts_of_interest"]

MOST_READ = 32 << 20
"""Bytes of all that are read."""
MOST_PARSED = 64


def texts_of_interest(
    paths: Iterable[Path], is_of_interest: Callable[[str], bool]
) -> Iterator[tuple[Path, str]]:
    """The texts that are worth parsing; what is too large or cannot be read is left out.

    Args:
        paths: the files, in the order in which they are read.
        is_of_interest: tells by a text alone.
    """
    left, found = MOST_READ, 0
    for path in paths:
        try:
            size = path.stat().st_size
            if size > min(MAX_BYTES, left) or found >= MOST_PARSED:
                continue
            left -= size
            text = read_any(path)
        except (OSError, UserError):
            continue
        if is_of_interest(text):
            found += 1
            yield path, text

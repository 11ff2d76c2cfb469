"""The kinds of files that hold the elements of an example, by how their names end: one row each.

Forms, checks and file dialogs ask it; ``headers`` and the engine's readers have a function per kind.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import NamedTuple

__all__ = ["ARCHIVE", "ARRAY", "CLOUD", "FILE_KINDS", "IMAGE", "TABLE", "FileKind", "file_kind"]


class FileKind(NamedTuple):
    """One kind.

    Attributes:
        words: what such a file is.
        suffixes: how its name may end, in small letters.
        entry: what ``entry`` chooses of it; empty where there is nothing to choose.
        typed: whether its elements have a type; numbers without one take the argument's.
    """

    words: str
    suffixes: tuple[str, ...]
    entry: str = ""
    typed: bool = False


ARRAY = FileKind("array", (".npy", ".pb"), typed=True)
ARCHIVE = FileKind("archive of arrays", (".npz",), "array", typed=True)
IMAGE = FileKind("image", (".png", ".jpg", ".jpeg", ".bmp", ".tif", ".tiff"))
TABLE = FileKind("table", (".csv", ".tsv", ".txt", ".xyz"), "columns")
CLOUD = FileKind("point cloud", (".ply",), "columns")

FILE_KINDS = (ARRAY, ARCHIVE, IMAGE, TABLE, CLOUD)


def file_kind(name: str) -> FileKind | None:
    """The kind of a file; None where its name ends as none does."""
    suffix = PurePath(name).suffix.lower()
    return next((kind for kind in FILE_KINDS if suffix in kind.suffixes), None)

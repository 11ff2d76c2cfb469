"""What a file of an example says of itself: shape and element type, without reading its elements.

So that the window can show it while one types. Such a file may come from anywhere.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from workbench.core.errors import UserError
from workbench.core.examples.array_file import (
    BROKEN,
    ArrayHeader,
    OtherTypeError,
    names,
    npy_header,
    npz_header,
    proto_header,
)
from workbench.core.examples.columns import chosen_columns
from workbench.core.examples.image_file import image_sizes
from workbench.core.examples.ply_file import read_ply
from workbench.core.examples.table_file import read_table
from workbench.core.files.file_kinds import (
    ARCHIVE,
    ARRAY,
    CLOUD,
    FILE_KINDS,
    IMAGE,
    TABLE,
    FileKind,
    file_kind,
)

__all__ = ["entries", "header", "usual_entry"]

_Read = TypeVar("_Read")

_AGAIN = {
    ARRAY: "Save it anew with numpy.save, or as an ONNX TensorProto.",
    ARCHIVE: "Save it anew with numpy.savez.",
    IMAGE: "Open and save it anew with an image editor.",
    TABLE: "Rows of numbers are wanted, divided by commas, tabs or blanks, with or without names.",
    CLOUD: "Save it anew from the program that made it, with its points before its faces.",
}
"""What to do where one cannot be read."""
_OTHER_TYPE = "Give it a type that tensors have, as with astype(numpy.float32), and save that."


def header(path: Path, entry: str = "") -> ArrayHeader:
    """The shape and element type of what a file holds: of an image height, width and channels.

    Args:
        path: the file.
        entry: the array of an ``.npz``, which may be left out where there is only one; the columns
            of a table or a point cloud.

    Raises:
        UserError: kind ``example``: missing, unreadable, no such file, or of a type of its own;
            kind ``entry``: there is no such array or column.
    """
    found = _header(path, entry, _stat(path))
    if isinstance(found, UserError):
        raise UserError.of(found.problems)
    return found


def entries(path: Path) -> tuple[str, ...]:
    """What ``entry`` may name: arrays or columns; empty for a kind that has none. Raises UserError."""
    return _entries(path, _stat(path))


def usual_entry(path: Path) -> str:
    """What is taken where nothing is named: the columns of a point cloud. Raises UserError."""
    if file_kind(path.name) is not CLOUD:
        return ""
    return _guarded(path, CLOUD, lambda: read_ply(path).usual)


def _stat(path: Path) -> tuple[int, int]:
    """What tells whether a file is as it was; and it is a file."""
    try:
        stat = path.stat()
        if not path.is_file():
            raise UserError("example", f"{path.name} is no file", "Choose another one.", file=path)
    except FileNotFoundError:
        hint = "Choose another file, or have the values generated."
        raise UserError("example", f"{path.name} does not exist", hint, file=path) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UserError("example", f"{path.name} cannot be read: {reason}", file=path) from None
    return stat.st_mtime_ns, stat.st_size


@functools.lru_cache(maxsize=256)
def _header(path: Path, entry: str, stat: tuple[int, int]) -> ArrayHeader | UserError:
    """What is wrong with a file is kept, too: it is asked for with every edit."""
    try:
        kind = _kind(path)
        found = _guarded(path, kind, lambda: _read(path, kind, entry))
    except UserError as error:
        return error.with_traceback(None)
    if any(size < 0 for size in found.shape) or len(found.shape) > 64:
        return UserError("example", f"{path.name} has the shape {list(found.shape)}", file=path)
    return found


def _read(path: Path, kind: FileKind, entry: str) -> ArrayHeader:
    if kind is IMAGE:
        return ArrayHeader(image_sizes(path), "")
    if kind is TABLE:
        table = read_table(path)
        return ArrayHeader((table.rows, len(chosen_columns(path, table.names, entry))), "")
    if kind is CLOUD:
        points = read_ply(path)
        columns = chosen_columns(path, points.names, entry or points.usual)
        return ArrayHeader((points.rows, len(columns)), "")
    if kind is ARCHIVE:
        return npz_header(path, entry)
    return proto_header(path) if path.suffix.lower() == ".pb" else npy_header(path)


@functools.lru_cache(maxsize=64)
def _entries(path: Path, stat: tuple[int, int]) -> tuple[str, ...]:
    kind = _kind(path)
    if kind is ARCHIVE:
        return _guarded(path, kind, lambda: names(path))
    if kind is TABLE:
        return _named(_guarded(path, kind, lambda: read_table(path).names))
    return _guarded(path, kind, lambda: read_ply(path).names) if kind is CLOUD else ()


def _named(columns: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name or str(number) for number, name in enumerate(columns, 1))


def _kind(path: Path) -> FileKind:
    kind = file_kind(path.name)
    if kind is None:
        known = ", ".join(suffix for each in FILE_KINDS for suffix in each.suffixes)
        message = f"{path.name} is of no kind that can be read"
        raise UserError("example", message, f"There are {known}.", file=path)
    return kind


def _guarded(path: Path, kind: FileKind, read: Callable[[], _Read]) -> _Read:
    try:
        return read()
    except UserError:
        raise
    except BROKEN as error:
        message = f"{path.name} holds no {kind.words} that can be read: {error}"
        hint = _OTHER_TYPE if isinstance(error, OtherTypeError) else _AGAIN[kind]
        raise UserError("example", message, hint, file=path) from None

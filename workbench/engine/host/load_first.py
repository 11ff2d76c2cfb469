"""Loads what an op library needs before it is loaded itself.

A library that is handed on names no folder of this machine, so it cannot find libtorch, nor the
libraries of a package that registers the op. Loaded by their full path, they are what it finds.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench.core.compile.cxx_flags import torch_folder
from workbench.core.errors import UserError

__all__ = ["TORCH_LIBRARIES", "load_first", "needs_torch", "note_first"]

TORCH_LIBRARIES = ("libc10.so", "libtorch_cpu.so", "libtorch.so", "libtorch_python.so")
"""In an order in which each finds those that it needs."""


def note_first(library: Path, files: Sequence[str]) -> None:
    """Note beside a library which files of this machine are to be loaded before it."""
    if files:
        _note(library).write_bytes(msgspec.json.encode(tuple(files)))


def needs_torch(library: str) -> bool:
    """Whether an op library needs torch's libraries: a bridge does. Empty: there is none."""
    data = _bytes(library) if library else b""
    return any(name.encode() + b"\0" in data for name in TORCH_LIBRARIES)


def load_first(library: str) -> None:
    """Load what an op library needs. To be called in a job's child only.

    Of torch, what is not here or does not load is left for the library to say.

    Raises:
        UserError: kind ``library``; a file that is noted beside it does not load.
    """
    stamp = 0
    with contextlib.suppress(OSError):
        stamp = Path(library).stat().st_mtime_ns
    _load_first(library, stamp)


@functools.cache
def _load_first(library: str, _changed: int) -> None:
    """The same; what is loaded stays so, and each session of a job asks for it."""
    note = _note(Path(library))
    files = msgspec.json.decode(note.read_bytes(), type=list[str]) if note.is_file() else []
    needed = [data for path in (library, *files) if (data := _bytes(path))]
    with contextlib.suppress(UserError, OSError):
        folder = torch_folder() / "lib"
        for name in TORCH_LIBRARIES:
            if any(name.encode() + b"\0" in data for data in needed):
                ctypes.CDLL(str(folder / name))
    for file in files:
        try:
            ctypes.CDLL(file)
        except OSError as error:
            raise UserError(
                "library",
                f"{file}, which the op library needs, does not load: {error}",
                "Is the package whole? Elsewhere, load torch's libraries by their full path first, "
                "as import torch does.",
                file=library,
            ) from None


def _note(library: Path) -> Path:
    return library.with_name(f"{library.name}.load-first.json")


def _bytes(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""

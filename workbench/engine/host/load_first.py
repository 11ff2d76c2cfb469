"""Loads what an op library needs before it is loaded itself.

A library that is handed on names no folder of this machine, so it cannot find libtorch, nor the
libraries of a package that registers the op. Loaded by their full path, they are what it finds.
A package whose Python registers the op is imported.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import importlib
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench.core.compile.cxx_flags import torch_folder
from workbench.core.errors import UserError
from workbench.engine.toolchain import version_of

__all__ = ["TORCH_LIBRARIES", "import_package", "load_first", "needs_torch", "note_first"]

TORCH_LIBRARIES = ("libc10.so", "libtorch_cpu.so", "libtorch.so", "libtorch_python.so")
"""In an order in which each finds those that it needs."""


def note_first(library: Path, first: Sequence[str]) -> None:
    """Note beside a library what is to be brought in before it.

    Args:
        library: the op library.
        first: full paths of libraries of this machine, and names of packages to import.
    """
    if first:
        _note(library).write_bytes(msgspec.json.encode(tuple(first)))


def import_package(package: str) -> None:
    """Import a package for the ops that it registers. To be called in a job's child only.

    Raises:
        UserError: kind ``load``; it cannot be imported.
    """
    try:
        importlib.import_module(package)
    except Exception as error:
        told = isinstance(error, ImportError | OSError | RuntimeError)
        reason = error if told else f"{type(error).__name__}: {error}"
        version = version_of("torch")
        raise UserError(
            "load",
            f"the package '{package}' cannot be imported: {reason}",
            f"Install a build of it for torch {version}, or take an op of the gallery "
            "with the same schema.",
        ) from error


def needs_torch(library: str) -> bool:
    """Whether an op library needs torch's libraries: a bridge does. Empty: there is none."""
    data = _bytes(library) if library else b""
    return any(name.encode() + b"\0" in data for name in TORCH_LIBRARIES)


def load_first(library: str) -> None:
    """Load what an op library needs. To be called in a job's child only.

    Of torch, what is not here or does not load is left for the library to say.

    Raises:
        UserError: kind ``library``; a file that is noted beside it does not load. Kind ``load``; a
            package cannot be imported.
    """
    stamp = 0
    with contextlib.suppress(OSError):
        stamp = Path(library).stat().st_mtime_ns
    _load_first(library, stamp)


@functools.cache
def _load_first(library: str, _changed: int) -> None:
    """The same; what is loaded stays so, and each session of a job asks for it."""
    note = _note(Path(library))
    first = msgspec.json.decode(note.read_bytes(), type=list[str]) if note.is_file() else []
    files = [entry for entry in first if Path(entry).is_absolute()]
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
    for package in first:
        if package not in files:
            import_package(package)


def _note(library: Path) -> Path:
    return library.with_name(f"{library.name}.load-first.json")


def _bytes(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""

"""C++ files as the texts that an op is drafted from, with the headers beside them."""

from __future__ import annotations

import os
import re
from pathlib import Path

from workbench.core.cpp.tree import MAX_BYTES
from workbench.core.errors import UserError
from workbench.core.storage.files import read_text

__all__ = ["SUFFIXES", "missing_headers", "read_sources"]

SUFFIXES = (".cpp", ".cc", ".cxx", ".c", ".cu", ".h", ".hpp", ".hh", ".hxx", ".cuh", ".inl", ".inc")
_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"\n]+)"', re.MULTILINE)
_MOST = 64


def read_sources(paths: list[Path]) -> dict[str, str]:
    """Read files, and the headers that they include from beside them.

    Args:
        paths: the files; those that were named come first in the result.

    Returns:
        The texts by name, relative to the folder that holds them all.

    Raises:
        UserError: kind ``file`` or ``cpp``; one cannot be read, or is no C++ text.
    """
    texts: dict[Path, str] = {}
    waiting = [p.resolve() for p in paths]
    given = set(waiting)
    size = 0
    while waiting:
        path = waiting.pop(0)
        if path in texts or len(texts) >= _MOST:
            continue
        if path in given:
            text = _read(path)
        else:
            try:
                text = _read(path)
            except UserError:
                continue  # a header that cannot be read is said to be missing
        size += len(text)
        if size > MAX_BYTES:
            if path not in given:
                continue
            hint = "Give the files that hold the function and its registration."
            raise UserError("cpp", "more than 2 MiB of C++ are too much to read", hint, file=path)
        texts[path] = text
        for name in _INCLUDE.findall(text):
            beside = Path(os.path.normpath(path.parent / name))
            if beside.is_file():
                waiting.append(beside)
    return _named(texts)


def _read(path: Path) -> str:
    if path.suffix.lower() not in SUFFIXES:
        hint = f"C++ files end in {', '.join(SUFFIXES[:5])}, or .h."
        raise UserError("cpp", f"{path.name} is no C++ file", hint, file=path)
    try:
        size = path.stat().st_size
    except FileNotFoundError:
        raise UserError("file", "the file does not exist", "Choose another.", file=path) from None
    except OSError:
        size = 0  # said by read_text
    if size > MAX_BYTES:
        hint = "Give the file that holds the function."
        raise UserError(
            "cpp",
            f"{size / (1 << 20):.1f} MiB of C++ are too much to read (2 MiB at most)",
            hint,
            file=path,
        )
    return read_text(path)


def _named(texts: dict[Path, str]) -> dict[str, str]:
    if not texts:
        return {}
    common = Path(os.path.commonpath([p.parent for p in texts]))
    return {p.relative_to(common).as_posix(): t for p, t in texts.items()}


def missing_headers(texts: dict[str, str]) -> list[tuple[str, str]]:
    """File and name of each header in quotes that is not among the texts."""
    found = []
    for file, text in texts.items():
        for name in _INCLUDE.findall(text):
            beside = os.path.normpath(Path(file).parent / name)
            library = name.startswith(
                ("torch/", "ATen/", "c10/", "pybind11/", "onnxruntime", "workbench/", "cuda")
            )
            if Path(beside).as_posix() not in texts and not library:
                found.append((file, name))
    return found

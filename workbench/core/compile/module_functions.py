"""The functions of tvm-ffi's C ABI that a compiled module has, found without loading or parsing it."""

from __future__ import annotations

import functools
import mmap
import re
from pathlib import Path

from workbench.core.files.file_roles import FILE_ROLES, suffix_words

__all__ = ["PREFIX", "functions_of", "likely_function", "module_problem"]

PREFIX = "__tvm_ffi_"
"""Before a function's name, in the symbol that a library exports."""
_SYMBOL = re.compile(rb"\0" + PREFIX.encode() + rb"([A-Za-z_]\w*)(?=\0)")


def functions_of(module: Path) -> tuple[str, ...]:
    """Their names, sorted; none where the file is not there, or is no such module.

    These are to choose from: what the library really exports is looked at before it is built.
    """
    try:
        stat = module.stat()
    except (OSError, ValueError):
        return ()
    return _found(module, stat.st_mtime_ns, stat.st_size) if module.is_file() else ()


@functools.lru_cache(maxsize=16)
def _found(module: Path, when: int, size: int) -> tuple[str, ...]:
    if not size:
        return ()
    try:
        with (
            module.open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text,
        ):
            names = {found[1].decode() for found in _SYMBOL.finditer(text)}
    except (OSError, ValueError):
        return ()
    return tuple(sorted(names))


def module_problem(module: Path) -> str:
    """Why a file cannot be a module, as far as its name and these functions tell; empty where it can."""
    role = FILE_ROLES["module"]
    if module.suffix not in role.suffixes:
        return f"{module.name} is no {suffix_words(role.suffixes)} (*{role.suffixes[0]})"
    return "" if functions_of(module) else f"{module.name} has no function of tvm-ffi's C ABI"


def likely_function(module: Path, *wanted: str) -> str:
    """The first of the wanted names that a module has, or else its only function; empty for none."""
    there = functions_of(module)
    return next((n for n in wanted if n in there), there[0] if len(there) == 1 else "")

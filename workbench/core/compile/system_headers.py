"""Headers that every C++ compiler here finds by itself: of the C and C++ libraries, the system, torch and Python."""

from __future__ import annotations

import functools
import importlib.util
import os
import re
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from workbench.core.compile.cxx_flags import torch_folder
from workbench.core.errors import UserError

__all__ = ["is_system_header"]

_FOLDERS = (
    "usr/include",
    "usr/local/include",
    "usr/include/*-linux-*",
    "usr/include/c++/*",
    "usr/include/c++/*/*-linux-*",
    "usr/include/*-linux-*/c++/*",
    "usr/lib/gcc/*/*/include",
    "usr/lib/clang/*/include",
    "usr/lib/llvm-*/lib/clang/*/include",
)
_BUNDLED = ("include", "libcxx/include", "libc/include/generic-glibc", "libc/include/*linux*")
"""The same of the compiler that comes with the program, in its folder ``lib``."""
_VARIABLES = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")
_KNOWN = re.compile(
    r"\w+"  # of the C++ library: <vector>
    r"|\w*intrin\.h|arm_\w+\.h|omp\.h"  # of one processor's compilers
    r"|(?:bits|debug|experimental|ext|ext/pb_ds|parallel|pstl|tr1)/[\w+]+(?:\.h|\.hpp)?"  # of gcc's library
    r"|(?:arpa|asm|linux|mach|net|netinet|sys)/\w+\.h"
)
"""What is none of a project's even where the compiler that has it is not here."""


def is_system_header(name: str) -> bool:
    """Whether a header in ``<>`` is found without a folder being given for it.

    Args:
        name: as it is included: ``vector``, ``sys/mman.h``.
    """
    if _KNOWN.fullmatch(name):
        return True
    given = [Path(p) for v in _VARIABLES for p in os.environ.get(v, "").split(os.pathsep) if p]
    try:
        return any((folder / name).is_file() for folder in (*_folders(), *given))
    except (OSError, ValueError):
        return False  # no name that a file can have


@functools.cache
def _folders() -> tuple[Path, ...]:
    root = Path("/")
    found = [folder for pattern in _FOLDERS for folder in sorted(root.glob(pattern))]
    return (*found, *_of_packages(), Path(sysconfig.get_paths()["include"]))


def _of_packages() -> Iterator[Path]:
    try:
        torch = torch_folder() / "include"
        yield from (torch, torch / "torch" / "csrc" / "api" / "include")
    except UserError:
        pass  # it is said where a kernel is built
    spec = importlib.util.find_spec("ziglang")
    for place in spec.submodule_search_locations or () if spec is not None else ():
        yield from (f for p in _BUNDLED for f in sorted((Path(place) / "lib").glob(p)))

"""The flags of the C++ compiler that say what a file means: the build's, and the editor's.

One source of truth: what the editor underlines is what the build will say.
"""

from __future__ import annotations

import importlib.util
import re
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from workbench import paths
from workbench.core.compile.ort_headers import OrtHeaders
from workbench.core.errors import UserError

__all__ = [
    "AS_GCC",
    "CHECK_BOUNDS",
    "CHECK_THREADS",
    "NO_RESULT",
    "STANDARD",
    "TAKES_NEXT",
    "WARNINGS",
    "c_flags",
    "for_linker",
    "grouped",
    "named",
    "names_of_ours",
    "ort_flags",
    "ort_prologue",
    "our_includes",
    "torch_flags",
    "torch_folder",
]

STANDARD = "-std=c++20"
CHECK_BOUNDS, CHECK_THREADS = "-DWB_CHECK_BOUNDS", "-DWB_CHECK_THREADS"
"""Has a portable kernel check its indices; and divide its loops among two threads of its own, which
a sanitizer sees all of."""
WARNINGS = ("-Wall", "-Wextra", "-Wno-unused-parameter")
"""Of portable kernels."""
NO_RESULT = "-Werror=return-type"
"""Of the user's files: what a function gives that ends without ``return`` is anything, so that no
result of its caller can be trusted."""
AS_GCC = (
    "-Wno-error=c++11-narrowing",
    "-Wno-error=register",
    "-Wno-error=reserved-user-defined-literal",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-unknown-warning-option",
    "-Wno-ignored-optimization-argument",
    "-Wno-unused-command-line-argument",
)
"""Of clang: what gcc only warns of is no error, and flags that it does without are none.

Most kernels that people bring were written with gcc.
"""

TAKES_NEXT = frozenset(
    """-I -isystem -iquote -idirafter -D -U -L -l -Xlinker -Xassembler -Xpreprocessor -u -z
    -framework""".split()
)
"""Flags whose value may be the next word."""


def grouped(flags: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """The flags, each with the next word where that is its value: ``-D`` with ``NAME``."""
    rest = iter(flags)
    for flag in rest:
        value = next(rest, None) if flag in TAKES_NEXT else None
        yield (flag,) if value is None else (flag, value)


_FOR_BOTH = re.compile(r"-fopenmp(?:=.*)?|-pthread")


def for_linker(compile_flags: Sequence[str], link_flags: Sequence[str]) -> tuple[str, ...]:
    """The linker's flags: the user's, and those of the compiler that link what they ask for."""
    both = (f for f in compile_flags if _FOR_BOTH.fullmatch(f) and f not in link_flags)
    return (*dict.fromkeys(both), *link_flags)


def our_includes() -> list[str]:
    """Include flags for the kernel API and the bindings."""
    return [f"-I{paths.ops_lib() / 'include'}", f"-I{paths.ort_ops() / 'include'}"]


def named(folder: Path, name: str) -> str:
    """The flag by which what is in a folder is called in compiled code.

    ``__FILE__`` and line tables stand in what is handed on, where no path of this machine is of use
    to anybody. Of several flags that fit the last one counts. Compilers' messages are not changed.

    Args:
        folder: the folder.
        name: what it is called, or empty for its files to be called by their names alone.
    """
    return f"-ffile-prefix-map={folder}/={name}{'/' if name else ''}"


def names_of_ours() -> list[str]:
    """What the files of the kernel API and of the bindings are called in compiled code."""
    return [named(folder / "include", "") for folder in (paths.ops_lib(), paths.ort_ops())]


def c_flags(flags: list[str]) -> list[str]:
    """The same flags for a file in C."""
    return ["-x", "c", *(f for f in flags if not f.startswith("-std=c++")), "-std=gnu17"]


def torch_folder() -> Path:
    """Where torch is installed (found without importing it).

    Raises:
        UserError: kind ``torch``.
    """
    spec = importlib.util.find_spec("torch")
    if spec is None or not spec.submodule_search_locations:
        raise UserError(
            "torch", "PyTorch is not installed", "Install it: pip install torch==2.13.0."
        )
    return Path(spec.submodule_search_locations[0])


def torch_flags() -> list[str]:
    """Include flags for torch's headers. System headers: their warnings are not the user's."""
    include = torch_folder() / "include"
    python = Path(sysconfig.get_paths()["include"])
    folders = [include, include / "torch" / "csrc" / "api" / "include", python]
    names = [named(torch_folder(), "torch"), named(python, python.name)]
    return [*names, *(flag for folder in folders for flag in ("-isystem", str(folder)))]


def ort_flags(headers: OrtHeaders, oldest: str) -> list[str]:
    """Flags for the user's own C++ against ONNX Runtime's official headers.

    Args:
        headers: the headers.
        oldest: the oldest version of ONNX Runtime to serve: ``1.17``.
    """
    return [
        named(headers.folder, "onnxruntime"),
        *("-isystem", str(headers.folder)),
        *("-isystem", str(paths.ort_ops() / "include" / "compat" / "paths")),
        f"-DWB_ORT_API_VERSION={oldest.partition('.')[2]}",
        f"-DWB_ORT_HEADERS={headers.api}",
        f"-DWB_ORT_NEW_SLOTS={' '.join(f'WB_ORT_SLOT({v}, {n})' for v, n in headers.added)}",
        # What a release calls deprecated its own source may call.
        *(["-Wno-deprecated-declarations"] if headers.own else []),
    ]


def ort_prologue() -> Path:
    """The header that comes before such a file."""
    return paths.ort_ops() / "include" / "compat" / "ort_prologue.h"

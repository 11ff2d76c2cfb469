"""How the files of an op are compiled, for tools that understand C++ (``compile_commands.json``).

The flags are the build's own (``cxx_flags.py``), known before anything is built. The file stands
in the user's cache, never in the project.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core.compile import cxx_flags
from workbench.core.compile.cuda_headers import cuda_flags
from workbench.core.compile.include_flags import include_flags
from workbench.core.compile.includes import runtime_of
from workbench.core.compile.ort_headers import ort_headers
from workbench.core.compile.outside import include_folders
from workbench.core.compile.torch_headers import header_sets
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.files.file_roles import CPP_TEXTS, CUDA_TEXTS, HEADERS
from workbench.core.files.files import write_text
from workbench.core.toolkits.cuda import cuda_home

__all__ = ["Command", "command_folder", "command_of", "is_cpp", "write_commands"]

_HARMLESS = re.compile(
    r"-[DU]\w+(=.*)?|-I.+|-(isystem|include|iquote|idirafter).+|-std=[\w+]+|-W[a-z][\w+=-]*|-w"
    r"|-f(no-)?(?!plugin|modul|implicit-modul|save|time|crash|build)[a-z0-9-]+|-m[a-z0-9.=-]+"
    r"|-O[0-3sz]?|-pthread|-pedantic(-errors)?"
)


_MODULE = ("-DTORCH_EXTENSION_NAME=extension", "-DTORCH_API_INCLUDE_EXTENSION_H")


class Command(msgspec.Struct, frozen=True):
    """One entry, with the names that the format gives its parts."""

    directory: str
    file: str
    arguments: list[str]


def is_cpp(path: Path) -> bool:
    """Whether a tool for C++ can make sense of a file; of CUDA's where a toolkit with its headers is here."""
    return path.suffix in CPP_TEXTS or (path.suffix in CUDA_TEXTS and cuda_home() is not None)


def command_of(folder: Path, op: Op, path: Path, *, lightest: bool = True) -> Command:
    """How a C++ file of an op is compiled.

    Args:
        folder: the op's.
        op: its declaration.
        path: the file.
        lightest: whether to begin with the lightest of torch's headers, as the build does; where
            they do not suffice (``torch_headers.LACKS``), take all of them.
    """
    op = op.resolved(op.variant if op.variant in op.variants else "")
    try:
        include = list(include_folders(folder, op))
    except UserError:  # said where the declaration is checked
        include = []
    flags = [
        cxx_flags.STANDARD,
        cxx_flags.NO_RESULT,
        *cxx_flags.AS_GCC,
        *cxx_flags.our_includes(),
        *include_flags(path, include),
    ]
    if path == folder / op.ort.source and op.ort.side.has_source:
        runtime = "ort"
    else:
        runtime = runtime_of(path, include, op.kernel.compile_flags) if path.is_file() else ""
    if runtime == "ort":
        flags += _ort(op, (folder / op.ort.source).parent, include)
    elif path.suffix in CUDA_TEXTS:
        flags += _cuda(torch=runtime == "torch")
    elif op.kernel.kind.headers == "torch" or runtime == "torch":
        flags += _torch(path, include, lightest)
    elif op.kernel.kind.is_compiled:
        flags += cxx_flags.WARNINGS
    if path.suffix not in CUDA_TEXTS:
        flags += cuda_flags(path, include)
    flags += _harmless(op.kernel.compile_flags)
    if path.suffix == ".c":
        flags = cxx_flags.c_flags(flags)
    elif path.suffix in CUDA_TEXTS:
        flags = ["-x", "cuda", *flags]
    else:
        flags = ["-x", "c++-header" if path.suffix in HEADERS else "c++", *flags]
    return Command(str(folder), str(path), ["clang++", *flags, "-c", str(path)])


def _ort(op: Op, beside: Path, include: Sequence[Path]) -> list[str]:
    try:
        flags = cxx_flags.ort_flags(ort_headers((beside, *include)), op.ort.oldest)
    except UserError:
        return []  # the headers are not here; the build says how to get them
    return [*flags, "-include", str(cxx_flags.ort_prologue())]


def _torch(path: Path, include: Sequence[Path], lightest: bool) -> list[str]:
    try:
        torch = cxx_flags.torch_flags()
    except UserError:
        return []
    sets = header_sets(path, include)
    headers = sets[0 if lightest else -1]
    first = ["-include", str(headers.file)]
    return [*headers.flags, *torch, *first, *_MODULE]


def _cuda(torch: bool) -> list[str]:
    """CUDA's own language, as clang reads it; what runs on the GPU is looked at, too, and not compiled."""
    home = cuda_home()
    if home is None:
        return []
    # clang includes a header that only NVIDIA's whole toolkit has: ours stands in for it where that is missing.
    ours = [
        paths.resources() / "toolchain" / "clangd_cuda",
        paths.ops_lib() / "include" / "cuda_headers",
    ]
    folders = [*(home / "include" / name for name in ("", "cccl")), *ours]
    flags = ["--cuda-host-only", "-nocudalib", f"--cuda-path={home}", "-Wno-unknown-cuda-version"]
    flags += [*_MODULE, *cxx_flags.torch_flags()] if torch else []
    return [*flags, "-DWITH_CUDA", *(word for one in folders for word in ("-isystem", str(one)))]


def _harmless(flags: Sequence[str]) -> list[str]:
    """The user's flags that say what the code means; a plugin, say, would run code."""
    groups = [g for g in cxx_flags.grouped(flags) if _HARMLESS.fullmatch("".join(g))]
    return [word for g in groups if not g[-1].startswith("@") for word in g]


def command_folder(folder: Path) -> Path:
    """Where the ``compile_commands.json`` of an op is, in the user's cache."""
    name = hashlib.sha256(str(folder).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    return paths.cache_dir() / "compile_commands" / f"{folder.name}-{name}"


def write_commands(folder: Path, commands: Sequence[Command]) -> Path:
    """Write the commands of an op's files. Raises UserError.

    Returns:
        The folder that holds ``compile_commands.json``.
    """
    target = command_folder(folder)
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(
            "file", f"the folder cannot be made: {error.strerror}", file=target
        ) from None
    data = msgspec.json.format(msgspec.json.encode(list(commands)), indent=2)
    write_text(target / "compile_commands.json", data.decode() + "\n")
    return target

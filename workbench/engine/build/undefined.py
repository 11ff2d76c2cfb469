"""A function that is called and not linked: which file of the op's folder defines it."""

from __future__ import annotations

import contextlib
import itertools
import os
import re
from collections.abc import Iterator
from pathlib import Path

from workbench.core.compile.includes import included_files, without_comments
from workbench.core.errors import Problem, UserError
from workbench.core.files.file_roles import FILE_ROLES
from workbench.core.files.files import read_text
from workbench.engine.build import cuda
from workbench.engine.build.sources import Sources
from workbench.engine.build.torch_symbols import not_in_torch

__all__ = ["code_of", "defined_elsewhere", "defines"]

_MOST_FILES = 200
_CUDA_WORDS = re.compile(r"cuda|gpu|launch", re.IGNORECASE)


def defined_elsewhere(
    name: str, folder: Path, sources: Sources, library: str = ""
) -> Problem | None:
    """Why a name has no definition in the library; None where nothing is known of it.

    Args:
        name: as the linker prints it: ``void ns::launch<float>(float*, int)``.
        folder: the op's.
        sources: the op's files.
        library: the file that needs it, where it is not the op's own.
    """
    word = re.search(r"([A-Za-z_]\w*)$", _without_arguments(name))
    if word is None:
        return None
    kernel_file, line = _first_use(word[1], sources)
    for path in itertools.islice(_files(folder), _MOST_FILES):
        if path == sources.main or not defines(path, word[1]):
            continue
        where = path.relative_to(folder)
        if path not in sources.files:
            return Problem(
                "link",
                f"'{name}' is defined in {where}, which is not part of the op",
                f'Name it in op.toml: sources = ["{where}"] in [kernel] (kernel.sources).',
                kernel_file,
                line=line,
            )
        if path in sources.cuda and (why := cuda.why_not_linked()):
            return Problem(
                "link",
                f"'{name}' is defined in {where}, which is not linked here: {why}",
                "Call it behind #ifdef WITH_CUDA, which is defined where CUDA files are linked.",
                kernel_file,
                line=line,
            )
    if _CUDA_WORDS.search(word[1]):
        return Problem(
            "link",
            f"'{name}' is declared but defined nowhere in the op",
            "If it launches a CUDA kernel, the .cu file that defines it is not part of the op: copy it "
            "beside op.toml and name it in kernel.sources.",
            kernel_file,
            line=line,
        )
    if problem := not_in_torch(name, sources.flags, library):
        return problem
    if line:
        return Problem(
            "link",
            f"'{name}' is declared but defined nowhere",
            "Define it in the kernel's source, or correct its name.",
            kernel_file,
            line=line,
        )
    return None


def _without_arguments(name: str) -> str:
    """A function's name up to its arguments, those of a template included; what it returns, which a
    template names too, stays before it.
    """
    head = name.partition("(")[0].rstrip()
    end, depth = len(head), 0
    while end and (depth or head[end - 1] == ">"):
        end -= 1
        depth += {">": 1, "<": -1}.get(head[end], 0)
    return head[:end]


def _first_use(word: str, sources: Sources) -> tuple[str, int]:
    """Where the op's sources first call a function, or else they or their headers declare it; the kernel's
    file where none does.
    """
    use = re.compile(rf"\b{word}\s*(?:<[^;]*>)?\s*\(|&\s*(?:\w+\s*::\s*)*{word}\b")
    declares = re.compile(
        rf"\s*(?!return\b)[\w:<>,*&\s]+[\w>*&]\s*[\s*&]{word}\s*\([^()]*\)[\w\s]*;\s*"
    )
    declared = None
    for path in filter(None, (sources.main, *sources.files)):
        with contextlib.suppress(UserError):
            for number, text in enumerate(read_text(path).splitlines(), 1):
                code = text.partition("//")[0]
                if declares.fullmatch(code):
                    declared = declared or (str(path), number)
                elif use.search(code):
                    return str(path), number
    return declared or _in_headers(word, sources) or (str(sources.main or ""), 0)


def _in_headers(word: str, sources: Sources) -> tuple[str, int] | None:
    """Where a header of the op's first names a function that macros call: no source has its name whole."""
    named = re.compile(rf"\b{word}\s*\(")
    own = [path for path in (sources.main, *sources.files) if path is not None]
    read = dict.fromkeys(h for p in own for h in included_files(p, sources.folders(p)))
    for path in read:
        if path not in own and (found := named.search(text := code_of(path))):
            return str(path), text.count("\n", 0, found.start()) + 1
    return None


def _files(folder: Path) -> Iterator[Path]:
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(f for f in folders if not f.startswith("."))
        for name in sorted(names):
            if name.endswith(FILE_ROLES["source"].suffixes):
                yield Path(parent, name)


def defines(path: Path, word: str) -> bool:
    """Whether a file has the body of a function of that name."""
    body = rf"\b{word}\s*\([^;{{}}]*\)\s*(?:noexcept\s*)?\{{"
    return re.search(body, code_of(path)) is not None


def code_of(path: Path) -> str:
    """The text of a file without its comments; empty where it cannot be read."""
    try:
        return without_comments(read_text(path))
    except UserError:
        return ""

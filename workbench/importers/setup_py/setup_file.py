"""What a ``setup.py`` says of its extensions."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from workbench.core.errors import UserError
from workbench.core.files.files import read_text, real_path
from workbench.importers.setup_py.reader import Made, Reader
from workbench.importers.setup_py.values import Unknown

__all__ = ["Extension", "Setup", "extension_of", "merged", "read_setup"]

_NOT_OURS = ("-fdiagnostics", "-DPy_LIMITED_API", "-l")
"""Of flags: those of messages, which the program reads; of a module for several Pythons, which an op
library is no part of; and libraries, which the linker is told."""
_OLD_STANDARD = re.compile(r"[-/]std[=:](?:c|gnu)\+\+(?:0x|0\d|1\w|98)")
"""Of flags: a standard that is older than torch's headers want."""


class Extension(msgspec.Struct, frozen=True):
    """One extension.

    Attributes:
        name: the module's.
        line: of the call that makes it.
        sources: relative to the package's folder, with ``/``.
        include: folders of headers, the same.
        flags: of the C++ compiler, macros among them.
        nvcc: flags of nvcc.
        link: flags of the linker.
        left: what could not be read of it, or is of no use here, in words.
    """

    name: str
    line: int = 0
    sources: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    nvcc: tuple[str, ...] = ()
    link: tuple[str, ...] = ()
    left: tuple[str, ...] = ()


class Setup(msgspec.Struct, frozen=True):
    """What was read.

    Attributes:
        path: the file.
        extensions: without CUDA as far as the file asks, with the CUDA sources that it has else.
        notes: line → what could not be followed there.
    """

    path: Path
    extensions: tuple[Extension, ...]
    notes: dict[int, str]

    @property
    def lines(self) -> list[str]:
        """All that was not read, with its line."""
        return [f"line {line}: {note}" for line, note in sorted(self.notes.items())]


def read_setup(path: Path) -> Setup:
    """Read a ``setup.py``; nothing of it is run.

    Raises:
        UserError: kind ``file`` or ``setup``; it cannot be read, or is no Python.
    """
    path = real_path(path)
    text = read_text(path)
    readings = []
    notes: dict[int, str] = {}
    for cuda in (False, True):
        try:
            reader = Reader(text, path, cuda)
        except (SyntaxError, ValueError, RecursionError) as error:
            line = getattr(error, "lineno", 0) or 0
            hint = "Correct it, or choose the C++ files themselves."
            what = getattr(error, "msg", error)  # without the name that ast gives the file
            reason = f"it is no Python that can be read here: {what}"
            raise UserError("setup", reason, hint, file=path, line=line) from None
        reader.read()
        readings.append([_of(made, path.parent) for made in reader.made])
        notes = {**reader.notes, **notes}
    return Setup(path, merged(*readings), notes)


def merged(plain: Iterable[Extension], cuda: Iterable[Extension]) -> tuple[Extension, ...]:
    """The extensions as they are without CUDA, with the sources that they have with it."""
    found = {(e.name, e.sources[:1]): e for e in plain}
    for with_cuda in cuda:
        key = (with_cuda.name, with_cuda.sources[:1])
        same = found.get(key) or next((e for e in found.values() if e.name == with_cuda.name), None)
        if same is None:
            found[key] = with_cuda
            continue
        key = (same.name, same.sources[:1])
        found[key] = msgspec.structs.replace(
            same,
            sources=tuple(dict.fromkeys((*same.sources, *with_cuda.sources))),
            include=tuple(dict.fromkeys((*same.include, *with_cuda.include))),
            nvcc=with_cuda.nvcc or same.nvcc,
            left=tuple(dict.fromkeys((*same.left, *with_cuda.left))),
        )
    return tuple(found.values())


def _of(made: Made, root: Path) -> Extension:
    return extension_of(made.given, root, made.line)


def extension_of(given: dict[str, Any], root: Path, line: int = 0) -> Extension:
    """An extension of the arguments that it is made with.

    Args:
        given: by name; a value may be an ``Unknown``.
        root: the package's folder.
        line: of the call.
    """
    left: list[str] = []

    def texts(key: str, value: Any) -> Iterator[str]:
        if isinstance(value, Unknown):
            left.append(f"{key}: {value.why} (line {value.line})")
        elif isinstance(value, list | tuple | set):
            for item in value:
                yield from texts(key, item)
        elif isinstance(value, str | os.PathLike):
            if os.fspath(value):
                yield os.fspath(value)
        elif value is not None:
            left.append(f"{key}: {type(value).__name__} is no text (line {line})")

    def paths(key: str) -> Iterator[str]:
        for text in texts(key, given.get(key)):
            relative = os.path.relpath(root / text, root)
            if relative.startswith(".."):
                left.append(f"{key}: {text} is outside of the package")
            elif not (root / relative).exists():
                left.append(f"{key}: {relative} is not there")
            else:
                yield Path(relative).as_posix()

    compile_args = given.get("extra_compile_args")
    by_compiler = compile_args if isinstance(compile_args, dict) else {"cxx": compile_args}
    flags = [*_macros(given, left), *texts("extra_compile_args", by_compiler.get("cxx"))]
    old = [flag for flag in flags if _OLD_STANDARD.fullmatch(flag)]
    left += [f"extra_compile_args: {flag} is older than what torch's headers want" for flag in old]
    needless = [f for f in flags if f.startswith(_NOT_OURS) or f in old]
    link = [
        *(flag for flag in needless if flag.startswith("-l")),
        *texts("extra_link_args", given.get("extra_link_args")),
        *(f"-L{text}" for text in texts("library_dirs", given.get("library_dirs"))),
        *(f"-l{text}" for text in texts("libraries", given.get("libraries"))),
    ]
    name = given.get("name")
    return Extension(
        name if isinstance(name, str) else "",
        line,
        tuple(dict.fromkeys(paths("sources"))),
        tuple(dict.fromkeys(paths("include_dirs"))),
        tuple(flag for flag in flags if flag not in needless),
        tuple(texts("nvcc flags", by_compiler.get("nvcc"))),
        tuple(dict.fromkeys(link)),
        tuple(dict.fromkeys(left)),
    )


def _macros(given: dict[str, Any], left: list[str]) -> Iterator[str]:
    macros = given.get("define_macros")
    if isinstance(macros, Unknown):
        left.append(f"define_macros: {macros.why} (line {macros.line})")
        macros = ()
    for macro in macros or ():
        if isinstance(macro, Unknown):
            left.append(f"define_macros: {macro.why} (line {macro.line})")
        elif isinstance(macro, tuple | list) and macro and isinstance(macro[0], str):
            value = macro[1] if len(macro) > 1 else None
            if isinstance(value, Unknown):
                left.append(f"define_macros: the value of {macro[0]}: {value.why}")
            else:
                yield f"-D{macro[0]}" if value is None else f"-D{macro[0]}={value}"
    undefined = given.get("undef_macros")
    if isinstance(undefined, list | tuple):
        yield from (f"-U{name}" for name in undefined if isinstance(name, str))

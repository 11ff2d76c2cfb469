"""Flags for compiler and linker: those that would disturb the build are refused.

The build decides what is made where, reads the compiler's messages, and keeps each object under
a digest of what it was made from. A flag that changes one of these makes it wrong in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from workbench.core.check.common import problem
from workbench.core.compile.cxx_flags import TAKES_NEXT
from workbench.core.errors import Problem

__all__ = ["check_flags"]

_REFUSED: tuple[tuple[str, str, str], ...] = (
    (r"-o.*|-Wl,-o\b.*|-Wl,--output.*", "the build names its own outputs", "Remove it."),
    (r"-c|-E|-S|-###|-fsyntax-only|-r|-Wl,-r|-Wl,--relocatable",
     "the build decides what is made", "Remove it."),
    (r"-M.*|-Wp,.*", "the build keeps track of headers itself", "Remove it."),
    (r"@.*", "a file of flags is not seen when it changes", "Write its flags here."),
    (r"-fplugin.*|-specs=.*|--specs=.*|-wrapper.*|-B.*|-x.*|-Xclang|-load|-no-integrated-cpp",
     "it puts something else in the compiler's place", "Set CXX to another compiler."),
    (r"-include.*|-imacros.*", "a file of that kind comes before everything else",
     "#include it in the source."),
    (r"-fdiagnostics-.*|-fmessage-length.*|-fno-diagnostics.*|-v|-V|--version|--help.*|-H|-time.*",
     "the compiler's messages are read by the program", "Remove it."),
    (r"-save-temps.*|-dump.*|-fdump.*|-d[A-Za-z]*|-ftime-.*|--coverage|-fprofile-(?:arcs|generate).*",
     "it writes files beside the object, which are not kept", "Remove it."),
    (r"-fno-(?:pic|PIC)|-fpie|-fPIE|-pie|-static|-static-pie|-Wl,-static",
     "a library that is loaded at run time cannot be made so", "Remove it."),
)  # fmt: skip
_FOLDER = re.compile(r"(-I|-L|-isystem|-iquote|-idirafter|-Wl,-rpath[,=]|-Wl,-rpath-link[,=])(.+)")


def check_flags(key: str, flags: tuple[str, ...], linker: bool) -> Iterator[Problem]:
    """The problems of ``kernel.compile_flags`` or ``kernel.link_flags``."""
    value_of = ""
    for i, flag in enumerate(flags):
        location = f"{key}[{i}]"
        if not flag or not flag.isprintable():
            yield problem(location, "a flag is empty or has control characters", "Correct it.")
        elif value_of:
            yield from _folder(location, value_of, flag)
            value_of = ""
        elif flag in TAKES_NEXT:
            value_of = flag
        elif not flag.startswith(("-", "@")):
            yield from _file(location, flag, linker)
        else:
            yield from _one(location, flag)
    if value_of:
        yield problem(f"{key}[{len(flags) - 1}]", f"{value_of} has no value", "Add it.")


def _one(location: str, flag: str) -> Iterator[Problem]:
    for pattern, reason, hint in _REFUSED:
        if re.fullmatch(pattern, flag):
            yield problem(location, f"{flag} is refused: {reason}", hint)
            return
    if re.search(r"\s", flag) and not re.match(r"-[DIL]|-isystem|-Wl,", flag):
        hint = "Give each flag a string of its own."
        yield problem(location, f"'{flag}' holds several flags", hint)
    elif match := _FOLDER.fullmatch(flag):
        yield from _folder(location, match[1], match[2])


def _folder(location: str, flag: str, value: str) -> Iterator[Problem]:
    """Commands run in a folder of their own, so a relative path would mean nothing."""
    wants_path = _FOLDER.fullmatch(f"{flag}x")
    if wants_path and not PurePosixPath(value).is_absolute() and not value.startswith("$ORIGIN"):
        hint = (
            "Name folders of the op in kernel.include; others by their absolute path."
            if "rpath" not in flag and flag != "-L"
            else "Give an absolute path."
        )
        yield problem(location, f"{flag} {value} is a relative path", hint)


def _file(location: str, name: str, linker: bool) -> Iterator[Problem]:
    if linker and PurePosixPath(name).is_absolute() and re.search(r"\.(?:a|o|so[\d.]*)$", name):
        return
    hint = (
        "Give a library by its absolute path, or as -lNAME with -L/its/folder."
        if linker
        else "Further sources stand in kernel.sources."
    )
    yield problem(location, f"'{name}' is no flag", hint)

"""What stands for libtorch as a portable kernel is linked: the names of its C functions alone.

A linker reads all symbols of a library that it links with, and libtorch has 300,000: half of what linking takes.
A portable kernel is compiled without torch's headers, and its glue, which is ours, calls a few C functions.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np

from workbench.core.errors import UserError
from workbench.engine import toolchain
from workbench.engine.build.units import Library
from workbench.engine.compilers import Compiler, environment
from workbench.engine.elf import UNREADABLE
from workbench.engine.store import Store, digest

__all__ = ["outlined"]

_NAME = "libtorch_cpu.so"
_C_FUNCTION = re.compile(rb"(?<=\0)(?:aoti_torch|torch)_\w+")
_SYMBOL = np.dtype("<u4, u1, u1, <u2, <u8, <u8")
"""Of ELF's 64-bit tables: name, info, other, section (0: none), value, size."""


def outlined(library: Library, store: Store) -> list[str]:
    """The flags that link a library with the outline in the place of libtorch.

    What is made calls the same functions, or cannot be made: then it calls others of torch, too.

    Args:
        library: what is to be linked.
        store: where the outline is kept.

    Returns:
        Nothing where it is not linked with libtorch, or a file of the user's reads torch's headers.
    """
    usual = toolchain.torch_libraries()
    if not set(usual) <= set(library.flags):
        return []
    headers = str(toolchain.torch_folder())
    if any(headers in flag for unit in library.units if unit.source for flag in unit.flags):
        return []
    folder = _outline(library.compiler, store)
    if folder is None:
        return []
    return [*(f for f in library.flags if f not in usual), f"-L{folder}", "-ltorch_cpu"]


def _outline(compiler: Compiler, store: Store) -> Path | None:
    """The folder of the outline, made once per torch and compiler; None where it cannot be."""
    key = digest([*compiler.command, compiler.version, toolchain.version_of("torch")])
    if not store.has("outlines", key, _NAME):
        with store.scratch() as scratch:
            folder = scratch / "outline"
            folder.mkdir()
            if not _made(folder / _NAME, compiler, scratch / "outline.s"):
                (folder / _NAME).write_bytes(b"")  # so that it is tried once
            store.add("outlines", key, folder)
    library = store.path("outlines", key, _NAME)
    return library.parent if library.stat().st_size else None


def _made(library: Path, compiler: Compiler, source: Path) -> bool:
    try:
        names = _c_functions(toolchain.torch_folder() / "lib" / _NAME)
    except (UserError, *UNREADABLE):
        return False
    source.write_text("".join(f".globl {n}\n.type {n}, @function\n{n}:\n" for n in names))
    flags = ["-shared", "-nostdlib", f"-Wl,-soname,{_NAME}", *compiler.quick_link]
    done = subprocess.run(
        [*compiler.command, str(source), *flags, "-o", str(library)],
        capture_output=True,
        env=environment(),
        check=False,
    )
    return done.returncode == 0


def _c_functions(library: Path) -> list[str]:
    """The C functions that a library of torch's defines."""
    from elftools.elf.elffile import ELFFile

    with library.open("rb") as file:
        elf = ELFFile(file)
        table, strings = (elf.get_section_by_name(name) for name in (".dynsym", ".dynstr"))
        if table is None or strings is None:
            return []
        names = strings.data()
        symbols = np.frombuffer(table.data(), _SYMBOL)
    defined = set(symbols["f0"][symbols["f3"] != 0].tolist())
    return [m[0].decode() for m in _C_FUNCTION.finditer(names) if m.start() in defined]

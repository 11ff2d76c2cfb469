"""A compiled module of somebody else's that an op library calls: looked at before anything is built.

It is not loaded for that: loading runs code of it.
"""

from __future__ import annotations

import platform
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.op import Op
from workbench.core.runtimes import how_to_add
from workbench.core.runtimes.tvm_ffi import RUNTIME

__all__ = ["foreign_module"]

_PREFIX = "__tvm_ffi_"
_LIBRARY = "libtvm_ffi.so"
_MACHINES = {"x86_64": "EM_X86_64", "aarch64": "EM_AARCH64"}


def foreign_module(folder: Path, op: Op) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """The module that ``[ort]`` names, and what of this machine is to be loaded before it.

    Args:
        folder: the op's.
        op: its declaration.

    Raises:
        UserError: kind ``file`` or ``library``; it is not there, no library of this machine, has no
            function of that name, or needs tvm-ffi's library, which is not here.
    """
    path = (folder / op.ort.module).resolve()
    exported, needed, speaks = _read(path)
    symbol = f"{_PREFIX}{op.ort.function}"
    if symbol not in exported:
        there = sorted(name.removeprefix(_PREFIX) for name in exported if name.startswith(_PREFIX))
        hint = f"It has: {', '.join(there)}. Name one as function in [ort]." if there else (
            f"A function of tvm-ffi's ABI is exported as {_PREFIX} and its name."
        )  # fmt: skip
        raise UserError("library", f"the module has no function {symbol}", hint, file=path)
    if not speaks:
        return (path,), ()
    found = sorted(RUNTIME.folder.glob(f"python/lib/python*/site-packages/tvm_ffi/lib/{_LIBRARY}"))
    if not found and _LIBRARY in needed:
        reason = f"the module needs {_LIBRARY}, which is not here"
        raise UserError("library", reason, how_to_add(RUNTIME.name), file=path)
    return (path,), tuple(map(str, found[:1]))


def _read(path: Path) -> tuple[set[str], set[str], bool]:
    """What a library exports, the libraries that it needs, and whether it names any of tvm-ffi's."""
    from elftools.common.exceptions import ELFError
    from elftools.elf.dynamic import DynamicSection
    from elftools.elf.elffile import ELFFile
    from elftools.elf.sections import SymbolTableSection

    hint = "Give the file that the other compiler has made, or correct module in [ort]."
    try:
        with path.open("rb") as file:
            elf = ELFFile(file)
            table = elf.get_section_by_name(".dynsym")
            dynamic = elf.get_section_by_name(".dynamic")
            if not isinstance(table, SymbolTableSection) or not isinstance(dynamic, DynamicSection):
                raise UserError("library", "this is no shared library", hint, file=path)
            if (found := elf["e_machine"]) != _MACHINES.get(platform.machine(), found):
                what = f"this library is for another processor ({found.removeprefix('EM_')})"
                raise UserError("library", what, hint, file=path)
            exported = {s.name for s in table.iter_symbols() if s["st_shndx"] != "SHN_UNDEF"}
            needed = {t.needed for t in dynamic.iter_tags("DT_NEEDED")}  # type: ignore[attr-defined]
            return exported, needed, b"TVMFFI" in path.read_bytes()
    except OSError as error:
        reason = f"the module cannot be read: {error.strerror or error}"
        raise UserError("file", reason, hint, file=path) from None
    except ELFError:
        raise UserError("library", "this is no shared library", hint, file=path) from None

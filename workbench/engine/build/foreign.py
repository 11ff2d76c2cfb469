"""A compiled module of somebody else's that an op library calls: looked at before anything is built.

It is not loaded for that: loading runs code of it, which is for a job's child alone.
"""

from __future__ import annotations

import ctypes
import io
import platform
import struct
from pathlib import Path
from typing import NamedTuple

from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.module_functions import PREFIX
from workbench.core.op import Op
from workbench.core.runtimes import how_to_add
from workbench.core.runtimes.tvm_ffi import RUNTIME
from workbench.engine.build.ninja_run import Reporter
from workbench.engine.elf import UNREADABLE

__all__ = ["foreign_module", "load_modules"]

_LIBRARY = "libtvm_ffi.so"
_MACHINES = {"x86_64": "EM_X86_64", "aarch64": "EM_AARCH64"}
_HEADER = struct.Struct("<40xQ10xHH2x")
"""Of a header its offset of the table of sections, the size of an entry, and how many there are."""
_HINT = "Give the file that the other compiler has made, or correct module in [ort]."


def foreign_module(folder: Path, op: Op) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """The module that ``[ort]`` names, and what of this machine is to be loaded before it.

    Args:
        folder: the op's.
        op: its declaration.

    Raises:
        UserError: kind ``file`` or ``library``; it is not there, no whole library of this machine, has
            no function of that name, or needs tvm-ffi's library, which is not here.
    """
    path = (folder / op.ort.module).resolve()
    module = _read(path)
    symbol = f"{PREFIX}{op.ort.function}"
    if symbol not in module.exported:
        names = sorted(name for name in module.exported if name.startswith(PREFIX))
        there = ", ".join(name.removeprefix(PREFIX) for name in names)
        hint = f"It has: {there}. Name one as function in [ort]." if there else (
            f"A function of tvm-ffi's ABI is exported as {PREFIX} and its name."
        )  # fmt: skip
        raise UserError("library", f"the module has no function {symbol}", hint, file=path)
    if not module.speaks:
        return (path,), ()
    found = sorted(RUNTIME.folder.glob(f"python/lib/python*/site-packages/tvm_ffi/lib/{_LIBRARY}"))
    if not found and _LIBRARY in module.needed:
        reason = f"the module needs {_LIBRARY}, which is not here"
        raise UserError("library", reason, how_to_add(RUNTIME.name), file=path)
    return (path,), tuple(map(str, found[:1]))


def load_modules(folder: Path, op: Op, reporter: Reporter) -> None:
    """Load the module that an op calls, if it does, in a job's child: what ends that is told as the module's.

    Args:
        folder: the op's.
        op: its declaration.
        reporter: is told before.

    Raises:
        UserError: as those of ``foreign_module``; or it does not load.
    """
    style = op.kernel.kind
    plans = (style.library, op.ort.side.library(style))
    if not any(plan is not None and plan.loads_module for plan in plans):
        return
    (module,), before = foreign_module(folder, op)
    reporter.progress(0, 1, f"{jobs.LOADING_MODULE} {op.ort.module}")
    for file in (*before, str(module)):
        try:
            ctypes.CDLL(file)
        except OSError as error:
            reason = f"the module does not load: {str(error).removeprefix(f'{file}: ')}"
            hint = "Does it need a library or a function that is not on this machine?"
            raise UserError("library", reason, hint, file=file) from None


class _Module(NamedTuple):
    """What a library exports, the libraries that it needs, and whether it names any of tvm-ffi's."""

    exported: frozenset[str]
    needed: frozenset[str]
    speaks: bool


def _read(path: Path) -> _Module:
    from elftools.common.exceptions import ELFError

    try:
        if path.exists() and not path.is_file():
            raise UserError("file", "the module is no regular file", _HINT, file=path)
        data = path.read_bytes()
    except OSError as error:
        reason = f"the module cannot be read: {error.strerror or error}"
        raise UserError("file", reason, _HINT, file=path) from None
    if len(data) < (whole := _least_size(data)):
        what = f"this library is cut off: {len(data):,} of at least {whole:,} bytes are there"
        raise UserError("library", what, "Copy it again, or make it anew.", file=path)
    try:
        machine, module = _parsed(data)
    except (ELFError, *UNREADABLE):
        raise UserError("library", "this is no shared library", _HINT, file=path) from None
    if machine != _MACHINES.get(platform.machine(), machine):
        what = f"this library is for another processor ({machine.removeprefix('EM_')})"
        hint = f"Make it for this one ({platform.machine()}), or correct module in [ort]."
        raise UserError("library", what, hint, file=path)
    return module


def _least_size(data: bytes) -> int:
    """How much there is of a library that begins so: linkers write its table of sections last."""
    if not data.startswith(b"\x7fELF\x02\x01"):
        return 0  # none, or for another processor
    header = data[: _HEADER.size].ljust(_HEADER.size, b"\0")
    table, size, count = _HEADER.unpack(header)
    return max(_HEADER.size, int(table + size * count))


def _parsed(data: bytes) -> tuple[str, _Module]:
    """Which processor it is for, and what it has."""
    from elftools.elf.dynamic import DynamicSection
    from elftools.elf.elffile import ELFFile
    from elftools.elf.sections import SymbolTableSection

    elf = ELFFile(io.BytesIO(data))
    table, dynamic = elf.get_section_by_name(".dynsym"), elf.get_section_by_name(".dynamic")
    if not isinstance(table, SymbolTableSection) or not isinstance(dynamic, DynamicSection):
        raise ValueError("it has no dynamic symbols")
    exported = frozenset(s.name for s in table.iter_symbols() if s["st_shndx"] != "SHN_UNDEF")
    needed = frozenset(t.needed for t in dynamic.iter_tags("DT_NEEDED"))  # type: ignore[attr-defined]
    return str(elf["e_machine"]), _Module(exported, needed, b"TVMFFI" in data)

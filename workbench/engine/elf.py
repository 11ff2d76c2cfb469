"""Reading libraries that may be damaged, or made to harm: none of their code is run."""

from __future__ import annotations

import io
import platform
import struct
from pathlib import Path
from typing import NamedTuple

from workbench.core.errors import UserError
from workbench.core.files.file_roles import FILE_ROLES

__all__ = ["UNREADABLE", "LibraryFile", "op_library_hint", "read_library"]

UNREADABLE = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, OSError),
    *(RecursionError, TypeError, ValueError),
)
"""What pyelftools raises of a damaged file, beside errors of its own."""

_MACHINES = {"x86_64": "EM_X86_64", "aarch64": "EM_AARCH64"}
_HEADER = struct.Struct("<40xQ10xHH2x")
"""Of a header its offset of the table of sections, the size of an entry, and how many there are."""
_OTHERS = ((b"MZ", "Windows"), (b"\xcf\xfa\xed\xfe", "macOS"), (b"\xca\xfe\xba\xbe", "macOS"))
"""How libraries of other systems begin."""


_OP_LIBRARY = "Give a shared library (.so) with custom ops for ONNX Runtime, or ops for torch."
_MODEL = (
    "A model is read by op-workbench new DIR --onnx MODEL, which lists the nodes that ONNX Runtime has no "
    "kernel for; op-workbench MODEL opens it in the window."
)


def op_library_hint(path: Path) -> str:
    """The next step where a file has no ops."""
    return _MODEL if path.suffix.lower() in FILE_ROLES["onnx"].suffixes else _OP_LIBRARY


class LibraryFile(NamedTuple):
    """What a library exports, the libraries that it needs, and its bytes."""

    exported: frozenset[str]
    needed: frozenset[str]
    data: bytes


def read_library(path: Path, what: str, hint: str, right: str) -> LibraryFile:
    """What a library of this machine has; it is not loaded.

    Args:
        path: the file.
        what: it is meant to be, ``the module``.
        hint: the next step where it is none.
        right: the same where it is another machine's, behind ``Make it for this one (x86_64)``.

    Raises:
        UserError: kind ``file``: it cannot be read. Kind ``library``: it is no library, a part of one, or
            one of another system or processor.
    """
    try:
        if path.exists() and not path.is_file():
            raise UserError("file", f"{what} is no regular file", hint, file=path)
        data = path.read_bytes()
    except OSError as error:
        reason = f"{what} cannot be read: {error.strerror or error}"
        raise UserError("file", reason, hint, file=path) from None
    if len(data) < (whole := _least_size(data)):
        told = f"this library is cut off: {len(data):,} of at least {whole:,} bytes are there"
        raise UserError("library", told, "Copy it again, or make it anew.", file=path)
    here = f"Make it for this one ({platform.machine()}), or {right}"
    if system := next((name for start, name in _OTHERS if data.startswith(start)), ""):
        raise UserError(
            "library",
            f"this is no shared library of this system, but one for {system}",
            here,
            file=path,
        )
    machine, found = _parsed(data, path, hint)
    if machine != _MACHINES.get(platform.machine(), machine):
        told = f"this library is for another processor ({machine.removeprefix('EM_')})"
        raise UserError("library", told, here, file=path)
    return found


def _least_size(data: bytes) -> int:
    """How much there is of a library that begins so: linkers write its table of sections last."""
    if not data.startswith(b"\x7fELF\x02\x01"):
        return 0  # none, or for another processor
    header = data[: _HEADER.size].ljust(_HEADER.size, b"\0")
    table, size, count = _HEADER.unpack(header)
    return max(_HEADER.size, int(table + size * count))


def _parsed(data: bytes, path: Path, hint: str) -> tuple[str, LibraryFile]:
    """Which processor it is for, and what it has."""
    from elftools.common.exceptions import ELFError
    from elftools.elf.dynamic import DynamicSection
    from elftools.elf.elffile import ELFFile
    from elftools.elf.sections import SymbolTableSection

    try:
        elf = ELFFile(io.BytesIO(data))
        table, dynamic = elf.get_section_by_name(".dynsym"), elf.get_section_by_name(".dynamic")
        if not isinstance(table, SymbolTableSection) or not isinstance(dynamic, DynamicSection):
            raise ValueError("it has no dynamic symbols")
        exported = frozenset(s.name for s in table.iter_symbols() if s["st_shndx"] != "SHN_UNDEF")
        needed = frozenset(t.needed for t in dynamic.iter_tags("DT_NEEDED"))  # type: ignore[attr-defined]
        return str(elf["e_machine"]), LibraryFile(exported, needed, data)
    except (ELFError, *UNREADABLE):
        raise UserError("library", "this is no shared library", hint, file=path) from None

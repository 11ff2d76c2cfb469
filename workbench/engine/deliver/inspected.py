"""A library for another platform, looked at without running it: what it is, exports, and needs."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

import lief

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.platforms import Platform

__all__ = ["inspected"]

_EXPORT = "RegisterCustomOps"
_MACHINES = {
    lief.ELF.ARCH.X86_64: "x86_64",
    lief.ELF.ARCH.AARCH64: "aarch64",
    lief.PE.Header.MACHINE_TYPES.AMD64: "x86_64",
    lief.PE.Header.MACHINE_TYPES.ARM64: "aarch64",
    lief.MachO.Header.CPU_TYPE.X86_64: "x86_64",
    lief.MachO.Header.CPU_TYPE.ARM64: "aarch64",
}
_ALSO = re.compile(r"_{1,2}Z(nw|na|dl|da)\w+|___dso_handle|__mh_dylib_header")
"""What a macOS library exports beside: C++'s operators new and delete, which a program may replace, and
the linker's own marks."""


def inspected(library: Path, platform: Platform, glibc: str, folders: Sequence[Path] = ()) -> str:
    """What a library is, in words.

    Args:
        library: the file.
        platform: what it is meant for.
        glibc: the oldest that it may ask for, where the platform has one.
        folders: further ones of this machine that it must not name.

    Raises:
        UserError: kind ``deliver``; it is not what it should be.
    """
    lief.logging.disable()
    binary = lief.parse(str(library))
    formats = {
        lief.Binary.FORMATS.ELF: "ELF",
        lief.Binary.FORMATS.PE: "PE",
        lief.Binary.FORMATS.MACHO: "Mach-O",
    }
    found = formats.get(binary.format, "") if isinstance(binary, lief.Binary) else ""
    if found != platform.format or not isinstance(binary, lief.Binary):
        raise _wrong(library, platform, f"it is no {platform.format} file")
    machine, exported, needed, versions = _read(binary)
    if machine != platform.machine:
        raise _wrong(library, platform, f"it is for {machine or 'another processor'}")
    if _EXPORT not in exported:
        raise _wrong(library, platform, f"it does not export {_EXPORT}")
    others = [name for name in exported if name != _EXPORT and not _ALSO.fullmatch(name)]
    if others:
        raise _wrong(library, platform, f"it exports {others[0]}, too")
    foreign = [n for n in needed if not any(re.fullmatch(p, n) for p in platform.needs)]
    if foreign:
        raise _wrong(library, platform, f"it needs {foreign[0]}, which not every machine has")
    newest = max(versions, key=_numbers, default="")
    if platform.has_glibc and newest and _numbers(newest) > _numbers(glibc):
        raise _wrong(library, platform, f"it asks for glibc {newest}, newer than {glibc}")
    for folder in (*_of_here(), *folders):
        if str(folder).encode() + b"/" in library.read_bytes():
            raise _wrong(library, platform, f"it names {folder}, a folder of this machine")
    text = f"{found} for {machine}, exports {_EXPORT}"
    names = [n for n in needed if not n.startswith("@rpath/")]
    shown = ", ".join(names[:6]) + ", …" * (len(names) > 6)
    text += f", needs {shown}" if names else ", needs nothing"
    if platform.has_glibc:
        text += (
            f", with glibc {newest}; built for {glibc}" if newest else f"; built for glibc {glibc}"
        )
    return text


def _read(binary: lief.Binary) -> tuple[str, list[str], list[str], list[str]]:
    """For which processor, what it exports, what it needs, and which versions of glibc."""
    if isinstance(binary, lief.ELF.Binary):
        versions = [
            str(version.name).removeprefix("GLIBC_")
            for needed in binary.symbols_version_requirement
            for version in needed.get_auxiliary_symbols()
            if str(version.name).startswith("GLIBC_2")
        ]
        tags = (lief.ELF.DynamicEntry.TAG.RPATH, lief.ELF.DynamicEntry.TAG.RUNPATH)
        folders = [f"the folder {e}" for e in binary.dynamic_entries if e.tag in tags]
        needed = [*map(str, binary.libraries), *folders]
        exported = [str(s.name) for s in binary.exported_symbols]
        return _MACHINES.get(binary.header.machine_type, ""), exported, needed, versions
    if isinstance(binary, lief.PE.Binary):
        export = binary.get_export()
        names = [str(entry.name) for entry in export.entries] if export else []
        needed = [str(one.name) for one in binary.imports]
        return _MACHINES.get(binary.header.machine, ""), names, needed, []
    assert isinstance(binary, lief.MachO.Binary)
    exported = [str(s.name) for s in binary.exported_symbols]
    exported = [_EXPORT if name == f"_{_EXPORT}" else name for name in exported]
    needed = [str(library.name) for library in binary.libraries]
    return _MACHINES.get(binary.header.cpu_type, ""), exported, needed, []


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def _of_here() -> list[Path]:
    """Folders that mean nothing elsewhere."""
    found = [Path.home(), paths.cache_dir(), paths.ort_ops().parent, Path(tempfile.gettempdir())]
    return [folder for folder in found if len(folder.parts) > 1]


def _wrong(library: Path, platform: Platform, what: str) -> UserError:
    return UserError(
        "deliver",
        f"{library.name} is not fit for {platform.name}: {what}",
        "Nothing was delivered. Look at the op's flags and at what its sources link.",
    )

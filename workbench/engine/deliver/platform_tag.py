"""The platform tag of a wheel, from what its libraries ask of the system (PEP 600)."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from workbench.engine.host.load_first import TORCH_LIBRARIES

__all__ = ["Asked", "asked", "platform_tag"]

_Version = tuple[int, ...]

_SYSTEM = {
    *("libc.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0", "libutil.so.1"),
    *("libresolv.so.2", "libmvec.so.1", "libnsl.so.1", "libanl.so.1", "libstdc++.so.6"),
    *("libgcc_s.so.1", "libatomic.so.1", "libz.so.1", "libexpat.so.1"),
    *("ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"),
}
"""Libraries that every system of PEP 600 has."""
_BROUGHT = {
    # The newest version of each that the systems with a glibc have: of their compilers' release
    # notes, and of the distributions that the tags stand for.
    "GLIBCXX": {
        (3, 4, 19): (2, 17), (3, 4, 22): (2, 24), (3, 4, 24): (2, 27), (3, 4, 28): (2, 31),
        (3, 4, 29): (2, 34), (3, 4, 30): (2, 35), (3, 4, 33): (2, 39),
    },
    "CXXABI": {
        (1, 3, 7): (2, 17), (1, 3, 10): (2, 24), (1, 3, 11): (2, 27), (1, 3, 12): (2, 31),
        (1, 3, 13): (2, 34), (1, 3, 15): (2, 39),
    },
    "GCC": {(4, 8, 0): (2, 17), (7, 0, 0): (2, 27), (12, 0, 0): (2, 35), (14, 0, 0): (2, 39)},
}  # fmt: skip
"""What comes with the compiler → its version → the first glibc whose systems have it."""
_LEAST = (2, 17)


class Asked(NamedTuple):
    """What libraries ask of the system.

    Attributes:
        glibc: the oldest that has it all.
        versions: the newest of each kind of version: ``GLIBCXX_3.4.21``.
        others: libraries that are neither the system's, nor torch's, nor beside them.
        unknown: versions of which is not known what systems have them.
    """

    glibc: _Version
    versions: tuple[str, ...]
    others: tuple[str, ...]
    unknown: tuple[str, ...]


def asked(libraries: Sequence[Path]) -> Asked:
    """Read it from the tables of needed libraries and versions.

    Args:
        libraries: ELF.
    """
    newest: dict[str, tuple[_Version, str]] = {}
    others: set[str] = set()
    unknown: set[str] = set()
    beside = {path.name for path in libraries}
    for path in libraries:
        needed, versions = _read(path)
        others |= needed - beside - _SYSTEM - set(TORCH_LIBRARIES)
        for text in versions:
            kind, _, number = text.partition("_")
            if not number.replace(".", "").isdecimal():
                unknown.add(text)
                continue
            key = tuple(map(int, number.split(".")))
            newest[kind] = max(newest.get(kind, ((), "")), (key, text))
    glibc: _Version = _LEAST
    for kind, (key, text) in newest.items():
        if kind == "GLIBC":
            glibc = max(glibc, key[:2])
        elif kind in _BROUGHT:
            since = next((g for newest_in, g in _BROUGHT[kind].items() if key <= newest_in), None)
            unknown |= {text} if since is None else set()
            glibc = max(glibc, since or _LEAST)
    return Asked(
        glibc, tuple(sorted(t for _, t in newest.values())), tuple(sorted(others)), tuple(sorted(unknown))
    )  # fmt: skip


def platform_tag(found: Asked) -> str:
    """``manylinux_2_17_x86_64``; ``linux_x86_64`` where no promise can be made for other systems."""
    machine = platform.machine()
    if found.others or found.unknown:
        return f"linux_{machine}"
    return f"manylinux_{'_'.join(map(str, found.glibc))}_{machine}"


def _read(path: Path) -> tuple[set[str], set[str]]:
    """The needed libraries; and the versions that are asked of the system's, as GLIBC_2.14."""
    from elftools.elf.elffile import ELFFile

    with path.open("rb") as file:
        elf = ELFFile(file)
        dynamic: Any = elf.get_section_by_name(".dynamic")
        needed = {t.needed for t in dynamic.iter_tags("DT_NEEDED")} if dynamic else set()
        table: Any = elf.get_section_by_name(".gnu.version_r")
        entries = table.iter_versions() if table else ()
        return needed, {a.name for v, found in entries if v.name in _SYSTEM for a in found}

"""Two files of one library that define one name in different ways, where no linker says so.

Of inline functions, of those that are defined in a class, and of templates a linker keeps the first
of a name, and the other file's code calls it, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

from workbench.engine.build.undefined import code_of
from workbench.engine.build.units import Library, Unit
from workbench.engine.elf import UNREADABLE
from workbench.engine.store import Store

__all__ = ["SameName", "same_name"]

_TYPE = re.compile(r"\b(?:struct|class|union)\s+(\w+)\s*(?:final\s*)?[:{]")
_FUNCTION = re.compile(r"\b(\w+)\s*\([^;{}]{0,2000}\)[^;{}()]{0,200}\{")

_Code = tuple[bytes, tuple[tuple[int, str | bytes], ...]]
"""A function: its instructions, and which names and constants stand where in them."""


class SameName(NamedTuple):
    """What a library has of one file where another one's is meant.

    Attributes:
        rest: of the unit that is not served by it.
        why: a clause, which says what to do.
    """

    rest: str
    why: str


def same_name(library: Library, store: Store) -> SameName | None:
    """The first function of a library that stands for another file's; None where there is none.

    Args:
        library: it, once its objects are there.
        store: where they are.
    """
    units = [unit for unit in library.units if unit.source is not None]
    own = _own_names(units)
    read: dict[str, Mapping[str, _Code]] = {}
    for one, other in combinations(units, 2):
        both = own[one.key] & own[other.key]
        if one.rest == other.rest or not both:
            continue  # parts of one kernel are of one file
        for unit in (one, other):
            if unit.key not in read:
                read[unit.key] = _functions(store.path("objects", unit.key, "unit.o"))
        if name := _differing(read[one.key], read[other.key], both):
            what = f"'{name}' is defined in {_place(one)} and in {_place(other)}, in different ways"
            hint = "put each into an anonymous namespace, or rename one"
            return SameName(other.rest, f"{what}; {hint}")
    return None


def _place(unit: Unit) -> str:
    assert unit.source is not None
    return f"{unit.folder.name}/{unit.source.name}" if unit.folder else unit.source.name


def _own_names(units: Sequence[Unit]) -> dict[str, set[str]]:
    """The types and functions that the files of each unit define; a file of equal text is one."""
    texts: dict[str, set[str]] = {}
    for unit in units:
        texts[unit.key] = {code_of(path) for path in unit.headers}
    found = {}
    for unit in units:
        others = [texts[other.key] for other in units if other.rest != unit.rest]
        common = set().union(*others) if others else set()
        found[unit.key] = {
            name
            for text in texts[unit.key] - common
            for pattern in (_TYPE, _FUNCTION)
            for name in pattern.findall(text)
        }
    return found


def _differing(one: Mapping[str, _Code], other: Mapping[str, _Code], names: set[str]) -> str:
    """The first of the names that a function is called by, or made for, that both have otherwise."""
    for symbol, code in one.items():
        if symbol in other and other[symbol] != code:
            for word in _words(symbol):
                if word in names:
                    return word
    return ""


def _words(symbol: str) -> Iterator[str]:
    """The names in a symbol: ``Kernel`` and ``Compute`` of ``_ZN6Kernel7ComputeEv``."""
    for number in re.finditer(r"\d+", symbol):
        yield symbol[number.end() : number.end() + int(number[0][:4])]


def _functions(path: Path) -> dict[str, _Code]:
    """The functions of an object of which a linker keeps one."""
    from elftools.common.exceptions import ELFError
    from elftools.elf.elffile import ELFFile
    from elftools.elf.relocation import RelocationSection
    from elftools.elf.sections import SymbolTableSection

    found: dict[str, _Code] = {}
    try:
        with path.open("rb") as file:
            elf = ELFFile(file)
            table = elf.get_section_by_name(".symtab")
            if not isinstance(table, SymbolTableSection):
                return {}
            moved = {
                s["sh_info"]: s for s in elf.iter_sections() if isinstance(s, RelocationSection)
            }
            for symbol in table.iter_symbols():
                kind, index = symbol["st_info"], symbol["st_shndx"]
                if kind["bind"] != "STB_WEAK" or kind["type"] != "STT_FUNC" or index == "SHN_UNDEF":
                    continue
                places = moved[index].iter_relocations() if index in moved else ()
                meant = (
                    (p["r_offset"], _meant(elf, table.get_symbol(p["r_info_sym"]), p))
                    for p in places
                )
                found[symbol.name] = (elf.get_section(index).data(), tuple(meant))
    except (ELFError, *UNREADABLE):
        return {}
    return found


def _meant(elf: Any, symbol: Any, place: Any) -> str | bytes:
    """What stands at a place of a function: a name, or the constant of an object's own table."""
    kind, index = symbol["st_info"], symbol["st_shndx"]
    if kind["bind"] != "STB_LOCAL" or kind["type"] == "STT_FUNC":
        return str(symbol.name)
    if not isinstance(index, int):
        return ""
    section = elf.get_section(index)
    if not section["sh_flags"] & _MERGED:
        return ""  # its tables are laid out as the whole file needs them
    at = symbol["st_value"] + place["r_addend"]
    if elf["e_machine"] == "EM_X86_64" and place["r_info_type"] in _FROM_THE_NEXT:
        at += 4
    data: bytes = section.data()
    end = data.find(b"\0", at) if section["sh_flags"] & _TEXTS else at + section["sh_entsize"]
    return data[at:end]


_MERGED, _TEXTS = 0x10, 0x20
"""Flags of sections: of constants of which equal ones are kept once, and of such that are texts."""
_FROM_THE_NEXT = (2, 4)
"""R_X86_64_PC32 and R_X86_64_PLT32: counted from the instruction's end, where 4 bytes are usual."""

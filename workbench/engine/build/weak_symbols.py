"""What an object has of which a linker keeps one of a name: functions, variables, tables.

What they refer to without a name is a section of the object's. Where each table has one of its own, that is
the table; otherwise it is all that the file has, and two functions count as different that are alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from workbench.engine.elf import UNREADABLE
from workbench.engine.store import digest

__all__ = ["weak_symbols"]

_KEPT_ONCE = ("STB_WEAK", "STB_LOOS")
"""Inline functions and templates are weak; gcc's variables of theirs are unique
(``STB_GNU_UNIQUE``), which is ``STB_LOOS`` by its number.
"""
_KINDS = ("STT_FUNC", "STT_OBJECT", "STT_TLS")
_CODE, _MERGED, _TEXTS = 0x4, 0x10, 0x20
"""Flags of sections: of instructions; of constants of which equal ones are kept once, and of such
that are texts.
"""
_FROM_THE_NEXT = (2, 4)
"""R_X86_64_PC32 and R_X86_64_PLT32: counted from the instruction's end, where 4 bytes are usual."""


def weak_symbols(path: Path) -> dict[str, str]:
    """Symbol → a digest of its bytes, and of what they refer to; nothing of a file that cannot be read.

    Args:
        path: an object of a compiler's.
    """
    from elftools.common.exceptions import ELFError
    from elftools.elf.elffile import ELFFile
    from elftools.elf.sections import SymbolTableSection

    try:
        with path.open("rb") as file:
            elf = ELFFile(file)
            table = elf.get_section_by_name(".symtab")
            if not isinstance(table, SymbolTableSection):
                return {}
            read = _Object(elf, table)
            return {
                symbol.name: read.of_symbol(symbol)
                for symbol in read.symbols
                if symbol["st_info"]["bind"] in _KEPT_ONCE
                and symbol["st_info"]["type"] in _KINDS
                and isinstance(symbol["st_shndx"], int)
            }
    except (ELFError, *UNREADABLE):
        return {}


class _Object:
    """An object whose parts are read when they are asked for, each once."""

    def __init__(self, elf: Any, table: Any) -> None:
        from elftools.elf.relocation import RelocationSection

        self._x86 = elf["e_machine"] == "EM_X86_64"
        self._sections = list(elf.iter_sections())
        self.symbols = list(table.iter_symbols())
        self._moved = {
            section["sh_info"]: section
            for section in self._sections
            if isinstance(section, RelocationSection)
        }
        self._places: dict[int, list[Any]] = {}
        self._data: dict[int, bytes] = {}
        self._digests: dict[tuple[int, int, int], str] = {}

    def of_symbol(self, symbol: Any) -> str:
        """A digest of the bytes of a symbol that is defined here."""
        start = symbol["st_value"]
        return self._of_part(symbol["st_shndx"], start, start + symbol["st_size"])

    def _of_part(self, index: int, start: int, end: int) -> str:
        part = index, start, end
        if part not in self._digests:
            self._digests[part] = "itself"  # while what it refers to is read
            places = [p for p in self._all_places(index) if start <= p["r_offset"] < end]
            meant = [f"{p['r_offset'] - start} {self._meant(p)}" for p in places]
            self._digests[part] = digest([self._bytes(index)[start:end], *meant])
        return self._digests[part]

    def _all_places(self, index: int) -> list[Any]:
        if index not in self._places:
            moved = self._moved.get(index)
            self._places[index] = list(moved.iter_relocations()) if moved is not None else []
        return self._places[index]

    def _bytes(self, index: int) -> bytes:
        if index not in self._data:
            self._data[index] = self._sections[index].data()
        return self._data[index]

    def _meant(self, place: Any) -> str:
        """What stands at a place: a name, or what the object has there for itself."""
        symbol = self.symbols[place["r_info_sym"]]
        kind, index, more = symbol["st_info"], symbol["st_shndx"], place["r_addend"]
        if kind["bind"] != "STB_LOCAL" or not isinstance(index, int):
            return f"{symbol.name} {more}"
        section = self._sections[index]
        flags, at = section["sh_flags"], symbol["st_value"] + more
        near = 4 if self._x86 and place["r_info_type"] in _FROM_THE_NEXT else 0
        if flags & _MERGED:
            at += near
            data = self._bytes(index)
            end = data.find(b"\0", at) if flags & _TEXTS else at + section["sh_entsize"]
            return data[at:end].hex()
        if kind["type"] in _KINDS and symbol["st_size"]:
            return f"{self.of_symbol(symbol)} {more}"
        # A function may be entered anywhere; a table is known by where it begins.
        within = flags & _CODE
        if found := next(self._defined(index, at + near, within), None):
            local = found["st_info"]["bind"] == "STB_LOCAL"
            into = at - found["st_value"]
            return f"{self.of_symbol(found) if local else found.name} {into}"
        return f"{self._of_part(index, 0, section['sh_size'])} {at}"

    def _defined(self, index: int, at: int, within: bool) -> Iterator[Any]:
        """The functions and variables of a section that begin at a place, or also have it within them."""
        for one in self.symbols:
            if one["st_shndx"] == index and one["st_info"]["type"] in _KINDS:
                into, size = at - one["st_value"], one["st_size"]
                if 0 <= into < (size if within else min(size, 1)):
                    yield one

"""Places in a library as functions, files and lines: what its line tables (``-g1``) say.

DWARF, versions 4 and 5: https://dwarfstd.org.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from workbench.engine.elf import UNREADABLE

if TYPE_CHECKING:
    from elftools.dwarf.compileunit import CompileUnit
    from elftools.dwarf.die import DIE
    from elftools.dwarf.dwarfinfo import DWARFInfo
    from elftools.elf.elffile import ELFFile

__all__ = ["Location", "locations"]


class Location(NamedTuple):
    """A line of a source.

    Attributes:
        function: its name; empty where it is not known.
        file: as the compiler called it.
        line: 1-based, 0 where it is not known.
    """

    function: str
    file: str
    line: int


def locations(library: str, offsets: Iterable[int]) -> dict[int, tuple[Location, ...]]:
    """What is at places in a library.

    Args:
        library: its file.
        offsets: the places, as addresses in the file.

    Returns:
        For each place that the line tables cover its location, then where the function there was
        inlined, and where that one was. Nothing for a file that cannot be read.
    """
    # Read when something has crashed, and only then.
    from elftools.common.exceptions import DWARFError, ELFError
    from elftools.elf.elffile import ELFFile

    found: dict[int, tuple[Location, ...]] = {}
    try:
        with open(library, "rb") as file:  # noqa: PTH123 - the file of a kernel, of any name
            elf = ELFFile(file)
            if not elf.has_dwarf_info(strict=True):
                return {}
            dwarf = elf.get_dwarf_info(follow_links=False)
            for unit in dwarf.iter_CUs():
                inside = [at for at in offsets if _covers(dwarf, unit, unit.get_top_DIE(), at)]
                if inside:
                    found |= _Unit(dwarf, unit).locations(inside)
            return _named(elf, found)
    except (ELFError, DWARFError, *UNREADABLE):
        return found  # another compiler's, or damaged: there are other ways to find a mistake


def _named(elf: ELFFile, found: dict[int, tuple[Location, ...]]) -> dict[int, tuple[Location, ...]]:
    """The same with names: clang leaves out a function's where nothing is inlined into it."""
    from elftools.elf.sections import SymbolTableSection

    bare = [at for at, chain in found.items() if not chain[-1].function]
    table = elf.get_section_by_name(".symtab") if bare else None
    if not isinstance(table, SymbolTableSection):
        return found
    named = dict(found)
    for symbol in table.iter_symbols():
        for at in bare:
            if symbol["st_value"] <= at < symbol["st_value"] + symbol["st_size"]:
                chain = found[at]
                named[at] = (*chain[:-1], chain[-1]._replace(function=_readable(symbol.name)))
    return named


def _readable(symbol: str) -> str:
    """A mangled function's name without its types, as far as that is easy.

    https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling
    """
    head = re.match(r"_ZN?L?[KVRO]*", symbol)
    if head is None:
        return symbol
    parts: list[str] = []
    rest = symbol[head.end() :]
    while (length := re.match(r"L?(\d+)", rest)) and int(length[1]):
        end = length.end() + int(length[1])
        parts.append(rest[length.end() : end])
        rest = rest[end:] if "N" in head[0] else ""
    return "::".join(part for part in parts if not part.startswith("_GLOBAL__N")) or symbol


def _covers(dwarf: DWARFInfo, unit: CompileUnit, die: DIE, address: int) -> bool:
    """Whether an address belongs to a unit, or to a function."""
    return any(low <= address < high for low, high in _ranges(dwarf, unit, die))


def _ranges(dwarf: DWARFInfo, unit: CompileUnit, die: DIE) -> Iterator[tuple[int, int]]:
    from elftools.dwarf.descriptions import describe_form_class
    from elftools.dwarf.ranges import BaseAddressEntry

    low = die.attributes.get("DW_AT_low_pc")
    if "DW_AT_ranges" in die.attributes:
        lists = dwarf.range_lists()
        if lists is None:
            return
        top = unit.get_top_DIE().attributes.get("DW_AT_low_pc")
        base = top.value if top is not None else 0
        for entry in lists.get_range_list_at_offset(die.attributes["DW_AT_ranges"].value, cu=unit):
            if isinstance(entry, BaseAddressEntry):
                base = entry.base_address
                continue
            start = 0 if entry.is_absolute else base
            yield start + entry.begin_offset, start + entry.end_offset
    elif low is not None and "DW_AT_high_pc" in die.attributes:
        high = die.attributes["DW_AT_high_pc"]
        absolute = describe_form_class(high.form) == "address"
        yield low.value, high.value if absolute else low.value + high.value


class _Unit:
    """One compiled file."""

    def __init__(self, dwarf: DWARFInfo, unit: CompileUnit) -> None:
        self._dwarf = dwarf
        self._unit = unit
        self._program = dwarf.line_program_for_CU(unit)

    def locations(self, addresses: list[int]) -> dict[int, tuple[Location, ...]]:
        rows = self._rows(addresses)
        functions = list(_functions(self._unit.get_top_DIE()))
        found = {}
        for address in addresses:
            if address in rows:
                file, line = rows[address]
                found[address] = tuple(self._chain(functions, address, file, line))
        return found

    def _rows(self, addresses: list[int]) -> dict[int, tuple[str, int]]:
        """What the table of lines says of some addresses."""
        found: dict[int, tuple[str, int]] = {}
        before = None
        for entry in self._program.get_entries() if self._program else ():
            state = entry.state
            if state is None:
                continue
            if before is not None and not before.end_sequence:
                for address in addresses:
                    if before.address <= address < state.address:
                        found[address] = (self._file(before.file), before.line)
            before = state
        return found

    def _file(self, number: int) -> str:
        assert self._program is not None
        header = self._program.header
        first = 0 if header["version"] >= 5 else 1
        entry = header["file_entry"][number - first]
        name = os.fsdecode(entry["name"])
        folders = [os.fsdecode(folder) for folder in header["include_directory"]]
        folder = ([] if first == 0 else [""])[:1] + folders
        return os.path.normpath(os.path.join(folder[entry["dir_index"]], name))  # noqa: PTH118

    def _chain(self, dies: Iterable[DIE], address: int, file: str, line: int) -> list[Location]:
        """The location, innermost first: what is inlined into what."""
        inside: list[DIE] = []
        while True:
            die = next((d for d in dies if _covers(self._dwarf, self._unit, d, address)), None)
            if die is None:
                break
            inside.append(die)
            dies = list(_all_inlined(die))
        chain = []
        for die in reversed(inside):
            chain.append(Location(_name(die), file, line))
            if die.tag == "DW_TAG_inlined_subroutine":
                file = self._file(die.attributes["DW_AT_call_file"].value)
                line = die.attributes["DW_AT_call_line"].value
        return chain or [Location("", file, line)]


def _functions(die: DIE) -> Iterator[DIE]:
    for child in die.iter_children():
        if child.tag == "DW_TAG_subprogram":
            yield child
        elif child.tag == "DW_TAG_namespace":
            yield from _functions(child)


def _all_inlined(die: DIE) -> Iterator[DIE]:
    """What is inlined into a function, blocks looked through."""
    for child in die.iter_children():
        if child.tag == "DW_TAG_inlined_subroutine":
            yield child
        elif child.tag == "DW_TAG_lexical_block":
            yield from _all_inlined(child)


def _name(die: DIE) -> str:
    for _ in range(4):
        if "DW_AT_name" in die.attributes:
            return os.fsdecode(die.attributes["DW_AT_name"].value)
        kind = next(
            (k for k in ("DW_AT_abstract_origin", "DW_AT_specification") if k in die.attributes), ""
        )
        if not kind:
            break
        die = die.get_DIE_from_attribute(kind)
    return ""

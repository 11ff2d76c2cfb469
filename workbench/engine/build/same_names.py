"""Two files of one library that define one name in different ways, where no linker says so.

Of inline functions and variables, of what is defined in a class, and of templates a linker keeps the
first of a name, and the other file's code uses it, too. What they compute with counts as they do: a
table of the file's own that an inline function reads. Where it cannot be told which part of a file's
data is meant, all of it is: rather is an op apart than wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from workbench.engine.build.defined_names import defined_names
from workbench.engine.build.undefined import code_of
from workbench.engine.build.units import Library, Unit
from workbench.engine.build.weak_symbols import weak_symbols
from workbench.engine.store import Store

__all__ = ["SameName", "same_name"]


class SameName(NamedTuple):
    """What a library has of one file where another one's is meant.

    Attributes:
        rest: of the unit that is not served by it.
        why: a clause, which says what to do.
    """

    rest: str
    why: str


def same_name(library: Library, store: Store) -> SameName | None:
    """The first name of a library that stands for another file's; None where there is none.

    Args:
        library: it, once its objects are there.
        store: where they are.
    """
    units = [unit for unit in library.units if unit.source is not None]
    own = _own_names(units)
    read: dict[str, Mapping[str, str]] = {}
    for one, other in combinations(units, 2):
        both = own[one.key] & own[other.key]
        if one.rest == other.rest or not both:
            continue  # parts of one kernel are of one file
        for unit in (one, other):
            if unit.key not in read:
                read[unit.key] = weak_symbols(store.path("objects", unit.key, "unit.o"))
        if name := _differing(read[one.key], read[other.key], both):
            what = f"'{name}' is defined in {_place(one)} and in {_place(other)}, in different ways"
            hint = "put each into an anonymous namespace, or rename one"
            return SameName(other.rest, f"{what}; {hint}")
    return None


def _place(unit: Unit) -> str:
    assert unit.source is not None
    return f"{unit.folder.name}/{unit.source.name}" if unit.folder else unit.source.name


def _own_names(units: Sequence[Unit]) -> dict[str, set[str]]:
    """The types, functions and variables that the files of each unit define; a file of equal text is one."""
    texts: dict[str, set[str]] = {}
    for unit in units:
        texts[unit.key] = {code_of(path) for path in unit.headers}
    found = {}
    for unit in units:
        others = [texts[other.key] for other in units if other.rest != unit.rest]
        common = set().union(*others) if others else set()
        own = texts[unit.key] - common
        found[unit.key] = {name for text in own for name in defined_names(text)}
    return found


def _differing(one: Mapping[str, str], other: Mapping[str, str], names: set[str]) -> str:
    """The first of the names that a symbol is called by, or made for, that both have otherwise."""
    for symbol, code in one.items():
        if symbol in other and other[symbol] != code:
            for word in _words(symbol):
                if word in names:
                    return word
    return ""


def _words(symbol: str) -> Iterator[str]:
    """The names in a symbol: ``Kernel`` and ``Compute`` of ``_ZN6Kernel7ComputeEv``, ``gain`` of ``gain``."""
    if not symbol.startswith("_Z"):
        yield symbol
    for number in re.finditer(r"\d+", symbol):
        yield symbol[number.end() : number.end() + int(number[0][:4])]

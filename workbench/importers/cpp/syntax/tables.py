"""Kernels that a macro puts into a table, from which a function of another file takes them.

Many projects have one function for all devices, which asks a table for its kernel,
``at::Tensor f(at::Tensor x) { return DISPATCH(f, x); }``, and a file for each device that has the
kernel and ``REGISTER(f, CPU, f_cpu);``. With torch's own macros that is ``DEFINE_DISPATCH(f_stub);`` and
``REGISTER_DISPATCH(f_stub, &f_kernel);``. Nothing declares the kernel for the function's file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec

from workbench.importers.cpp.syntax.arguments import split_arguments
from workbench.importers.cpp.syntax.body_tree import body_of
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.macros import code_lines
from workbench.importers.cpp.syntax.made import functions_of, namespaces
from workbench.importers.cpp.syntax.tree import Source

__all__ = ["PUT", "Kernel", "asked_for", "kernels_in", "through_tables"]

_GIVEN = re.compile(r"\b[A-Z][A-Z0-9_]+\s*\(\s*([A-Za-z_]\w*)\s*[,)]")
_ALONE = re.compile(r"^[ \t]*[A-Z][A-Z0-9_]+\s*\(\s*([A-Za-z_]\w*)\s*\)", re.MULTILINE)
PUT = re.compile(r"^[ \t]*([A-Z][A-Z0-9_]+)\s*\(\s*([A-Za-z_]\w*)\s*,", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_]\w*")
_DEVICE_GIVEN = r"(?:(?:\w+::)*k[A-Z]\w*|\w+(?:\.\w+\(\))+)"


class Kernel(NamedTuple):
    """A function of a file that it puts into a table.

    Attributes:
        name: without namespaces.
        how: the macro and what it is given.
    """

    name: str
    how: str


def asked_for(source: Source) -> set[str]:
    """The names that a file hands to a macro, and defines as a function, or by a macro alone."""
    code = code_lines(source.whole)
    given = set(_GIVEN.findall(code))
    if not given:
        return set()
    own = {f.name.rpartition("::")[2] for f in functions_of(source) if f.defined}
    return given & (own | set(_outside(code, _ALONE, 1)))


def kernels_in(source: Source) -> dict[str, Kernel]:
    """The functions that a file puts into tables, by the names that they are asked for with."""
    code = code_lines(source.whole)
    found: dict[str, Kernel] = {}
    if not PUT.search(code):
        return found
    own = {f.name.rpartition("::")[2] for f in functions_of(source) if f.defined}
    inside = set(_outside(code, PUT, 0))
    for match in PUT.finditer(code):
        given = split_arguments(code, match.end()) if match[0] in inside else None
        words = [w for w in _WORD.findall(", ".join(given or ())) if w in own and w != match[2]]
        if given and words:
            found[match[2]] = Kernel(words[-1], " ".join((match[1], *given)))
    return found


def through_tables(
    function: Function, tables: Mapping[str, str], texts: dict[str, str]
) -> Function:
    """The function with a body that calls a kernel itself, where it takes it from a table.

    Args:
        function: any.
        tables: the names of kernels by the names that they are asked for with.
        texts: the files.
    """
    body = body_of(function, texts) if function.defined else ""
    names = [name for name in tables if name in body]
    if not names:
        return function
    listed = "|".join(map(re.escape, names))
    # DISPATCH(f, x) and f_stub(kCPU, x): what is before the arguments of the kernel goes.
    pattern = rf"\b(?:[A-Z][A-Z0-9_]+\s*\(\s*({listed})\s*,|({listed})\s*\(\s*{_DEVICE_GIVEN}\s*,)"
    made = re.sub(pattern, lambda m: f"{tables[m[1] or m[2]]}(", body)
    return function if made == body else msgspec.structs.replace(function, expanded=made)


def _outside(code: str, pattern: re.Pattern[str], group: int) -> Iterator[str]:
    """What a pattern finds that stands in no function and no class."""
    around = namespaces(code)
    for match in pattern.finditer(code):
        if around[code.count("\n", 0, match.start(1))] is not None:
            yield match[group]

"""Everything of interest in one or several C++ texts."""

from __future__ import annotations

import functools

import msgspec

from workbench.core.errors import UserError
from workbench.importers.cpp.headers.files import THIRD_PARTY, included_sources
from workbench.importers.cpp.search.lists import stated_result
from workbench.importers.cpp.search.lite import lite_ops
from workbench.importers.cpp.search.names import is_compiled
from workbench.importers.cpp.search.ort_domains import with_domains
from workbench.importers.cpp.search.ort_overloads import overloaded
from workbench.importers.cpp.search.ort_structs import completed, struct_of
from workbench.importers.cpp.search.registrations import registrations_in
from workbench.importers.cpp.syntax.aliases import aliases_of, without_aliases
from workbench.importers.cpp.syntax.calls import OF_A_DEVICE
from workbench.importers.cpp.syntax.constants import Constants, read_constants
from workbench.importers.cpp.syntax.enums import Values, enums_of, with_numbers
from workbench.importers.cpp.syntax.found import Function, OrtStruct, Registration
from workbench.importers.cpp.syntax.functions import function_of, scoped_nodes
from workbench.importers.cpp.syntax.macros import (
    Macro,
    calling_macros,
    macros_of,
    making_macros,
    namespace_macros,
    registering_macros,
)
from workbench.importers.cpp.syntax.made import functions_made, through_macros
from workbench.importers.cpp.syntax.members import methods_of
from workbench.importers.cpp.syntax.tables import kernels_in, through_tables
from workbench.importers.cpp.syntax.tree import MAX_BYTES, Source

__all__ = ["Found", "parsed", "scan"]


class Found(msgspec.Struct, frozen=True):
    """What several files hold together."""

    functions: tuple[Function, ...] = ()
    methods: tuple[Function, ...] = ()
    registrations: tuple[Registration, ...] = ()
    structs: tuple[OrtStruct, ...] = ()


def scan(texts: dict[str, str]) -> Found:
    """Look through texts by file name.

    Raises:
        UserError: kind ``cpp``; a text is no text, or they are too large.
    """
    functions: list[Function] = []
    methods: list[Function] = []
    registrations: list[Registration] = []
    structs: list[OrtStruct] = []
    aliases: dict[str, str] = {}
    enums: dict[str, Values] = {}
    sources, constants = _read(texts)
    for source in sources:
        for scoped in scoped_nodes(source):
            enums.update(enums_of(source, scoped))
            aliases.update(aliases_of(source, scoped))
            if (function := function_of(source, scoped)) is not None:
                functions.append(function)
            methods += methods_of(source, scoped)
            if (struct := struct_of(source, scoped)) is not None:
                structs.append(struct)
        functions += functions_made(source)
        registrations += registrations_in(source)

    tables = {
        name: kernel.name
        for source in sources
        if is_compiled(source.file)
        for name, kernel in kernels_in(source).items()
        if not OF_A_DEVICE.search(kernel.how)
    }
    if tables:
        functions = [through_tables(f, tables, texts) for f in functions]

    names = {f.name.rpartition("::")[2] for f in functions if f.defined and not f.cuda}
    callers = {source.file: source.callers for source in sources}
    functions = [through_macros(f, callers.get(f.file, {}), names, texts) for f in functions]

    def typed(function: Function) -> Function:
        return _with_result(with_numbers(without_aliases(function, aliases), enums), texts)

    functions, methods = list(map(typed, functions)), list(map(typed, methods))
    registrations = [
        msgspec.structs.replace(r, inline=typed(r.inline)) if r.inline else r for r in registrations
    ]
    found = completed(structs, (*functions, *methods), sources, constants.numbers)
    found += lite_ops(functions, methods, sources)
    ops = overloaded(with_domains(found, sources)) if found else []
    return Found(tuple(functions), tuple(methods), tuple(registrations), tuple(ops))


def parsed(texts: dict[str, str]) -> list[Source]:
    """Each text as a tree that knows the macros and constants of all.

    Raises:
        UserError: kind ``cpp``; a text is no text, or they are too large.
    """
    return _read(texts)[0]


def _read(texts: dict[str, str]) -> tuple[list[Source], Constants]:
    if sum(map(len, texts.values())) > MAX_BYTES:  # then what came along is copied, and not read
        texts = {n: t for n, t in texts.items() if not n.startswith(f"{THIRD_PARTY}/")}
    size = sum(map(len, texts.values()))
    if size > MAX_BYTES:
        raise UserError(
            "cpp",
            f"{size / (1 << 20):.1f} MiB of C++ are too much to read (2 MiB at most)",
            "Give the files that hold the function and its registration.",
        )
    sources, constants = _trees(tuple(texts.items()))
    for source in sources:
        source.expansions = 0
    return sources, constants


@functools.lru_cache(maxsize=2)
def _trees(texts: tuple[tuple[str, str], ...]) -> tuple[list[Source], Constants]:
    """Kept, as a large package is looked through first, and then once for each op that is chosen."""
    spaces = namespace_macros(text for _, text in texts)
    sources = [Source(text, name, spaces) for name, text in texts]
    constants, parts = read_constants(sources), included_sources(dict(texts))
    # Two files may have a macro of one name, of which neither sees the other's.
    own = {source.file: macros_of(source) for source in sources}
    of_all: dict[str, Macro] = {}
    for file, macros in own.items():
        if not is_compiled(file) or file in parts:
            of_all |= macros
    registering, making = registering_macros(of_all), making_macros(of_all)
    calling = calling_macros(of_all)
    for source in sources:
        source.constants, source.names = constants.strings, constants.names
        source.macros, source.makers, source.callers = registering, making, calling
        if is_compiled(source.file) and (macros := own[source.file]):
            source.macros = registering_macros(of_all | macros)
            source.makers = making_macros(of_all | macros)
            source.callers = calling_macros(of_all | macros)
    return sources, constants


def _with_result(function: Function, texts: dict[str, str]) -> Function:
    """The function with the result that its body shows."""
    if function.result != "auto":
        return function
    return msgspec.structs.replace(function, result=stated_result(function, texts))

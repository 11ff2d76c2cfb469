"""Everything of interest in one or several C++ texts."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from workbench.core.compile.includes import without_comments
from workbench.core.errors import UserError
from workbench.importers.cpp.aliases import aliases_of, without_aliases
from workbench.importers.cpp.calls import body_of, compact
from workbench.importers.cpp.constants import name_constants, number_constants, string_constants
from workbench.importers.cpp.found import Function, OrtStruct, Registration
from workbench.importers.cpp.functions import function_of, scoped_nodes
from workbench.importers.cpp.lists import stated_result
from workbench.importers.cpp.lite import lite_ops, lite_registrations
from workbench.importers.cpp.macros import registering_macros
from workbench.importers.cpp.members import methods_of
from workbench.importers.cpp.ort_structs import completed, domain_of, registers_ops, struct_of
from workbench.importers.cpp.registrations import registrations_in
from workbench.importers.cpp.tree import MAX_BYTES, Source

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
    _check_size(texts)
    functions: list[Function] = []
    methods: list[Function] = []
    registrations: list[Registration] = []
    structs: list[OrtStruct] = []
    aliases: dict[str, str] = {}
    plain = _plain(texts)
    constants = string_constants(plain)
    for source in _parsed(texts, plain, constants):
        for scoped in scoped_nodes(source):
            aliases.update(aliases_of(source, scoped))
            if (function := function_of(source, scoped)) is not None:
                functions.append(function)
            methods += methods_of(source, scoped)
            if (struct := struct_of(source, scoped)) is not None:
                structs.append(struct)
        registrations += registrations_in(source)
    functions = [_with_types(f, aliases, texts) for f in functions]
    methods = [_with_types(f, aliases, texts) for f in methods]
    registrations = [
        msgspec.structs.replace(r, inline=_with_types(r.inline, aliases, texts)) if r.inline else r
        for r in registrations
    ]
    outside = {}
    if structs:
        outside = {f.name: body_of(f, texts) for f in functions if "::" in f.name and f.defined}
    numbers = number_constants(plain) if structs else {}
    found = [completed(s, outside, plain, constants, numbers) for s in structs]
    ops = _ops(plain, functions, methods, found, constants)
    return Found(tuple(functions), tuple(methods), tuple(registrations), tuple(ops))


def parsed(texts: dict[str, str]) -> Iterator[Source]:
    """Each text as a tree that knows the macros and constants of all.

    Raises:
        UserError: kind ``cpp``; a text is no text, or they are too large.
    """
    _check_size(texts)
    plain = _plain(texts)
    return _parsed(texts, plain, string_constants(plain))


def _parsed(
    texts: dict[str, str], plain: dict[str, str], constants: dict[str, str]
) -> Iterator[Source]:
    names, macros = name_constants(plain), registering_macros(texts)
    for name, text in texts.items():
        yield Source(text, name, constants, macros, names)


def _plain(texts: dict[str, str]) -> dict[str, str]:
    return {n: compact(without_comments(t)) for n, t in texts.items()}


def _check_size(texts: dict[str, str]) -> None:
    size = sum(map(len, texts.values()))
    if size > MAX_BYTES:
        raise UserError(
            "cpp",
            f"{size / (1 << 20):.1f} MiB of C++ are too much to read (2 MiB at most)",
            "Give the files that hold the function and its registration.",
        )


def _with_types(function: Function, aliases: dict[str, str], texts: dict[str, str]) -> Function:
    """The function with the types that its names stand for, and the result that its body says."""
    function = without_aliases(function, aliases)
    if function.result != "auto":
        return function
    return msgspec.structs.replace(
        function, result=stated_result(function, body_of(function, texts))
    )


def _ops(
    plain: dict[str, str],
    functions: list[Function],
    methods: list[Function],
    structs: list[OrtStruct],
    constants: dict[str, str],
) -> list[OrtStruct]:
    """The ops for ONNX Runtime; what registers them may stand in another of the files.

    Args:
        plain: the texts without comments.
        functions, methods: what is in them.
        structs: the op structs.
        constants: values of macros and variables that are string literals.
    """
    made = [m for t in plain.values() for m in lite_registrations(t, constants)]
    found = [*structs, *lite_ops(functions, methods, made, plain)]
    if not found:
        return []
    registers = any(map(registers_ops, plain.values()))
    domains = {n: domain_of(t, constants) for n, t in plain.items()}
    other = next(filter(None, domains.values()), "")
    return [
        msgspec.structs.replace(s, domain=domains.get(s.file) or other, registers=registers)
        for s in found
    ]

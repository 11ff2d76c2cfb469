"""Everything of interest in one or several C++ texts."""

from __future__ import annotations

import msgspec

from workbench.core.cpp.found import Function, OrtStruct, Registration
from workbench.core.cpp.functions import function_of, scoped_nodes
from workbench.core.cpp.ort_structs import domain_of, lite_functions, registers_ops, struct_of
from workbench.core.cpp.registrations import registrations_of
from workbench.core.cpp.tree import MAX_BYTES, Source
from workbench.core.errors import UserError

__all__ = ["Found", "scan"]


class Found(msgspec.Struct, frozen=True):
    """What several files hold together."""

    functions: tuple[Function, ...] = ()
    registrations: tuple[Registration, ...] = ()
    structs: tuple[OrtStruct, ...] = ()


def scan(texts: dict[str, str]) -> Found:
    """Look through texts by file name.

    Raises:
        UserError: kind ``cpp``; a text is no text, or they are too large.
    """
    if sum(map(len, texts.values())) > MAX_BYTES:
        size = sum(map(len, texts.values())) / (1 << 20)
        raise UserError(
            "cpp",
            f"{size:.1f} MiB of C++ are too much to read (2 MiB at most)",
            "Give the files that hold the function and its registration.",
        )
    functions: list[Function] = []
    registrations: list[Registration] = []
    structs: list[OrtStruct] = []
    for name, text in texts.items():
        source = Source(text, name)
        own: list[Function] = []
        found: list[OrtStruct] = []
        for scoped in scoped_nodes(source):
            if (function := function_of(source, scoped)) is not None:
                own.append(function)
            if (struct := struct_of(source, scoped)) is not None:
                found.append(struct)
            registrations += registrations_of(source, scoped)
        found += lite_functions(source, own)
        if found:
            domain, registers = domain_of(text), registers_ops(text)
            replace = msgspec.structs.replace
            structs += [replace(f, domain=domain, registers=registers) for f in found]
        functions += own
    return Found(tuple(functions), tuple(registrations), tuple(structs))

"""Templates of op structs: with which arguments the files use them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from workbench.importers.cpp.search.ort_domains import plain_type
from workbench.importers.cpp.syntax.found import OrtStruct
from workbench.importers.cpp.syntax.tree import Source
from workbench.importers.cpp.syntax.types import template_arguments

__all__ = ["instances"]

_MOST = 64


def instances(structs: Sequence[OrtStruct], sources: Sequence[Source]) -> list[OrtStruct]:
    """The op structs, in a template's place those that it is used for: ``Op<float>``.

    One that nothing uses stays as it is.
    """
    found: list[OrtStruct] = []
    for struct in structs:
        used = _used(struct, sources) if struct.parameters else []
        found += [_instance(struct, given) for given in used] or [struct]
    return found


def _used(struct: OrtStruct, sources: Sequence[Source]) -> list[tuple[str, ...]]:
    plain = struct.struct.rpartition("::")[2]
    # Names of other templates' parameters say nothing either, nor do values of theirs.
    variables = {
        source.of(n)
        for source in sources
        for p in source.all("template_parameter_list")
        for n in source.all("type_identifier", "identifier", within=p)
    }
    used: dict[tuple[str, ...], None] = {}
    heads: dict[tuple[str, ...], None] = {}  # of methods that are defined outside
    for source in sources:
        for node in source.all("template_type") if plain in source.whole else ():
            around = node.parent
            scope = around.child_by_field_name("scope") if around is not None else None
            text = plain_type(source.of(node))
            if text.partition("<")[0] != plain:
                continue
            given = tuple(template_arguments(text))
            if len(given) == len(struct.parameters) and not variables & set(given):
                (heads if scope == node else used).setdefault(given)
    return list(used | heads)[:_MOST]


def _instance(struct: OrtStruct, given: tuple[str, ...]) -> OrtStruct:
    name = f"{struct.struct}<{', '.join(given)}>"
    return msgspec.structs.replace(struct, struct=name, given=given)

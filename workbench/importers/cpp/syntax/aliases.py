"""Names that a C++ text gives to types: ``using real = double;``, ``typedef double real;``."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

import msgspec

from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.functions import Scoped
from workbench.importers.cpp.syntax.tree import Source
from workbench.importers.cpp.syntax.types import result_types, torch_type

__all__ = ["aliases_of", "meant_name", "without_aliases"]

_NAME = re.compile(r"(?<![\w:])(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*")
_LONGEST = 400
"""A type that is longer without its aliases is left as it is written."""


def aliases_of(source: Source, scoped: Scoped) -> Iterator[tuple[str, str]]:
    """The qualified names that a node gives, each with the type that it stands for."""
    node = scoped.node
    if scoped.template is not None:
        return
    kind = node.child_by_field_name("type")
    if kind is None:
        return
    if node.type == "alias_declaration":
        names = node.children_by_field_name("name")
    elif node.type == "type_definition":
        # Only plain names: a pointer's or an array's would need more than its text.
        names = node.children_by_field_name("declarator")
    else:
        return
    text = " ".join(source.of(kind).split())
    for name in names:
        if name.type == "type_identifier" and "{" not in text:
            yield scoped.qualified(source.of(name)), text


def without_aliases(function: Function, aliases: Mapping[str, str]) -> Function:
    """A function with what its types stand for, where their names say nothing to torch."""
    if not aliases:
        return function
    replace = msgspec.structs.replace
    parameters = tuple(
        p if torch_type(p.type) else replace(p, type=_resolved(p.type, function, aliases))
        for p in function.parameters
    )
    result = function.result
    if "?" in (result_types(result) or "?"):
        result = _resolved(result, function, aliases)
    return replace(function, parameters=parameters, result=result)


def meant_name(name: str, function: Function, known: Collection[str]) -> str:
    """Which of some qualified names a name means in a function's namespaces, the innermost first.

    Args:
        name: as it is written in the function's head.
        function: the function.
        known: the qualified names.

    Returns:
        One of these; empty where it is none.
    """
    if name in function.template_names:
        return ""
    if name.startswith("::"):
        return name[2:] if name[2:] in known else ""
    scopes = function.name.split("::")[:-1]
    within = ("::".join([*scopes[:n], name]) for n in range(len(scopes), -1, -1))
    found = next((full for full in within if full in known), "")
    # From a namespace that is opened with using, if it is the only one of the name.
    same = [] if found or "::" in name else [a for a in known if a.endswith(f"::{name}")]
    return same[0] if len(same) == 1 else found


def _resolved(text: str, function: Function, aliases: Mapping[str, str]) -> str:
    seen: set[str] = set()

    def meant(match: re.Match[str]) -> str:
        full = meant_name(match[0], function, aliases)
        if not full or full in seen:
            return match[0]
        found.add(full)
        return aliases[full]

    for _ in range(8):
        found: set[str] = set()
        longer = _NAME.sub(meant, text)
        seen |= found
        if longer == text or len(longer) > _LONGEST:
            break
        text = longer
    return text

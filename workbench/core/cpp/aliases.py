"""Names that a file gives to types: ``using Outputs = std::vector<at::Tensor>;`` and ``typedef``."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from workbench.core.cpp.found import Function
from workbench.core.cpp.functions import Scoped
from workbench.core.cpp.tree import Source

__all__ = ["alias_of", "with_aliases"]

_DEEPEST = 8


def alias_of(source: Source, scoped: Scoped) -> tuple[str, str] | None:
    """The name that a node gives to a type, and the type; None where it gives none."""
    node = scoped.node
    if node.type not in ("alias_declaration", "type_definition") or scoped.template is not None:
        return None
    named = node.child_by_field_name("name") or node.child_by_field_name("declarator")
    kind = node.child_by_field_name("type")
    if named is None or kind is None or named.type != "type_identifier":
        return None
    text = " ".join(source.of(kind).split())
    return None if "{" in text else (source.of(named), text)


def with_aliases(function: Function, aliases: dict[str, str]) -> Function:
    """The function with the types themselves in the place of the names for them."""
    own = set(re.findall(r"\w+", function.template))

    def resolved(text: str) -> str:
        for _ in range(_DEEPEST):
            new = _NAME.sub(_replacing(aliases, own), text)
            if new == text or len(new) > 1000:
                break
            text = new
        return text

    replace = msgspec.structs.replace
    return replace(
        function,
        result=resolved(function.result),
        parameters=tuple(replace(p, type=resolved(p.type)) for p in function.parameters),
    )


_NAME = re.compile(r"(?<![\w:])(?:[A-Za-z_]\w*\s*::\s*)*([A-Za-z_]\w*)\b(?!\s*::)")
_LIBRARIES = ("at", "torch", "c10", "std", "wb", "Ort", "ortc")


def _replacing(aliases: dict[str, str], own: set[str]) -> Callable[[re.Match[str]], str]:
    def replaced(match: re.Match[str]) -> str:
        scope = match[0].partition("::")[0].strip() if "::" in match[0] else ""
        if match[1] in own or scope in _LIBRARIES:
            return match[0]
        return aliases.get(match[1], match[0])

    return replaced

"""Whether C++ may be compiled in parts: several units that each hold all of the text.

Each part makes some of what the templates are wanted for, so what stands beside them is there once
per part. That is as it was in one unit for templates, inline functions, constants, and what is
known in its unit only. A function that all units share would be defined twice, and a variable that
is not constant would be several.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from workbench.core.errors import UserError
from workbench.importers.cpp.syntax.functions import Scoped, scoped_nodes
from workbench.importers.cpp.syntax.tree import Source

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["is_divisible"]

_NOTHING_MADE = frozenset(
    """comment preproc_include preproc_def preproc_function_def preproc_call using_declaration
    alias_declaration type_definition namespace_alias_definition static_assert_declaration
    class_specifier struct_specifier union_specifier enum_specifier concept_definition
    template_instantiation""".split()
)
"""What makes no code by itself."""
_OWN = frozenset(("static", "inline", "constexpr", "consteval"))
"""Specifiers of a function that may be in several units."""


def is_divisible(texts: Iterable[str]) -> bool:
    """Whether parts of files mean what the whole does, as far as can be read; no where in doubt.

    Args:
        texts: of the source and of all of the user's files that it includes.
    """
    try:
        return all(_may_be_repeated(Source(text)) for text in texts)
    except UserError:
        return False  # a text that the compiler has to judge


def _may_be_repeated(source: Source) -> bool:
    if source.all("linkage_specification"):
        return False
    for node in source.all("declaration", "field_declaration"):
        if {"static", "thread_local"} & _specifiers(source, node) and not _is_constant(
            source, node
        ):
            return False
    return all(_is_fine(source, scoped) for scoped in scoped_nodes(source))


def _is_fine(source: Source, at: Scoped) -> bool:
    node = at.node
    if at.in_doubt or node.type == "ERROR":
        return False
    if node.type == "function_definition":
        return _is_template(at) or None in at.scopes or bool(_OWN & _specifiers(source, node))
    if node.type == "declaration":
        return _is_constant(source, node) or _only_declares(source, node)
    return node.type in _NOTHING_MADE or _is_of_a_directive(node)


def _is_of_a_directive(node: Node) -> bool:
    """The condition of an ``#if``, or the name of an ``#ifdef``."""
    around = node.parent
    return around is not None and any(
        around.child_by_field_name(field) == node for field in ("condition", "name")
    )


def _is_template(at: Scoped) -> bool:
    """A template, and not one of its forms for given types, which is a function like others."""
    listed = at.template.child_by_field_name("parameters") if at.template is not None else None
    return listed is not None and bool(listed.named_children)


def _specifiers(source: Source, node: Node) -> set[str]:
    kinds = ("storage_class_specifier", "type_qualifier")
    # As they are written: in the tree a macro may stand as one of them.
    return {source.of(child) for child in node.named_children if child.type in kinds}


def _is_constant(source: Source, node: Node) -> bool:
    """A variable that never changes; of a pointer both itself and what it points to."""
    words = _specifiers(source, node)
    if "constexpr" in words:
        return True
    declarators = node.children_by_field_name("declarator")
    inner = [d.child_by_field_name("declarator") or d for d in declarators]
    pointers = [d for d in inner if d.type in ("pointer_declarator", "reference_declarator")]
    if any("const" not in _specifiers(source, pointer) for pointer in pointers):
        return False
    return bool(inner) and "const" in words


def _only_declares(source: Source, node: Node) -> bool:
    declarators = node.children_by_field_name("declarator")
    if "extern" in _specifiers(source, node):
        return all(d.type != "init_declarator" for d in declarators)
    return bool(declarators) and all(_is_head(d) for d in declarators)


def _is_head(declarator: Node | None) -> bool:
    """Of a function: ``f(…)``, through the pointer or reference that it returns."""
    while declarator is not None and declarator.type in (
        "pointer_declarator",
        "reference_declarator",
    ):
        declarator = next(
            (c for c in declarator.named_children if c.type.endswith("declarator")), None
        )
    if declarator is None or declarator.type != "function_declarator":
        return False
    named = declarator.child_by_field_name("declarator")
    return named is not None and named.type in (
        "identifier",
        "qualified_identifier",
        "template_function",
    )

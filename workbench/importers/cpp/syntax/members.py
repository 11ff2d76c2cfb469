"""The methods of the classes in a C++ text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from workbench.importers.cpp.syntax.calls import is_context
from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.functions import Scoped, function_of
from workbench.importers.cpp.syntax.tree import Source

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["class_of", "methods_of"]


def class_of(source: Source, scoped: Scoped) -> tuple[str, Node, Node] | None:
    """Qualified name, head and body of the class that a node defines; None where it defines none."""
    node = scoped.node
    if node.type in ("declaration", "field_declaration"):
        node = node.child_by_field_name("type") or node
    if node.type not in ("struct_specifier", "class_specifier"):
        return None
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    if name is None or body is None:
        return None
    return scoped.qualified("".join(source.of(name).split())), node, body


def methods_of(source: Source, scoped: Scoped) -> Iterator[Function]:
    """The methods of the class that a node defines, in order; of a template's, all are its.

    What torch hands to ``forward`` of its ``autograd::Function`` is left out of the parameters.
    """
    found = class_of(source, scoped)
    if found is None:
        return
    owner, head, body = found
    public = head.type == "struct_specifier"
    for node in body.named_children:
        if node.type == "access_specifier":
            public = source.of(node).strip() == "public"
            continue
        template = node if node.type == "template_declaration" else scoped.template
        inner = node.named_children[-1] if node.type == "template_declaration" else node
        function = function_of(source, Scoped(inner, (owner,), template), member=True)
        if function is None:
            continue
        before = source.text(node.start_byte, function.name_span[0]).split()
        static = public and "static" in before
        parameters = function.parameters
        context = static and bool(parameters) and is_context(parameters[0].type)
        yield msgspec.structs.replace(
            function,
            owner=owner,
            static=static,
            anonymous=None in scoped.scopes,
            context=context,
            parameters=parameters[1:] if context else parameters,
            problem="it is a method",
        )

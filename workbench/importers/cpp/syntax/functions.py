"""The functions of a C++ text, outside of classes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.importers.cpp.syntax.found import Function, Parameter, Span
from workbench.importers.cpp.syntax.tree import Source, named_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["Scoped", "function_of", "parameters_of", "scoped_nodes", "template_names"]

_INTO = frozenset(
    """translation_unit namespace_definition declaration_list linkage_specification ERROR
    preproc_if preproc_ifdef preproc_else preproc_elif preproc_elifdef""".split()
)
_SPECIFIERS = frozenset(
    """storage_class_specifier attribute_specifier attribute_declaration ms_declspec_modifier
    ms_call_modifier virtual explicit_function_specifier comment""".split()
)
_NO_TYPE = ("constexpr", "consteval", "constinit", "__extension__")
_WHOLE = frozenset(
    """function_definition declaration namespace_definition template_declaration preproc_include
    preproc_def preproc_function_def using_declaration alias_declaration type_definition comment
    linkage_specification preproc_ifdef preproc_if""".split()
)
"""After one of these a new thing begins, even in a text that is broken elsewhere."""
_DEEPEST = 64
"""Namespaces inside each other; deeper ones are no code."""


class Scoped:
    """A node with the namespaces that it stands in (None for one without a name).

    It is in doubt where the text right before or around it cannot be read.
    """

    __slots__ = ("in_doubt", "node", "scopes", "template")

    def __init__(
        self,
        node: Node,
        scopes: tuple[str | None, ...],
        template: Node | None,
        in_doubt: bool = False,
    ) -> None:
        self.node = node
        self.scopes = scopes
        self.template = template
        self.in_doubt = in_doubt

    def qualified(self, name: str) -> str:
        """A name in these namespaces."""
        return "::".join([*filter(None, self.scopes), name])


def scoped_nodes(source: Source) -> Iterator[Scoped]:
    """What stands in a file or a namespace, in order; no function's body is looked into."""
    waiting = [Scoped(source.root, (), None)]
    while waiting:
        at = waiting.pop()
        kind = at.node.type
        scopes = at.scopes
        if kind == "namespace_definition":
            name = at.node.child_by_field_name("name")
            scopes = (*scopes, "".join(source.of(name).split()) if name is not None else None)
        if kind == "template_declaration":
            inner = at.node.named_children[-1:] if at.node.named_children else []
            template = at.template or at.node
            waiting += [Scoped(n, scopes, template, at.in_doubt) for n in inner]
        elif kind in _INTO and len(scopes) <= _DEEPEST:
            children = at.node.named_children
            if kind == "namespace_definition":
                body = at.node.child_by_field_name("body")
                children = [body] if body is not None else []
            broken = kind == "ERROR"
            before = ["", *(c.type for c in children)]
            doubts = [t == "ERROR" or (broken and t not in _WHOLE) for t in before]
            pairs = list(zip(children, doubts, strict=False))
            waiting += [Scoped(n, scopes, None, doubt) for n, doubt in reversed(pairs)]
        else:
            at.scopes = (*source.opened_at(at.node.start_byte), *scopes)
            yield at


def function_of(source: Source, scoped: Scoped, member: bool = False) -> Function | None:
    """The function that a node defines or declares; None where it is something else.

    Args:
        source: the text.
        scoped: the node.
        member: it stands in a class.
    """
    node = scoped.node
    if node.type not in ("function_definition", "field_declaration" if member else "declaration"):
        return None
    declarator = _function_declarator(node)
    if declarator is None:
        return None
    name = declarator.child_by_field_name("declarator")
    named = ("field_identifier",) if member else ("identifier", "qualified_identifier")
    if name is None or name.type not in named:
        return None  # an operator, a destructor, a pointer to a function
    listed = declarator.child_by_field_name("parameters")
    body = node.child_by_field_name("body")
    if listed is None or (node.type == "function_definition" and body is None):
        return None
    start, problem = _type_start(source, node, declarator)
    result: Span = (start, declarator.start_byte) if start >= 0 else (0, 0)
    tail = next((c for c in declarator.named_children if c.type == "trailing_return_type"), None)
    text = source.text(*result).strip()
    tail_span: Span = (0, 0)
    if tail is not None:
        text = source.of(tail).removeprefix("->").strip()
        tail_span = (tail.start_byte, tail.end_byte)
    if not text:
        return None  # a macro with a body, such as TORCH_LIBRARY
    first = scoped.template or node
    before = source.text(node.start_byte, max(start, node.start_byte))
    template, template_span = "", (0, 0)
    names = list(_template_names(source, scoped.template))
    if scoped.template is not None:
        template_span = (scoped.template.start_byte, _end_of_template(scoped.template))
        template = source.text(*template_span)
        if scoped.template.named_children[-1] != node:
            problem = "it has two template lines"
    written = "".join(source.of(name).split())
    if scoped.in_doubt:
        problem = "the text around it cannot be read"
    if any(child.is_error for child in listed.children):
        problem = "its parameters cannot be read"
    return Function(
        name=scoped.qualified(written.removeprefix("::")),
        line=first.start_point[0] + 1,
        result=" ".join(text.split()),
        parameters=parameters_of(source, listed),
        template=template,
        template_names=tuple(name for name, _ in names),
        type_names=tuple(name for name, is_type in names if is_type),
        defined=body is not None,
        cuda="global" if "__global__" in before else "device" if "__device__" in before else "",
        anonymous=None in scoped.scopes or "static" in before.split(),
        written=written,
        problem=problem,
        template_span=template_span,
        result_span=(result[0], result[0] + len(source.data[slice(*result)].rstrip())),
        name_span=(name.start_byte, name.end_byte),
        list_span=(listed.start_byte, listed.end_byte),
        tail_span=tail_span,
        body_span=(body.start_byte, body.end_byte) if body is not None else (0, 0),
        start=first.start_byte,
        file=source.file,
    )


def _function_declarator(node: Node) -> Node | None:
    found = node.child_by_field_name("declarator")
    for _ in range(8):
        if found is None or found.type == "function_declarator":
            return found
        if found.type not in ("pointer_declarator", "reference_declarator"):
            return None
        found = next((c for c in reversed(found.named_children) if "declarator" in c.type), None)
    return None


def _type_start(source: Source, node: Node, declarator: Node) -> tuple[int, str]:
    """Where the return type begins, -1 for none; and why the head cannot be rewritten."""
    start, problem = -1, ""
    for child in node.children:
        if child.start_byte >= declarator.start_byte:
            break
        if child.type == "ERROR":
            # A macro that the grammar took for the type; the type itself is the error.
            start = child.start_byte
            problem = "it has a macro before its name that this program does not know"
        elif child.type in _SPECIFIERS or not child.is_named:
            if start >= 0 and child.type != "comment":
                problem = "its return type has specifiers after it"
        elif child.type == "type_qualifier" and source.of(child) in _NO_TYPE:
            continue
        elif start < 0:
            start = child.start_byte
    return start, problem


def _end_of_template(template: Node) -> int:
    listed = template.child_by_field_name("parameters")
    return listed.end_byte if listed is not None else template.start_byte


def template_names(source: Source, template: Node | None) -> tuple[str, ...]:
    """The names of a template's parameters; none where it is no template."""
    return tuple(name for name, _ in _template_names(source, template))


def _template_names(source: Source, template: Node | None) -> Iterator[tuple[str, bool]]:
    """The name of each template parameter, and whether it stands for a type, or is ``auto``."""
    listed = template.child_by_field_name("parameters") if template is not None else None
    for node in listed.named_children if listed is not None else ():
        kind = node.child_by_field_name("type")
        name = node.child_by_field_name("name") or named_in(node.child_by_field_name("declarator"))
        if kind is None and name is None and node.named_children:
            name = node.named_children[-1]
        if name is not None:
            yield source.of(name), kind is None or kind.type == "placeholder_type_specifier"


def parameters_of(source: Source, listed: Node) -> tuple[Parameter, ...]:
    """The parameters between a function's parentheses."""
    found = []
    for node in listed.children:
        if node.type == "...":
            found.append(Parameter("...", "", "", (node.start_byte, node.end_byte)))
        elif node.type.endswith("parameter_declaration"):
            found.append(_parameter(source, node))
    if len(found) == 1 and (found[0].type, found[0].name) == ("void", ""):
        return ()
    return tuple(found)


def _parameter(source: Source, node: Node) -> Parameter:
    default = node.child_by_field_name("default_value")
    end = node.end_byte
    if default is not None:
        equals = next((c for c in node.children if c.type == "="), default)
        end = equals.start_byte
    name = named_in(node.child_by_field_name("declarator"))
    parts = [(node.start_byte, end)]
    if name is not None:
        parts = [(node.start_byte, name.start_byte), (name.end_byte, end)]
    text = " ".join(source.text(*p).strip() for p in parts)
    return Parameter(
        " ".join(text.split()),
        source.of(name) if name is not None else "",
        source.of(default).strip() if default is not None else "",
        (node.start_byte, node.end_byte),
    )

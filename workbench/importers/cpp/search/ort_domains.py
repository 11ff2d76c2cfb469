"""In which custom-op domain the files of ops for ONNX Runtime put each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from workbench.core.declaration.names import DEFAULT_DOMAIN
from workbench.importers.cpp.syntax.found import OrtStruct
from workbench.importers.cpp.syntax.literals import string_of
from workbench.importers.cpp.syntax.tree import Source, arguments_in, named_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["plain_type", "registers_ops", "with_domains"]

_MAKERS = (
    "declaration",
    "field_declaration",
    "new_expression",
    "call_expression",
    "compound_literal_expression",
)
_NAMES = ("identifier", "field_identifier")


class _Made(NamedTuple):
    """A domain that a file makes.

    Attributes:
        variable: what holds it; empty for none that is read.
        at: where in the text.
    """

    name: str
    variable: str
    at: int


def with_domains(ops: Sequence[OrtStruct], sources: Sequence[Source]) -> list[OrtStruct]:
    """The ops with their domains; what registers them may stand in another of the files.

    Where several domains are made, an op's is the one that it is added to; where that is not said
    plainly, the first one's, and the others are in ``domains``.
    """
    registers = next((s.file for s in sources if registers_ops(s)), "")
    made = {s.file: list(_made(s)) for s in sources if "CustomOpDomain" in s.whole}
    names = list(dict.fromkeys(d.name for found in made.values() for d in found))
    placed = _added(sources, made, ops) if len(names) > 1 else {}
    result = []
    for op in ops:
        own = next((d.name for d in made.get(op.file, [])), "")
        domain = placed.get(op.struct) or placed.get(f"={op.op}") or own or next(iter(names), "")
        known = op.struct in placed or f"={op.op}" in placed or len(names) < 2
        doubt = () if known else tuple(names)
        result.append(
            msgspec.structs.replace(op, domain=domain, domains=doubt, registers=registers)
        )
    return result


def _made(source: Source) -> Iterator[_Made]:
    """The domains that a file makes, in order, as far as their names can be read."""
    for made in source.all(*_MAKERS):
        # Ort::CustomOpDomain domain{kDomain}: the declarator has the list.
        for part in made.children_by_field_name("declarator") or [made]:
            for field in ("arguments", "value", "default_value", "parameters"):
                # A field's list stands beside its declarator.
                listed = part.child_by_field_name(field) or made.child_by_field_name(field)
                if listed is None or not listed.type.endswith("_list") or not listed.named_children:
                    continue
                before = source.text(made.start_byte, listed.start_byte)
                name = _text(source, listed.named_children[0])
                if "CustomOpDomain" in before and name is not None:
                    name = name or DEFAULT_DOMAIN
                    yield _Made(name, _holder(source, part, listed), made.start_byte)


def _holder(source: Source, part: Node, listed: Node) -> str:
    """The variable of a domain: ``domain{"x"}``, ``CreateCustomOpDomain("x", &domain)``."""
    if part.type == "call_expression":
        return _variable(source, listed.named_children[-1]) if listed.named_child_count > 1 else ""
    node: Node | None = part
    while node is not None and (named := named_in(node)) is None:
        node = node.parent if node.type != "declaration" else None
    return source.of(named) if node is not None and named is not None else ""


def _text(source: Source, node: Node) -> str | None:
    """A string or a constant's; a constant alone reads like a parameter's type. None for another."""
    if node.type == "parameter_declaration":
        return source.constants.get(source.of(node).rpartition("::")[2])
    return string_of(source, node)


def _variable(source: Source, node: Node) -> str:
    """The variable in ``&op``, ``op.get()``, ``&kOps.op``: the one that is named first."""
    found = source.all("identifier", within=node)
    return source.of(found[0]) if found else ""


def _added(
    sources: Sequence[Source], made: dict[str, list[_Made]], ops: Sequence[OrtStruct]
) -> dict[str, str]:
    """Per struct, and per operator of the lite API (``=Name``), the domain that it is added to."""
    kinds = _kinds(sources, ops)
    found: dict[str, str] = {}
    for source in sources:
        for call in source.all("call_expression"):
            name, given = source.called(call)[0], arguments_in(call)
            function = call.child_by_field_name("function")
            if name == "Add" and len(given) == 1 and function is not None:
                holder, op = _variable(source, function), given[0]
            elif name == "CustomOpDomain_Add" and len(given) == 2:
                holder, op = _variable(source, given[0]), given[1]
            else:
                continue
            before = [
                d
                for d in made.get(source.file, [])
                if d.variable == holder and d.at < call.start_byte
            ]
            for kind in kinds.get(_variable(source, op), []) if before else []:
                found.setdefault(kind, before[-1].name)
    return found


def _kinds(sources: Sequence[Source], ops: Sequence[OrtStruct]) -> dict[str, list[str]]:
    """Per variable the ops that it holds: structs, and operators of the lite API as ``=Name``."""
    structs = {plain_type(op.struct): op.struct for op in ops if op.struct}
    lite = {op.op for op in ops if op.lite}
    found: dict[str, list[str]] = {}
    for source in sources:
        for node in source.all("declaration", "field_declaration"):
            named = named_in(node.child_by_field_name("declarator"))
            kind = node.child_by_field_name("type")
            if named is None or kind is None or named.type not in _NAMES:
                continue
            holds = [structs[t] for t in _types_in(source, node) if t in structs]
            if not holds:
                texts = (string_of(source, n) for n in source.all("string_literal", within=node))
                holds = [f"={text}" for text in texts if text in lite]
            if holds:
                found.setdefault(source.of(named), []).extend(holds)
    return found


def _types_in(source: Source, node: Node) -> Iterator[str]:
    for part in source.all("template_type", "type_identifier", within=node):
        yield plain_type(source.of(part))


def plain_type(text: str) -> str:
    """A type without namespaces before it and without spaces: ``Op<float>``."""
    head, opened, rest = "".join(text.split()).partition("<")
    return head.rpartition("::")[2] + opened + rest


def registers_ops(source: Source) -> bool:
    """Whether a file defines ``RegisterCustomOps``, which ONNX Runtime looks for."""
    if "RegisterCustomOps" not in source.whole:
        return False
    for node in source.all("function_definition"):
        heads = source.all("function_declarator", within=node.child_by_field_name("declarator"))
        name = named_in(heads[0].child_by_field_name("declarator")) if heads else None
        if name is not None and source.of(name) == "RegisterCustomOps":
            return True
    return False

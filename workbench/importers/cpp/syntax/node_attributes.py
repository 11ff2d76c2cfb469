"""The attributes that a kernel for ONNX Runtime reads of its node."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from workbench.core.types.arg_types import list_of
from workbench.importers.cpp.syntax.literals import default_value, string_of
from workbench.importers.cpp.syntax.tree import Source, arguments_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["attributes_of"]

_KINDS = {
    "int64": "int", "int64_t": "int", "int": "int", "int32_t": "int", "bool": "int",
    "float": "float", "double": "float", "string": "str", "tensor": "tensor",
}  # fmt: skip
_READS = re.compile(
    r"KernelInfoGetAttribute(?:(?P<array>Array)?_(?P<kind>int64|float|string|tensor))?"
    r"|GetAttribute(?P<many>s)?|(?P<whole>GetTensorAttribute)"
    r"|(?P<plain>TryToGetAttribute(?:WithDefault)?|GetOpAttribute(?:OrDefault)?|GetAttrOrDefault)"
)
"""The functions that read one, of ONNX Runtime and of onnxruntime-extensions."""
_MOST = 16
"""Classes of one kernel that are looked through."""
_BY_TYPE = {bool: "int", int: "int", float: "float", str: "str"}


def attributes_of(struct: str, sources: Iterable[Source]) -> tuple[tuple[str, str], ...]:
    """Name and type of each attribute that a kernel's class, or one that it derives from, reads.

    The type is empty if unknown.

    Args:
        struct: the class.
        sources: the files.
    """
    files = list(sources)
    classes = [struct.partition("<")[0].rpartition("::")[2]]
    for plain in classes:
        bases = (b for source in files for b in _bases_of(plain, source))
        classes += [b for b in dict.fromkeys(bases) if b not in classes and len(classes) < _MOST]
    found: dict[str, str] = {}
    for plain in reversed(classes):  # a base's are read first
        for source in files:
            for part in _parts_of(plain, source):
                for call in source.all("call_expression", within=part):
                    for name, kind in _read(source, call):
                        found.setdefault(name, kind)
    return tuple(found.items())


def _bases_of(plain: str, source: Source) -> Iterator[str]:
    """The names of the classes that the class of a name derives from."""
    for node in source.all("struct_specifier", "class_specifier") if plain in source.whole else ():
        name = node.child_by_field_name("name")
        if name is None or source.of(name).partition("<")[0].strip() != plain:
            continue
        for clause in (c for c in node.named_children if c.type == "base_class_clause"):
            for base in clause.named_children:
                if base.type in ("type_identifier", "qualified_identifier", "template_type"):
                    yield source.of(base).partition("<")[0].rpartition("::")[2].strip()


def _parts_of(plain: str, source: Source) -> Iterator[Node]:
    """The class of a name, and its methods that are defined outside of it."""
    for node in source.all("struct_specifier", "class_specifier", "function_definition"):
        if node.type != "function_definition":
            name = node.child_by_field_name("name")
            if name is not None and source.of(name).partition("<")[0].strip() == plain:
                yield node
            continue
        names = source.all("qualified_identifier", within=node.child_by_field_name("declarator"))
        scopes = source.of(names[0]).split("::") if names else []
        if len(scopes) > 1 and scopes[-2].partition("<")[0].strip() == plain:
            yield node


def _read(source: Source, call: Node) -> Iterator[tuple[str, str]]:
    """Name and type of the attribute that a call reads; nothing where it reads none."""
    called, given = source.called(call)
    match = _READS.fullmatch(called)
    if match is None or not (given or match["kind"] or match["plain"] or match["whole"]):
        return
    arguments = arguments_in(call)
    names = [string_of(source, node) for node in arguments]
    place = next((i for i, name in enumerate(names) if name), None)
    if place is None:
        return
    said = match["kind"] or ("tensor" if match["whole"] else "")
    kind = _KINDS.get(said or given.strip("<> ").rpartition("::")[2].strip(), "")
    if match["array"] or match["many"]:
        kind = list_of(kind)
    rest = arguments[place + 1 :]
    yield names[place] or "", kind or (_by_default(source, rest[-1]) if rest else "")


def _by_default(source: Source, node: Node) -> str:
    """The type of an attribute by the default that is given beside it."""
    text = source.of(node)
    if string_of(source, node) is not None or text.startswith("std::string"):
        return "str"
    if re.match(r"(?:std::)?u?int\d+_t\s*[({]", text):
        return "int"
    return _BY_TYPE.get(type(default_value(text)[1]), "")

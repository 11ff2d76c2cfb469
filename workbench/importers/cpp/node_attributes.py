"""The attributes that a kernel for ONNX Runtime reads of its node."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from workbench.core.arg_types import list_of
from workbench.importers.cpp.literals import default_value, string_of
from workbench.importers.cpp.tree import Source, arguments_in

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
_BY_TYPE = {bool: "int", int: "int", float: "float", str: "str"}


def attributes_of(struct: str, sources: Iterable[Source]) -> tuple[tuple[str, str], ...]:
    """Name and type of each attribute that a kernel's class reads; the type is empty if unknown.

    Args:
        struct: the class.
        sources: the files.
    """
    plain = struct.rpartition("::")[2].partition("<")[0]
    found: dict[str, str] = {}
    for source in sources:
        for part in _parts_of(plain, source):
            for call in source.all("call_expression", within=part):
                for name, kind in _read(source, call):
                    found.setdefault(name, kind)
    return tuple(found.items())


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

"""Custom ops for ONNX Runtime in C++ text: the op structs of ``Ort::CustomOpBase``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

import msgspec

from workbench.core.types.dtypes import DTYPES, NO_STRINGS
from workbench.importers.cpp.search.ort_domains import plain_type
from workbench.importers.cpp.search.ort_templates import instances
from workbench.importers.cpp.syntax.by_index import returned_for
from workbench.importers.cpp.syntax.found import Function, OrtStruct
from workbench.importers.cpp.syntax.functions import Scoped, template_names
from workbench.importers.cpp.syntax.literals import string_of
from workbench.importers.cpp.syntax.members import class_of
from workbench.importers.cpp.syntax.node_attributes import attributes_of
from workbench.importers.cpp.syntax.tree import Source, arguments_in, returned, walk
from workbench.importers.cpp.syntax.types import element_type

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["completed", "struct_of"]

_ELEMENT = "ONNX_TENSOR_ELEMENT_DATA_TYPE_"
_NAMES = {(d.onnx_word or d.name).upper(): d.name for d in DTYPES.values()}
_MOST = 64
_ARGUMENTS = re.compile(r"<.*>")
_CHOICES = ("if_statement", "switch_statement", "conditional_expression")
_SIDES = ("Input", "Output")


def struct_of(source: Source, scoped: Scoped) -> OrtStruct | None:
    """The op struct that a node defines, or the template of such; None where it is something else."""
    found = class_of(source, scoped)
    if found is None:
        return None
    name, node, _ = found
    bases = next((n for n in node.named_children if n.type == "base_class_clause"), None)
    base = next(_ort_bases(source, bases), None) if bases is not None else None
    if bases is None or base is None:
        return None
    listed = base.child_by_field_name("arguments")
    given = [source.of(n) for n in listed.named_children] if listed is not None else []
    plain = name.rpartition("::")[2]
    return OrtStruct(
        name,
        "",
        "",
        (),
        (),
        node.start_point[0] + 1,
        signature=" ".join(f"struct {plain} {source.of(bases)}".split()),
        file=source.file,
        kernel=given[1].partition("<")[0].strip() if len(given) > 1 else "",
        parameters=template_names(source, scoped.template),
    )


def _ort_bases(source: Source, bases: Node) -> Iterator[Node]:
    """``Ort::CustomOpBase<Op, Kernel>``, ``OrtCustomOp``."""
    for node in source.all("template_type", "type_identifier", within=bases):
        name = node.child_by_field_name("name")
        if source.of(name or node) == ("CustomOpBase" if name is not None else "OrtCustomOp"):
            yield node


class _Method:
    """The body of one of a struct's methods.

    Attributes:
        words: the names that stand in it, in order.
        elements: the element types that stand in it, in order.
    """

    def __init__(
        self,
        source: Source,
        body: Node | None = None,
        given: Mapping[str, str] | None = None,
        parameter: str = "",
        numbers: Mapping[str, int] | None = None,
    ) -> None:
        self._source = source
        self._body = body or source.root
        self._given = given or {}
        self._parameter, self._numbers = parameter, numbers or {}
        self.words = [source.of(n) for n in source.all("identifier", within=body)]
        self.elements = [] if self.has("is_same") else list(self._elements(self._body))

    def types(self, count: int) -> tuple[str, ...]:
        """The element type for each index, empty where it is not said plainly."""
        known = [self._for(index) for index in range(count)]
        found = [list(self._elements(n)) if n is not None else [] for n in known]
        names = [f[0] if len(f) == 1 else "" for f in found]
        if all(n is not None for n in known):
            return tuple(names)
        if len(self.elements) == count and not self._source.all(*_CHOICES, within=self._body):
            return tuple(self.elements)  # a table
        same = self.elements[0] if len(set(self.elements)) == 1 else ""
        return (same,) * count

    def _for(self, index: int) -> Node | None:
        return returned_for(self._source, self._body, self._parameter, index, self._numbers)

    def _elements(self, within: Node) -> Iterator[str]:
        """``ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT``, ``Ort::TypeToTensorType<T>::type``, ``E`` of a template."""
        for node in self._source.all("identifier", "template_type", within=within):
            text = self._source.of(node)
            text = self._given.get(text, text)  # of a template, the type itself
            if node.type == "identifier" and text.startswith(_ELEMENT):
                word = text.removeprefix(_ELEMENT)
                yield _NAMES.get(word, word.lower())
            elif match := re.fullmatch(r"TypeToTensorType<\s*([^<>]+?)\s*>", text):
                yield element_type(self._given.get(match[1], match[1]))

    def has(self, word: str) -> bool:
        """Whether a name with a word in it is there."""
        return any(word in name for name in self.words)

    def text(self) -> str:
        """The text that it returns; empty for none."""
        texts = (string_of(self._source, node) for node in returned(self._body))
        return next(filter(None, texts), "")

    def count(self, numbers: Mapping[str, int]) -> int | None:
        """The number that it returns; None where it does not return one plainly."""
        found = {_number(self._source, node, numbers) for node in returned(self._body)}
        count = found.pop() if len(found) == 1 else None
        return count if count is not None and count <= _MOST else None

    def marked(self, word: str, count: int) -> set[int]:
        """The inputs of a characteristic: ``index == 2``, ``index >= 1``, ``case 2:`` before it."""
        if not self.has(word):
            return set()
        known = [self._for(index) for index in range(count)]
        texts = [self._source.of(n) if n is not None else None for n in known]
        if None not in texts:
            return {i for i, text in enumerate(texts) if i > 0 and text and word in text}
        found: set[int] = set()
        for node in walk(self._body):
            if node.type == "identifier" and word in self._source.of(node):
                break
            found |= _compared(self._source, node, count)
        if not found and not self.has("REQUIRED"):
            found = set(range(count))
        # At least one input must be there.
        return {i for i in found if 0 < i < count}


def _compared(source: Source, node: Node, count: int) -> set[int]:
    """The indices that ``index >= 1`` or ``case 1`` is for."""
    value = node.child_by_field_name("right" if node.type == "binary_expression" else "value")
    if value is None or value.type != "number_literal" or not source.of(value).isdigit():
        return set()
    first = int(source.of(value))
    if node.type == "case_statement":
        return {first}
    operator = node.child_by_field_name("operator")
    sign = source.of(operator) if operator is not None else ""
    if sign not in (">", ">="):
        return {first} if sign == "==" else set()
    return set(range(first + (sign == ">"), count))


def _number(source: Source, node: Node, numbers: Mapping[str, int]) -> int | None:
    """A whole number: ``3``, ``size_t{3}``, ``static_cast<size_t>(3)``, or a constant's."""
    while True:
        if node.type == "number_literal":
            match = re.fullmatch(r"(\d{1,9})[uUlLzZ]*", source.of(node))
            return int(match[1]) if match else None
        if node.type in ("identifier", "qualified_identifier"):
            return numbers.get(source.of(node).rpartition("::")[2])
        if node.type == "call_expression" and source.called(node)[0] in ("static_cast", "size_t"):
            inner = arguments_in(node)
        elif node.type in ("compound_literal_expression", "cast_expression"):
            inner = node.named_children[-1:]
        elif node.type in ("parenthesized_expression", "initializer_list"):
            inner = node.named_children
        else:
            return None
        if len(inner) != 1:
            return None
        node = inner[0]


def completed(
    structs: Sequence[OrtStruct],
    functions: Sequence[Function],
    sources: Sequence[Source],
    numbers: Mapping[str, int],
) -> list[OrtStruct]:
    """Op structs with what their methods say, wherever they are defined.

    Args:
        structs: as ``struct_of`` gave them.
        functions: all functions, then all methods of classes.
        sources: the files.
        numbers: the constants that are whole numbers.
    """
    files = {source.file: source for source in sources}
    bodies = {f.name: f for f in functions if f.defined}
    # Where using or an alias opens a namespace, what is defined outside has another scope.
    plain = {_without_scope(name): f for name, f in bodies.items()}
    # Of a template's methods that are defined outside: Op<T>::GetName, not that of Op<double>.
    generic = {
        _ARGUMENTS.sub("", _without_scope(n)): f for n, f in bodies.items() if f.template_names
    }
    structs = instances(structs, sources)

    def method(struct: OrtStruct, name: str) -> _Method:
        full = f"{struct.struct}::{name}"
        short = _without_scope(full)
        bare = _ARGUMENTS.sub("", short)
        found = bodies.get(full) or plain.get(short) or generic.get(bare) or plain.get(bare)
        if found is None:
            return _Method(Source(""))
        source = files[found.file]
        body = source.root.descendant_for_byte_range(*found.body_span)
        given = dict(zip(struct.parameters, struct.given, strict=False))
        asked = found.parameters[0].name if found.parameters else ""
        return _Method(source, body, given, asked, numbers)

    # A class may be there very often, and each look goes through all files.
    attributes = cache(lambda name: attributes_of(name, sources))

    def computing(struct: OrtStruct) -> Function | None:
        full = f"{struct.kernel}::Compute"
        return bodies.get(full) or plain.get(_without_scope(full))

    return [
        msgspec.structs.replace(
            _completed(s, partial(method, s), attributes, numbers), compute=computing(s)
        )
        for s in structs
    ]


def _completed(
    struct: OrtStruct,
    method: Callable[[str], _Method],
    attributes_named: Callable[[str], tuple[tuple[str, str], ...]],
    numbers: Mapping[str, int],
) -> OrtStruct:
    plain = struct.struct.rpartition("::")[2]
    name = method("GetName").text()
    counts = {side: method(f"Get{side}TypeCount").count(numbers) for side in _SIDES}
    inputs, outputs = (_types(method, side, counts[side] or 0) for side in _SIDES)
    names = tuple(f"x{i}" for i in range(len(inputs))) if len(inputs) > 1 else ("x",)
    names = names[: len(inputs)]
    missing = method("GetInputCharacteristic").marked("OPTIONAL", len(inputs))
    problem = next((_not_counted(side) for side in _SIDES if counts[side] is None), "")
    ends = {"Input": len(inputs) - 1, "Output": len(inputs) + len(outputs) - 1}
    # What may be several is always the last.
    many = [s for s in _SIDES if method(f"Get{s}Characteristic").has("VARIADIC") and counts[s]]
    lists = tuple(ends[side] for side in many)
    of_outputs = method("GetOutputCharacteristic")
    left_out = of_outputs.marked("OPTIONAL", len(outputs))
    if of_outputs.has("OPTIONAL") and not left_out:
        left_out = set(range(len(outputs)))
    if "string" in (*inputs, *outputs):
        problem = f"it takes or gives strings, and {NO_STRINGS}"
    known = [t if t in DTYPES else "" for t in (*inputs, *outputs)]
    attributes = attributes_named(struct.kernel) if struct.kernel else ()
    return msgspec.structs.replace(
        struct,
        op=name or plain,
        named=bool(name),
        inputs=tuple(known[: len(inputs)]),
        outputs=tuple(known[len(inputs) :]),
        optional=tuple(n for i, n in enumerate(names) if i in missing and i not in lists),
        lists=lists,
        left_out=tuple(sorted(i for i in left_out if len(inputs) + i not in lists)),
        attributes=attributes or attributes_named(struct.struct),
        problem=problem if struct.given or not struct.parameters else _NO_TYPES,
        provider=method("GetExecutionProviderType").text(),
        since=method("GetStartVersion").count(numbers) or 1,
    )


_NO_TYPES = "it is a template, and nothing says with which types it is registered"


def _without_scope(name: str) -> str:
    """Struct and method without the namespaces: ``Op<float>::GetName``."""
    owner, _, method = name.rpartition("::")
    return f"{plain_type(owner)}::{method}"


def _not_counted(side: str) -> str:
    return (
        f"these files do not say plainly how many {side.lower()}s it has (at most {_MOST}): let "
        f"Get{side}TypeCount return a number"
    )


def _types(method: Callable[[str], _Method], side: str, count: int) -> tuple[str, ...]:
    """The element types of the inputs or outputs, as far as the methods say them plainly."""
    return method(f"Get{side}Type").types(count)

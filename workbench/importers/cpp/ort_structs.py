"""Custom ops for ONNX Runtime in C++ text: the op structs of ``Ort::CustomOpBase``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from workbench.core.compile.includes import without_comments
from workbench.core.dtypes import DTYPES
from workbench.importers.cpp.found import OrtStruct
from workbench.importers.cpp.functions import Scoped
from workbench.importers.cpp.lite import any_number, attributes_of
from workbench.importers.cpp.members import class_of
from workbench.importers.cpp.tree import Source, walk

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["completed", "domain_of", "registers_ops", "struct_of"]

_BASE = re.compile(r"\bCustomOpBase\s*<|\bOrtCustomOp\b")
_KERNEL = re.compile(r"\bCustomOpBase\s*<[^<>,]*,\s*([\w:]+)")
_DOMAIN = re.compile(
    r"\bCustomOpDomain\s+\w+\s*[({]\s*(?P<a>[\w:]+|\"[^\"]*\")\s*[)}]"
    r"|\bCreateCustomOpDomain\s*\(\s*(?P<b>[\w:]+|\"[^\"]*\")"
    r"|\bCustomOpDomain\s*[({]\s*(?P<c>[\w:]+|\"[^\"]*\")\s*[)}]"
)
_REGISTERS = re.compile(r"\bRegisterCustomOps\s*\([^;{}]*\)\s*(?:noexcept\s*)?\{")
_ELEMENT = re.compile(r"ONNX_TENSOR_ELEMENT_DATA_TYPE_(\w+)")
_NAMES = {"FLOAT": "float32", "DOUBLE": "float64"}
_MOST = 64
_SIDES = ("Input", "Output")


def struct_of(source: Source, scoped: Scoped) -> OrtStruct | None:
    """The op struct that a node defines; None where it is something else."""
    found = class_of(source, scoped)
    if found is None or scoped.template is not None:
        return None
    name, node, body = found
    bases = next((n for n in node.named_children if n.type == "base_class_clause"), None)
    if bases is None or not _BASE.search(source.of(bases)):
        return None
    kernel = _KERNEL.search(source.of(bases))
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
        kernel=kernel[1] if kernel else "",
        methods=tuple(_methods(source, body)),
    )


def _methods(source: Source, body: Node) -> Iterator[tuple[str, str]]:
    for node in body.named_children:
        if node.type != "function_definition":
            continue
        inner = node.child_by_field_name("body")
        named = next((n for n in walk(node) if n.type == "function_declarator"), None)
        name = named.child_by_field_name("declarator") if named is not None else None
        if name is not None and inner is not None:
            yield source.of(name), source.of(inner)


def completed(
    struct: OrtStruct,
    outside: dict[str, str],
    texts: dict[str, str],
    constants: dict[str, str],
    numbers: dict[str, int],
) -> OrtStruct:
    """An op struct with what its methods say, wherever they are defined.

    Args:
        struct: as ``struct_of`` gave it.
        outside: bodies of the methods that are defined outside of classes, by ``Class::method``.
        texts: the C++ texts without comments, by file name.
        constants: values of macros and variables that are string literals.
        numbers: those that are whole numbers.
    """
    plain = struct.struct.rpartition("::")[2]
    methods = {n.rpartition("::")[2]: b for n, b in outside.items() if _is_of(n, plain)}
    methods |= dict(struct.methods)
    method = methods.get("GetName", "")
    operator = re.search(r'"([^"]+)"', method)
    constant = re.search(r"\breturn\s+(\w+)\s*;", method)
    name = operator[1] if operator else constants.get(constant[1], "") if constant else ""
    counts = {side: _count(methods.get(f"Get{side}TypeCount", ""), numbers) for side in _SIDES}
    inputs, outputs = (_types(methods, side, counts[side] or 0) for side in _SIDES)
    names = tuple(f"x{i}" for i in range(len(inputs))) if len(inputs) > 1 else ("x",)
    names = names[: len(inputs)]
    missing = _marked(methods.get("GetInputCharacteristic", ""), "OPTIONAL", len(inputs))
    problem = next((_not_counted(side) for side in _SIDES if counts[side] is None), "")
    for side in _SIDES:
        if "VARIADIC" in methods.get(f"Get{side}Characteristic", ""):
            problem = any_number(f"one of its {side.lower()}s")
    if "OPTIONAL" in methods.get("GetOutputCharacteristic", ""):
        problem = (
            problem or "one of its outputs may be missing, and an op's outputs are always there"
        )
    if "string" in (*inputs, *outputs):
        problem = "it takes or gives tensors of strings, which PyTorch does not have"
    known = [t if t in DTYPES else "" for t in (*inputs, *outputs)]
    attributes = attributes_of(struct.kernel, texts) if struct.kernel else ()
    return msgspec.structs.replace(
        struct,
        op=name or plain,
        inputs=tuple(known[: len(inputs)]),
        outputs=tuple(known[len(inputs) :]),
        optional=tuple(n for i, n in enumerate(names) if i in missing),
        attributes=attributes or attributes_of(struct.struct, texts),
        problem=problem,
        methods=(),
    )


def _is_of(name: str, plain: str) -> bool:
    scopes = name.split("::")
    return len(scopes) > 1 and scopes[-2] == plain


def _count(body: str, numbers: dict[str, int]) -> int | None:
    """How many inputs or outputs there are; None where the method does not say it plainly."""
    found: set[int | None] = set()
    for text in re.findall(r"\breturn\b\s*([^;]+);", without_comments(body)):
        bare = re.sub(
            r"^(?:static_cast\s*<[^<>]*>|(?:std\s*::\s*)?size_t)\s*(?=[({])", "", text.strip()
        )
        bare = bare.strip("(){} ").rpartition("::")[2]
        digits = re.fullmatch(r"(\d{1,9})[uUlLzZ]*", bare)
        found.add(int(digits[1]) if digits else numbers.get(bare))
    count = found.pop() if len(found) == 1 else None
    return count if count is not None and count <= _MOST else None


def _not_counted(side: str) -> str:
    return (
        f"these files do not say plainly how many {side.lower()}s it has (at most {_MOST}): let "
        f"Get{side}TypeCount return a number"
    )


def _types(methods: dict[str, str], side: str, count: int) -> tuple[str, ...]:
    """The element types of the inputs or outputs, as far as the methods say them plainly."""
    found = _ELEMENT.findall(without_comments(methods.get(f"Get{side}Type", "")))
    names = [_NAMES.get(t, t.lower()) for t in found]
    if len(names) == count:
        return tuple(names)
    return (names[0] if len(set(names)) == 1 else "",) * count


def _marked(body: str, word: str, count: int) -> set[int]:
    """The inputs of a characteristic: ``index == 2``, ``index >= 1``, ``case 2:`` before it."""
    found: set[int] = set()
    at = body.find(word)
    if at < 0:
        return found
    before = body[:at]
    for sign, number in re.findall(r"(==|>=|>)\s*(\d{1,2})\b", before):
        first = int(number) + (sign == ">")
        found |= {first} if sign == "==" else set(range(first, count))
    found |= {int(n) for n in re.findall(r"\bcase\s+(\d{1,2})\s*:", before)}
    if not found and "REQUIRED" not in body:
        found = set(range(count))
    # At least one input must be there.
    return {i for i in found if 0 < i < count}


def domain_of(text: str, constants: dict[str, str]) -> str:
    """The custom-op domain that a file makes; empty where it makes none that can be read."""
    match = _DOMAIN.search(text)
    given = (match["a"] or match["b"] or match["c"]) if match else ""
    if given and not given.startswith('"'):  # a constant of the files
        given = constants.get(given.rpartition("::")[2], "")
    return given.strip('"')


def registers_ops(text: str) -> bool:
    """Whether a file defines ``RegisterCustomOps``, which ONNX Runtime looks for."""
    return bool(_REGISTERS.search(text))

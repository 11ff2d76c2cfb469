"""Custom ops for ONNX Runtime in C++ text: op structs, and functions of the lite API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.core.cpp.found import Function, OrtStruct
from workbench.core.cpp.functions import Scoped
from workbench.core.cpp.tree import Source, walk
from workbench.core.cpp.types import canonical, element_type, template_arguments

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["domain_of", "lite_functions", "lite_parameters", "registers_ops", "struct_of"]

_BASE = re.compile(r"\bCustomOpBase\s*<|\bOrtCustomOp\b")
_DOMAIN = re.compile(
    r"\bCustomOpDomain\s+\w+\s*[({]\s*(?P<a>[\w:]+|\"[^\"]*\")\s*[)}]"
    r"|\bCreateCustomOpDomain\s*\(\s*(?P<b>[\w:]+|\"[^\"]*\")"
)
_REGISTERS = re.compile(r"\bRegisterCustomOps\s*\([^;{}]*\)\s*(?:noexcept\s*)?\{")
_ELEMENT = re.compile(r"ONNX_TENSOR_ELEMENT_DATA_TYPE_(\w+)")
_NAMES = {"FLOAT": "float32", "DOUBLE": "float64"}
_LITE = re.compile(
    r"\bCreateLiteCustomOp\s*(?:<[^;(]*>)?\s*\(\s*\"([^\"]+)\"\s*,\s*[^,]+,\s*&?\s*([\w:]+)"
)


def struct_of(source: Source, scoped: Scoped) -> OrtStruct | None:
    """The op struct that a node defines; None where it is something else."""
    node = scoped.node
    if node.type == "declaration":
        node = node.child_by_field_name("type") or node
    if node.type not in ("struct_specifier", "class_specifier") or scoped.template is not None:
        return None
    name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
    bases = next((n for n in node.named_children if n.type == "base_class_clause"), None)
    if name is None or body is None or bases is None or not _BASE.search(source.of(bases)):
        return None
    methods = dict(_methods(source, body))
    operator = re.search(r'"([^"]+)"', methods.get("GetName", ""))
    plain = source.of(name)
    return OrtStruct(
        scoped.qualified(plain),
        operator[1] if operator else plain,
        "",
        _types(methods, "Input"),
        _types(methods, "Output"),
        node.start_point[0] + 1,
        signature=" ".join(f"struct {plain} {source.of(bases)}".split()),
        file=source.file,
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


def _types(methods: dict[str, str], side: str) -> tuple[str, ...]:
    """The element types of the inputs or outputs, as far as the methods say them plainly."""
    number = re.search(r"\breturn\s+(\d+)", methods.get(f"Get{side}TypeCount", ""))
    count = min(int(number[1]), 64) if number and len(number[1]) < 4 else 1
    found = _ELEMENT.findall(methods.get(f"Get{side}Type", ""))
    names = [_NAMES.get(t, t.lower()) for t in found]
    if len(names) == count:
        return tuple(names)
    return (names[0] if len(set(names)) == 1 else "",) * count


def domain_of(text: str) -> str:
    """The custom-op domain that a file makes; empty where it makes none that can be read."""
    match = _DOMAIN.search(text)
    given = (match["a"] or match["b"]) if match else ""
    if given and not given.startswith('"'):  # a constant of the file
        constant = re.search(rf'\b{re.escape(given)}\s*(?:\[\s*\])?\s*=\s*"([^"]*)"', text)
        given = constant[1] if constant else ""
    return given.strip('"')


def registers_ops(text: str) -> bool:
    """Whether a file defines ``RegisterCustomOps``, which ONNX Runtime looks for."""
    return bool(_REGISTERS.search(text))


def lite_functions(source: Source, functions: list[Function]) -> Iterator[OrtStruct]:
    """The functions that ``CreateLiteCustomOp`` makes ops of."""
    names = {m[2].rpartition("::")[2]: m[1] for m in _LITE.finditer(source.whole)}
    for function in functions:
        given = lite_parameters(function)
        if given is None:
            continue
        inputs = [(n, t) for n, t, out in given if not out]
        outputs = [(n, t) for n, t, out in given if out]
        strings = [n for n, t, _ in given if t == "string"]
        if not outputs:
            continue
        plain = function.name.rpartition("::")[2]
        yield OrtStruct(
            "",
            names.get(plain, plain),
            "",
            tuple(t for _, t in inputs),
            tuple(t for _, t in outputs),
            function.line,
            tuple(n for n, _ in inputs + outputs),
            tuple(p.name for p in function.parameters if canonical(p.type).startswith("optional<")),
            problem=f"'{strings[0]}' is a tensor of strings, which PyTorch does not have"
            if strings
            else "",
            signature=function.signature,
            file=source.file,
        )


_LITE_TENSOR = re.compile(r"(const )?(?:Ort::Custom::|Custom::)?(Tensor|Span)<(.+)>[&*]?")


def lite_parameters(function: Function) -> list[tuple[str, str, bool]] | None:
    """Name, element type and 'is an output' of a lite function's tensors; None where it is none."""
    found = []
    lite = False
    for i, parameter in enumerate(function.parameters):
        kind = canonical(parameter.type)
        if kind.startswith("optional<") and (inner := template_arguments(kind)):
            kind = inner[0]
        lite |= "Ort::Custom::" in parameter.type.replace(" ", "")
        match = _LITE_TENSOR.fullmatch(kind)
        if match:
            name = parameter.name or f"x{i}"
            string = canonical(match[3]) in ("string", "string_view")
            element = "string" if string else element_type(match[3])
            found.append((name, element, not match[1] and match[2] == "Tensor"))
    return found if lite and found else None

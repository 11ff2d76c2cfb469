"""Write what the program knows of the standard operators, from the pinned onnx and onnxruntime.

``resources/onnx_ops.json`` is for the declaration's check, ``resources/onnx_docs.json.gz`` for
who looks an operator up: the window needs both without importing onnx. Run again after changing
a pinned version; a test compares the files with both.

The documentation is ONNX's own (https://github.com/onnx/onnx), copyright of the ONNX Project
Contributors, under the Apache License 2.0, which lets it be handed on with this notice; see
``resources/NOTICE``. The lists of an attribute's values are found in it and added by this tool.
"""

from __future__ import annotations

from workbench import paths  # before onnxruntime, whose telemetry it turns off

# isort: split
import functools
import gzip
import json
import re
from pathlib import Path
from typing import Any

import onnx.defs
import onnx.helper
from onnxruntime.capi import onnxruntime_pybind11_state as ort_state

from workbench.core.exporters import EXPORTERS
from workbench.core.types.dtypes import name_of

_OPTION = {0: "", 1: "?", 2: "*"}  # FormalParameterOption: single, optional, variadic


def _formal(parameter: onnx.defs.OpSchema.FormalParameter) -> str:
    return parameter.name + _OPTION[parameter.option.value]


@functools.cache
def _cpu_kernels() -> dict[str, list[Any]]:
    """ONNX Runtime's CPU kernels by operator."""
    kernels: dict[str, list[Any]] = {}
    for kernel in ort_state.get_all_opkernel_def():
        if kernel.provider == "CPUExecutionProvider" and not kernel.domain:
            kernels.setdefault(kernel.op_name, []).append(kernel)
    return kernels


def _kernels(schema: onnx.defs.OpSchema) -> dict[str, list[str]]:
    """Type variable → the element types that ONNX Runtime has CPU kernels for.

    Empty where it has no kernel: the operator may be a function of others.
    """
    found: dict[str, set[str]] = {}
    for kernel in _cpu_kernels().get(schema.name, ()):
        first, last = kernel.version_range
        if first <= schema.since_version <= last:
            for variable, types in kernel.type_constraints.items():
                found.setdefault(variable, set()).update(map(name_of, types))
    return {variable: sorted(found[variable]) for variable in sorted(found)}


def _version(schema: onnx.defs.OpSchema) -> dict[str, Any]:
    deprecated = {"deprecated": True} if schema.deprecated else {}
    return {
        "since": schema.since_version,
        **deprecated,
        "inputs": [_formal(p) for p in schema.inputs],
        "outputs": [_formal(p) for p in schema.outputs],
        "types": [p.type_str for p in schema.inputs],
        "kernels": _kernels(schema),
        "attributes": {
            name: a.type.name.lower() + ("!" if a.required else "")
            for name, a in sorted(schema.attributes.items())
        },
    }


def standard_operators() -> dict[str, list[dict[str, Any]]]:
    """Operator name → its definitions, ascending by the opset that brought them."""
    operators: dict[str, list[dict[str, Any]]] = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain == "":
            operators.setdefault(schema.name, []).append(_version(schema))
    return {name: sorted(v, key=lambda d: d["since"]) for name, v in sorted(operators.items())}


def as_text(operators: dict[str, list[dict[str, Any]]]) -> str:
    """The file's text: one definition a line, so that a change reads well."""
    rows = [
        f'  "{name}": [\n' + ",\n".join(f"    {json.dumps(d)}" for d in versions) + "\n  ]"
        for name, versions in operators.items()
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"


# -- documentation

_WRITTEN = {opset for exporter in EXPORTERS.values() for opset in exporter.opsets}
_OPSETS = range(min(_WRITTEN), max(_WRITTEN) + 1)
"""What can be exported to; a definition that none of these has is left out."""


def _plain(text: str) -> str:
    """Without the indentation of C++'s raw strings and their escapes."""
    lines = text.replace('\\"', '"').replace("\\'", "'").strip("\n").rstrip().split("\n")
    indents = [len(line) - len(line.lstrip()) for line in lines[1:] if line.strip()]
    cut = min(indents, default=0)
    return "\n".join([lines[0].strip(), *(line[cut:].rstrip() for line in lines[1:])]).strip()


def _default(attribute: onnx.defs.OpSchema.Attribute) -> Any:
    if attribute.required or not attribute.default_value.name:
        return None
    value = onnx.helper.get_attribute_value(attribute.default_value)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, float):
        return float(f"{value:.7g}")  # it is a float32
    if isinstance(value, int):
        return value
    items = [v.decode() if isinstance(v, bytes) else v for v in value]
    return [float(f"{v:.7g}") if isinstance(v, float) else v for v in items]


def _choices(attribute: onnx.defs.OpSchema.Attribute, names: set[str]) -> list[str]:
    """The values that a text's description names: in quotes, in capitals, or in a sentence."""
    if attribute.type.name != "STRING":
        return []
    text = re.sub(r"`{3}.*?`{3}", " ", _plain(attribute.description), flags=re.DOTALL)
    default = _default(attribute)
    words = [default] if default else []
    words += [word for _, word in re.findall(r"""(?<!\w)(["'])([A-Za-z]\w+)\1(?!\w)""", text)]
    if len(set(words)) < 2:
        words += re.findall(r"`([a-z]\w+)`", text)
    if default and default.isupper():
        words += re.findall(r"\b[A-Z]{2,}(?:_[A-Z]+)*\b", text)
    if sentence := re.search(r"one of ([^.]+)\.", text):
        words += [w for w in re.findall(r"\b[a-z]\w+\b", sentence[1]) if w not in _NO_VALUES]
    found = [word for word in dict.fromkeys(words) if word not in names]
    return found if len(found) > 1 else []


_NO_VALUES = ("or", "and", "default", "the")


def _formal_doc(parameter: onnx.defs.OpSchema.FormalParameter) -> dict[str, Any]:
    found = {
        "name": parameter.name,
        "type": parameter.type_str,
        "option": _OPTION[parameter.option.value],
        "doc": _plain(parameter.description),
    }
    return {key: value for key, value in found.items() if value}


def _attribute_doc(attribute: onnx.defs.OpSchema.Attribute, names: set[str]) -> dict[str, Any]:
    found: dict[str, Any] = {"type": attribute.type.name.lower()}
    if attribute.required:
        found["required"] = True
    if (default := _default(attribute)) is not None:
        found["default"] = default
    if choices := _choices(attribute, names):
        found["choices"] = choices
    if attribute.description:
        found["doc"] = _plain(attribute.description)
    return found


def _documented(schema: onnx.defs.OpSchema) -> dict[str, Any]:
    names = {p.name for p in schema.inputs} | set(schema.attributes)
    found = {
        "since": schema.since_version,
        "deprecated": schema.deprecated,
        "group": Path(schema.file).parent.name.replace("_", " "),
        "composed": schema.has_function or schema.has_context_dependent_function,
        "doc": _plain(schema.doc or ""),
        "inputs": [_formal_doc(p) for p in schema.inputs],
        "outputs": [_formal_doc(p) for p in schema.outputs],
        "attributes": {n: _attribute_doc(a, names) for n, a in sorted(schema.attributes.items())},
        "types": {
            t.type_param_str: [sorted(t.allowed_type_strs), _plain(t.description)]
            for t in schema.type_constraints
        },
    }
    return {key: value for key, value in found.items() if value}


def operator_documentation() -> dict[str, list[dict[str, Any]]]:
    """Operator name → its definitions in the opsets that can be exported to, ascending."""
    operators: dict[str, list[dict[str, Any]]] = {}
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.domain == "" and schema.since_version <= _OPSETS[-1]:
            operators.setdefault(schema.name, []).append(_documented(schema))
    for versions in operators.values():
        versions.sort(key=lambda d: d["since"])
        while len(versions) > 1 and versions[1]["since"] <= _OPSETS[0]:
            del versions[0]
    return dict(sorted(operators.items()))


def documentation_text(operators: dict[str, list[dict[str, Any]]]) -> bytes:
    """The file before it is compressed."""
    return json.dumps(operators, ensure_ascii=False, separators=(",", ":")).encode()


if __name__ == "__main__":
    folder = paths.resources()
    (folder / "onnx_ops.json").write_text(as_text(standard_operators()), encoding="utf-8")
    documentation = documentation_text(operator_documentation())
    (folder / "onnx_docs.json.gz").write_bytes(gzip.compress(documentation, 9, mtime=0))

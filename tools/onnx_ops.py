"""Write ``resources/onnx_ops.json``: the standard operators, from the pinned onnx and onnxruntime.

The window and the declaration's check need to know them without importing either. Run again
after changing a pinned version; a test compares the file with both.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import onnx.defs
from onnxruntime.capi import onnxruntime_pybind11_state as ort_state

_OUR_NAMES = {"float": "float32", "double": "float64"}
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
                names = (t.removeprefix("tensor(").removesuffix(")") for t in types)
                found.setdefault(variable, set()).update(_OUR_NAMES.get(n, n) for n in names)
    return {variable: sorted(found[variable]) for variable in sorted(found)}


def _version(schema: onnx.defs.OpSchema) -> dict[str, Any]:
    return {
        "since": schema.since_version,
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
        if schema.domain == "" and not schema.deprecated:
            operators.setdefault(schema.name, []).append(_version(schema))
    return {name: sorted(v, key=lambda d: d["since"]) for name, v in sorted(operators.items())}


def as_text(operators: dict[str, list[dict[str, Any]]]) -> str:
    """The file's text: one definition a line, so that a change reads well."""
    rows = [
        f'  "{name}": [\n' + ",\n".join(f"    {json.dumps(d)}" for d in versions) + "\n  ]"
        for name, versions in operators.items()
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"


if __name__ == "__main__":
    target = Path(__file__).parent.parent / "resources" / "onnx_ops.json"
    target.write_text(as_text(standard_operators()), encoding="utf-8")

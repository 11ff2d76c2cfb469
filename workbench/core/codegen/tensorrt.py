"""An op as plugins of TensorRT: C++ (``IPluginV3``), and Python (quickly deployable plugins)."""

from __future__ import annotations

from workbench.core.codegen.device import device_operators, plugin_text
from workbench.core.codegen.rknn import calls_kernel, plain_library, python_operators
from workbench.core.codegen.shape_python import shape_to_python
from workbench.core.codegen.templates import render
from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.types.dtypes import DTYPE_NUMBERS

__all__ = ["TAKEN", "tensorrt_instances", "tensorrt_module", "tensorrt_plugin"]

TAKEN = ("float32", "float16", "bfloat16", "int8", "int32", "int64", "uint8", "bool")
"""Element types of TensorRT's plugins."""


def tensorrt_instances(op: Op) -> list[signature.Instance]:
    """The combinations of element types that TensorRT can have."""
    return [i for i in signature.instances(op) if set(i.values()) <= set(TAKEN)]


def tensorrt_plugin(op: Op) -> str:
    """The C++ file."""
    rows = [
        [
            [DTYPE_NUMBERS[instance[name]] for name in (*o["inputs"], *o["outputs"])]
            for instance in tensorrt_instances(op)
        ]
        for o in device_operators(op)
    ]
    return plugin_text("tensorrt/trt_plugin.cpp.j2", op, instances=rows)


def tensorrt_module(op: Op) -> str:
    """The Python file. It needs ``tensorrt`` and ``torch``; and the kernel as a plain C function."""
    rules = {o.name: op.shape_of(o) for o in op.outputs}
    shapes = {name: shape_to_python(parsed) for name, parsed in rules.items()}
    found = zip(device_operators(op), python_operators(op, shapes), strict=True)
    return render(
        "tensorrt/plugin.py.j2",
        op=op,
        operators=[{**device, **python, "types": python["dtypes"]} for device, python in found],
        library=plain_library(op) if calls_kernel(op) else "",
        kinds={a.name: a.kind.name for a in op.args},
        numbers={n: i for n, i in DTYPE_NUMBERS.items() if n != "bfloat16"},
    )

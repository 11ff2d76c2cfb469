"""Which operators this ONNX Runtime has a CPU kernel for."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from onnxruntime.capi import onnxruntime_pybind11_state as ort_state

from workbench.core.declaration.names import RESERVED_DOMAINS
from workbench.core.standard.operators import operator, standard_operators
from workbench.engine.onnx.schemas import schema_in

__all__ = ["why_missing"]

_ALWAYS = frozenset({"Constant"})
"""Not a kernel: becomes an initializer when the model is loaded."""


def why_missing(domain: str, op_type: str, opset: int, dtypes: Sequence[str]) -> str:
    """Why ONNX Runtime cannot run a node; empty where it can.

    Args:
        domain: empty for ONNX's own.
        op_type: the operator.
        opset: the version of the domain that the model imports; 0 for none.
        dtypes: the inputs' element types; empty where unknown or left out.
    """
    if domain == "":
        return _standard(op_type, opset, dtypes)
    if domain in RESERVED_DOMAINS:
        if (domain, op_type) in _kernels():
            return ""
        return f"ONNX Runtime has no CPU kernel for {domain}::{op_type}"
    return f"the domain '{domain}' is neither ONNX's nor ONNX Runtime's"


def _standard(op_type: str, opset: int, dtypes: Sequence[str]) -> str:
    versions = standard_operators().get(op_type)
    if op_type in _ALWAYS:
        return ""
    if versions is None:
        return f"ONNX has no operator {op_type}"
    definition = operator(op_type, opset)
    if definition is None:
        return f"{op_type} exists since opset {versions[0].since}, the model has opset {opset}"
    if not definition.kernels and ("", op_type) not in _kernels():
        # Without a kernel it may be a function of others, which the onnx package knows.
        if _is_function(op_type, opset):
            return ""
        return f"ONNX Runtime has no CPU kernel for {op_type}"
    for i, dtype in enumerate(dtypes):
        if dtype and not definition.runs(i, dtype) and not _is_function(op_type, opset):
            return (
                f"ONNX Runtime's CPU kernel of {op_type} takes no {dtype} as {definition.input(i)}"
            )
    return ""


def _is_function(op_type: str, opset: int) -> bool:
    schema = schema_in(op_type, opset)
    if schema is None:
        return False
    # The package's type stubs know neither.
    kinds = ("has_function", "has_context_dependent_function")
    return any(getattr(schema, kind) for kind in kinds)


@functools.cache
def _kernels() -> frozenset[tuple[str, str]]:
    return frozenset(
        (k.domain, k.op_name)
        for k in ort_state.get_all_opkernel_def()
        if k.provider == "CPUExecutionProvider"
    )

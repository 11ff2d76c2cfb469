"""The formal parameters of a custom node, as the torch.export exporter's schemas need them.

Inputs of one type variable share its name, so that the exporter can infer the outputs' types.
"""

from __future__ import annotations

from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Op
from workbench.core.types.dtypes import DTYPES

__all__ = ["formal_input", "formal_output"]


def formal_input(op: Op, name: str, index: int) -> dict[str, object]:
    """Name, type, allowed types and option (``Single``, ``Optional``, ``Variadic``) of an input."""
    arg = op.arg(name)
    constant = next((c for c in op.mapping.constants if c.name == name), None)
    if arg is not None and arg in signature.tensor_args(op):
        option = "Variadic" if arg.is_tensor_list else "Optional" if arg.optional else "Single"
        return {
            "name": name,
            "type": _variable(op, arg),
            "allowed": _onnx_types(signature.arg_dtypes(op, arg)),
            "option": option,
            "homogeneous": arg.dtype != "any",
        }
    made_from = op.arg(constant.arg) if constant is not None else None
    may_lack = not name or (made_from is not None and made_from.optional)
    return {
        "name": name or f"input_{index}",
        "type": f"T_{name or f'input_{index}'}",
        "allowed": _onnx_types((constant.dtype,) if constant is not None else ("any",)),
        "option": "Optional" if may_lack else "Single",
        "homogeneous": True,
    }


def formal_output(op: Op, name: str) -> dict[str, object]:
    """Name, type, allowed types and option (``Single``, ``Variadic``) of an output."""
    output = next((o for o in op.outputs if o.name == name), None)
    if output is None:
        allowed = _onnx_types(("any",))
        return {"name": name, "type": f"T_{name}", "allowed": allowed, "option": "Single"}
    owner = op.arg(output.dtype)
    kind = output.dtype if output.dtype in op.types else f"T_{name}"
    return {
        "name": name,
        "type": kind if owner is None else _variable(op, owner),
        "allowed": _onnx_types(signature.output_dtypes(op, output)),
        "option": "Variadic" if output.is_list else "Single",
    }


def _variable(op: Op, arg: Arg) -> str:
    named = isinstance(arg.dtype, str) and arg.dtype in op.types
    return str(arg.dtype) if named else f"T_{arg.name}"


def _onnx_types(dtypes: tuple[str, ...]) -> list[str]:
    """ONNX's names of element types; of all where a type is not one of ours (``any``)."""
    known = dtypes if all(d in DTYPES for d in dtypes) else tuple(DTYPES)
    return [DTYPES[d].onnx_type for d in known]

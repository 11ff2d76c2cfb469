"""ONNX's own definitions of operators, for models that may say anything of their opsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onnx.defs import OpSchema

__all__ = ["schema_in"]

_MOST = (1 << 31) - 1
"""A model may say any number of 64 bits, the package takes 32."""


def schema_in(op_type: str, opset: int, domain: str = "") -> OpSchema | None:
    """The definition of an operator in an opset; None where it has none."""
    import onnx.defs  # late: the hosts start without it

    try:
        return onnx.defs.get_schema(op_type, max(-_MOST, min(opset, _MOST)), domain)
    except onnx.defs.SchemaError:
        return None

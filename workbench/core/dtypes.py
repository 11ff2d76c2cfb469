"""The element types that an op may use, with their names in each world.

Adding an element type is one entry in ``DTYPES``.
"""

from __future__ import annotations

import msgspec

__all__ = ["DTYPES", "DType", "by_onnx"]


class DType(msgspec.Struct, frozen=True):
    """One element type.

    Attributes:
        name: torch's and numpy's name, and ours in ``op.toml``. For numpy, ``bfloat16`` is that of
            the package ml_dtypes.
        cpp: the type in a portable kernel.
        onnx: ``onnx.TensorProto.DataType`` (ORT's ``ONNXTensorElementDataType`` is the same).
        kind: ``"float"``, ``"int"`` or ``"bool"``.
        rtol: default relative tolerance of the parity check (``torch.testing``'s).
        atol: default absolute tolerance.
    """

    name: str
    cpp: str
    onnx: int
    kind: str
    rtol: float = 0.0
    atol: float = 0.0


DTYPES: dict[str, DType] = {
    d.name: d
    for d in (
        DType("float32", "float", 1, "float", 1.3e-6, 1e-5),
        DType("float64", "double", 11, "float", 1e-7, 1e-7),
        DType("float16", "wb::half", 10, "float", 1e-3, 1e-5),
        DType("bfloat16", "wb::bfloat16", 16, "float", 1.6e-2, 1e-5),
        DType("int8", "int8_t", 3, "int"),
        DType("int16", "int16_t", 5, "int"),
        DType("int32", "int32_t", 6, "int"),
        DType("int64", "int64_t", 7, "int"),
        DType("uint8", "uint8_t", 2, "int"),
        DType("bool", "bool", 9, "bool"),
    )
}


def by_onnx(code: int) -> DType | None:
    """The element type of an ONNX type code, or None where we have none."""
    return next((d for d in DTYPES.values() if d.onnx == code), None)

"""The element types that an op may use, with their names in each world.

Adding an element type is one entry in ``DTYPES``.
"""

from __future__ import annotations

import msgspec

__all__ = ["DTYPES", "DTYPE_NUMBERS", "DType", "by_onnx", "name_of"]


class DType(msgspec.Struct, frozen=True):
    """One element type.

    Attributes:
        name: torch's and numpy's name, and ours in ``op.toml``. For numpy, ``bfloat16`` is that of
            the package ml_dtypes.
        cpp: the type in a portable kernel.
        onnx: ``onnx.TensorProto.DataType`` (ORT's ``ONNXTensorElementDataType`` is the same).
        kind: ``"float"``, ``"int"`` or ``"bool"``.
        scalar_type: torch's name in C++, of ``at::ScalarType``.
        rtol: default relative tolerance of the parity check, per element.
        of_scale: default absolute tolerance, as a part of the output's own scale. An absolute
            number would call 1e-8 and 0 alike in an output that is 1e-8 throughout.
        onnx_word: ONNX's name, where it is another.
    """

    name: str
    cpp: str
    onnx: int
    kind: str
    scalar_type: str
    rtol: float = 0.0
    of_scale: float = 0.0
    onnx_word: str = ""

    @property
    def onnx_type(self) -> str:
        """ONNX's type of a tensor of it: ``tensor(float)``."""
        return f"tensor({self.onnx_word or self.name})"


DTYPES: dict[str, DType] = {
    d.name: d
    for d in (
        # What sums in another order and coordinates cost; torch.testing's numbers for an output
        # of scale 1. float64 stays far below float32's rounding (6e-8).
        DType("float32", "float", 1, "float", "Float", 1.3e-6, 1e-5, "float"),
        DType("float64", "double", 11, "float", "Double", 1e-12, 1e-12, "double"),
        DType("float16", "wb::half", 10, "float", "Half", 1e-3, 1e-3),
        DType("bfloat16", "wb::bfloat16", 16, "float", "BFloat16", 1.6e-2, 1.6e-2),
        DType("int8", "int8_t", 3, "int", "Char"),
        DType("int16", "int16_t", 5, "int", "Short"),
        DType("int32", "int32_t", 6, "int", "Int"),
        DType("int64", "int64_t", 7, "int", "Long"),
        DType("uint8", "uint8_t", 2, "int", "Byte"),
        DType("bool", "bool", 9, "bool", "Bool"),
    )
}

_NUMBERED = (
    *("", "float32", "float64", "float16", "bfloat16", "int8", "int16", "int32", "int64"),
    *("uint8", "uint16", "uint32", "uint64", "bool"),
)
DTYPE_NUMBERS = {name: number for number, name in enumerate(_NUMBERED) if name}
"""Element type → its number as a ``wb::DType``, and in ``c_value.h``."""


def by_onnx(code: int) -> DType | None:
    """The element type of an ONNX type code, or None where we have none."""
    return next((d for d in DTYPES.values() if d.onnx == code), None)


def name_of(onnx_type: str) -> str:
    """Our name of an ONNX type, ``float32`` of ``tensor(float)``; ONNX's own where we have none."""
    word = onnx_type.removeprefix("tensor(").removesuffix(")")
    return next((d.name for d in DTYPES.values() if d.onnx_word == word), word)

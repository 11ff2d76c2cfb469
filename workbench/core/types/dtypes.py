"""The element types that an op may use, with their names in each world.

Adding an element type is one entry in ``DTYPES``.
"""

from __future__ import annotations

import difflib
import re

import msgspec

__all__ = [
    "DTYPES",
    "DTYPE_NUMBERS",
    "MARKS",
    "NO_STRINGS",
    "NO_TENSORS",
    "DType",
    "by_onnx",
    "by_torch",
    "meant",
    "name_of",
    "no_dtype",
]


class DType(msgspec.Struct, frozen=True):
    """One element type.

    Attributes:
        name: torch's and numpy's name, and ours in ``op.toml``. For numpy it is that of the package
            ml_dtypes where there is ``stored``.
        cpp: the type in a portable kernel.
        onnx: ``onnx.TensorProto.DataType`` (ORT's ``ONNXTensorElementDataType`` is the same).
        kind: ``"float"``, ``"int"`` or ``"bool"``.
        scalar_type: torch's name in C++, of ``at::ScalarType``.
        number: torch's number of it, the value of that enumerator.
        rtol: default relative tolerance of the parity check, per element.
        of_scale: default absolute tolerance, as a part of the output's own scale. An absolute
            number would call 1e-8 and 0 alike in an output that is 1e-8 throughout.
        onnx_word: ONNX's name, where it is another.
        stored: numpy's type of the same size, in files and at numpy's edge, where numpy does not
            know it.
        header: the header of ours that has ``cpp``, where that is opt-in.
    """

    name: str
    cpp: str
    onnx: int
    kind: str
    scalar_type: str
    number: int
    rtol: float = 0.0
    of_scale: float = 0.0
    onnx_word: str = ""
    stored: str = ""
    header: str = ""

    @property
    def mark(self) -> str:
        """What follows the name of an array of it in a file; empty where numpy knows it."""
        return f"@{self.name}" if self.stored else ""

    @property
    def ends(self) -> tuple[int, int] | None:
        """The smallest and the largest whole number that it has; None for other types."""
        if self.kind != "int":
            return None
        bits = int(re.sub(r"\D", "", self.name))
        signed = not self.name.startswith("u")
        return (-(1 << bits - 1) if signed else 0), (1 << bits - signed) - 1

    @property
    def onnx_type(self) -> str:
        """ONNX's type of a tensor of it: ``tensor(float)``."""
        return f"tensor({self.onnx_word or self.name})"


DTYPES: dict[str, DType] = {
    d.name: d
    for d in (
        # What sums in another order and coordinates cost; torch.testing's numbers for an output
        # of scale 1. float64 stays far below float32's rounding (6e-8).
        DType("float32", "float", 1, "float", "Float", 6, 1.3e-6, 1e-5, "float"),
        DType("float64", "double", 11, "float", "Double", 7, 1e-12, 1e-12, "double"),
        DType("float16", "wb::half", 10, "float", "Half", 5, 1e-3, 1e-3, header="half.h"),
        DType(
            "bfloat16",
            "wb::bfloat16",
            16,
            "float",
            "BFloat16",
            15,
            1.6e-2,
            1.6e-2,
            stored="uint16",
            header="half.h",
        ),
        # torch.testing has no numbers for these: one step of the type, as far as it goes.
        DType(
            "float8_e4m3fn",
            "wb::float8_e4m3fn",
            17,
            "float",
            "Float8_e4m3fn",
            24,
            0.125,
            0.0625,
            "float8e4m3fn",
            stored="uint8",
            header="float8.h",
        ),
        DType(
            "float8_e5m2",
            "wb::float8_e5m2",
            19,
            "float",
            "Float8_e5m2",
            23,
            0.25,
            0.125,
            "float8e5m2",
            stored="uint8",
            header="float8.h",
        ),
        DType("int8", "int8_t", 3, "int", "Char", 1),
        DType("int16", "int16_t", 5, "int", "Short", 2),
        DType("int32", "int32_t", 6, "int", "Int", 3),
        DType("int64", "int64_t", 7, "int", "Long", 4),
        DType("uint8", "uint8_t", 2, "int", "Byte", 0),
        DType("uint16", "uint16_t", 4, "int", "UInt16", 27),
        DType("uint32", "uint32_t", 12, "int", "UInt32", 28),
        DType("uint64", "uint64_t", 13, "int", "UInt64", 29),
        DType("bool", "bool", 9, "bool", "Bool", 11),
    )
}

MARKS = {d.mark: d.onnx for d in DTYPES.values() if d.stored}
"""What follows the name of an array that numpy has no type for → the ONNX type code."""

_NUMBERED = (
    *("", "float32", "float64", "float16", "bfloat16", "int8", "int16", "int32", "int64"),
    *("uint8", "uint16", "uint32", "uint64", "bool", "float8_e4m3fn", "float8_e5m2"),
)
DTYPE_NUMBERS = {name: number for number, name in enumerate(_NUMBERED) if name}
"""Element type → its number as a ``wb::DType``, and in ``c_value.h``."""


_AS_BYTES = (
    "torch has no tensors of strings",
    "Pass a str argument, or the text's bytes as uint8.",
)
_AS_REAL = (
    "ONNX Runtime has no tensors of complex numbers, and no exporter of torch writes a node with them",
    "Give a tensor of real numbers whose last axis has the real and the imaginary part: "
    "torch.view_as_real(x) in PyTorch.",
)
_AS_INT8 = (
    "torch has the name of this type, and no tensors that hold its elements",
    "Give int8, or two elements packed in a byte of uint8.",
)
_AS_FLOAT8 = (
    "kernels have no type in C++ for it here",
    "Give float8_e4m3fn or float8_e5m2.",
)
NO_TENSORS = {
    **dict.fromkeys(("string", "str", "object"), _AS_BYTES),
    **dict.fromkeys(("complex32", "complex64", "complex128"), _AS_REAL),
    **dict.fromkeys(("int4", "uint4", "int2", "uint2"), _AS_INT8),
    **dict.fromkeys(("float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e8m0fnu"), _AS_FLOAT8),
}
"""Names of element types that no op can have: why, and what serves instead."""
NO_STRINGS = (
    f"{_AS_BYTES[0]}: a model with the op runs in ONNX Runtime alone, with op-workbench run MODEL.onnx "
    "--library LIB.so --inputs FILE.npz"
)
"""Why an op of ONNX Runtime's that takes or gives strings is none here, and what can be done with it."""


_BY_TORCH = {dtype.scalar_type.lower(): name for name, dtype in DTYPES.items()}
"""Torch's other names of element types (``half``, ``long``); its ``float`` has 32 bits."""


def by_torch(name: str) -> str:
    """The element type that torch calls so, e.g. float16 for half; empty where it is none."""
    name = re.sub(r"^(?:torch|np|numpy)\.", "", name).lower()
    return name if name in DTYPES else _BY_TORCH.get(name, "")


def meant(name: str) -> str:
    """The element type that torch calls so, or one of a similar name; empty for none."""
    return by_torch(name) or next(iter(difflib.get_close_matches(name, DTYPES, 1)), "")


def no_dtype(name: str) -> tuple[str, str]:
    """Why a name is no element type of an op's, and the next step."""
    if name in NO_TENSORS:
        return NO_TENSORS[name]
    near = meant(name)
    hint = f"Choose one of: {', '.join(DTYPES)}."
    return f"'{name}' is no element type", f"Did you mean {near}? {hint}" if near else hint


def by_onnx(code: int) -> DType | None:
    """The element type of an ONNX type code, or None where we have none."""
    return next((d for d in DTYPES.values() if d.onnx == code), None)


def name_of(onnx_type: str) -> str:
    """Our name of an ONNX type, ``float32`` of ``tensor(float)``; ONNX's own where we have none."""
    word = onnx_type.removeprefix("tensor(").removesuffix(")")
    return next((d.name for d in DTYPES.values() if d.onnx_word == word), word)

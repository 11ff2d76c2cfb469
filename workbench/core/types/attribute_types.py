"""The types that an attribute of an ONNX node may have here, with their names in each world.

Adding an attribute type is one entry in ``ATTRIBUTE_TYPES``, and what the C++ headers need to read
it.
"""

from __future__ import annotations

import msgspec

from workbench.core.types.literals import FLOAT, INT, NUMBERS, TEXT, ListOf, Literal

__all__ = ["ATTRIBUTE_TYPES", "AttributeType"]


class AttributeType(msgspec.Struct, frozen=True, kw_only=True):
    """One attribute type.

    Attributes:
        name: ours in ``op.toml``, and the name of ONNX's type in lower case.
        doc: what it holds, for people.
        suffix: by which a symbolic function says it: ``alpha_f``.
        literal: what its value is in ``op.toml``.
        argument: the argument type that is declared for it; empty where its elements decide.
        is_tensor: it holds a tensor, which has an element type.
        rule: what a rule gives for it, a key of ``shape_rule.VALUE_KINDS``; empty where none can.
        cast: what makes an argument's value one of it in Python; of a list, of each item. An int
            where a float is meant would make it an attribute of another type.
        annotation: of a parameter of an onnxscript function; empty where it cannot have one.
        trt_field: of a plugin of TensorRT; empty where it cannot have one.
        trt_python: of a parameter of one in Python.
    """

    name: str
    doc: str
    suffix: str
    literal: Literal
    argument: str = ""
    is_tensor: bool = False
    rule: str = ""
    cast: str = ""
    annotation: str = ""
    trt_field: str = ""
    trt_python: str = ""

    @property
    def has_32_bits(self) -> bool:
        """Whether its numbers are rounded to floats of 32 bits."""
        return self.literal.item is FLOAT and not self.is_tensor

    @property
    def onnx(self) -> str:
        """The name of ``onnx.AttributeProto.AttributeType``."""
        return self.name.upper()


ATTRIBUTE_TYPES: dict[str, AttributeType] = {
    t.name: t
    for t in (
        AttributeType(
            name="int",
            doc="a whole number",
            suffix="i",
            literal=INT,
            rule="number",
            argument="int",
            annotation="int",
            trt_field="kINT64",
            trt_python="int",
        ),
        AttributeType(
            name="float",
            doc="a number of 32 bits",
            suffix="f",
            literal=FLOAT,
            rule="real",
            argument="float",
            cast="float",
            annotation="float",
            trt_field="kFLOAT32",
            trt_python="float",
        ),
        AttributeType(
            name="string",
            doc="a text",
            suffix="s",
            literal=TEXT,
            rule="text",
            argument="str",
            annotation="str",
            trt_field="kCHAR",
            trt_python="str",
        ),
        AttributeType(
            name="ints",
            doc="a list of whole numbers",
            suffix="i",
            literal=ListOf(INT),
            argument="int[]",
            rule="shape",
            trt_field="kINT64",
            trt_python="npt.NDArray[np.int64]",
        ),
        AttributeType(
            name="floats",
            doc="a list of numbers of 32 bits",
            suffix="f",
            literal=ListOf(FLOAT),
            rule="reals",
            argument="float[]",
            cast="float",
            trt_field="kFLOAT32",
            trt_python="npt.NDArray[np.float32]",
        ),
        AttributeType(
            name="strings",
            doc="a list of texts",
            suffix="s",
            literal=ListOf(TEXT),
            rule="texts",
            argument="str[]",
        ),
        AttributeType(
            name="tensor",
            doc="a number as a 0-d tensor, or a list of numbers as a 1-d one",
            suffix="t",
            literal=NUMBERS,
            is_tensor=True,
        ),
    )
}

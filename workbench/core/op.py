"""The declaration of an op: exactly what ``op.toml`` says, as frozen structs.

These structs are the one definition for the file, for the forms of the window and for
the wire between the processes. What a value means beyond its type is checked in
``check.py``; how it is read and written is in ``op_file.py``.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

__all__ = [
    "ARG_TYPES",
    "ATTRIBUTE_TYPES",
    "SCHEMA_VERSION",
    "Arg",
    "Attribute",
    "Constant",
    "Example",
    "Kernel",
    "Mapping",
    "Model",
    "Node",
    "Op",
    "Ort",
    "Output",
    "Reference",
    "Value",
]

SCHEMA_VERSION = 1

Scalar = bool | int | float | str
Value = Scalar | tuple[Scalar, ...]
"""A literal in the declaration: a scalar or a list of scalars."""

ArgType = Literal["tensor", "int", "float", "bool", "str", "int[]", "float[]", "bool[]", "str[]"]
ARG_TYPES: tuple[str, ...] = ArgType.__args__  # type: ignore[attr-defined]

AttributeType = Literal["int", "float", "string", "ints", "floats", "strings"]
ATTRIBUTE_TYPES: tuple[str, ...] = AttributeType.__args__  # type: ignore[attr-defined]

KernelStyle = Literal["portable", "libtorch"]
Registration = Literal["generated", "own"]
OrtImplementation = Literal["portable", "export-only", "none"]
Exporter = Literal["torchscript", "torch.export"]
Generator = Literal["normal", "uniform", "integers", "arange", "zeros", "ones"]


class _Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all parts of the declaration share: immutable, strict, defaults left out."""


class Arg(_Declared, frozen=True):
    """One argument of the op, in torch's order.

    Attributes:
        name: an identifier, valid in Python and C++.
        type: ``tensor``, a scalar type or a list type.
        dtype: tensors only: an element type, several, or a name of ``[types]``.
        optional: the argument may be None.
        default: the value when the caller gives none (an optional argument's is None).
        doc: one line for people.
    """

    name: str
    type: ArgType = "tensor"
    dtype: str | tuple[str, ...] = "float32"
    optional: bool = False
    default: Value | UnsetType = UNSET
    doc: str = ""


class Output(_Declared, frozen=True):
    """One output.

    Attributes:
        name: an identifier, distinct from the arguments'.
        dtype: an element type, a name of ``[types]``, or a tensor argument's name
            (then it has that argument's element type).
        shape: the shape rule, see ``shape_rule.py``.
        doc: one line for people.
    """

    name: str
    dtype: str
    shape: str
    doc: str = ""


class Kernel(_Declared, frozen=True):
    """Where the computation is.

    Attributes:
        style: ``portable`` or ``libtorch``.
        source: the C++ file, relative to the op's folder.
        function: the C++ function; may be qualified (``ns::f``).
        registration: libtorch only: ``generated``, or ``own`` where the file registers
            the op itself (``TORCH_LIBRARY``, ``RegisterOperators``).
    """

    style: KernelStyle = "portable"
    source: str = "kernel.cpp"
    function: str = ""
    registration: Registration = "generated"


class Attribute(_Declared, frozen=True):
    """One attribute of a node: the value of an argument, or a literal."""

    name: str
    type: AttributeType
    arg: str = ""
    value: Value | UnsetType = UNSET


class Constant(_Declared, frozen=True):
    """A constant tensor that nodes can take as an input.

    Attributes:
        name: what the nodes' ``inputs`` call it.
        dtype: an element type, or a tensor argument's name (then it has its type).
        value: a literal; a scalar gives a 0-d tensor, a list a 1-d tensor.
        arg: or the scalar or list argument whose value it holds.
    """

    name: str
    dtype: str
    value: Value | UnsetType = UNSET
    arg: str = ""


class Node(_Declared, frozen=True):
    """One ONNX node of the mapping.

    Attributes:
        op: ``Domain::Op``, or ``Op`` for a standard ONNX operator.
        inputs: names of tensor arguments, constants or earlier nodes' outputs; ``""``
            leaves an optional input out.
        outputs: names given to the results; the op's outputs must be among them.
        attributes: typed attributes.
    """

    op: str
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()

    @property
    def domain(self) -> str:
        """The domain, empty for ONNX's own."""
        return self.op.rpartition("::")[0]

    @property
    def op_type(self) -> str:
        """The operator's name without its domain."""
        return self.op.rpartition("::")[2]


class Mapping(_Declared, frozen=True):
    """What the symbolic function produces: nodes in topological order."""

    constants: tuple[Constant, ...] = ()
    nodes: tuple[Node, ...] = ()


class Ort(_Declared, frozen=True):
    """How ONNX Runtime runs the custom node.

    Attributes:
        implementation: ``portable`` (the same kernel object), ``export-only`` (another
            runtime will run it; parity is not checked) or ``none`` (standard nodes only).
        oldest: the oldest ONNX Runtime that shall load the library, ``"1.17"`` or later.
        since_version: the version of the custom domain that has this op.
    """

    implementation: OrtImplementation = "portable"
    oldest: str = "1.17"
    since_version: int = 1


class Example(_Declared, frozen=True):
    """The example value of one argument in the sample model.

    Attributes:
        arg: the argument.
        shape: tensors: the sizes.
        dtype: tensors: the element type; the argument's first one when empty.
        generator: tensors: how the elements are made.
        seed: tensors: of the generator.
        low, high: tensors: the range of ``uniform`` and ``integers`` (high excluded).
        dynamic: tensors: axis → name of the dynamic dimension in the exported model.
        value: other arguments: the value; the declared default when unset.
        none: pass None to an optional argument.
    """

    arg: str
    shape: tuple[int, ...] | UnsetType = UNSET
    dtype: str = ""
    generator: Generator = "normal"
    seed: int = 0
    low: float = 0.0
    high: float = 1.0
    dynamic: dict[int, str] = {}
    value: Value | UnsetType = UNSET
    none: bool = False


class Model(_Declared, frozen=True):
    """The sample model: one call of the op on example inputs.

    Attributes:
        opset: the ONNX opset to export to.
        exporter: ``torchscript`` (``dynamo=False``) or ``torch.export``.
        inputs: one example per argument (those with a default may be left out).
        rtol, atol: tolerances of the parity check; the element type's when unset.
    """

    opset: int = 17
    exporter: Exporter = "torchscript"
    inputs: tuple[Example, ...] = ()
    rtol: float | UnsetType = UNSET
    atol: float | UnsetType = UNSET


class Reference(_Declared, frozen=True):
    """What the op should compute, said independently of the kernel.

    Without it 'agrees' means that both runtimes give the same numbers, which one kernel
    compiled for both does even where it is wrong.

    Attributes:
        python: an expression over the arguments with ``torch`` in scope; a tuple for
            several outputs. E.g. ``2 * a + b``.
        source: or a Python file, relative to the op's folder.
        function: the function in it that takes the op's arguments; the op's name if empty.
    """

    python: str = ""
    source: str = ""
    function: str = ""

    @property
    def declared(self) -> bool:
        """Whether there is one."""
        return bool(self.python or self.source)


class Op(_Declared, frozen=True):
    """One op, whole.

    Attributes:
        schema: the version of this file format.
        name: the op's name in the program; an identifier.
        torch: the qualified torch name, ``namespace::name``.
        doc: what it computes, for people.
        types: type variables: name → the element types it may stand for. An op with
            several is built once per combination.
    """

    schema: int
    name: str
    torch: str
    doc: str = ""
    types: dict[str, tuple[str, ...]] = {}
    args: tuple[Arg, ...] = ()
    outputs: tuple[Output, ...] = ()
    kernel: Kernel = Kernel()
    mapping: Mapping = Mapping()
    ort: Ort = Ort()
    model: Model = Model()
    reference: Reference = Reference()

    @property
    def namespace(self) -> str:
        """Torch's namespace of the op."""
        return self.torch.partition("::")[0]

    @property
    def torch_name(self) -> str:
        """The op's name inside its namespace."""
        return self.torch.partition("::")[2]

    def arg(self, name: str) -> Arg | None:
        """The argument of that name, or None."""
        return next((a for a in self.args if a.name == name), None)

    @property
    def tensors(self) -> tuple[Arg, ...]:
        """The tensor arguments, in order."""
        return tuple(a for a in self.args if a.type == "tensor")

    def example(self, arg: str) -> Example | None:
        """The example of an argument, or None."""
        return next((e for e in self.model.inputs if e.arg == arg), None)

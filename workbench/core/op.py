"""The declaration of an op: exactly what ``op.toml`` says, as frozen structs.

These structs are the one definition for the file, for the forms of the window and for
the wire between the processes; those of the sample model are in ``sample_model.py``. What a
value means beyond its type is checked in ``check``; how it is read and written is in
``storage/op_file.py``.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from workbench.core.declared import Declared, Scalar, Value
from workbench.core.sample_model import Case, Example, Model, Reference

__all__ = [
    "ARG_TYPES",
    "ATTRIBUTE_TYPES",
    "SCHEMA_VERSION",
    "Arg",
    "Attribute",
    "Case",
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
    "Scalar",
    "Value",
    "Variant",
]

SCHEMA_VERSION = 1

ArgType = Literal[
    "tensor", "tensor[]", "int", "float", "bool", "str", "int[]", "float[]", "bool[]", "str[]"
]
ARG_TYPES: tuple[str, ...] = ArgType.__args__  # type: ignore[attr-defined]

AttributeType = Literal["int", "float", "string", "ints", "floats", "strings", "tensor"]
ATTRIBUTE_TYPES: tuple[str, ...] = AttributeType.__args__  # type: ignore[attr-defined]

KernelStyle = Literal["portable", "libtorch", "installed", "python"]
Registration = Literal["generated", "own", "pybind"]
OrtImplementation = Literal["portable", "bridge", "own", "export-only", "none"]


class Arg(Declared, frozen=True):
    """One argument of the op, in torch's order.

    Attributes:
        name: an identifier, valid in Python and C++.
        type: ``tensor``, ``tensor[]``, a scalar type or a list type.
        dtype: tensors only: an element type, several, or a name of ``[types]``. The tensors
            of a ``tensor[]`` share it; ``any`` lets each of them have a type of its own.
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


class Output(Declared, frozen=True):
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


class Kernel(Declared, frozen=True):
    """Where the computation is.

    Attributes:
        style: ``portable``; ``libtorch``; ``installed``, an op that torch or a package has
            already; or ``python``, an ``autograd.Function``.
        source: the C++ (or Python) file, relative to the op's folder; unused by ``installed``.
        function: the C++ function, which may be qualified (``ns::f``); with ``pybind`` the name
            under which the module has it; with ``python`` the class.
        registration: libtorch only: ``generated``; ``own`` where the file registers the op
            itself (``TORCH_LIBRARY``, ``RegisterOperators``); or ``pybind`` where it is a
            Python extension (``PYBIND11_MODULE``), which is then called from an
            ``autograd.Function`` of ours.
        package: installed only: the Python module whose import registers the op; torch's own
            ops need none.
        sources: further C++ or CUDA files, compiled and linked beside ``source``.
        include: folders of headers, relative to the op's folder.
        compile_flags: further flags of the compiler, for every C++ file of the op.
        link_flags: further flags of the linker.
    """

    style: KernelStyle = "portable"
    source: str = "kernel.cpp"
    function: str = ""
    registration: Registration = "generated"
    package: str = ""
    sources: tuple[str, ...] = ()
    include: tuple[str, ...] = ()
    compile_flags: tuple[str, ...] = ()
    link_flags: tuple[str, ...] = ()

    @property
    def is_function(self) -> bool:
        """Whether torch sees an ``autograd.Function`` instead of a registered op."""
        return self.style == "python" or self.registration == "pybind"


class Attribute(Declared, frozen=True):
    """One attribute of a node: the value of an argument, or a literal.

    Attributes:
        name: the attribute's, without a suffix.
        type: of the ONNX attribute; ``tensor`` holds a number or a list of numbers as a tensor
            (0-d or 1-d).
        arg: the argument whose value it has.
        value: or a literal.
        rule: or, for ``ints``, a shape rule: ``[stride_h, stride_w]``, ``weight.shape[2:]``.
        dtype: ``tensor`` only: its element type.
    """

    name: str
    type: AttributeType
    arg: str = ""
    value: Value | UnsetType = UNSET
    rule: str = ""
    dtype: str = "float32"


class Constant(Declared, frozen=True):
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


class Node(Declared, frozen=True):
    """One ONNX node of the mapping.

    Attributes:
        op: ``Domain::Op``, or ``Op`` for a standard ONNX operator.
        inputs: names of tensor arguments, constants or earlier nodes' outputs; ``""``
            leaves an optional input out. A ``tensor[]`` argument, always the last, gives as
            many inputs as it has tensors.
        outputs: names given to the results; the op's outputs must be among them.
        attributes: typed attributes.
        when: the node is part of the graph only if this holds: ``mask is None``, a bool
            argument, ``not``, ``and``, ``or``. Nodes of different branches may give outputs of
            the same name.
        script: a Python file of the op's folder with an onnxscript function called like the
            node's operator. The function travels in the model, so no runtime needs a library.
    """

    op: str
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()
    attributes: tuple[Attribute, ...] = ()
    when: str = ""
    script: str = ""

    @property
    def is_custom(self) -> bool:
        """Whether a runtime needs a kernel of its own for it."""
        return bool(self.domain) and not self.script

    @property
    def domain(self) -> str:
        """The domain, empty for ONNX's own."""
        return self.op.rpartition("::")[0]

    @property
    def op_type(self) -> str:
        """The operator's name without its domain."""
        return self.op.rpartition("::")[2]


class Mapping(Declared, frozen=True):
    """What the symbolic function produces: nodes in topological order.

    Attributes:
        constants, nodes: the nodes, as a form can say them.
        source: or a Python file of the op's folder for what a form cannot say. Its function
            takes ``g`` and the op's arguments, makes nodes with ``g.op`` as torch's symbolic
            functions do, and serves both exporters. ``nodes`` then say which nodes ONNX Runtime
            must have a kernel for, and nothing is generated from them.
        function: the function in it; ``MyAdd.symbolic`` for a class's own.
    """

    constants: tuple[Constant, ...] = ()
    nodes: tuple[Node, ...] = ()
    source: str = ""
    function: str = "symbolic"

    @property
    def custom_nodes(self) -> tuple[Node, ...]:
        """The nodes that ONNX Runtime needs a kernel for."""
        return tuple(n for n in self.nodes if n.is_custom)


class Ort(Declared, frozen=True):
    """How ONNX Runtime runs the custom node.

    Attributes:
        implementation: ``portable`` (the same kernel object); ``bridge`` (calls the torch op;
            needs libtorch where it runs); ``own`` (C++ of the user's against ONNX Runtime's
            official headers); ``export-only`` (another runtime will run it; parity is not
            checked); or ``none`` (standard nodes and model-local functions only).
        source: own only: the C++ file, relative to the op's folder. Further files, include
            folders and flags are those of ``[kernel]``.
        structs: own only: the custom-op structs to register in the mapping's domain, where the
            source does not define ``RegisterCustomOps`` itself; empty to find them.
        oldest: the oldest ONNX Runtime that shall load the library, ``"1.17"`` or later.
        since_version: the version of the custom domain that has this op.
    """

    implementation: OrtImplementation = "portable"
    source: str = ""
    structs: tuple[str, ...] = ()
    oldest: str = "1.17"
    since_version: int = 1

    @property
    def makes_library(self) -> bool:
        """Whether there is a library for ONNX Runtime."""
        return self.implementation in ("portable", "bridge", "own")


class Variant(Declared, frozen=True):
    """Another way to map the op, to choose instead of the main one.

    Attributes:
        doc: when one would choose it.
        mapping: instead of the op's.
        ort: instead of the op's.
        opset: instead of the model's; 0 keeps it.
    """

    mapping: Mapping = Mapping()
    ort: Ort = Ort()
    opset: int = 0
    doc: str = ""


class Op(Declared, frozen=True):
    """One op, whole.

    Attributes:
        schema: the version of this file format.
        name: the op's name in the program; an identifier.
        torch: the qualified torch name, ``namespace::name``.
        doc: what it computes, for people.
        types: type variables: name → the element types it may stand for. An op with
            several is built once per combination.
        variants: further mappings by name.
        variant: the one in use; empty for the main mapping.
    """

    schema: int
    name: str
    torch: str
    doc: str = ""
    types: dict[str, tuple[str, ...]] = {}  # noqa: RUF012  # msgspec makes a new one each time
    args: tuple[Arg, ...] = ()
    outputs: tuple[Output, ...] = ()
    kernel: Kernel = Kernel()
    mapping: Mapping = Mapping()
    ort: Ort = Ort()
    model: Model = Model()
    reference: Reference = Reference()
    variant: str = ""
    variants: dict[str, Variant] = {}  # noqa: RUF012

    @property
    def maps_itself(self) -> bool:
        """Whether the ``symbolic`` of the kernel's own class is the mapping: there is no other."""
        mapping = self.mapping
        return self.kernel.style == "python" and not (mapping.nodes or mapping.source)

    def resolved(self, variant: str | None = None) -> Op:
        """The op with a variant's parts in the place of its own, and no variants left.

        Args:
            variant: its name; empty for the main mapping, None for the one in use.

        Raises:
            KeyError: there is no such variant.
        """
        name = self.variant if variant is None else variant
        main = msgspec.structs.replace(self, variant="", variants={})
        if not name:
            return main
        chosen = self.variants[name]
        model = msgspec.structs.replace(self.model, opset=chosen.opset or self.model.opset)
        return msgspec.structs.replace(main, mapping=chosen.mapping, ort=chosen.ort, model=model)

    def for_case(self, case: Case) -> Op:
        """The op with a case's examples as the main ones, and no further cases."""
        return msgspec.structs.replace(self, model=self.model.for_case(case))

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
        """The tensor arguments, in order; lists of tensors are not among them."""
        return tuple(a for a in self.args if a.type == "tensor")

    def example(self, arg: str) -> Example | None:
        """The example of an argument, or None."""
        return next((e for e in self.model.inputs if e.arg == arg), None)

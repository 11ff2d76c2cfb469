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
    "Value",
    "Variant",
]

SCHEMA_VERSION = 1

Scalar = bool | int | float | str
Value = Scalar | tuple[Scalar, ...]
"""A literal in the declaration: a scalar or a list of scalars."""

ArgType = Literal[
    "tensor", "tensor[]", "int", "float", "bool", "str", "int[]", "float[]", "bool[]", "str[]"
]
ARG_TYPES: tuple[str, ...] = ArgType.__args__  # type: ignore[attr-defined]

AttributeType = Literal["int", "float", "string", "ints", "floats", "strings", "tensor"]
ATTRIBUTE_TYPES: tuple[str, ...] = AttributeType.__args__  # type: ignore[attr-defined]

KernelStyle = Literal["portable", "libtorch", "installed", "python"]
Registration = Literal["generated", "own", "pybind"]
OrtImplementation = Literal["portable", "bridge", "own", "export-only", "none"]
Exporter = Literal["torchscript", "torch.export"]
Generator = Literal["normal", "uniform", "integers", "arange", "zeros", "ones"]


class _Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What all parts of the declaration share: immutable, strict, defaults left out."""


class Arg(_Declared, frozen=True):
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


class Attribute(_Declared, frozen=True):
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


class Mapping(_Declared, frozen=True):
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


class Ort(_Declared, frozen=True):
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


class Example(_Declared, frozen=True):
    """The example value of one argument in the sample model.

    Attributes:
        arg: the argument. For one tensor of a ``tensor[]``: ``xs[0]``, ``xs[1]``, … With a model
            file: the input of its module.
        shape: tensors: the sizes.
        dtype: tensors: the element type; the argument's first one when empty.
        generator: tensors: how the elements are made.
        seed: tensors: of the generator.
        low, high: tensors: the range of ``uniform`` and ``integers`` (high excluded).
        dynamic: tensors: axis → name of the dynamic dimension in the exported model.
        value: other arguments: the value; the declared default when unset. Tensors: the
            elements, row by row, instead of a generator.
        none: pass None to an optional argument.
        file: tensors: a file of the op's folder that holds the elements, instead of a generator:
            ``.npy``, ``.npz``, or ONNX's ``.pb`` (a TensorProto). Shape and element type are the
            file's where they are not declared.
        entry: the array of an ``.npz``; it may be left out where there is only one.
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
    file: str = ""
    entry: str = ""

    @property
    def is_tensor(self) -> bool:
        """Whether it says what a tensor is like; a scalar has neither shape nor file."""
        return self.shape is not UNSET or bool(self.file)


def _inherited(example: Example, main: Example | None) -> Example:
    if main is None or example.none or main.none or not (example.is_tensor and main.is_tensor):
        return example
    # The rank of what a file holds is known only to those who open it.
    same_rank = (
        UNSET in (main.shape, example.shape) or len(main.shape) == len(example.shape)  # type: ignore[arg-type]
    )
    return msgspec.structs.replace(
        example,
        dtype=example.dtype or main.dtype,
        dynamic=example.dynamic or (main.dynamic if same_rank else {}),
    )


class Case(_Declared, frozen=True):
    """A further set of example inputs.

    Attributes:
        name: what it is called; an identifier.
        inputs: the examples that are not those of ``model.inputs``.
        doc: what it shows.
    """

    name: str
    inputs: tuple[Example, ...] = ()
    doc: str = ""


class Model(_Declared, frozen=True):
    """The sample model: one call of the op on example inputs, or a model of the project.

    Attributes:
        opset: the ONNX opset to export to.
        exporter: ``torchscript`` (``dynamo=False``) or ``torch.export``.
        inputs: one example per argument (those with a default may be left out).
        cases: further sets of examples. One that differs in dynamic sizes only is run through
            the very file that was exported for ``inputs``; others get a file of their own.
        source: a Python file of the op's folder that makes the model; empty for one call.
        function: the function in it. It takes the op as a callable and gives a
            ``torch.nn.Module``, whose inputs are then those of ``inputs``.
        outputs: with ``source``: names of the model's outputs; the op's where empty.
        onnx: an ONNX model with nodes of the op, relative to the op's folder (or absolute, where
            it is too large to be copied). It is run in ONNX Runtime too, and what goes in and out
            of its nodes is compared with PyTorch.
        node: with ``onnx``: the name of one node, or its operator for all of them.
        rtol, atol: tolerances of the parity check; the element type's when unset.
    """

    opset: int = 17
    exporter: Exporter = "torchscript"
    inputs: tuple[Example, ...] = ()
    cases: tuple[Case, ...] = ()
    source: str = ""
    function: str = "model"
    outputs: tuple[str, ...] = ()
    onnx: str = ""
    node: str = ""
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


class Variant(_Declared, frozen=True):
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


class Op(_Declared, frozen=True):
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
    types: dict[str, tuple[str, ...]] = {}
    args: tuple[Arg, ...] = ()
    outputs: tuple[Output, ...] = ()
    kernel: Kernel = Kernel()
    mapping: Mapping = Mapping()
    ort: Ort = Ort()
    model: Model = Model()
    reference: Reference = Reference()
    variant: str = ""
    variants: dict[str, Variant] = {}

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
        """The op with a case's examples as the main ones, and no further cases.

        An example of the case replaces that of the same argument; what it does not say (element
        type, dynamic axes) is as there. Tensors of a ``tensor[]`` are replaced all together.
        """
        main = {e.arg: e for e in self.model.inputs}
        own = {e.arg: _inherited(e, main.get(e.arg)) for e in case.inputs}
        lists = {e.arg.partition("[")[0] for e in case.inputs if "[" in e.arg}
        kept = {n: e for n, e in main.items() if n.partition("[")[0] not in lists}
        model = msgspec.structs.replace(self.model, inputs=tuple((kept | own).values()), cases=())
        return msgspec.structs.replace(self, model=model)

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

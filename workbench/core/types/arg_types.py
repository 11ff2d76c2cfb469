"""The types that an argument of an op may have, with their names in each world.

Adding an argument type is one entry in ``ARG_TYPES``, what the C++ headers need to hand it on, and
a node of the shape rule where it has sizes to give.
"""

from __future__ import annotations

import msgspec

from workbench.core.types.dtypes import DTYPES
from workbench.core.types.literals import BOOL, FLOAT, INT, NUMBERS, TEXT, ListOf, Literal, OneOf

__all__ = [
    "ARG_TYPES",
    "DTYPE",
    "LACKING",
    "OUTPUT_TYPES",
    "ArgumentType",
    "declared_for",
    "each_is_there",
    "list_of",
    "of_elements",
]


class ArgumentType(msgspec.Struct, frozen=True, kw_only=True):
    """One argument type.

    Attributes:
        name: ours in ``op.toml``.
        doc: what it is, for people.
        words: in the middle of a sentence: ``'x' is a list of tensors``.
        literal: what its value is in ``op.toml``; a tensor's are its elements.
        holds_tensors: it is an input of the graph; all others are constants of the model.
        is_dtype: its value is an element type, which outputs may have.
        is_list: it has items.
        items_may_be_none: of a list of tensors, each of them may be missing.
        python: the type of a parameter in Python.
        schema: torch's word in a schema string.
        jit: the types of torch's JIT that are declared as this one.
        jit_too: further ones that take its values.
        descriptor: of ``parse_args``, where the graph has the value.
        libtorch: the parameter's C++ type in a libtorch kernel.
        portable: and in a portable one; ``{}`` stands for the element type.
        portable_any: the same where each tensor may have an element type of its own.
        ort_list: what the glue for ONNX Runtime wraps a list's literal in.
        attributes: the types of ONNX attributes that may carry it, the usual one first.
        cast: what makes a value an ONNX attribute's in Python; of a list, of each item.
        constant: the element type of the constant that it becomes as a node's input. ONNX's own
            operators take counts, axes and sizes as int64.
        in_rule: what it is in a shape rule: a ``shape``, ``shapes``, a ``number``, ``numbers``, a
            ``real`` number, ``reals``, a ``text`` or a ``flag``; empty where a rule cannot name it.
        in_portable: whether a portable kernel takes it.
        in_function: whether torch passes it to a registered C++ function.
        in_bridge: whether a bridge passes it to torch.
        in_torchscript: whether the TorchScript exporter hands it to a symbolic function.
        may_be_none: whether the argument may be optional.
        has_default: whether torch's schemas have a default for it.
        is_result: whether an output may be one.
        instead: the type that serves where this one cannot be had.
        hint: the same in a sentence.
    """

    name: str
    doc: str
    words: str = ""
    literal: Literal
    holds_tensors: bool = False
    is_dtype: bool = False
    is_list: bool = False
    items_may_be_none: bool = False
    python: str
    schema: str
    jit: tuple[str, ...]
    jit_too: tuple[str, ...] = ()
    descriptor: str
    libtorch: str
    portable: str
    portable_any: str = ""
    ort_list: str = ""
    attributes: tuple[str, ...] = ()
    cast: str = ""
    constant: str = ""
    in_rule: str = ""
    in_portable: bool = True
    in_function: bool = True
    in_bridge: bool = True
    in_torchscript: bool = True
    may_be_none: bool = True
    has_default: bool = True
    is_result: bool = False
    instead: str = ""
    hint: str = ""

    @property
    def has_elements(self) -> bool:
        """Whether the op is built for each element type of an argument."""
        return self.holds_tensors or self.is_dtype

    @property
    def attribute(self) -> str:
        """The type of the ONNX attribute that carries it; empty for what is an input."""
        return "" if self.holds_tensors else self.attributes[0]


ARG_TYPES: dict[str, ArgumentType] = {
    t.name: t
    for t in (
        ArgumentType(
            name="tensor",
            doc="an input of the graph",
            words="tensor",
            literal=NUMBERS,
            holds_tensors=True,
            python="Tensor",
            schema="Tensor",
            jit=("Tensor",),
            descriptor="v",
            libtorch="const at::Tensor&",
            portable="wb::Tensor<const {}>",
            attributes=("tensor",),
            in_rule="shape",
            has_default=False,
            is_result=True,
        ),
        ArgumentType(
            name="tensor[]",
            doc="any number of inputs of the graph",
            words="list of tensors",
            literal=NUMBERS,
            holds_tensors=True,
            is_list=True,
            python="Sequence[Tensor]",
            schema="Tensor[]",
            jit=("List[Tensor]",),
            descriptor="v",
            libtorch="std::vector<at::Tensor>",
            portable="wb::TensorList<const {}>",
            portable_any="wb::Span<const wb::AnyTensor>",
            in_rule="shapes",
            may_be_none=False,
            has_default=False,
            is_result=True,
            instead="tensor",
        ),
        ArgumentType(
            name="tensor?[]",
            doc="any number of inputs of the graph, each of which may be missing",
            words="list of tensors that may be missing",
            literal=NUMBERS,
            holds_tensors=True,
            is_list=True,
            items_may_be_none=True,
            python="Sequence[Tensor | None]",
            schema="Tensor?[]",
            jit=("List[Optional[Tensor]]",),
            descriptor="v",
            libtorch="const c10::List<std::optional<at::Tensor>>&",
            portable="wb::OptionalTensorList<const {}>",
            portable_any="wb::OptionalTensorList<const wb::AnyTensor>",
            in_rule="shapes",
            may_be_none=False,
            has_default=False,
            instead="tensor[]",
        ),
        ArgumentType(
            name="int",
            doc="a whole number of 64 bits",
            literal=INT,
            python="int",
            schema="int",
            jit=("int",),
            jit_too=("number",),
            descriptor="i",
            libtorch="int64_t",
            portable="int64_t",
            attributes=("int", "tensor"),
            constant="int64",
            in_rule="number",
        ),
        ArgumentType(
            name="float",
            doc="a Python float: double in C++, float in an ONNX attribute",
            literal=FLOAT,
            python="float",
            schema="float",
            jit=("float", "number"),
            descriptor="f",
            libtorch="double",
            portable="double",
            attributes=("float", "tensor"),
            constant="float32",
            in_rule="real",
        ),
        ArgumentType(
            name="bool",
            doc="true or false, which a condition can ask for; ONNX has it as an int",
            literal=BOOL,
            python="bool",
            schema="bool",
            jit=("bool",),
            descriptor="b",
            libtorch="bool",
            portable="bool",
            attributes=("int", "tensor"),
            cast="int",
            constant="bool",
            in_rule="flag",
        ),
        ArgumentType(
            name="str",
            doc="a text",
            literal=TEXT,
            python="str",
            schema="str",
            jit=("str",),
            descriptor="s",
            libtorch="std::string",
            portable="std::string_view",
            attributes=("string",),
            in_rule="text",
        ),
        ArgumentType(
            name="dtype",
            doc="an element type, which an output may have: its dtype says what it may be",
            words="element type",
            literal=OneOf("an element type", tuple(DTYPES)),
            is_dtype=True,
            python="dtype",
            schema="ScalarType",
            jit=("ScalarType",),
            jit_too=("int",),
            descriptor="i",
            libtorch="at::ScalarType",
            portable="wb::ElementType<{}>",
            attributes=("int",),
            cast="_onnx_type",
            may_be_none=False,
        ),
        ArgumentType(
            name="int[]",
            doc="a list of whole numbers",
            literal=ListOf(INT),
            is_list=True,
            python="Sequence[int]",
            schema="int[]",
            jit=("List[int]",),
            descriptor="is",
            libtorch="std::vector<int64_t>",
            portable="wb::Span<const int64_t>",
            ort_list="wb::ort::Ints",
            attributes=("ints", "tensor"),
            constant="int64",
            in_rule="numbers",
        ),
        ArgumentType(
            name="float[]",
            doc="a list of numbers",
            literal=ListOf(FLOAT),
            is_list=True,
            python="Sequence[float]",
            schema="float[]",
            jit=("List[float]", "List[number]"),
            descriptor="fs",
            libtorch="std::vector<double>",
            portable="wb::Span<const double>",
            ort_list="wb::ort::Floats",
            attributes=("floats", "tensor"),
            constant="float32",
            in_rule="reals",
        ),
        ArgumentType(
            name="bool[]",
            doc="a list of truth values, for Python and for what torch has already",
            literal=ListOf(BOOL),
            is_list=True,
            python="Sequence[bool]",
            schema="bool[]",
            jit=("List[bool]",),
            descriptor="is",
            libtorch="std::vector<bool>",
            # Of a bridge, which makes bools of them for torch.
            portable="wb::Span<const int64_t>",
            ort_list="wb::ort::Ints",
            attributes=("ints", "tensor"),
            cast="int",
            constant="bool",
            in_portable=False,
            in_function=False,
            instead="int[]",
            hint="Use int[].",
        ),
        ArgumentType(
            name="str[]",
            doc="a list of texts, for the torch.export exporter alone",
            words="list of strings",
            literal=ListOf(TEXT),
            is_list=True,
            python="Sequence[str]",
            schema="str[]",
            jit=("List[str]",),
            descriptor="s",
            libtorch="std::vector<std::string>",
            # Shown while one types; the declaration's check refuses it.
            portable="wb::Span<const std::string_view>",
            attributes=("strings",),
            in_portable=False,
            in_bridge=False,
            in_torchscript=False,
            has_default=False,
            instead="str",
            hint="Use one str, e.g. with commas.",
        ),
    )
}


LACKING = next(t.name for t in ARG_TYPES.values() if t.items_may_be_none)
"""The type of a list of tensors of which each may be missing."""


DTYPE = next(t for t in ARG_TYPES.values() if t.is_dtype)
"""The type of an argument that is an element type."""


def each_is_there(name: str, kind: str) -> str:
    """Why no tensor of a list can be None, of an argument of another type."""
    return f"each tensor of '{name}' is there: its type is {kind}, not {LACKING}"


OUTPUT_TYPES = tuple(t.name for t in ARG_TYPES.values() if t.is_result)
"""The types that an output may have."""


def of_elements(kind: str, is_list: bool) -> str:
    """The argument type for values of a kind of element type (``DType.kind``)."""
    return next(
        t.name
        for t in ARG_TYPES.values()
        if t.constant and t.is_list == is_list and DTYPES[t.constant].kind == kind
    )


def list_of(name: str) -> str:
    """The argument type for a list of what another type holds; empty where there is none."""
    item = ARG_TYPES[name].literal if name in ARG_TYPES else None
    lists = (t for t in ARG_TYPES.values() if t.is_list and not t.holds_tensors)
    return next((t.name for t in lists if t.literal.item is item), "")


def declared_for(jit: str) -> str:
    """The argument type that is declared for a type of torch's JIT; empty where there is none."""
    return next((t.name for t in ARG_TYPES.values() if jit in t.jit), "")

"""What is found in C++ text: functions, registrations and op structs."""

from __future__ import annotations

import re

import msgspec

__all__ = [
    "NUMBER",
    "NUMBERS",
    "OPTIONAL",
    "SCALAR_TYPE",
    "Function",
    "OrtStruct",
    "Parameter",
    "Registration",
    "Span",
]

NUMBER = "int64_t"
"""What an enumeration is for torch."""
NUMBERS = "std::vector<int64_t>"
"""What a list of enumerators is."""
OPTIONAL = "std::optional<{}>"
SCALAR_TYPE = "c10::ScalarType"
"""The enumeration of torch's element types."""

Span = tuple[int, int]
"""Where something begins and ends in the text's bytes."""


class Parameter(msgspec.Struct, frozen=True):
    """One parameter of a function.

    Attributes:
        type: as written, without the name and the default.
        name: empty where it has none.
        default: as written; empty for none.
        span: all of it.
        enum: the enumeration that it is, or may be, qualified; the type is that of a number then.
        listed: the list of enumerators that it is, with ``{}`` in the place of the enumeration.
        values: the enumerators with their values, where they are plain.
    """

    type: str
    name: str
    default: str = ""
    span: Span = (0, 0)
    enum: str = ""
    listed: str = ""
    values: tuple[tuple[str, int], ...] = ()

    @property
    def is_dtype(self) -> bool:
        """Whether it is one of torch's element types."""
        return self.enum == SCALAR_TYPE and self.type == NUMBER

    @property
    def written(self) -> str:
        """The type as C++ has it, an enumeration by its name."""
        if not self.enum:
            return self.type
        if self.listed:
            return self.listed.format(self.enum)
        return self.enum if self.type == NUMBER else OPTIONAL.format(self.enum)


class Function(msgspec.Struct, frozen=True):
    """A function that is defined or declared outside of any class, or a method of one.

    Attributes:
        name: qualified with its namespaces.
        line: 1-based.
        result: the return type as written.
        parameters: in order.
        template: the ``template <...>`` before it, or empty.
        template_names: of its parameters, in order.
        type_names: of those that stand for a type, or for a value of any type.
        defined: whether it has a body.
        cuda: ``global`` or ``device`` for code of a GPU; otherwise empty.
        anonymous: whether it is static or in a namespace without a name.
        owner: of a method: the class, qualified with its namespaces; otherwise empty.
        static: of a method: whether it is called without an object, from anywhere.
        context: of a method: whether torch hands it an ``AutogradContext`` first, which is no
            parameter here: ``apply`` of the class takes the others.
        written: the name as it stands in the text.
        given: of a template: the arguments that it is used with, with their angle brackets.
        problem: why its head cannot be rewritten; empty where it can.
        template_span, result_span, name_span, list_span, tail_span, body_span: where the parts are;
            the list includes its parentheses, the tail is a result after ``->``.
        start: where all of it begins, ``static`` and the like included.
        expanded: of one that a macro makes: its body, which the text does not have as such.
    """

    name: str
    line: int
    result: str
    parameters: tuple[Parameter, ...]
    template: str = ""
    template_names: tuple[str, ...] = ()
    type_names: tuple[str, ...] = ()
    defined: bool = True
    cuda: str = ""
    anonymous: bool = False
    owner: str = ""
    static: bool = False
    context: bool = False
    given: str = ""
    written: str = ""
    problem: str = ""
    template_span: Span = (0, 0)
    result_span: Span = (0, 0)
    name_span: Span = (0, 0)
    list_span: Span = (0, 0)
    tail_span: Span = (0, 0)
    body_span: Span = (0, 0)
    start: int = 0
    file: str = ""
    expanded: str = ""

    @property
    def called(self) -> str:
        """What is called: itself, or ``apply`` of a ``torch::autograd::Function``."""
        return f"{self.owner}::apply" if self.context else f"{self.name}{self.given}"

    @property
    def signature(self) -> str:
        """The head in one line."""
        parts = (" ".join(f"{p.written} {p.name}".split()) for p in self.parameters)
        defaults = (f" = {p.default}" if p.default else "" for p in self.parameters)
        listed = ", ".join(a + b for a, b in zip(parts, defaults, strict=True))
        name = self.name if self.owner else self.written or self.name
        head = f"{self.result} {name}({listed})"
        return " ".join(f"{self.template} {head}".split())


class Registration(msgspec.Struct, frozen=True):
    """A line that makes a function known to torch or to Python.

    Attributes:
        kind: ``library`` (TORCH_LIBRARY), ``operators`` (RegisterOperators) or ``module`` (PYBIND11_MODULE).
        method: ``def`` or ``impl``.
        namespace: torch's, or the module's name with ``pybind``.
        name: the op's or the Python function's.
        schema: the schema string; empty where torch takes it from the function.
        function: the C++ function's name as written; empty where none is named.
        line: 1-based.
        names: with ``pybind``: ``py::arg`` names with their defaults as written.
        inline: a lambda in the place of a function.
        key: the dispatch key of an ``impl``.
        macro: the macro or class that it stands in.
        given: the function's template arguments, with their angle brackets.
        takes: the types of its parameters, where it is one of several of its name.
        problem: why it cannot be read; empty where it can.
    """

    kind: str
    method: str
    namespace: str
    name: str
    schema: str = ""
    function: str = ""
    line: int = 0
    names: tuple[tuple[str, str], ...] = ()
    inline: Function | None = None
    key: str = ""
    macro: str = ""
    file: str = ""
    given: str = ""
    takes: tuple[str, ...] = ()
    problem: str = ""


class OrtStruct(msgspec.Struct, frozen=True):
    """A custom op for ONNX Runtime, written against its official headers.

    Attributes:
        struct: its qualified name; empty for the lite API (``CreateLiteCustomOp``).
        op: the operator's name.
        named: whether the source says it plainly; otherwise it is the struct's.
        domain: where the file names it; otherwise empty.
        domains: those that the files make, where they do not say plainly which has the op.
        since: the first version of the domain that has it.
        inputs, outputs: element types, in order.
        names: the inputs' and outputs' names where there are any.
        optional: which of them may be missing.
        registers: the file that defines ``RegisterCustomOps``; empty where none does.
        problem: why it cannot become an op; empty where it can.
        attributes: name and type of what its kernel reads of the node; the type may be empty.
        scalars: the inputs that are plain numbers in C++, a tensor of one element for a model.
        spans: the inputs that are one-dimensional.
        lists: the positions, of the inputs and then the outputs, that stand for any number of tensors.
        left_out: the positions of the outputs that a node may leave out.
        lite: of the lite API: the function or struct, with template arguments.
        lite_struct: whether that is a struct.
        provider: the execution provider, as the source says it; empty for none.
        kernel: the class that computes.
        key: of the lite API: file and position of the function.
        parameters: of a template: the names of its parameters.
        given: and what an instance of it has for them.
        overloads: the same operator for other element types.
        compute: the function that computes, where it is known.
    """

    struct: str
    op: str
    domain: str
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    line: int
    names: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    registers: str = ""
    problem: str = ""
    signature: str = ""
    file: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    scalars: tuple[str, ...] = ()
    spans: tuple[str, ...] = ()
    lists: tuple[int, ...] = ()
    left_out: tuple[int, ...] = ()
    lite: str = ""
    lite_struct: bool = False
    named: bool = True
    provider: str = ""
    kernel: str = ""
    key: tuple[str, int] = ("", -1)
    parameters: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    domains: tuple[str, ...] = ()
    since: int = 1
    overloads: tuple[OrtStruct, ...] = ()
    compute: Function | None = None

    @property
    def all(self) -> tuple[OrtStruct, ...]:
        """It and its overloads."""
        return (self, *self.overloads)

    @property
    def name(self) -> str:
        """Of the C++ struct or function."""
        return self.struct or self.lite or self.op

    @property
    def elsewhere(self) -> bool:
        """Whether it is registered for something else than the processor."""
        return bool(re.search("CUDA|ROCM|Azure|Tensorrt", self.provider, re.IGNORECASE))

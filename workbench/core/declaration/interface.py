"""The part of a declaration that says what the op takes and gives: arguments and outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from msgspec import UNSET, UnsetType

from workbench.core.declaration import key_names
from workbench.core.declaration.declared import Declared, Whole, key
from workbench.core.errors import with_article
from workbench.core.shape_rule import GRAMMAR_HINT, INDEX
from workbench.core.types.arg_types import ARG_TYPES, OUTPUT_TYPES, ArgumentType
from workbench.core.types.dtypes import DTYPES
from workbench.core.types.literals import BOOL, FLOAT, INT, Value

__all__ = ["Arg", "Output"]

if TYPE_CHECKING:
    TypeName = str
    OutputType = str
else:
    TypeName = Literal[tuple(ARG_TYPES)]
    OutputType = Literal[OUTPUT_TYPES]

_DOC = "What it means, for people; it changes nothing that is built."


def _has_elements(op: Whole, arg: Arg) -> str:
    return "" if arg.has_elements else f"{with_article(arg.type)} argument has no element type"


def _may_be_none(op: Whole, arg: Arg) -> str:
    if arg.is_dtype:
        return "a call always says an element type"
    return (
        "" if arg.kind.may_be_none else f"{with_article(arg.kind.words)} is empty instead of None"
    )


def _has_default(op: Whole, arg: Arg) -> str:
    if arg.holds_tensors:
        return "a tensor has no default"
    if not arg.kind.has_default or (arg.optional and arg.kind.is_list):
        return f"torch's schemas have no default for {arg.type}{'?' * arg.optional}"
    return ""


def _has_range(op: Whole, arg: Arg) -> str:
    return (
        ""
        if arg.is_numeric
        else f"{with_article(arg.kind.words or arg.type)} argument has no range"
    )


def _has_choices(op: Whole, arg: Arg) -> str:
    if arg.range:
        return "the range says already which values it takes"
    return (
        ""
        if arg.is_chosen
        else f"{with_article(arg.kind.words or arg.type)} argument has no choices"
    )


_WRITTEN_ONCE = (
    "Written once, it feeds the allocation of the output, torch's fake kernel, setType of the symbolic "
    "function, and ONNX Runtime's shape inference."
)
_OF_A_LIST = (
    f"Of a list it is the rule of each tensor, whose number from 0 is {INDEX}: xs[{INDEX}].shape."
)


class Arg(Declared, frozen=True):
    """One argument of the op, in torch's order."""

    name: Annotated[
        str,
        key(
            "Name",
            "What the caller and the C++ function call it: an identifier of both Python and C++. "
            "Renamed in a form, it is renamed everywhere at once: rules, nodes, examples.",
        ),
    ]
    type: Annotated[
        TypeName,
        key(
            "Type",
            "\n".join(
                [
                    "What is no tensor is a constant of the exported model, usually an attribute.",
                    *(f"{t.name}: {t.doc}." for t in ARG_TYPES.values()),
                ]
            ),
        ),
    ] = "tensor"
    dtype: Annotated[
        str | tuple[str, ...],
        key(
            "Element type",
            "Of a tensor's elements: one, several (the op is then built for each), or a type "
            "variable such as T, which is the same type wherever it stands. The tensors of a "
            "tensor[] share it; any lets each of them have a type of its own. Of a dtype argument: "
            "all that it may be.",
            placeholder="float32",
            applies=_has_elements,
            names=key_names.argument_types,
        ),
    ] = "float32"
    optional: Annotated[
        bool,
        key(
            "Optional",
            "The argument may be None: Tensor? in the schema, std::optional in C++. The mapping "
            "can have a branch for each.",
            applies=_may_be_none,
        ),
    ] = False
    default: Annotated[
        Value | UnsetType,
        key(
            "Default",
            "The value when the caller gives none; an optional argument's is None. Arguments with "
            "a default stand last.",
            applies=_has_default,
            instead="use optional = true for None",
            names=key_names.argument_values,
        ),
    ] = UNSET
    range: Annotated[
        tuple[int | float, ...],
        key(
            "Range",
            "The smallest and the largest number that it takes, e.g. [1, 8]; of a list each item "
            "has it. A check tries both ends and the middle. Nothing refuses other numbers in a "
            "call: that is the kernel's part.",
            placeholder="1, 8",
            applies=_has_range,
            stage="check",
        ),
    ] = ()
    choices: Annotated[
        tuple[int | float | str, ...],
        key(
            "Choices",
            'All values that it takes where those are few, e.g. ["nearest", "linear"]; of a '
            "list, all that each item may be. A check tries every one. Nothing refuses others in a "
            "call: that is the kernel's part.",
            placeholder="nearest, linear",
            applies=_has_choices,
            instead="remove the range",
            stage="check",
        ),
    ] = ()
    doc: Annotated[
        str,
        key("Description", _DOC, placeholder="What it is", stage="none"),
    ] = ""

    @property
    def kind(self) -> ArgumentType:
        """What is known of its type."""
        return ARG_TYPES[self.type]

    @property
    def holds_tensors(self) -> bool:
        """Whether it is an input of the graph: a tensor or a list of them."""
        return self.kind.holds_tensors

    @property
    def is_dtype(self) -> bool:
        """Whether its value is an element type."""
        return self.kind.is_dtype

    @property
    def has_elements(self) -> bool:
        """Whether the op is built for each of its element types: a tensor, a list of them, or such a type."""
        return self.kind.has_elements

    def dtypes(self, types: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
        """The element types that it accepts, or may be.

        Args:
            types: the op's type variables.
        """
        if isinstance(self.dtype, tuple):
            return self.dtype
        return tuple(DTYPES) if self.dtype == "any" else types.get(self.dtype, (self.dtype,))

    @property
    def is_tensor(self) -> bool:
        """Whether it is one tensor."""
        return self.kind.holds_tensors and not self.kind.is_list

    @property
    def is_tensor_list(self) -> bool:
        """Whether it is any number of tensors, each with an example of its own."""
        return self.kind.holds_tensors and self.kind.is_list

    @property
    def may_lack_items(self) -> bool:
        """Whether it is a list of tensors of which each may be missing."""
        return self.kind.items_may_be_none

    @property
    def is_numeric(self) -> bool:
        """Whether it is a number or a list of numbers, and no tensor."""
        return not self.holds_tensors and self.kind.literal.item in (INT, FLOAT)

    @property
    def is_chosen(self) -> bool:
        """Whether its values may be listed: those of a truth value are known, a tensor's are not, and
        ``dtype`` lists element types.
        """
        return not self.has_elements and self.kind.literal.item is not BOOL

    @property
    def is_flag(self) -> bool:
        """Whether a condition can ask for it by its name alone."""
        return self.kind.in_rule == "flag"


def _is_list(op: Whole, output: Output) -> str:
    return "" if output.is_list else "only a list of tensors has a count"


class Output(Declared, frozen=True):
    """One output."""

    name: Annotated[
        str,
        key("Name", "Distinct from the arguments'; the node that gives it is renamed with it."),
    ]
    dtype: Annotated[
        str,
        key(
            "Element type",
            "An element type, a type variable, or the name of a tensor or dtype argument: x means the "
            "type that x has, or is. Where only tensors that may be None have a type variable, a call without them has "
            "its first type. It feeds the allocation, the fake kernel and setType.",
            names=key_names.output_types,
        ),
    ]
    shape: Annotated[
        str,
        key(
            "Shape rule",
            f"{GRAMMAR_HINT} {_WRITTEN_ONCE} {_OF_A_LIST}",
            placeholder="a.shape",
            names=key_names.rule_words,
            between=key_names.BETWEEN,
        ),
    ]
    type: Annotated[
        OutputType,
        key(
            "Type",
            "tensor: one tensor.\n"
            "tensor[]: a list of them (Tensor[] in the schema); the node of the graph has an output "
            "for each.",
        ),
    ] = "tensor"
    count: Annotated[
        str,
        key(
            "Count",
            "How many tensors the list has, as a rule: 3, len(xs), k, x.shape[0]. unknown where only "
            "the kernel knows: then the graph has as many as with the example inputs.",
            placeholder="unknown",
            applies=_is_list,
            instead='set type = "tensor[]"',
            names=key_names.rule_words,
            between=key_names.BETWEEN,
        ),
    ] = ""
    doc: Annotated[
        str,
        key("Description", _DOC, placeholder="What it is", stage="none"),
    ] = ""
    random: Annotated[
        bool,
        key(
            "Random",
            "Its elements are drawn anew in each call, so they are not compared: its shape and element "
            "type are, and reference.holds says what must be true of it.",
            page="run",
            stage="export",
        ),
    ] = False
    rtol: Annotated[
        float | UnsetType,
        key(
            "Relative tolerance",
            "That of this output; that of all where empty.",
            placeholder="that of all",
            page="run",
            stage="compare",
        ),
    ] = UNSET
    atol: Annotated[
        float | UnsetType,
        key(
            "Absolute tolerance",
            "That of this output; that of all where empty.",
            placeholder="that of all",
            page="run",
            unit="that of the output",
            stage="compare",
        ),
    ] = UNSET

    @property
    def is_list(self) -> bool:
        """Whether it is a list of tensors."""
        return self.kind.is_list

    @property
    def kind(self) -> ArgumentType:
        """What is known of its type."""
        return ARG_TYPES[self.type]

    @property
    def schema(self) -> str:
        """Torch's word for it in a schema."""
        return self.kind.schema

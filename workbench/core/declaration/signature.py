"""What torch sees of an op: schema text, ``parse_args`` descriptors, element types."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator

from msgspec import UNSET

from workbench.core.declaration.op import Arg, Op, Output, Value
from workbench.core.types.dtypes import DTYPES

__all__ = [
    "Instance",
    "arg_dtypes",
    "chosen_refusal",
    "default_literal",
    "dtype_owner",
    "dtype_without",
    "instances",
    "kernel_function",
    "lists_refusal",
    "output_dtypes",
    "parse_args",
    "tensor_args",
    "torch_schema",
    "typed_args",
    "undecided_refusal",
    "words_in",
]

Instance = dict[str, str]
"""One combination of element types: argument or output name → element type."""


def default_literal(value: Value) -> str:
    """A default as torch's schema language spells it."""
    if isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, tuple):
        return f"[{', '.join(map(default_literal, value))}]"
    return repr(value)


def _schema_arg(arg: Arg, with_none: bool) -> str:
    text = f"{arg.kind.schema}{'?' if arg.optional else ''} {arg.name}"
    if arg.default is not UNSET:
        return f"{text}={_schema_default(arg, arg.default)}"
    return f"{text}=None" if arg.optional and with_none else text


def _schema_default(arg: Arg, default: Value) -> str:
    if arg.is_dtype and default in DTYPES:
        return str(DTYPES[str(default)].number)  # torch's words are those of C: float, long
    return default_literal(default)


def torch_schema(op: Op) -> str:
    """The schema string, e.g. ``my_add(Tensor a, Tensor b) -> Tensor``."""
    # torch wants defaults at the end only, so an optional in the middle shows none.
    last_required = max(
        (i for i, a in enumerate(op.args) if a.default is UNSET and not a.optional), default=-1
    )
    args = ", ".join(_schema_arg(a, i > last_required) for i, a in enumerate(op.args))
    given = ", ".join(o.schema for o in op.outputs)
    result = given if len(op.outputs) == 1 else f"({given})"
    return f"{op.torch_name}({args}) -> {result}"


def parse_args(op: Op) -> tuple[str, ...]:
    """The ``parse_args`` descriptors of the symbolic function, in argument order.

    A tensor that becomes an attribute is ``t``; an argument that the graph does not hold is
    ``none``, so that it may be anything.
    """
    used = _used(op)
    attributes = {a.arg for n in op.mapping.nodes for a in n.attributes}
    return tuple(_descriptor(op, arg, used, attributes) for arg in op.args)


def _descriptor(op: Op, arg: Arg, used: set[str], attributes: set[str]) -> str:
    if arg.holds_tensors:
        return "t" if arg.name in attributes else arg.kind.descriptor
    given = arg.name in used or not op.mapping_kind.is_generated
    return arg.kind.descriptor if given else "none"


def _used(op: Op) -> set[str]:
    """The arguments without which the nodes or the outputs' shapes cannot be written."""
    names = {c.arg for c in op.mapping.constants}
    rules = [rule for o in op.outputs for rule in (o.shape, o.count)]
    for node in op.mapping.nodes:
        names.update(a.arg for a in node.attributes)
        rules += [a.rule for a in node.attributes] + [node.when]
    return names | words_in(op, rules)


def words_in(op: Op, rules: Iterable[str]) -> set[str]:
    """The names in rules and conditions, and in the parts of ``[let]`` that these name.

    They are not parsed: while one types, a rule may be wrong.
    """
    found: set[str] = set()
    waiting = list(rules)
    while waiting:
        words = set(re.findall(r"[A-Za-z_]\w*", waiting.pop())) - found
        found |= words
        waiting += [op.let[word] for word in words if word in op.let]
    return found


def tensor_args(op: Op) -> tuple[Arg, ...]:
    """The arguments that are tensors or lists of tensors, in order."""
    return tuple(a for a in op.args if a.holds_tensors)


def typed_args(op: Op) -> tuple[Arg, ...]:
    """The arguments that have an element type, or are one, in order; without a list of ``any``."""
    return tuple(a for a in op.args if a.has_elements and a.dtype != "any")


def lists_refusal(op: Op, what: str, *, lacking: bool = False) -> tuple[str, str]:
    """Why who knows one list, as the last input, cannot have an op, and what would help.

    Args:
        op: the declaration.
        what: who that is, as the beginning of a sentence: ``OpenVINO``.
        lacking: it can have one whose lists lack tensors.

    Returns:
        Two empty texts where it can.
    """
    if given := next((o.name for o in op.outputs if o.is_list), ""):
        reason = (
            f"'{given}' is a list of tensors, and {what} is given a fixed number of outputs here"
        )
        return reason, "Give that many tensors, or one that holds them all."
    may = next((a.name for a in op.args if a.may_lack_items and not lacking), "")
    if may:
        reason = f"tensors of the list '{may}' may be missing, and {what} is given all of them here"
        return reason, f'Declare {may} as "tensor[]".'
    lists = {a.name for a in op.args if a.is_tensor_list}
    for node in op.mapping.custom_nodes:
        if early := [n for n in node.inputs[:-1] if n in lists]:
            reason = f"{what} is given one list of tensors here, as the last input of a node"
            return reason, f"Put '{early[0]}' at the end of the inputs of {node.op}."
    return "", ""


def kernel_function(op: Op) -> str:
    """The C++ function of the kernel; the torch name where none is declared."""
    return op.kernel.function or op.torch_name


def arg_dtypes(op: Op, arg: Arg) -> tuple[str, ...]:
    """The element types that a tensor argument, or each tensor of a list, accepts; or that an argument may be."""
    return arg.dtypes(op.types)


def output_dtypes(op: Op, output: Output) -> tuple[str, ...]:
    """The element types that an output may have."""
    arg = op.arg(output.dtype)
    if arg is not None:
        return arg_dtypes(op, arg)
    return op.types.get(output.dtype, (output.dtype,))


def dtype_owner(op: Op, dtype: str) -> Arg | None:
    """The argument that has an output's element type, or is it: one that is always there before others."""
    if (named := op.arg(dtype)) is not None:
        return named
    found = [a for a in typed_args(op) if a.dtype == dtype and dtype in op.types]
    return min(found, key=lambda a: a.optional or a.may_lack_items, default=None)


def dtype_without(op: Op, dtype: str) -> str:
    """The element type of an output where all arguments that decide it are None: its variable's first.

    Empty where an argument that is always there decides it, or none has to.
    """
    owner = dtype_owner(op, dtype)
    may_lack = owner is not None and (owner.optional or owner.may_lack_items)
    # A declaration that is being written may name what may be None.
    choices = op.types.get(dtype, ()) if may_lack else ()
    return choices[0] if choices else ""


def chosen_refusal(op: Op, what: str) -> tuple[str, str]:
    """Why what hands on no element type cannot have an op of which a call chooses one; empty where it can.

    Args:
        what: who would run it.
    """
    chosen = next((a.name for a in op.args if a.is_dtype), "")
    if not chosen:
        return "", ""
    reason = f"'{chosen}' is an element type, and {what} reads those off the inputs"
    return reason, "Declare one op for each element type."


def undecided_refusal(op: Op, what: str) -> tuple[str, str]:
    """Why what reads an output's element type off its input cannot have an op; empty where it can.

    Args:
        what: who would run it.
    """
    if (refused := chosen_refusal(op, what))[0]:
        return refused
    for output in op.outputs:
        if dtype_without(op, output.dtype):
            reason = f"'{output.name}' has the type of tensors that may be None, and {what} reads it off one"
            return reason, "Give an argument that is always there this element type."
    return "", ""


def _variable(op: Op, name: str, dtype: str | tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """The type variable that a dtype stands for: its identity and its choices."""
    if isinstance(dtype, tuple):
        return f"arg {name}", dtype
    if dtype in op.types:
        return f"type {dtype}", op.types[dtype]
    return f"dtype {dtype}", (dtype,)


def instances(op: Op) -> Iterator[Instance]:
    """Every combination of element types that the op is built for.

    Arguments that share a name of ``[types]`` always have the same type in a combination. A list
    whose tensors may have ``any`` type is in none.
    """
    owner = {a.name: _variable(op, a.name, a.dtype) for a in typed_args(op)}
    for output in op.outputs:
        if output.dtype in owner and output.dtype not in DTYPES:
            owner[output.name] = owner[output.dtype]
        else:
            owner[output.name] = _variable(op, output.name, output.dtype)
    variables = dict(owner.values())
    for choice in itertools.product(*variables.values()):
        chosen = dict(zip(variables, choice, strict=True))
        yield {name: chosen[variable] for name, (variable, _) in owner.items()}

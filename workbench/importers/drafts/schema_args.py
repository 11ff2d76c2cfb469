"""The arguments that we declare for those of a torch schema."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration.names import name_problem, usable_name
from workbench.core.declaration.op import Arg, Example
from workbench.core.errors import UserError, with_article
from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.core.types.arg_types import ARG_TYPES, declared_for
from workbench.core.types.dtypes import DTYPES

__all__ = [
    "MAY_MISS",
    "declared_args",
    "fitting_types",
    "full_name",
    "kept_args",
    "refused_argument",
    "refused_result",
]

MAY_MISS = "Optional[Tensor]"
"""A result that is a tensor or nothing."""


def refused_result(kind: str) -> str:
    """Why an op with a result of such a type, in torch's words, is none of ours."""
    if MAY_MISS in kind:
        word = "Tensor?[]" if kind != MAY_MISS else "Tensor?"
        return f"it returns {word}, and an output is always there: give a tensor without elements in its place"
    return f"it returns {kind}, not tensors"


def refused_argument(what: str, kind: str, torch_has_it: bool) -> str:
    """Why an argument of such a type is none of ours.

    Args:
        what: the argument, as a sentence begins with it.
        kind: its type.
        torch_has_it: whether torch's schemas do have it.
    """
    why = (
        "torch passes, and no ONNX node can hold"
        if torch_has_it
        else "no argument of a torch op can be"
    )
    return f"{what} is {with_article(kind)}, which {why}: take tensors, numbers or texts instead"


def full_name(schema: TorchSchema) -> str:
    """``namespace::op``, with ``.overload`` where it has one."""
    return schema.name + (f".{schema.overload}" if schema.overload else "")


def kept_args(args: Iterable[SchemaArg]) -> tuple[SchemaArg, ...]:
    """The arguments that are declared.

    What has a default and is given by keyword only, or is of no type of ours, stays at it; so does
    what follows such a one, since it could not be given by position.
    """
    kept = []
    in_a_row = True
    for arg in args:
        in_a_row = in_a_row and (not arg.has_default or bool(declared_for(arg.type)))
        if not arg.has_default or (in_a_row and not arg.keyword_only):
            kept.append(arg)
    return tuple(kept)


def declared_args(schema: TorchSchema) -> tuple[Arg, ...]:
    """One for each of the schema's ``kept_args``, under names that can be declared.

    Raises:
        UserError: kind ``schema``; an argument is of a type that an ONNX graph cannot hold.
    """
    taken: set[str] = set()
    args = []
    for kept in kept_args(schema.args):
        arg = _declared(kept, schema)
        name = arg.name
        while name in taken:
            name += "_arg"
        taken.add(name)
        args.append(replace(arg, name=name))
    return tuple(args)


def _declared(arg: SchemaArg, schema: TorchSchema) -> Arg:
    kind = declared_for(arg.type)
    if not kind:
        raise UserError(
            "schema",
            f"its argument '{arg.name}' is {with_article(arg.type)}: {schema.text}",
            "Torch passes it, and no ONNX node can hold it. Choose or write an op that takes what it "
            "needs of it as tensors, numbers or texts.",
        )
    default = UNSET if not arg.has_default or arg.default is None else arg.default
    if ARG_TYPES[kind].literal.fits(default):
        default = ARG_TYPES[kind].literal.typed(default)
    name = arg.name if not name_problem(arg.name) else usable_name(arg.name, "arg", "x")
    return Arg(name, kind, optional=arg.optional, default=default)


def fitting_types(
    schema: TorchSchema, args: Sequence[Arg], inputs: Sequence[Example]
) -> tuple[Arg, ...]:
    """The arguments with the types that a call needs.

    A ``number`` beside tensors of integers is an int, since a fraction would make the result one.
    """
    dtypes = [DTYPES[e.dtype] for e in inputs if e.is_tensor and e.dtype in DTYPES]
    if not dtypes or any(d.kind == "float" for d in dtypes):
        return tuple(args)
    given = {e.arg: e.value for e in inputs}

    def fitted(kept: SchemaArg, arg: Arg) -> Arg:
        value = given.get(arg.name, arg.default)
        whole = value is UNSET or (isinstance(value, int | float) and float(value).is_integer())
        if kept.type != "number" or not whole:
            return arg
        default = UNSET if arg.default is UNSET else int(arg.default)  # type: ignore[arg-type]
        return replace(arg, type="int", default=default)

    return tuple(map(fitted, kept_args(schema.args), args))

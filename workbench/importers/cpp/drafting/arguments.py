"""The arguments of a candidate in torch's words, with what is known of its tensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from workbench.core.errors import UserError, with_article
from workbench.core.jobs import SchemaArg, TorchSchema
from workbench.core.types.arg_types import DTYPE
from workbench.importers.cpp.drafting.changed import (
    changed_in_place,
    copied_for,
    in_place_of,
    is_reference,
    is_status,
    must_not_change,
    only_says_status,
    perhaps_changed,
    perhaps_written,
    result_name,
    unsure_of,
    written_by,
)
from workbench.importers.cpp.drafting.result import Result, renamed
from workbench.importers.cpp.drafting.result_notes import result_notes
from workbench.importers.cpp.search.problems import RESULTS, refused_parameter
from workbench.importers.cpp.syntax.body import TensorHints
from workbench.importers.cpp.syntax.enums import Values
from workbench.importers.cpp.syntax.found import Function, Parameter
from workbench.importers.cpp.syntax.literals import default_value
from workbench.importers.cpp.syntax.types import (
    fixed_length,
    kept_results,
    numbers_in_result,
    torch_type,
)
from workbench.importers.drafts.schema_args import MAY_MISS, kept_args

__all__ = ["Arguments", "function_arguments"]


class Arguments(msgspec.Struct, frozen=True):
    """What an op takes and gives.

    Attributes:
        args: the arguments.
        results: what it gives, in torch's words: ``Tensor`` or ``List[Tensor]`` each.
        dtypes: element types (or names of ``types``) of tensor arguments, where known.
        ranks: how many dimensions tensors have, where known.
        items: how many items lists must have, where known.
        least: how many elements axes of tensors must have, where known.
        columns: how long the last axis of tensors is, where known.
        sizes: how long axes of tensors must be, where that is checked.
        same: which axes must be as long as which of another argument.
        types: type variables.
        outputs: names of the results, where there are any.
        shapes: their shape rules, over the arguments' names; empty where unknown.
        output_dtypes: their element types, or the argument whose type they have; empty where
            unknown.
        allocated: the results whose size only the kernel knows.
        written: parameters that results are written into, with their element types.
        copied: the positions of parameters that the function changes, and is given copies for.
        in_place: those of them whose copies are results.
        notes: key and message of what could not be taken over.
        values: of numbers that are enumerators in C++, all with their names.
        words: of strings, the texts that the function asks for.
        cases: of whole numbers, those that the function knows.
        equal: sizes and numbers that it checks to be equal, as pairs of rules.
    """

    args: tuple[SchemaArg, ...]
    results: tuple[str, ...]
    dtypes: dict[str, str] = {}
    ranks: dict[str, int] = {}
    types: dict[str, tuple[str, ...]] = {}
    outputs: tuple[str, ...] = ()
    shapes: tuple[str, ...] = ()
    output_dtypes: tuple[str, ...] = ()
    allocated: tuple[int, ...] = ()
    written: dict[str, str] = {}
    copied: tuple[int, ...] = ()
    in_place: tuple[int, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()
    items: dict[str, int] = {}
    least: dict[str, dict[int, int]] = {}
    columns: dict[str, int] = {}
    sizes: dict[str, dict[int, int]] = {}
    same: tuple[tuple[str, int, str, int], ...] = ()
    equal: tuple[tuple[str, str], ...] = ()
    values: dict[str, Values] = {}
    words: dict[str, tuple[str, ...]] = {}
    cases: dict[str, tuple[int, ...]] = {}

    @property
    def names(self) -> list[str]:
        """The arguments that the op keeps, in order (see ``op_from_schema``)."""
        return [a.name for a in kept_args(self.args)]

    @property
    def usual_rank(self) -> int:
        """The rank of tensors of which nothing is known; 0 for no opinion."""
        return max(self.ranks.values(), default=0) if len(set(self.ranks.values())) == 1 else 0


def function_arguments(
    function: Function | None,
    body: str,
    found: list[TensorHints],
    told: tuple[Result, ...],
    schema: TorchSchema | None,
    names: tuple[tuple[str, str], ...],
    whole: bool,
    listed: int = 0,
    sized: Mapping[str, str] = {},
    grown: Mapping[str, str] = {},
) -> Arguments:
    """Those of a libtorch function, or of a schema with what the function tells beside.

    Args:
        function: the C++ function; None where only the schema is known.
        body: its body.
        found: what is known of each of its parameters.
        told: what is known of its results; nothing where their number is not known.
        schema: what was registered; None where the function says it.
        names: of the arguments in Python, with defaults, where there are any.
        whole: every parameter is an argument; none is one to write results into.
        listed: how many tensors are in the list that it returns; 0 where it returns none.
        sized: the shapes of tensors that it writes its results into, as far as it tells them.
        grown: those that it gives to tensors that it was given.
    """
    parameters = function.parameters if function is not None else ()
    hints = {
        p.name or f"arg{i}": msgspec.structs.replace(h, items=h.items or fixed_length(p.type))
        for i, (p, h) in enumerate(zip(parameters, found, strict=True))
    }
    if schema is not None:
        by_position = dict(zip((a.name for a in schema.args), hints.values(), strict=False))
        dtypes = {n: h.dtype for n, h in by_position.items() if h.dtype}
        ranks = {n: h.rank for n, h in by_position.items() if h.rank}
        items = {n: h.items for n, h in by_position.items() if h.items}
        declared = kept_args(schema.args)
        left = {a.name: a for a in schema.args if a not in declared}
        why = {
            n: "is given by keyword only" if a.keyword_only else f"is {with_article(a.type)}"
            for n, a in left.items()
        }
        left_out = tuple(("args", f"'{n}' {w}, so it stays at its default") for n, w in why.items())
        changed = [
            (f"args[{i}].name", must_not_change(a.name))
            for i, a in enumerate(declared)
            if a.type == "Tensor" and a.name in by_position and by_position[a.name].changed
        ]
        names_of = dict(zip(hints, (a.name for a in schema.args), strict=False))
        shapes, output_dtypes = _in_names(told, names_of, len(schema.returns))
        of = dict(zip((a.name for a in schema.args), parameters, strict=False))
        typed = _with_types(schema.args, of, output_dtypes)
        return Arguments(
            typed,
            schema.returns,
            dtypes,
            ranks,
            values={a.name: of[a.name].values for a in typed if a.type == DTYPE.jit[0]},
            shapes=shapes,
            output_dtypes=output_dtypes,
            notes=(*left_out, *changed),
            items=items,
            least={n: h.least for n, h in by_position.items() if h.least},
            columns={n: h.columns for n, h in by_position.items() if h.columns},
            sizes={n: h.sizes for n, h in by_position.items() if h.sizes},
            same=_same(hints, names_of),
            outputs=schema.return_names,
        )
    assert function is not None
    results = kept_results(function.result) if function.result != "auto" else ("Tensor",)
    status = not whole and is_status(function, body, hints)
    written = [] if whole else written_by(function, hints, bool(results) and not status)
    in_place = in_place_of(function, hints, written)
    made = [n for n in written if n not in in_place]
    copied = () if whole else copied_for(function, hints, written, in_place)
    perhaps = [n for n, h in hints.items() if h.written]
    guesses = unsure_of(function, hints, in_place)
    args, notes = _function_args(
        function, names, made, perhaps, copied, {n: n in guesses for n in in_place}
    )
    if written:
        given: tuple[str, ...] = ("Tensor",) * len(written)
        notes += perhaps_written(function, written)
        if status and not only_says_status(body):
            notes.append(
                (
                    "outputs",
                    f"{function.name} also returns an {function.result}, which is no tensor and is left "
                    "out: if it is more than a status, write it into a tensor",
                )
            )
    else:
        given = ("Tensor",) * listed or tuple(r for r in results or () if r in RESULTS)
        notes += result_notes(function)
    if not given:
        raise UserError(
            "cpp",
            f"{function.name} returns {function.result}, not tensors",
            "Choose the function instead of its registration, or let it return its results.",
        )
    # The arguments have the names that Python knows, in the order of the parameters.
    kept = [h for n, h in hints.items() if n not in made]
    by_name = {a.name: h for a, h in zip(args, kept, strict=True)}
    # Two arguments of one name are a problem of the declaration.
    named = (a.name for a in args)
    names_of = dict(zip((n for n in hints if n not in made), named, strict=True))
    if written:
        told = tuple(
            Result(
                n if n in in_place else "",
                grown.get(n) or (f"{n}.shape" if n in in_place else sized.get(n, "")),
            )
            for n in written
        )
    elif numbers := numbers_in_result(function.result):
        told = told if len(told) == len(given) else (Result(),) * len(given)
        told = tuple(Result(*numbers[i]) if i in numbers else r for i, r in enumerate(told))
    shapes, output_dtypes = _in_names(told, names_of, len(given))
    of = {names_of[p.name]: p for p in parameters if p.name in names_of}
    return Arguments(
        _with_types(args, of, output_dtypes),
        given,
        {n: h.dtype for n, h in by_name.items() if h.dtype},
        {n: h.rank for n, h in by_name.items() if h.rank},
        outputs=tuple(result_name(names_of[n]) if n in in_place else n for n in written),
        shapes=shapes,
        output_dtypes=tuple(
            output_dtypes[i] if w in in_place else hints[w].dtype or "float32"
            for i, w in enumerate(written)
        )
        or output_dtypes,
        written={w: hints[w].dtype or "float32" for w in made},
        copied=copied,
        in_place=tuple(i for i, p in enumerate(parameters) if p.name in in_place),
        notes=tuple(notes),
        items={n: h.items for n, h in by_name.items() if h.items},
        least={n: h.least for n, h in by_name.items() if h.least},
        columns={n: h.columns for n, h in by_name.items() if h.columns},
        sizes={n: h.sizes for n, h in by_name.items() if h.sizes},
        same=_same(hints, names_of),
        values={
            a.name: p.values
            for a, p in zip(args, (p for p in parameters if p.name not in made), strict=True)
            if p.values
        },
    )


def _with_types(
    args: Sequence[SchemaArg], parameters: Mapping[str, Parameter], output_dtypes: Sequence[str]
) -> tuple[SchemaArg, ...]:
    """The arguments with element types in the place of torch's numbers of such, where a result has that type.

    Args:
        args: the arguments.
        parameters: those of the function that some are, by the arguments' names.
        output_dtypes: of the results, in the arguments' names.
    """
    return tuple(
        msgspec.structs.replace(a, type=DTYPE.jit[0])
        if a.name in output_dtypes and a.name in parameters and parameters[a.name].is_dtype
        else a
        for a in args
    )


def _same(
    hints: Mapping[str, TensorHints], names: Mapping[str, str]
) -> tuple[tuple[str, int, str, int], ...]:
    """Which axes must be as long as which, in the arguments' names."""
    return tuple(
        (names[one], axis, names[other], place)
        for one, h in hints.items()
        for axis, other, place in h.same
        if one in names and other in names and one != other
    )


def _in_names(
    told: tuple[Result, ...], names: dict[str, str], count: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Shapes and element types of the results in the arguments' names."""
    if len(told) != count:
        return (), ()
    shapes = tuple(renamed(r.shape, names) for r in told)
    return shapes, tuple(renamed(r.dtype, names) for r in told)


def _function_args(
    function: Function,
    names: tuple[tuple[str, str], ...],
    written: list[str],
    perhaps: list[str],
    copied: tuple[int, ...],
    in_place: dict[str, bool],
) -> tuple[list[SchemaArg], list[tuple[str, str]]]:
    args: list[SchemaArg] = []
    notes = []
    renames = names if len(names) == len(function.parameters) else ()
    for i, parameter in enumerate(function.parameters):
        if parameter.name and parameter.name in written:
            continue
        name, default = parameter.name or f"arg{i}", parameter.default
        if renames:
            name, default = renames[i][0], renames[i][1] or default
        found = torch_type(parameter.type)
        if found is None:
            raise UserError("cpp", refused_parameter(f"'{name}'", parameter.type))
        kind, optional = found
        if kind in ("List[Tensor]", f"List[{MAY_MISS}]") and optional:
            raise UserError(
                "cpp", f"'{name}' is an optional list of tensors, which ONNX does not have"
            )
        understood, value = default_value(default) if default else (False, None)
        if default and not understood:
            notes.append(
                (
                    f"args[{len(args)}].default",
                    f"'{name}' has the default {default:.60}, which is no plain value",
                )
            )
        if (value is None and not optional) or (value is not None and "Tensor" in kind):
            understood = False
        if (
            kind.startswith("List[")
            and understood
            and value is not None
            and not isinstance(value, tuple)
        ):
            value = (value,)
        if kind == "float" and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        key = f"args[{len(args)}].name"
        if parameter.name in in_place:
            how = perhaps_changed(function, name) if in_place[parameter.name] else ""
            notes.append((key, how or changed_in_place(name)))
        elif i in copied:
            notes.append((key, f"'{name}' may be changed by the function; an op gives it a copy"))
        elif is_reference(parameter.type) or (kind == "Tensor" and parameter.name in perhaps):
            notes.append((key, must_not_change(name)))
        args.append(SchemaArg(name, kind, optional, understood, value))
    last = max((i for i, a in enumerate(args) if not a.has_default and not a.optional), default=-1)
    replace = msgspec.structs.replace
    # Only the last arguments can have defaults.
    return [
        replace(a, has_default=False, default=None) if i < last else a for i, a in enumerate(args)
    ], notes

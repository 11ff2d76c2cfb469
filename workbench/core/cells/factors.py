"""The factors of an op: what may vary in how it is called, exported and run, and how.

Some change the declaration's example inputs or exporter, and so make another op (``realised``);
others are only told to whoever runs the cell: how values are chosen, how a tensor lies in memory,
how many threads there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core import exporters
from workbench.core.cells.cell import USUAL, Cell, value_of
from workbench.core.cells.optional_tensors import optional_changes, with_example
from workbench.core.cells.sizes import size_changes
from workbench.core.declaration.argument_values import tried_values
from workbench.core.declaration.exportable import export_refusal
from workbench.core.declaration.op import Arg, Case, Example, Op
from workbench.core.declaration.signature import (
    arg_dtypes,
    default_literal,
    instances,
    typed_args,
)
from workbench.core.examples.example_types import with_types
from workbench.core.types.dtypes import DTYPES
from workbench.core.types.layouts import CHANNELS_LAST, EVERY_OTHER, EXPANDED, OFFSET, TRANSPOSED

__all__ = [
    "ARGUMENTS",
    "AT_ONCE",
    "CALLS",
    "CHANNELS_LAST",
    "DENORMAL",
    "DTYPES_OF",
    "ENDS",
    "EQUAL",
    "EVERY_OTHER",
    "EXPANDED",
    "EXPORT",
    "INF",
    "LARGE",
    "LAYOUT",
    "NAN",
    "NOT_OPTIMISED",
    "OFFSET",
    "ONE_THREAD",
    "OPTIMISATION",
    "OTHER_EXPORTER",
    "SIZES",
    "STATIC",
    "THREADS",
    "TIES",
    "TRANSPOSED",
    "VALUES",
    "ZEROS",
    "Factor",
    "Level",
    "drawn",
    "factors_of",
    "family",
    "file_levels",
    "is_promised",
    "other_exporter",
    "realised",
]

SIZES, DTYPES_OF, ARGUMENTS, EXPORT = "sizes", "element types", "arguments", "export"
VALUES, LAYOUT, THREADS = "values", "layout", "threads"
OPTIMISATION, CALLS = "optimisation", "calls"
_FILE_FACTORS = (ARGUMENTS, DTYPES_OF, EXPORT)
"""What a model file depends on, beside sizes that it does not leave open."""

ZEROS, NAN, INF, DENORMAL, LARGE, TIES, EQUAL, ENDS = (
    "zeros", "nan", "inf", "denormal", "large", "ties", "all equal", "ends of the range",
)  # fmt: skip
"""Levels of the values of floating-point inputs."""
ONE_THREAD, NOT_OPTIMISED, AT_ONCE = "1", "off", "4 threads"
"""The unusual levels of threads, optimisation and calls."""
_OPEN = "a file lists as many tensors as one call gives: no calls at once"
STATIC, OTHER_EXPORTER = "static sizes", "other exporter"
_MOST_TYPES = 12
"""Combinations of element types that are tried."""
_MOST_ARGUMENTS, _MOST_VALUES = 16, 12
"""Arguments of which several values are tried, and how many of each."""


def _same(op: Op) -> Op:
    return op


class Level(NamedTuple):
    """One way that a factor may be.

    Attributes:
        name: in its factor.
        change: what it makes of the op.
    """

    name: str
    change: Callable[[Op], Op] = _same


class Factor(NamedTuple):
    """Something that may vary.

    Attributes:
        name: of the words above.
        levels: the usual one first.
        note: what was left out, and why; empty for nothing.
    """

    name: str
    levels: tuple[Level, ...]
    note: str = ""

    def change(self, op: Op, level: str) -> Op:
        """What a level makes of an op.

        Raises:
            KeyError: there is no such level.
        """
        return {one.name: one for one in self.levels}[level].change(op)


def factors_of(op: Op) -> tuple[Factor, ...]:
    """All factors of an op, in the order in which they change it.

    Args:
        op: ``Op.resolved``.
    """
    made = (
        _arguments(op), *_values_of_arguments(op), _dtypes(op), _sizes(op), _export(op), _values(op), _layout(op),
        _named(THREADS, ONE_THREAD), _named(OPTIMISATION, NOT_OPTIMISED),
        _named(CALLS, note=_OPEN) if op.counts_are_open else _named(CALLS, AT_ONCE),
    )  # fmt: skip
    return tuple(f if f.levels else f._replace(levels=(Level(USUAL),)) for f in made)


def _named(name: str, *levels: str, note: str = "") -> Factor:
    return Factor(name, tuple(map(Level, (USUAL, *levels))), note)


def realised(op: Op, cell: Cell, factors: Sequence[Factor] = ()) -> Op:
    """The op of a cell: without cases, its examples and exporter those of the cell's levels.

    Args:
        op: ``Op.resolved``.
        cell: of the op.
        factors: the op's, where they are known: finding them takes longer than the rest.
    """
    made = replace(op, model=replace(op.model, cases=()))
    for factor in factors or factors_of(op):
        made = factor.change(made, cell.level(factor.name))
    return made


def family(factor: str) -> str:
    """``ARGUMENTS`` for the value of one argument; of any other factor its name."""
    return ARGUMENTS if factor.startswith(value_of("")) else factor


def file_levels(cell: Cell) -> dict[str, str]:
    """The levels of a cell that its model file depends on, beside sizes that it leaves open."""
    return {f: level for f, level in cell.levels.items() if family(f) in _FILE_FACTORS}


def is_promised(op: Op, cell: Cell) -> bool:
    """Whether the declaration says that the op takes these inputs.

    They are its own, those of a case, or an argument has a value of its range or choices.
    """
    if any(cell.level(f) != USUAL for f in (SIZES, VALUES, LAYOUT)):
        return False
    given = [f for f in cell.levels if family(f) == ARGUMENTS]
    cases = {case.name for case in op.model.cases}
    ranged = {value_of(a.name) for a in op.args if a.range or a.choices}
    return not given or (len(given) == 1 and (given[0] in ranged or cell.level(ARGUMENTS) in cases))


# -- arguments


def _arguments(op: Op) -> Factor:
    """The declared cases; each optional argument given or not."""
    levels = {case.name: _of_case(case) for case in op.model.cases}
    if not op.model.source:
        levels |= dict(optional_changes(op))
    others = (Level(name, change) for name, change in levels.items())
    return Factor(ARGUMENTS, (Level(USUAL), *others))


def _of_case(case: Case) -> Callable[[Op], Op]:
    return lambda op: op.for_case(case)


def _values_of_arguments(op: Op) -> Iterator[Factor]:
    """The declared values of each argument that is no tensor: they may go with each other's."""
    if op.model.source:
        return
    several = [a for a in op.args if tried_values(a)]
    for i, arg in enumerate(several[:_MOST_ARGUMENTS]):
        levels = _levels_of(op, arg)
        notes = (
            [f"{left} further values of {arg.name}"]
            if (left := len(levels) - _MOST_VALUES) > 0
            else []
        )
        if i == _MOST_ARGUMENTS - 1 and (left := len(several) - _MOST_ARGUMENTS) > 0:
            notes.append(f"other values of {left} further arguments")
        levels = (Level(USUAL), *levels[:_MOST_VALUES])
        yield Factor(value_of(arg.name), levels, "; ".join(notes))


def _levels_of(op: Op, arg: Arg) -> tuple[Level, ...]:
    example = _example(op, arg)
    given = arg.default if example.value is UNSET else example.value
    count = len(given) if isinstance(given, tuple) else 1
    levels: dict[str, Level] = {}
    for value in tried_values(arg):
        whole = (value,) * count if arg.kind.is_list else value
        if example.none or whole != given:
            name = default_literal(whole)
            levels[name] = Level(name, _with(Example(arg.name, value=whole)))
    if arg.optional and not example.none:
        levels["None"] = Level("None", _with(Example(arg.name, none=True)))
    return tuple(levels.values())


def _with(example: Example) -> Callable[[Op], Op]:
    return lambda op: with_example(op, example)


def _example(op: Op, arg: Arg) -> Example:
    return op.example(arg.name) or Example(arg.name, none=arg.default is UNSET)


# -- element types


def _dtypes(op: Op) -> Factor:
    if op.model.source:
        return Factor(DTYPES_OF, ())
    typed = typed_args(op)
    seen: dict[tuple[str, ...], dict[str, str]] = {}
    for instance in instances(op):
        seen.setdefault(tuple(instance[a.name] for a in typed), instance)
    declared = tuple(_declared(op, a) for a in typed)
    usable = [c for c in seen if not export_refusal(op, op.model.exported_by, c)]
    others = [combination for combination in usable if combination != declared]
    levels = [Level(USUAL)]
    for combination in others[: _MOST_TYPES - 1]:
        chosen = {a.name: dtype for a, dtype in zip(typed, combination, strict=True)}
        changed = {n: d for n, d in chosen.items() if d != dict(_pairs(typed, declared))[n]}
        alike = len(set(chosen.values())) == 1
        name = combination[0] if alike else ", ".join(f"{n} {d}" for n, d in changed.items())
        levels.append(Level(name, partial(with_types, chosen=chosen)))
    left = len(others) - len(levels) + 1
    note = f"{left} further combinations of element types" if left > 0 else ""
    return Factor(DTYPES_OF, tuple(levels), note)


def _pairs(args: Sequence[Arg], dtypes: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    return ((a.name, d) for a, d in zip(args, dtypes, strict=True))


def _declared(op: Op, arg: Arg) -> str:
    example = op.example(arg.name) or op.example(f"{arg.name}[0]")
    if arg.is_dtype:
        given = arg.default if example is None or example.value is UNSET else example.value
        return arg_dtypes(op, arg)[0] if given is UNSET else str(given)
    return (example.dtype if example is not None else "") or arg_dtypes(op, arg)[0]


# -- sizes, export


def _sizes(op: Op) -> Factor:
    changes = size_changes(op)
    note = "" if changes else "no axis is dynamic and the op is not element-wise: no other sizes"
    levels = (Level(USUAL), *(Level(name, change) for name, change in changes.items()))
    return Factor(SIZES, levels, note)


def other_exporter(op: Op) -> str:
    """The exporter that the op does not declare."""
    return exporters.others(op.model.exported_by)[0].name


def _export(op: Op) -> Factor:
    levels = [Level(USUAL)]
    if any(e.dynamic for e in op.model.inputs):
        levels.append(Level(STATIC, _static))
    name = other_exporter(op)
    note = export_refusal(op, exporters.EXPORTERS[name])
    if not note:
        levels.append(
            Level(OTHER_EXPORTER, lambda op: replace(op, model=replace(op.model, exporter=name)))
        )
    return Factor(EXPORT, tuple(levels), note=note)


def _static(op: Op) -> Op:
    inputs = tuple(replace(e, dynamic={}) for e in op.model.inputs)
    return replace(op, model=replace(op.model, inputs=inputs))


# -- values, layout


def drawn(op: Op, example: Example) -> str:
    """``line`` where an example's elements may be any, ``range`` where they lie in a range.

    Empty where they are written out, are in a file, or are none at all.
    """
    if example.none or example.shape is UNSET or example.file or example.value is not UNSET:
        return ""
    arg = op.example_arg(example.arg)
    dtype = example.dtype or (
        "float32" if arg is None or arg.dtype == "any" else arg_dtypes(op, arg)[0]
    )
    kind = DTYPES[dtype].kind if dtype in DTYPES else ""
    if example.generator == "normal":
        return "line" if kind == "float" else ""
    return "range" if example.generator in ("uniform", "integers") else ""


def _values(op: Op) -> Factor:
    kinds = {drawn(op, example) for example in op.model.inputs}
    levels: list[str] = []
    if "line" in kinds:
        levels += [ZEROS, NAN, INF, DENORMAL, LARGE, TIES, EQUAL]
    if "range" in kinds:
        levels.append(ENDS)
    note = "" if levels else "no input has values that are drawn: no other values"
    return _named(VALUES, *levels, note=note)


def _layout(op: Op) -> Factor:
    ranks = [len(e.shape) for e in op.model.inputs if e.shape is not UNSET and not e.none]
    levels = [OFFSET, EVERY_OTHER] if any(ranks) else []
    if max(ranks, default=0) > 1:
        levels += [TRANSPOSED, EXPANDED]
    if 4 in ranks:
        levels.append(CHANNELS_LAST)
    return _named(LAYOUT, *levels)

"""A cell kept as a case of the declaration, where a case can say all that is unusual in it."""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.cells.cell import Cell
from workbench.core.cells.factors import (
    ARGUMENTS,
    DTYPES_OF,
    LAYOUT,
    SIZES,
    VALUES,
    ZEROS,
    drawn,
    family,
    realised,
)
from workbench.core.declaration.op import Case, Example, Op
from workbench.core.types.layouts import DECLARED, is_possible

__all__ = ["Kept", "case_name", "kept", "unless_there", "with_case"]

_SAID = {ARGUMENTS, DTYPES_OF, LAYOUT, SIZES, VALUES}
"""The factors that the inputs of a case can say."""
_SOME = {VALUES: (ZEROS,), LAYOUT: DECLARED}
"""Those of which they can say some levels alone."""
_MAIN, _LONGEST = "as_declared", 40


class Kept(NamedTuple):
    """A case, or why there is none.

    Attributes:
        case: with the inputs of the cell; None where there is none.
        reason: why.
    """

    case: Case | None
    reason: str = ""

    @property
    def about(self) -> str:
        """What it would do to keep it, or why that cannot be."""
        if self.case is None:
            return f"Not possible: {self.reason}"
        return "Add these inputs to the declaration: they are tried in each run then"


def kept(op: Op, cell: Cell) -> Kept:
    """What a cell is as a case.

    Args:
        op: ``Op.resolved``, as it was checked.
        cell: one of its cells.
    """
    if not cell.levels:
        return Kept(None, "these are the example inputs as they are declared")
    for factor, level in cell.levels.items():
        if family(factor) not in _SAID:
            return Kept(None, f"a case says which inputs, not '{factor}: {level}'")
        if factor in _SOME and level not in _SOME[factor]:
            return Kept(None, f"no generator of a case makes '{factor}: {level}'")
    if list(cell.levels) == [ARGUMENTS] and cell.level(ARGUMENTS) in {
        c.name for c in op.model.cases
    }:
        return Kept(None, f"it is the case '{cell.level(ARGUMENTS)}' already")
    made = realised(op, cell)
    inputs = made.model.inputs
    if cell.level(VALUES) == ZEROS:
        inputs = tuple(_zeros(e) if drawn(made, e) == "line" else e for e in inputs)
    inputs = tuple(_lying(e, cell.level(LAYOUT)) for e in inputs)
    changed = {e.base for e in inputs if e not in op.model.inputs}
    case = Case(
        case_name(" ".join(cell.levels.values())),
        tuple(e for e in inputs if e.base in changed),
        cell.text,
    )
    # What a case does not say is as in the main set, so some inputs cannot be said at all.
    if {e.arg: e for e in op.for_case(case).model.inputs} != {e.arg: e for e in inputs}:
        return Kept(None, "a case takes what it does not say from the main inputs, these differ")
    return Kept(case)


def unless_there(op: Op, found: Kept) -> Kept:
    """The same; or that the declaration has a case with these inputs."""
    inputs = found.case.inputs if found.case is not None else None
    same = next((c.name for c in op.model.cases if c.inputs == inputs), "")
    return Kept(None, f"it is the case '{same}' already") if same else found


def with_case(op: Op, case: Case) -> Op:
    """The declaration with a further case, under a name of its own."""
    taken = {c.name for c in op.model.cases}
    names = (case.name, *(f"{case.name}_{i}" for i in range(2, len(taken) + 3)))
    name = next(n for n in names if n not in taken)
    cases = (*op.model.cases, replace(case, name=name))
    return replace(op, model=replace(op.model, cases=cases))


def _lying(example: Example, layout: str) -> Example:
    """The example in a layout, if that is one and the tensor can lie so."""
    has = example.shape is not UNSET and not example.none and layout in DECLARED
    fits = has and is_possible(layout, len(example.shape or ()))
    return replace(example, layout=layout) if fits else example


def _zeros(example: Example) -> Example:
    return replace(example, generator="zeros", seed=0)


def case_name(unusual: str) -> str:
    """An identifier made of what is unusual: ``n_0_zeros`` for ``n = 0 zeros``."""
    text = re.sub(r"\W+", "_", unusual, flags=re.ASCII).strip("_")
    name = text[:_LONGEST].strip("_") or _MAIN
    return f"case_{name}" if name[0].isdigit() else name

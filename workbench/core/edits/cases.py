"""Cases: further sets of example inputs, each given as what differs from the main one."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from workbench.core.declaration.names import list_index
from workbench.core.declaration.op import Case, Example, Op
from workbench.core.edits.common import fresh_name

__all__ = [
    "CaseRow",
    "add_case",
    "case_rows",
    "duplicate_case",
    "is_override",
    "remove_case",
    "set_case",
    "set_override",
]


class CaseRow(NamedTuple):
    """One example of a case.

    Attributes:
        example: as it stands in the file.
        override: its index in the case; -1 where it is the main set's.
        main: the index in the main set of the example in this place; -1 where there is none.
    """

    example: Example
    override: int
    main: int


def _base(arg: str) -> str:
    """The list that a tensor is of; empty for what is no ``xs[0]``."""
    entry = list_index(arg)
    return entry[0] if entry else ""


def case_rows(op: Op, case: int) -> list[CaseRow]:
    """The examples of a case in the order of the main ones (see ``Op.for_case``).

    Tensors of a ``tensor[]`` are replaced all together.
    """
    overrides = list(enumerate(op.model.cases[case].inputs))
    of_arg = {e.arg: (i, e) for i, e in overrides}
    lists = {_base(e.arg) for _, e in overrides} - {""}
    done: set[str] = set()
    rows = []
    for position, example in enumerate(op.model.inputs):
        base = _base(example.arg)
        if base in lists:
            found = [(i, e) for i, e in overrides if _base(e.arg) == base and e.arg not in done]
            rows += [CaseRow(e, i, position if e.arg == example.arg else -1) for i, e in found]
            done |= {e.arg for _, e in found}
        elif example.arg in of_arg:
            index, mine = of_arg[example.arg]
            rows.append(CaseRow(mine, index, position))
            done.add(example.arg)
        else:
            rows.append(CaseRow(example, -1, position))
    rows += [CaseRow(e, i, -1) for i, e in overrides if e.arg not in done]
    return rows


def _with(op: Op, cases: tuple[Case, ...]) -> Op:
    return replace(op, model=replace(op.model, cases=cases))


def add_case(op: Op) -> Op:
    """A further set of examples, the same as the main one to begin with."""
    taken = {c.name for c in op.model.cases}
    name = next(n for i in range(1, 10_000) if (n := f"case{i}") not in taken)
    return _with(op, (*op.model.cases, Case(name=name)))


def duplicate_case(op: Op, index: int) -> Op:
    """A copy of a case at the end."""
    cases = op.model.cases
    name = fresh_name(cases[index].name, {c.name for c in cases})
    return _with(op, (*cases, replace(cases[index], name=name)))


def remove_case(op: Op, index: int) -> Op:
    """Without a case."""
    return _with(op, (*op.model.cases[:index], *op.model.cases[index + 1 :]))


def set_case(op: Op, index: int, **parts: str) -> Op:
    """A case with another name or description."""
    cases = list(op.model.cases)
    cases[index] = replace(cases[index], **parts)
    return _with(op, tuple(cases))


def set_override(op: Op, case: int, arg: str, override: bool) -> Op:
    """Let a case give an example itself, or have the main one's; a list's tensors together.

    What an own example does not say, its element type and its dynamic axes, stays the main one's.

    Args:
        op: the op with the case's rows in the place of the main examples (see ``CaseLens``).
        case: the case's index.
        arg: one of the rows.
        override: which of both.
    """
    entry, base = op.model.cases[case], _base(arg)

    def concerned(example: Example) -> bool:
        return example.arg == arg or (bool(base) and _base(example.arg) == base)

    def stripped(example: Example) -> Example:
        return replace(example, dtype="", dynamic={}) if concerned(example) else example

    kept = tuple(e for e in entry.inputs if not concerned(e))
    if override:
        rows = tuple(map(stripped, op.model.inputs))
        kept += tuple(e for e in rows if concerned(e))
    else:
        rows = tuple(e for e in op.model.inputs if not concerned(e))
    cases = list(op.model.cases)
    cases[case] = replace(entry, inputs=kept)
    return replace(op, model=replace(op.model, inputs=rows, cases=tuple(cases)))


def is_override(op: Op, case: int, arg: str) -> bool:
    """Whether a case gives an example itself, or the list that it is of."""
    base = _base(arg)
    return any(
        e.arg == arg or (bool(base) and _base(e.arg) == base) for e in op.model.cases[case].inputs
    )

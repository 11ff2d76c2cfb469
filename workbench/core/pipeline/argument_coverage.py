"""Which optional tensors are given, and which not, in the sets of inputs that an op is run with.

The tensors of a ``tensor?[]`` are among them, each by itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

import msgspec

from workbench.core.cells.kept import case_name, with_case
from workbench.core.cells.optional_tensors import given_tensors, optional_tensors
from workbench.core.declaration.op import Case, Example, Op

__all__ = ["MAIN", "Combination", "coverage", "coverage_text", "missing_cases", "with_missing"]

MAIN = "main"
_MOST = 4
"""Optional arguments of which every combination counts; of more, each alone, all, and none."""


class Combination(msgspec.Struct, frozen=True):
    """Which are given.

    Attributes:
        given: the names of those that are.
        absent: the names of those for which None is passed.
        run_as: the sets of inputs that are so, by name, the main one as ``main``; none where it
            is not run.
    """

    given: tuple[str, ...]
    absent: tuple[str, ...]
    run_as: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """``with 'mask', without 'bias'``."""
        parts = (("with", self.given), ("without", self.absent))
        return ", ".join(f"{word} {_listed(names)}" for word, names in parts if names)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(f"'{name}'" for name in names)


def coverage(op: Op) -> tuple[Combination, ...]:
    """Every combination, and where it is run; none for an op without optional tensors.

    Args:
        op: ``Op.resolved``.
    """
    optional = optional_tensors(op)
    ran: dict[frozenset[str], list[str]] = {}
    for case, made in ((MAIN, op), *((case.name, op.for_case(case)) for case in op.model.cases)):
        ran.setdefault(frozenset(_given(made, optional)), []).append(case)
    names = tuple(optional)
    return tuple(
        Combination(
            tuple(n for n in names if n in some),
            tuple(n for n in names if n not in some),
            tuple(ran.get(frozenset(some), ())),
        )
        for some in (_combinations(names) if names else ())
    )


def _given(op: Op, optional: Iterable[str]) -> tuple[str, ...]:
    examples = {name: op.example(name) for name in optional}
    return tuple(n for n, example in examples.items() if example is not None and not example.none)


def _combinations(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Those that count, the one with all of them first."""
    counts = range(len(names), -1, -1)
    if len(names) > _MOST:
        counts = (len(names), len(names) - 1, 1, 0)  # type: ignore[assignment]
    return [some for count in counts for some in itertools.combinations(names, count)]


def coverage_text(found: Sequence[Combination]) -> str:
    """It in a line: ``with 'mask' (main); not run: without 'mask'``."""
    ran = [f"{one.text} ({', '.join(one.run_as)})" for one in found if one.run_as]
    left = [one.text for one in found if not one.run_as]
    return "; ".join(ran + ([f"not run: {'; '.join(left)}"] if left else []))


def missing_cases(op: Op) -> tuple[Case, ...]:
    """A case for each combination that is not run.

    A tensor that no set of inputs gives is made of the first one's shape, which its user may have
    to correct.

    Args:
        op: ``Op.resolved``.
    """
    return tuple(_case(op, one) for one in coverage(op) if not one.run_as)


def _case(op: Op, wanted: Combination) -> Case:
    optional = optional_tensors(op)
    now = _given(op, optional)
    known = {e.arg: e for case in op.model.cases for e in case.inputs if not e.none}
    made = given_tensors({n: optional[n] for n in wanted.given if n not in (*now, *known)})(op)
    added = {e.arg: e for e in made.model.inputs} | known
    examples = [added[name] for name in wanted.given if name not in now]
    examples += [Example(name, none=True) for name in wanted.absent if name in now]
    return Case(case_name(wanted.text), tuple(examples), wanted.text)


def with_missing(op: Op) -> Op:
    """The declaration with a case for each combination that is not run.

    Args:
        op: the declaration.
    """
    for case in missing_cases(op.resolved()):
        op = with_case(op, case)
    return op

"""Which cells are tried: each pair of levels in one of them, or every combination of levels."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import NamedTuple

from workbench.core.cells.cell import USUAL, Cell
from workbench.core.cells.factors import (
    ARGUMENTS,
    CALLS,
    EXPORT,
    OTHER_EXPORTER,
    SIZES,
    THREADS,
    Factor,
    factors_of,
)
from workbench.core.cells.sizes import is_large, is_named
from workbench.core.declaration.op import Op

__all__ = ["FULL", "PAIRS", "Extent", "Plan", "extent", "plan"]

PAIRS, FULL = "pairs", "full"
_MOST = 20_000
"""Cells of a full plan; what is beyond is left out, and told."""


class Plan(NamedTuple):
    """What is tried.

    Attributes:
        factors: of the op.
        cells: the one that is as declared first, then those with one unusual level, then others.
        left_out: what is not tried, and why.
    """

    factors: tuple[Factor, ...]
    cells: tuple[Cell, ...]
    left_out: tuple[str, ...]


def plan(op: Op, how: str = PAIRS) -> Plan:
    """The plan for an op.

    Args:
        op: ``Op.resolved``.
        how: ``PAIRS``, so that any two levels of different factors meet in some cell, or ``FULL``.
    """
    known = factors_of(op)
    names = [[level.name for level in factor.levels] for factor in known]
    left_out = [factor.note for factor in known if factor.note]
    combinations = _pairs(known, names) if how == PAIRS else _all(known, names)
    chosen = sorted(itertools.islice(_unique(combinations), _MOST), key=_unusual)
    if how == FULL and (number := _combinations(known, names) - len(chosen)):
        left_out.append(f"{number:,} combinations, those in which most is unusual at once")
    cells = tuple(Cell(number, _named(known, levels)) for number, levels in enumerate(chosen))
    return Plan(known, cells, tuple(left_out))


class Extent(NamedTuple):
    """How much a plan tries.

    Attributes:
        cells: how many.
        left_out: how many more combinations there are than a full plan may have cells.
    """

    cells: int
    left_out: int = 0


def extent(op: Op, how: str) -> Extent:
    """How much the plan for an op tries; of a full one without making it, which takes a while."""
    if how == PAIRS:
        return Extent(len(plan(op).cells))
    known = factors_of(op)
    number = _combinations(known, [[level.name for level in factor.levels] for factor in known])
    return Extent(min(number, _MOST), max(0, number - _MOST))


def _levels(known: Sequence[Factor], chosen: Sequence[str]) -> dict[str, str]:
    return {factor.name: level for factor, level in zip(known, chosen, strict=True)}


def _named(known: Sequence[Factor], chosen: Sequence[str]) -> dict[str, str]:
    return {name: level for name, level in _levels(known, chosen).items() if level != USUAL}


def _unusual(levels: Sequence[str]) -> int:
    return sum(level != USUAL for level in levels)


def _unique(rows: Iterable[Sequence[str]]) -> Iterator[Sequence[str]]:
    seen: set[tuple[str, ...]] = set()
    for row in map(tuple, rows):
        if row not in seen:
            seen.add(row)
            yield row


def _singles(names: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """As declared, and each unusual level by itself: what is wrong with one is told by one."""
    usual = [USUAL] * len(names)
    yield usual
    for number, levels in enumerate(names):
        for level in levels[1:]:
            yield [*usual[:number], level, *usual[number + 1 :]]


def _under_load(known: Sequence[Factor], names: Sequence[Sequence[str]]) -> Iterator[list[str]]:
    """What has to do with threads, where there is enough to do for them."""
    place = {factor.name: i for i, factor in enumerate(known)}
    for size in filter(is_large, names[place[SIZES]]):
        for factor in (THREADS, CALLS):
            for level in names[place[factor]][1:]:
                row = [USUAL] * len(names)
                row[place[SIZES]], row[place[factor]] = size, level
                yield row


def _fits(of: Mapping[str, str]) -> bool:
    """Whether levels make sense together; some factors may not have theirs yet."""

    def is_usual(name: str) -> bool:
        return of.get(name, USUAL) == USUAL

    if not is_usual(ARGUMENTS) and not is_usual(SIZES):
        return False  # a declared case has sizes of its own
    if of.get(EXPORT) == OTHER_EXPORTER:
        # It takes long for a file; so it has only those that serve several sizes.
        return is_usual(SIZES) or is_named(of[SIZES])
    return True


def _pairs(known: Sequence[Factor], names: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    """Greedy: a pair that no cell has yet, then of each other factor what brings most new pairs."""
    yield from _singles(names)
    yield from _under_load(known, names)
    counts = [len(levels) for levels in names]
    left = {
        (one, other)
        for a, b in itertools.combinations(range(len(names)), 2)
        for one in itertools.product([a], range(counts[a]))
        for other in itertools.product([b], range(counts[b]))
    }
    factor_names = [factor.name for factor in known]

    def fits(row: dict[int, int]) -> bool:
        return _fits({factor_names[i]: names[i][level] for i, level in row.items()})

    for pair in sorted(left, key=lambda pair: (pair[0][0], pair[0][1], pair[1])):
        if pair not in left:
            continue
        row = dict(pair)
        if fits(row):
            for i in sorted(set(range(len(names))) - set(row), key=lambda i: -counts[i]):
                row[i] = _best(row, i, counts[i], left, fits)
            yield [names[i][row[i]] for i in range(len(names))]
        left -= {_ordered(one, other) for one, other in itertools.combinations(row.items(), 2)}
        left.discard(pair)


_Chosen = tuple[int, int]
"""A factor's place, and a level's."""


def _ordered(one: _Chosen, other: _Chosen) -> tuple[_Chosen, _Chosen]:
    return (one, other) if one < other else (other, one)


def _best(
    row: dict[int, int],
    factor: int,
    count: int,
    left: set[tuple[_Chosen, _Chosen]],
    fits: Callable[[dict[int, int]], bool],
) -> int:
    """The level that brings most new pairs; the usual one where no other fits."""

    def new_pairs(level: int) -> int:
        mine = (factor, level)
        return sum(_ordered(one, mine) in left for one in row.items())

    ordered = sorted(range(count), key=new_pairs, reverse=True)
    return next((level for level in ordered if fits({**row, factor: level})), 0)


def _all(known: Sequence[Factor], names: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    """Those with least that is unusual first: they are what a plan that is cut off has."""
    for count in range(len(names) + 1):
        for places in itertools.combinations(range(len(names)), count):
            for levels in itertools.product(*(names[place][1:] for place in places)):
                row = [USUAL] * len(names)
                for place, level in zip(places, levels, strict=True):
                    row[place] = level
                if _fits(_levels(known, row)):
                    yield row


_APART = (ARGUMENTS, SIZES, EXPORT)
"""The factors of which not every level goes with each other's."""


def _combinations(known: Sequence[Factor], names: Sequence[Sequence[str]]) -> int:
    """How many cells ``_all`` gives."""
    of = {factor.name: levels for factor, levels in zip(known, names, strict=True)}
    rows = itertools.product(*(of[name] for name in _APART))
    fitting = sum(_fits(dict(zip(_APART, row, strict=True))) for row in rows)
    return fitting * prod(len(levels) for name, levels in of.items() if name not in _APART)

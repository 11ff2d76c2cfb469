"""Which sizes of an op's inputs may be others, and the others that are tried.

Axes of one name change together. An axis without a name may change only where the shape rule says
that the op is element-wise; then those that meet in broadcasting change together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import prod
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core import shape_rule
from workbench.core.declaration.example import unused_seeds
from workbench.core.declaration.op import Example, Op, Output
from workbench.core.shape_rule.nodes import ArgShape, Broadcast, Expr

__all__ = [
    "Change",
    "axes",
    "is_elementwise",
    "is_large",
    "is_named",
    "resized",
    "size_changes",
    "size_for",
]

Change = Callable[[Op], Op]

_SMALL = (0, 1, 2, 3)
_ODD = 7
_PRIME = 13
_PAST_A_VECTOR = 17
_SIZES = (*_SMALL, _ODD, _PRIME, _PAST_A_VECTOR)
_LARGE = (1 << 15) + 1
"""Elements from which on kernels use several threads."""
_MARK = " (large)"
_UNNAMED = "axis -"
_TOGETHER = (0, 1, 3)
_COUNTS = (1, 2, 5)
"""Tensors of a list."""
_RANKS = (0, 1, 2, 3, 4, 5)
_RANK_SIZES = (3, 2, 5, 2, 4)
"""Sizes of a tensor of another rank, from the last axis on."""


class _Place(NamedTuple):
    """An axis of an example."""

    arg: str
    axis: int


def axes(op: Op) -> dict[str, tuple[_Place, ...]]:
    """The axes whose sizes may be others, by a name; those of one entry have one size."""
    inputs = [e for e in op.model.inputs if e.shape is not UNSET and not e.none]
    places: dict[str, list[_Place]] = {}
    names: dict[_Place, str] = {}
    for example in inputs:
        for axis, name in example.dynamic.items():
            place = _Place(example.arg, axis % len(example.shape) if example.shape else 0)
            places.setdefault(name, []).append(place)
            names[place] = name
    if is_elementwise(op):
        _add_meeting(inputs, places, names)
    written = {e.arg for e in inputs if e.value is not UNSET or e.file}
    return {n: tuple(p) for n, p in places.items() if not {place.arg for place in p} & written}


def _add_meeting(
    inputs: list[Example], places: dict[str, list[_Place]], names: dict[_Place, str]
) -> None:
    """The axes that broadcasting lays over each other, counted from the last."""
    ranks = {e.arg: len(_shape(e)) for e in inputs}
    for back in range(1, max(ranks.values(), default=0) + 1):
        there = [_Place(e.arg, ranks[e.arg] - back) for e in inputs if ranks[e.arg] >= back]
        sizes = {place: _size(inputs, place) for place in there}
        there = [p for p in there if sizes[p] != 1 or len(there) == 1]
        if len({sizes[p] for p in there}) != 1:
            continue
        name = next((names[p] for p in there if p in names), f"{_UNNAMED}{back}")
        known = places.setdefault(name, [])
        known += [p for p in there if p not in known]


def _shape(example: Example) -> tuple[int, ...]:
    return () if example.shape is UNSET else example.shape


def _size(inputs: Iterable[Example], place: _Place) -> int:
    return next(_shape(e)[place.axis] for e in inputs if e.arg == place.arg)


def is_named(level: str) -> bool:
    """Whether a level changes a dynamic axis only, so that a model file with it open serves it."""
    return " = " in level and not level.startswith(_UNNAMED)


def is_large(level: str) -> bool:
    """Whether a level has so many elements that kernels use several threads."""
    return level.endswith(_MARK)


def is_elementwise(op: Op) -> bool:
    """Whether each output's shape rule says no more than that shapes are broadcast."""
    if op.model.source or not op.outputs:
        return False
    return all(_broadcasts(op, o) is not None for o in op.outputs)


def _broadcasts(op: Op, output: Output) -> set[str] | None:
    """The arguments whose shapes a rule broadcasts; None where it says something else."""
    try:
        return None if output.is_list else _named(op.shape_of(output))
    except shape_rule.ShapeError:
        return None


def _named(expr: Expr) -> set[str] | None:
    match expr:
        case ArgShape(name):
            return {name}
        case Broadcast(left, right):
            a, b = _named(left), _named(right)
            return None if a is None or b is None else a | b
        case _:
            return None


def size_changes(op: Op) -> dict[str, Change]:
    """Level → how it changes the op's examples."""
    groups = axes(op)
    found: dict[str, Change] = {}
    for name, places in groups.items():
        now = _size(op.model.inputs, places[0])
        for size in _SIZES:
            if size != now:
                found[f"{name} = {size}"] = _sized(dict.fromkeys(places, size))
        if (large := _large(op, places)) not in (now, *_SIZES):
            found[f"{name} = {large}{_MARK}"] = _sized(dict.fromkeys(places, large))
    if len(groups) > 1:
        for size in _TOGETHER:
            every = {p: size for places in groups.values() for p in places}
            found[f"every size {size}"] = _sized(every)
    if is_elementwise(op):
        found |= _broadcast_changes(op)
        found |= _rank_changes(op)
    return found | _count_changes(op)


def _count_changes(op: Op) -> dict[str, Change]:
    """Each list of tensors has another number of them; further ones are like its last."""
    found: dict[str, Change] = {}
    for name in (a.name for a in op.args if a.is_tensor_list and not op.model.source):
        mine = [e for e in op.model.inputs if e.base == name]
        for count in sorted({*_COUNTS, len(mine) + 1} - {len(mine)}) if mine else ():
            tensors = f"{count} tensor{'s' * (count != 1)}"
            found[f"{name} has {tensors}"] = _counted(name, count)
    return found


def _counted(name: str, count: int) -> Change:
    def change(op: Op) -> Op:
        mine = [e for e in op.model.inputs if e.base == name]
        last = len(mine) - 1
        seeds = zip(range(last + 1, count), unused_seeds(op.model.inputs), strict=False)
        more = [replace(mine[last], arg=f"{name}[{i}]", seed=seed) for i, seed in seeds]
        others = tuple(e for e in op.model.inputs if e.base != name)
        inputs = (*others, *mine[:count], *more)
        return replace(op, model=replace(op.model, inputs=inputs))

    return change


def _large(op: Op, places: tuple[_Place, ...]) -> int:
    """A size with which the largest input has so many elements that threads are used."""
    return _size_for(op, places, _LARGE) | 1


def _size_for(op: Op, places: tuple[_Place, ...], elements: int) -> int:
    """A size with which the largest input that has it has about so many elements."""
    best = 1
    for example in op.model.inputs:
        mine = [p.axis for p in places if p.arg == example.arg]
        if mine:
            others = prod(s for i, s in enumerate(_shape(example)) if i not in mine)
            best = max(best, round((elements / max(1, others)) ** (1 / len(mine))))
    return best


def size_for(op: Op, axis: str, elements: int) -> int:
    """The size of an axis with which the largest input that has it has about so many elements.

    Args:
        op: the declaration.
        axis: a name of ``axes``.
        elements: wanted.
    """
    return _size_for(op, axes(op)[axis], elements)


def resized(op: Op, sizes: Mapping[str, int]) -> Op:
    """The op with other sizes of its example inputs.

    Args:
        op: the declaration.
        sizes: name of ``axes`` → its size.
    """
    groups = axes(op)
    return _sized({place: size for name, size in sizes.items() for place in groups[name]})(op)


def _sized(sizes: Mapping[_Place, int]) -> Change:
    def change(op: Op) -> Op:
        return _with_shapes(
            op,
            lambda e: tuple(sizes.get(_Place(e.arg, i), s) for i, s in enumerate(_shape(e))),
        )

    return change


def _with_shapes(op: Op, shape_of: Callable[[Example], tuple[int, ...]]) -> Op:
    inputs = tuple(
        e if e.shape is UNSET or e.none else replace(e, shape=shape_of(e)) for e in op.model.inputs
    )
    return replace(op, model=replace(op.model, inputs=inputs))


def _broadcast_changes(op: Op) -> dict[str, Change]:
    """Each argument that a rule broadcasts with others has size 1, or fewer axes, in its turn."""
    named = [_broadcasts(op, o) or set() for o in op.outputs]
    together = {n for names in named if len(names) > 1 for n in names}
    found: dict[str, Change] = {}
    for example in op.model.inputs:
        shape = _shape(example)
        if example.arg not in together or example.none or not shape:
            continue
        for axis, size in enumerate(shape):
            if size != 1:
                back = axis - len(shape)
                change = _sized({_Place(example.arg, axis): 1})
                found[f"{example.arg} broadcast along axis {back}"] = change
        found[f"{example.arg} 0-dimensional"] = _of_rank({example.arg: 0})
        if len(shape) > 1:
            found[f"{example.arg} with fewer axes"] = _of_rank({example.arg: len(shape) - 1})
    return found


def _of_rank(ranks: Mapping[str, int]) -> Change:
    """These arguments have so many of their last axes only."""

    def shape(example: Example) -> tuple[int, ...]:
        given = _shape(example)
        return given[len(given) - ranks[example.arg] :] if example.arg in ranks else given

    def change(op: Op) -> Op:
        return _without_names(_with_shapes(op, shape), ranks)

    return change


def _without_names(op: Op, args: Iterable[str]) -> Op:
    """No dynamic axes of these arguments: they are others than those that were named."""
    inputs = tuple(replace(e, dynamic={}) if e.arg in args else e for e in op.model.inputs)
    return replace(op, model=replace(op.model, inputs=inputs))


def _rank_changes(op: Op) -> dict[str, Change]:
    """All tensors have another rank, and one shape."""
    names = [e.arg for e in op.model.inputs if e.shape is not UNSET and not e.none]
    if any(e.value is not UNSET or e.file for e in op.model.inputs if e.arg in names):
        return {}
    declared = max((len(_shape(e)) for e in op.model.inputs), default=0)

    def of(rank: int) -> Change:
        shape = tuple(reversed(_RANK_SIZES[:rank]))
        return lambda op: _without_names(_with_shapes(op, lambda _: shape), names)

    return {f"rank {rank}": of(rank) for rank in _RANKS if rank != declared}

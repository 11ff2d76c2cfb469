"""Places boxes in layers so that arrows lead one way and cross little (after Sugiyama, 1981).

Layers by longest path, dummy boxes for arrows that pass a layer, the order in each layer by
barycentres, then each box as near as possible to the middle of its neighbours.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Placed", "place"]

_SWEEPS = 6
_DUMMY = 8.0
Point = tuple[float, float]


@dataclass
class Placed:
    """Where everything is, as (along, across): along the arrows, and across them.

    Attributes:
        size: of the whole.
        boxes: each box's centre.
        routes: each arrow's points: its start, the points where it passes a layer, its end.
    """

    size: Point
    boxes: list[Point]
    routes: list[list[Point]]


def place(
    sizes: Sequence[Point],
    arrows: Sequence[tuple[int, int]],
    last: Sequence[int] = (),
    late: Sequence[int] = (),
    gaps: Sequence[float] = (),
    space: float = 14.0,
    gap: float = 40.0,
) -> Placed:
    """Place boxes.

    Args:
        sizes: each box's size, (along, across).
        arrows: (source, target); without a cycle.
        last: boxes of the last layer.
        late: sources that stand just before what they lead to, not at the beginning.
        gaps: per arrow the room that it needs behind its source's layer, for its label.
        space: between neighbours in a layer.
        gap: at least between two layers.
    """
    layer = _layers(len(sizes), arrows, last, late)
    chains = _chains(layer, arrows)
    everything = [*sizes, *[(0.0, _DUMMY)] * (len(layer) - len(sizes))]
    links = [(a, b) for chain in chains for a, b in itertools.pairwise(chain)]
    rows = _ordered(layer, links)
    across = _across(rows, links, [s[1] for s in everything], space)
    depth = [max((everything[i][0] for i in row), default=0.0) for row in rows]
    between = [gap] * len(rows)
    for (source, _), needed in zip(arrows, gaps, strict=False):
        between[layer[source]] = max(between[layer[source]], needed)
    begins, at = [], 0.0
    for row, deep in enumerate(depth):
        begins.append(at)
        at += deep + between[row]
    total = at - (between[-1] if between else 0.0)
    centres = [(begins[layer[i]] + depth[layer[i]] / 2, across[i]) for i in range(len(layer))]
    low = min((c[1] - s[1] / 2 for c, s in zip(centres, everything, strict=True)), default=0.0)
    centres = [(along, y - low) for along, y in centres]
    high = max((c[1] + s[1] / 2 for c, s in zip(centres, everything, strict=True)), default=0.0)
    routes = _routes(chains, centres, everything)
    return Placed((total, high), centres[: len(sizes)], routes)


def _layers(
    count: int, arrows: Sequence[tuple[int, int]], last: Sequence[int], late: Sequence[int]
) -> list[int]:
    layer = [0] * count
    for _ in range(count):
        changed = False
        for a, b in arrows:
            if layer[b] < layer[a] + 1:
                layer[b], changed = layer[a] + 1, True
        if not changed:
            break
    end = max((at for i, at in enumerate(layer) if i not in last), default=-1) + 1
    for i in last:
        layer[i] = end
    for i in late:
        targets = [layer[b] for a, b in arrows if a == i]
        layer[i] = max(min(targets) - 1, 0) if targets else 0
    return layer


def _chains(layer: list[int], arrows: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Each arrow as a chain of neighbours; ``layer`` grows by the dummies on the way."""
    chains = []
    for a, b in arrows:
        middle = []
        for at in range(layer[a] + 1, layer[b]):
            layer.append(at)
            middle.append(len(layer) - 1)
        chains.append([a, *middle, b])
    return chains


def _ordered(layer: list[int], links: list[tuple[int, int]]) -> list[list[int]]:
    rows: list[list[int]] = [[] for _ in range(max(layer, default=-1) + 1)]
    for i, at in enumerate(layer):
        rows[at].append(i)
    before: dict[int, list[int]] = {}
    after: dict[int, list[int]] = {}
    for a, b in links:
        before.setdefault(b, []).append(a)
        after.setdefault(a, []).append(b)
    rank = {i: position for row in rows for position, i in enumerate(row)}
    for sweep in range(_SWEEPS):
        down = sweep % 2 == 0
        neighbours = before if down else after
        for row in rows if down else reversed(rows):
            middle = {
                i: sum(rank[n] for n in near) / len(near)
                if (near := neighbours.get(i))
                else rank[i]
                for i in row
            }
            row.sort(key=middle.__getitem__)
            rank.update((i, position) for position, i in enumerate(row))
    return rows


def _across(
    rows: list[list[int]], links: list[tuple[int, int]], sizes: list[float], space: float
) -> list[float]:
    near: dict[int, list[int]] = {}
    for a, b in links:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    at = [0.0] * len(sizes)
    for row in rows:
        _settle(row, [0.0] * len(row), sizes, space, at)
    for sweep in range(_SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            wanted = [
                sum(at[n] for n in found) / len(found) if (found := near.get(i)) else at[i]
                for i in row
            ]
            _settle(row, wanted, sizes, space, at)
    return at


def _settle(
    row: list[int], wanted: list[float], sizes: list[float], space: float, at: list[float]
) -> None:
    """As wanted, but in order and without overlap; the error is shared by all."""
    edge = float("-inf")
    for i, wish in zip(row, wanted, strict=True):
        at[i] = max(wish, edge + sizes[i] / 2)
        edge = at[i] + sizes[i] / 2 + space
    error = sum(w - at[i] for i, w in zip(row, wanted, strict=True)) / max(len(row), 1)
    for i in row:
        at[i] += error


def _routes(chains: list[list[int]], centres: list[Point], sizes: list[Point]) -> list[list[Point]]:
    """Arrows leave and reach a box spread over its side, in the order of their other ends."""
    starts = _spread([(c[0], centres[c[1]][1]) for c in chains], centres, sizes)
    ends = _spread([(c[-1], centres[c[-2]][1]) for c in chains], centres, sizes)
    routes = []
    for chain, start, end in zip(chains, starts, ends, strict=True):
        a, b = chain[0], chain[-1]
        first = (centres[a][0] + sizes[a][0] / 2, start)
        final = (centres[b][0] - sizes[b][0] / 2, end)
        routes.append([first, *(centres[i] for i in chain[1:-1]), final])
    return routes


def _spread(ends: list[tuple[int, float]], centres: list[Point], sizes: list[Point]) -> list[float]:
    found = [0.0] * len(ends)
    of: dict[int, list[int]] = {}
    for arrow, (box, _) in enumerate(ends):
        of.setdefault(box, []).append(arrow)
    for box, arrows in of.items():
        arrows.sort(key=lambda arrow: ends[arrow][1])
        room = min(sizes[box][1] * 0.7, 22.0 * (len(arrows) - 1))
        for number, arrow in enumerate(arrows):
            step = room / (len(arrows) - 1) if len(arrows) > 1 else 0.0
            found[arrow] = centres[box][1] - room / 2 + number * step
    return found

"""Which node of one graph is which of another: found by what they compute, not by their names.

Exporters number their values anew with every change, so a name says little. What a node computes
is a digest of its operator, its attributes and what its inputs compute; what it serves is one of
those that read it. A change spoils the first below itself and the second above itself only. Nodes
that both graphs have equally often under such a digest are the same; from them it goes on along
the edges; names, and the order of what is left, come last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from difflib import SequenceMatcher

from workbench.engine.graphs.flat import FlatGraph, FlatNode, Source, digest

__all__ = ["Ends", "Matching"]

_MOST_ALIGNED = 4_000_000
"""Pairs of nodes that are tried when two orders are aligned; it is quadratic at worst."""


_Digests = tuple[list[bytes], ...]
"""Of both graphs, per node."""


class Ends:
    """Which inputs and outputs of two graphs are the same: those of one name, then in order."""

    def __init__(self, before: FlatGraph, after: FlatGraph) -> None:
        self.inputs = _paired(before.inputs, after.inputs)
        names = [[o.name for o in g.graph.output] for g in (before, after)]
        self.outputs = _paired(*names)


def _paired(before: list[str], after: list[str]) -> dict[int, int]:
    at = {name: i for i, name in enumerate(after)}
    found = {i: at[name] for i, name in enumerate(before) if name in at}
    taken = set(found.values())
    left = [i for i in range(len(before)) if i not in found]
    free = [i for i in range(len(after)) if i not in taken]
    return found | dict(zip(left, free, strict=False))


class Matching:
    """Finds the pairs.

    Attributes:
        pairs: the index of a node of the first graph → that of the second.
        back: the same the other way round.
    """

    def __init__(self, before: FlatGraph, after: FlatGraph) -> None:
        self._graphs = (before, after)
        self.ends = Ends(before, after)
        self.pairs: dict[int, int] = {}
        self.back: dict[int, int] = {}
        self._readers = tuple(_readers(g) for g in self._graphs)
        strict = []
        for values in (True, False):
            strict.append(self._both(attributes=True, values=values))
            self._by_both(*strict[-1])
            if len(self.pairs) == len(before.nodes) == len(after.nodes):
                return
        for up, down in strict:
            self._by_digest(up)
            self._by_digest(down)
        self._spread()
        up, down = self._both(attributes=False, values=False)
        self._by_both(up, down)
        self._by_digest(up)
        self._by_digest(down)
        self._spread()
        self._by(self._name)
        self._spread()
        self._align()
        self._spread()
        self._in_place()

    # -- what nodes compute and serve

    def _both(self, attributes: bool, values: bool) -> tuple[_Digests, _Digests]:
        own = [[_own(node, attributes) for node in graph.nodes] for graph in self._graphs]
        ups = tuple(self._up(side, own[side], values) for side in (0, 1))
        return ups, tuple(self._down(side, own[side]) for side in (0, 1))

    def _up(self, side: int, own: list[bytes], values: bool) -> list[bytes]:
        """Per node what it computes.

        Args:
            side: of which graph.
            own: per node a digest of its operator and attributes.
            values: whether the constants' elements count.
        """
        graph = self._graphs[side]
        found: list[bytes] = []
        for i, node in enumerate(graph.nodes):
            parts = [self._of(side, source, found, values) for source in node.inputs]
            ordered = sorted(parts) if node.commutes else parts
            found.append(digest(own[i], *ordered))
        return found

    def _of(self, side: int, source: Source, found: list[bytes], values: bool) -> bytes:
        match source.kind:
            case "node":
                return digest(found[source.at], str(source.slot))
            case "input":
                return f"input {self._input(side, source.at)}".encode()
            case "constant":
                constant = self._graphs[side].constants[source.name]
                return constant.digest if values else constant.kind.encode()
            case _:
                return f"{source.kind} {source.name}".encode()

    def _input(self, side: int, index: int) -> int:
        """A number that an input has in both graphs; below zero where the other lacks it."""
        if side == 0:
            return self.ends.inputs.get(index, -1 - index)
        return index

    def _down(self, side: int, own: list[bytes]) -> list[bytes]:
        """Per node what it serves."""
        graph, readers = self._graphs[side], self._readers[side]
        served: dict[int, list[str]] = defaultdict(list)
        for i, source in enumerate(graph.outputs):
            if source.kind == "node":
                number = self.ends.outputs.get(i, -1 - i) if side == 0 else i
                served[source.at].append(f"{source.slot} output {number}")
        found = [b""] * len(graph.nodes)
        for i in reversed(range(len(graph.nodes))):
            parts = [
                digest(found[reader], f"{slot} {at}") for reader, at, slot in readers.get(i, ())
            ]
            ends = sorted(served.get(i, ()))
            found[i] = digest(own[i], *sorted(parts), *ends)
        return found

    # -- pairs

    def _pair(self, i: int, j: int) -> bool:
        if i in self.pairs or j in self.back:
            return False
        self.pairs[i], self.back[j] = j, i
        return True

    def _left(self, side: int) -> list[int]:
        taken = (self.pairs, self.back)[side]
        return [i for i in range(len(self._graphs[side].nodes)) if i not in taken]

    def _by(self, key: Callable[[int, int], Hashable]) -> None:
        """Pair what both graphs have equally often under a key, in order."""
        groups: tuple[dict[Hashable, list[int]], ...] = (defaultdict(list), defaultdict(list))
        for side in (0, 1):
            for i in self._left(side):
                groups[side][key(side, i)].append(i)
        for one, these in groups[0].items():
            those = groups[1].get(one, [])
            if len(these) == len(those) and one is not None:
                for i, j in zip(these, those, strict=True):
                    self._pair(i, j)

    def _by_digest(self, digests: _Digests) -> None:
        self._by(lambda side, i: digests[side][i])

    def _by_both(self, up: _Digests, down: _Digests) -> None:
        self._by(lambda side, i: (up[side][i], down[side][i]))

    def _name(self, side: int, index: int) -> Hashable:
        told = self._graphs[side].nodes[index].told
        return (told.op, told.name or told.key)

    def _op(self, side: int, index: int) -> str:
        return self._graphs[side].nodes[index].told.op

    def _spread(self) -> None:
        """From each pair along its edges, as long as there is one way to go."""
        waiting = list(self.pairs.items())
        while waiting:
            i, j = waiting.pop()
            for a, b in (*self._above(i, j), *self._below(i, j)):
                if self._pair(a, b):
                    waiting.append((a, b))

    def _above(self, i: int, j: int) -> Iterable[tuple[int, int]]:
        if self._graphs[0].nodes[i].commutes:
            return  # which is which is found from above
        inputs = (self._graphs[0].nodes[i].inputs, self._graphs[1].nodes[j].inputs)
        for a, b in zip(*inputs, strict=False):
            both_nodes = a.kind == b.kind == "node" and a.slot == b.slot
            if both_nodes and self._op(0, a.at) == self._op(1, b.at):
                yield a.at, b.at

    def _below(self, i: int, j: int) -> Iterable[tuple[int, int]]:
        groups: tuple[dict[Hashable, list[int]], ...] = (defaultdict(list), defaultdict(list))
        for side, at, taken in ((0, i, self.pairs), (1, j, self.back)):
            for reader, slot_in, slot_out in self._readers[side].get(at, ()):
                if reader not in taken:
                    groups[side][self._op(side, reader), slot_in, slot_out].append(reader)
        for key, these in groups[0].items():
            if len(those := groups[1].get(key, [])) == len(these):
                yield from zip(these, those, strict=True)

    def _align(self) -> None:
        """What is left, where it stands in the same order."""
        before, after = self._left(0), self._left(1)
        if len(before) * len(after) > _MOST_ALIGNED:
            return
        ops = [self._op(0, i) for i in before], [self._op(1, j) for j in after]
        for block in SequenceMatcher(None, *ops, autojunk=False).get_matching_blocks():
            for n in range(block.size):
                i, j = before[block.a + n], after[block.b + n]
                if self._near(i, j):
                    self._pair(i, j)

    def _near(self, i: int, j: int) -> bool:
        """Whether a pair has a neighbour in common, or none at all."""
        mine = [s.at for s in self._graphs[0].nodes[i].inputs if s.kind == "node"]
        mine += [reader for reader, *_ in self._readers[0].get(i, ())]
        other = {s.at for s in self._graphs[1].nodes[j].inputs if s.kind == "node"}
        other |= {reader for reader, *_ in self._readers[1].get(j, ())}
        known = [self.pairs[n] for n in mine if n in self.pairs]
        return not known or any(n in other for n in known)

    def _in_place(self) -> None:
        """Another operator with the same inputs and the same readers: the node was changed."""

        def ends(side: int, index: int) -> Hashable:
            graph, readers = self._graphs[side], self._readers[side]
            to = self.pairs if side == 0 else None
            found: list[Hashable] = []
            for source in graph.nodes[index].inputs:
                at: int = source.at
                if source.kind == "node" and to is not None:
                    at = to.get(at, -1 - at)
                elif source.kind == "input":
                    at = self._input(side, at)
                if source.kind in ("node", "input"):
                    found.append((source.kind, at, source.slot))
            read = sorted(
                to.get(r, -1 - r) if to is not None else r for r, *_ in readers.get(index, ())
            )
            made = [i for i, s in enumerate(graph.outputs) if (s.kind, s.at) == ("node", index)]
            if side == 0:
                made = [self.ends.outputs.get(i, -1 - i) for i in made]
            return (tuple(found), tuple(read), tuple(sorted(made)))

        self._by(ends)


def _own(node: FlatNode, attributes: bool) -> bytes:
    told = [f"{k}={v}" for k, v in sorted(node.attributes.items())] if attributes else []
    return digest(node.told.op, *told)


def _readers(graph: FlatGraph) -> dict[int, list[tuple[int, int, int]]]:
    """Per node who reads it: the reader, in which input (0 where all are alike), of which output."""
    found: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for i, node in enumerate(graph.nodes):
        for at, source in enumerate(node.inputs):
            if source.kind == "node":
                found[source.at].append((i, 0 if node.commutes else at, source.slot))
    return found

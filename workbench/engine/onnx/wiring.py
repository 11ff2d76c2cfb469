"""Whether the values of a model's graphs come from somewhere: ONNX Runtime refuses a model where not.

``onnx.checker`` says it, too, but takes long for large weights, and refuses nodes in an order that ONNX
Runtime takes. Here names are looked at alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence

import onnx

from workbench.core.jobs.graphs import GraphNode
from workbench.engine.onnx.onnx_file import inner_graphs, named_graphs, operator_name

__all__ = ["REFUSED", "wiring_fault"]

REFUSED = "ONNX Runtime refuses it. Export it again, or correct what has written it."
"""What comes of a fault, and the next step."""

_Graph = onnx.GraphProto | onnx.FunctionProto


def wiring_fault(model: onnx.ModelProto) -> str:
    """The first thing that makes a model no valid graph, in words; empty where there is none.

    Args:
        model: with its weights or without.
    """
    roots: list[tuple[_Graph, str]] = [(model.graph, "")]
    roots += [(function, f"function {function.name}") for function in model.functions]
    for root, part in roots:
        for graph, known, where in _each(root, (), part):
            if fault := _of_nothing(graph, known, where) or _in_circles(graph, where):
                return fault
    return ""


def _each(
    graph: _Graph, around: tuple[set[str], ...], where: str
) -> Iterator[tuple[_Graph, tuple[set[str], ...], str]]:
    """A graph and those inside its nodes, with the names that there are in each, and where it is."""
    known = (*around, _made(graph))
    yield graph, known, where
    for node in graph.node:
        for part, inner in named_graphs(node):
            yield from _each(inner, known, f"{part}, {where}" if where else part)


def _of_nothing(graph: _Graph, known: tuple[set[str], ...], where: str) -> str:
    """A name that is read and that nothing makes, here or in the graphs around."""

    def lacks(name: str) -> bool:
        return bool(name) and not any(name in names for names in known)

    for node in graph.node:
        for name in filter(lacks, node.input):
            return (
                f"the node {_title(node, where)} reads '{name}', which is no input, no constant "
                "and no output of a node"
            )
    for name in filter(lacks, _ends(graph)):
        return f"the output '{name}' is made by no node"
    return ""


def _made(graph: _Graph) -> set[str]:
    """The names of all values that there are in a graph."""
    made = {name for node in graph.node for name in node.output}
    if isinstance(graph, onnx.FunctionProto):
        return made.union(graph.input)
    made.update(value.name for value in graph.input)
    made.update(tensor.name for tensor in graph.initializer)
    made.update(tensor.values.name for tensor in graph.sparse_initializer)
    return made


def _ends(graph: _Graph) -> Iterator[str]:
    for one in graph.output:
        yield one if isinstance(one, str) else one.name


def _read(node: onnx.NodeProto) -> Iterator[str]:
    """The values that a node needs, with those that the graphs inside it take from around it."""
    yield from node.input
    for graph in inner_graphs(node):
        own = _made(graph)
        yield from (name for one in graph.node for name in _read(one) if name not in own)


def _in_circles(graph: _Graph, where: str) -> str:
    """A node that needs its own output; the nodes may stand in any order."""
    makers = {name: i for i, node in enumerate(graph.node) for name in node.output if name}
    needs = [{makers[n]: n for n in _read(node) if n in makers} for node in graph.node]
    found = _on_cycle(needs)
    if found is None:
        return ""
    at, maker = found
    title = _title(graph.node[at], where)
    return f"the node {title} reads '{needs[at][maker]}', which is made from its own output"


def _on_cycle(needs: Sequence[Mapping[int, str]]) -> tuple[int, int] | None:
    """The first node of a cycle, and the one before it there.

    Args:
        needs: per node those whose outputs it reads, and one of these outputs.
    """
    # What can be run is taken away, one after the other: nothing is left of a graph without a cycle.
    left = [len(of_one) for of_one in needs]
    readers: list[list[int]] = [[] for _ in needs]
    for i, of_one in enumerate(needs):
        for maker in of_one:
            readers[maker].append(i)
    ready = deque(i for i, count in enumerate(left) if not count)
    while ready:
        for reader in readers[ready.popleft()]:
            left[reader] -= 1
            if not left[reader]:
                ready.append(reader)
    at = next((i for i, count in enumerate(left) if count), None)
    if at is None:
        return None
    # It may be but behind a cycle. Whoever goes back from there comes upon a node twice.
    passed: dict[int, int] = {}
    while at not in passed:
        passed[at] = next(maker for maker in needs[at] if left[maker])
        at = passed[at]
    order = list(passed)
    first = min(order[order.index(at) :])
    return first, passed[first]


def _title(node: onnx.NodeProto, where: str) -> str:
    key = next(filter(None, node.output), "")
    return GraphNode(key, operator_name(node), node.name, where).title

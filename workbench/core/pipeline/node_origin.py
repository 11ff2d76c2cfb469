"""Which node of an op's mapping made a node of an exported graph."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.core.declaration.op import Op
from workbench.core.jobs.graphs import GraphNode

__all__ = ["mapping_nodes"]


def mapping_nodes(op: Op, nodes: Sequence[GraphNode]) -> dict[str, int]:
    """Find the mapping's nodes in a graph, by what flows between them.

    From each node of the mapping that no other one reads, its inputs are followed upwards, in the
    mapping and in the graph at once; where all of it is there, it is a call of the op. A custom node
    is also found alone, since exporters fold standard ones.

    Args:
        op: the declaration, with the mapping that was exported.
        nodes: of the graph, in order.

    Returns:
        The key of a graph's node → the index of the mapping's. Nodes that the mapping did not make
        are not among them.
    """
    declared = op.mapping.nodes
    makers: dict[str, list[int]] = {}
    for i, wanted in enumerate(declared):
        for name in wanted.outputs:
            makers.setdefault(name, []).append(i)
    read = {name for wanted in declared for name in wanted.inputs}
    made = {name: i for i, node in enumerate(nodes) for name in node.outputs if name}
    found: dict[str, int] = {}
    # The last first: a node that others read is found with these.
    ends = [i for i, n in enumerate(declared) if not read.intersection(n.outputs)]
    for i in reversed(ends):
        for at, node in enumerate(nodes):
            if node.key not in found and node.op == declared[i].op:
                call = _call(op, nodes, made, makers, i, at)
                if call is not None:
                    found |= {k: v for k, v in call.items() if k not in found}
    for i, wanted in enumerate(declared):
        if wanted.domain:
            for node in nodes:
                if node.op == wanted.op:
                    found.setdefault(node.key, i)
    return found


def _call(
    op: Op,
    nodes: Sequence[GraphNode],
    made: Mapping[str, int],
    makers: Mapping[str, list[int]],
    index: int,
    at: int,
) -> dict[str, int] | None:
    """The part of the graph that ends in a node and is what the mapping says; None if it is not."""
    found: dict[str, int] = {}
    waiting = [(index, at)]
    while waiting:
        i, n = waiting.pop()
        wanted, node = op.mapping.nodes[i], nodes[n]
        if wanted.op != node.op or found.get(node.key, i) != i:
            return None
        if node.key in found:
            continue
        found[node.key] = i
        for name, value in zip(wanted.inputs, node.inputs, strict=False):
            if name not in makers:
                continue
            above = made.get(value)
            fits = [
                m
                for m in makers[name]
                if above is not None and nodes[above].op == op.mapping.nodes[m].op
            ]
            if above is None or not fits:
                return None
            waiting.append((fits[0], above))
    return found

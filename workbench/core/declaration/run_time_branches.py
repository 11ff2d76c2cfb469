"""Nodes that a graph chooses between when it runs: what becomes an ``If`` of ONNX."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from workbench.core.declaration.mapping import Node

__all__ = ["Choice", "steps"]


class Choice(NamedTuple):
    """Two lists of nodes, of which one is run.

    Attributes:
        tensor: of one bool, by which it is chosen.
        then: the indices of the nodes that are run if it is true.
        other: and if it is false.
        outputs: what both lists give, in the order of the first.
    """

    tensor: str
    then: tuple[int, ...]
    other: tuple[int, ...]
    outputs: tuple[str, ...]


def steps(nodes: Sequence[Node]) -> list[int | Choice]:
    """The nodes by index, those between which a graph chooses in one."""
    found: list[int | Choice] = []
    for tensor, group in groupby(range(len(nodes)), key=lambda i: nodes[i].chooser):
        indices = list(group)
        if not tensor:
            found += indices
            continue
        then = tuple(i for i in indices if not nodes[i].is_else)
        other = tuple(i for i in indices if nodes[i].is_else)
        given = {name for i in other for name in nodes[i].outputs}
        both = dict.fromkeys(n for i in then for n in nodes[i].outputs if n and n in given)
        found.append(Choice(tensor, then, other, tuple(both)))
    return found

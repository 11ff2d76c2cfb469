"""Jobs on the graphs of ONNX models, and what they give. Nothing of a model's file is trusted."""

from __future__ import annotations

import msgspec

from workbench.core.jobs.base import BaseJob, Limits
from workbench.core.jobs.message import Message

__all__ = [
    "MOST_DRAWN",
    "GraphDiffJob",
    "GraphDiffResult",
    "GraphNode",
    "GraphViewJob",
    "GraphViewResult",
    "NodeDifference",
]

MOST_DRAWN = 2000
"""Nodes of a graph that are drawn unasked; of a larger one it is the neighbourhood of a node."""


class GraphNode(msgspec.Struct, frozen=True, omit_defaults=True):
    """A node of a graph.

    Attributes:
        key: the name of its first output, which no other node of the model has.
        op: ``Domain::Op``, or ``Op`` in ONNX's own domain.
        name: as the model has it; may be empty.
        where: empty in the main graph, else e.g. ``then_branch of If 'pick'``.
        inputs, outputs: the names of its values, where they are told.
    """

    key: str
    op: str
    name: str = ""
    where: str = ""
    inputs: tuple[str, ...] = ()
    outputs: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """``Conv 'first'``; a node without a name is called by its output."""
        within = f" ({self.where})" if self.where else ""
        return f"{self.op} '{self.name or self.key}'{within}"


class GraphDiffJob(BaseJob, frozen=True):
    """Say by what the graph of one model differs from that of another.

    Attributes:
        before: a model's file.
        after: another one; empty for what ONNX Runtime makes of the first when it optimises it.
        ort_library: with the kernels of custom nodes, where ONNX Runtime loads the model.
        work: a folder for the optimised model; it is there. Empty where none is made.
    """

    host = "ort"
    stages = ("graph-diff",)
    doing = "comparing the graphs"

    before: str
    after: str = ""
    ort_library: str = ""
    work: str = ""
    limits: Limits = Limits()


class NodeDifference(msgspec.Struct, frozen=True, omit_defaults=True):
    """A node that only one of two graphs has, or that is another in the second.

    Attributes:
        kind: ``added``, ``removed`` or ``changed``.
        before: in the first graph; None where it was added.
        after: in the second graph; None where it was removed.
        changes: of a changed node, each in words: ``attribute alpha: 0.1 → 0.2``.
    """

    kind: str
    before: GraphNode | None = None
    after: GraphNode | None = None
    changes: tuple[str, ...] = ()

    @property
    def node(self) -> GraphNode:
        """The node as it is now, or was."""
        found = self.after or self.before
        assert found is not None
        return found


class GraphDiffResult(Message, frozen=True):
    """By what two graphs differ. A constant is no node here, however a model writes it.

    Attributes:
        after: the file of the second model.
        nodes: how many nodes the two graphs have.
        same: how many of them are the same in both.
        differences: in the order of the first graph, what was added where it belongs.
        model: what differs beside the nodes: inputs, outputs, versions of operators.
        notes: what could not be compared, and why.
        left_out: how many differences are not told.
        refused: whether ONNX Runtime refuses one of the two, which is said first in ``notes``.
    """

    after: str
    nodes: tuple[int, int]
    same: int
    differences: tuple[NodeDifference, ...] = ()
    model: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    left_out: int = 0
    refused: bool = False

    @property
    def is_same(self) -> bool:
        """Whether nothing was found that differs."""
        return not self.differences and not self.model

    def count(self, kind: str) -> int:
        """How many nodes were ``added``, ``removed`` or ``changed``, of those that are told."""
        return sum(d.kind == kind for d in self.differences)

    @property
    def verdict(self) -> str:
        """In one line."""
        if self.is_same:
            return f"the graphs are the same, {_nodes(self.nodes[1])}"
        counts = [f"{self.count(k)} {k}" for k in ("added", "removed", "changed") if self.count(k)]
        told = ", ".join([*counts, f"{self.same} the same"])
        before, after = self.nodes
        return f"{before:,} node{'' if before == 1 else 's'} before, {after:,} after: {told}"


def _nodes(count: int) -> str:
    return f"{count:,} node{'' if count == 1 else 's'}"


class GraphViewJob(BaseJob, frozen=True):
    """Read a model, and write of it what is drawn: without weights, of a large one a part.

    Attributes:
        model: its file, anybody's.
        work: a folder for what is drawn; it is there.
        around: the key of the node whose neighbourhood is drawn; empty for a node chosen here.
        hops: how many edges away its neighbours may be.
        whole: draw all nodes, however many there are.
    """

    host = "ort"
    stages = ("graph-view",)
    doing = "reading the model"

    model: str
    work: str
    around: str = ""
    hops: int = 3
    whole: bool = False
    limits: Limits = Limits(seconds=60.0)


class GraphViewResult(Message, frozen=True):
    """What a model holds, and what of it is drawn.

    Attributes:
        view: the file that is drawn.
        nodes: all of the main graph, in order; a ``Constant`` node is not among them.
        total: how many there are with those of subgraphs and functions.
        shown: the keys of those that are drawn, where not all are.
        around: the key of the node in the middle; empty where all are drawn.
        missing: per node that ONNX Runtime has no kernel for, why: its key → one sentence.
        opset: the version of ONNX's own domain.
        bytes: of the model and of its data.
        notes: what is wrong with the model, for people.
        refused: whether ONNX Runtime refuses it, which is said first in ``notes``.
    """

    view: str
    nodes: tuple[GraphNode, ...]
    total: int
    shown: tuple[str, ...]
    around: str
    missing: dict[str, str]
    opset: int
    bytes: int
    notes: tuple[str, ...] = ()
    refused: bool = False

    @property
    def drawn(self) -> int:
        """How many of ``nodes`` are drawn."""
        return len(self.shown) if self.around else len(self.nodes)

"""The job that says by what two graphs differ, node by node."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

import onnx

from workbench.core.errors import UserError
from workbench.core.jobs.graphs import GraphDiffJob, GraphDiffResult, NodeDifference
from workbench.core.jobs.model_nodes import ModelValue
from workbench.engine.graphs.flat import ABSENT, FlatGraph, FlatNode, Source, flat_graph
from workbench.engine.graphs.matching import Matching
from workbench.engine.graphs.optimised import optimised_model
from workbench.engine.host.child import Channel
from workbench.engine.onnx.onnx_file import external_files, read_model
from workbench.engine.onnx.onnx_model import Values
from workbench.engine.onnx.wiring import REFUSED, wiring_fault

__all__ = ["graph_diff", "graph_diff_job"]

_MOST = 5000
"""Differences that are told."""


def graph_diff_job(job: GraphDiffJob, channel: Channel) -> None:
    """Stage ``graph-diff``."""
    with channel.stage("graph-diff") as outcome:
        before, after = Path(job.before), Path(job.after)
        channel.progress("graph-diff", 0, 3, "reading the models")
        first = read_model(before)
        if not job.after:
            channel.progress("graph-diff", 1, 3, "optimising the model in ONNX Runtime")
            if fault := wiring_fault(first):  # which ONNX Runtime says without a node's name
                reason = f"this is no valid graph: {fault}"
                raise UserError("model", reason, REFUSED, file=before)
            after = optimised_model(before, first, job.ort_library, Path(job.work))
        second = read_model(after)
        channel.progress("graph-diff", 2, 3, "comparing the graphs")
        outcome.result = graph_diff((before, first), (after, second))


def graph_diff(
    before: tuple[Path, onnx.ModelProto], after: tuple[Path, onnx.ModelProto]
) -> GraphDiffResult:
    """By what one model's graph differs from another's.

    Args:
        before: the first model, with its file.
        after: the second one.

    Raises:
        UserError: kind ``model``; one of them would read files outside of its folder.
    """
    sides = [_Side(path, model) for path, model in (before, after)]
    found = _Found(sides)
    faults = [wiring_fault(model) for _, model in (before, after)]
    for (path, _), fault in zip((before, after), faults, strict=True):
        if fault:
            found.notes.append(f"'{path.name}' is no valid graph, ONNX Runtime refuses it: {fault}")
    found.graphs(before[1].graph, after[1].graph, "")
    functions = [{(f.domain, f.name): f for f in model.functions} for _, model in (before, after)]
    lines = _model_lines(before[1], after[1])
    for domain, name in sorted(functions[0].keys() | functions[1].keys()):
        bodies = [side.get((domain, name)) for side in functions]
        title = f"function {domain}::{name}"
        if bodies[0] is None or bodies[1] is None:
            lines.append(f"{title}: {'added' if bodies[0] is None else 'removed'}")
        else:
            found.graphs(_as_graph(bodies[0]), _as_graph(bodies[1]), title)
    differences = found.differences
    return GraphDiffResult(
        str(after[0]),
        (found.counts[0], found.counts[1]),
        found.same,
        tuple(differences[:_MOST]),
        tuple(lines),
        tuple(dict.fromkeys(found.notes)),
        max(len(differences) - _MOST, 0),
        any(faults),
    )


def _as_graph(function: onnx.FunctionProto) -> onnx.GraphProto:
    value = onnx.ValueInfoProto
    return onnx.GraphProto(
        node=function.node,
        input=[value(name=n) for n in function.input],
        output=[value(name=n) for n in function.output],
    )


class _Side:
    def __init__(self, path: Path, model: onnx.ModelProto) -> None:
        try:
            external_files(model, path)
        except UserError as error:
            raise error.at(path) from None
        self.folder = path.parent
        self.types = Values(model)
        self.opsets = {
            "" if o.domain == "ai.onnx" else o.domain: o.version for o in model.opset_import
        }


class _Found:
    """What was found so far.

    Attributes:
        same: nodes that do not differ.
        counts: the nodes of both models.
    """

    def __init__(self, sides: list[_Side]) -> None:
        self._sides = sides
        self.differences: list[NodeDifference] = []
        self.notes: list[str] = []
        self.counts = [0, 0]
        self.same = 0

    def graphs(
        self,
        before: onnx.GraphProto,
        after: onnx.GraphProto,
        where: str,
        outer: tuple[FlatGraph, FlatGraph] | None = None,
    ) -> None:
        """Compare two graphs, and those inside their nodes."""
        flat = [
            flat_graph(
                graph, side.types, side.folder, side.opsets, where,
                outer[i].constants if outer is not None else None, self.notes,
            )
            for i, (graph, side) in enumerate(zip((before, after), self._sides, strict=True))
        ]  # fmt: skip
        first, second = flat
        match = Matching(first, second)
        for i in (0, 1):
            self.counts[i] += len(flat[i].nodes)
        waiting = iter([j for j in range(len(second.nodes)) if j not in match.back])
        added = next(waiting, None)
        for i, node in enumerate(first.nodes):
            j = match.pairs.get(i)
            if j is None:
                self.differences.append(NodeDifference("removed", node.told))
                self._lost(node, 0)
                continue
            while added is not None and added < j:
                self._added(second.nodes[added])
                added = next(waiting, None)
            other = second.nodes[j]
            if changes := tuple(_changes(first, second, node, other, match)):
                self.differences.append(NodeDifference("changed", node.told, other.told, changes))
            else:
                self.same += 1
            self._inner(node, other, (first, second))
        while added is not None:
            self._added(second.nodes[added])
            added = next(waiting, None)

    def _added(self, node: FlatNode) -> None:
        self.differences.append(NodeDifference("added", after=node.told))
        self._lost(node, 1)

    def _lost(self, node: FlatNode, side: int) -> None:
        """The graphs in a node that the other side lacks are gone with it, and counted."""
        self.counts[side] += sum(len(g.node) for g in node.graphs.values())

    def _inner(self, node: FlatNode, other: FlatNode, flat: tuple[FlatGraph, FlatGraph]) -> None:
        for name in node.graphs.keys() & other.graphs.keys():
            part = f"{name} of {node.told.op} '{node.told.name or node.told.key}'"
            where = f"{part}, {node.told.where}" if node.told.where else part
            self.graphs(node.graphs[name], other.graphs[name], where, flat)


def _changes(
    before: FlatGraph, after: FlatGraph, node: FlatNode, other: FlatNode, match: Matching
) -> Iterator[str]:
    """By what a node differs from the one that it was, in words."""
    if node.told.op != other.told.op:
        yield f"operator: {node.told.op} → {other.told.op}"
    for name in sorted(node.attributes.keys() | other.attributes.keys()):
        values = [n.attributes.get(name, "none") for n in (node, other)]
        if values[0] != values[1]:
            yield f"attribute {name}: {values[0]} → {values[1]}"
    for name in sorted(node.graphs.keys() ^ other.graphs.keys()):
        yield f"graph {name}: {'removed' if name in node.graphs else 'added'}"
    pairs = list(zip_longest(node.inputs, other.inputs, fillvalue=ABSENT))
    if node.commutes and other.commutes:
        turned = list(zip(node.inputs, reversed(other.inputs), strict=True))
        if all(_same_source(before, after, a, b, match) for a, b in turned):
            pairs = turned
    for i, (a, b) in enumerate(pairs):
        if not _same_source(before, after, a, b, match):
            yield _input_line(i, _source_text(before, a), _source_text(after, b))
    used = [[bool(name) for name in n.outputs] for n in (node, other)]
    if sum(used[0]) != sum(used[1]):
        yield f"outputs: {sum(used[0])} → {sum(used[1])}"
    for i, names in enumerate(zip(node.outputs, other.outputs, strict=False)):
        was, now = (g.types.of(n, g.graph) for g, n in zip((before, after), names, strict=True))
        if all(names) and _other_type(was, now):
            yield f"output {i}: {_type_text(was)} → {_type_text(now)}"


def _input_line(index: int, before: str, after: str) -> str:
    if before == after:
        return f"input {index}: {after}, with other values"
    return f"input {index}: {before} → {after}"


def _same_source(
    before: FlatGraph, after: FlatGraph, a: Source, b: Source, match: Matching
) -> bool:
    if a.kind != b.kind:
        return False
    match a.kind:
        case "node":
            return match.pairs.get(a.at) == b.at and a.slot == b.slot
        case "input":
            return match.ends.inputs.get(a.at) == b.at
        case "constant":
            return before.constants[a.name].digest == after.constants[b.name].digest
    return a.kind == "absent" or a.name == b.name


def _source_text(graph: FlatGraph, source: Source) -> str:
    match source.kind:
        case "node":
            slot = f", output {source.slot}" if source.slot else ""
            return f"from {graph.nodes[source.at].told.title}{slot}"
        case "input":
            return f"the model's '{source.name}'"
        case "constant":
            return f"constant {graph.constants[source.name].text}"
        case "outer":
            return f"'{source.name}'"
    return "none"


def _other_type(before: ModelValue, after: ModelValue) -> bool:
    """Whether what is known of both differs; exporters name dynamic sizes as they like."""
    if before.dtype and after.dtype and before.dtype != after.dtype:
        return True
    if before.shape is None or after.shape is None:
        return False
    if len(before.shape) != len(after.shape):
        return True
    return any(
        isinstance(a, int) and isinstance(b, int) and a != b
        for a, b in zip(before.shape, after.shape, strict=True)
    )


def _type_text(value: ModelValue) -> str:
    if value.shape is None:
        return value.dtype or "unknown"
    return f"{value.dtype}[{', '.join('?' if s is None else str(s) for s in value.shape)}]"


def _model_lines(before: onnx.ModelProto, after: onnx.ModelProto) -> list[str]:
    """What differs beside the nodes."""
    lines = []
    imports = [{o.domain or "ai.onnx": o.version for o in m.opset_import} for m in (before, after)]
    used = {n.domain or "ai.onnx" for m in (before, after) for n in m.graph.node}
    for domain in sorted((imports[0].keys() | imports[1].keys()) & used):
        versions = [str(side.get(domain, "none")) for side in imports]
        if versions[0] != versions[1]:
            lines.append(f"opset of {domain}: {versions[0]} → {versions[1]}")
    for what, first, second in (
        ("input", _inputs(before), _inputs(after)),
        ("output", list(before.graph.output), list(after.graph.output)),
    ):
        for i in range(max(len(first), len(second))):
            a = first[i].name if i < len(first) else "none"
            b = second[i].name if i < len(second) else "none"
            if a != b:
                lines.append(f"{what} {i} of the model: {a} → {b}")
    return lines


def _inputs(model: onnx.ModelProto) -> list[onnx.ValueInfoProto]:
    given = {t.name for t in model.graph.initializer}
    return [i for i in model.graph.input if i.name not in given]

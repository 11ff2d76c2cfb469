"""The job that reads a model for the window: its nodes, which of them ONNX Runtime lacks, a drawing.

Nothing of the model is run. Its weights never leave the job's child: the file that is drawn has none,
and of a large graph it is the neighbourhood of one node.
"""

from __future__ import annotations

import contextlib
import time
from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import onnx

from workbench.core.errors import UserError
from workbench.core.jobs.graphs import MOST_DRAWN, GraphNode, GraphViewJob, GraphViewResult
from workbench.core.storage.contained_files import why_not_beside
from workbench.engine.graphs.slim import every_graph, own_tensors, without_weights
from workbench.engine.host.child import Channel
from workbench.engine.onnx.onnx_file import inner_graphs, operator_name, read_model
from workbench.engine.onnx.onnx_kernels import why_missing
from workbench.engine.onnx.onnx_model import Values
from workbench.engine.onnx.wiring import REFUSED, wiring_fault

__all__ = ["graph_view", "graph_view_job"]


def graph_view_job(job: GraphViewJob, channel: Channel) -> None:
    """Stage ``graph-view``."""
    with channel.stage("graph-view") as outcome:
        path = Path(job.model)
        channel.progress("graph-view", 0, 2, "reading the model")
        model = read_model(path, weights=False)
        channel.progress("graph-view", 1, 2, "looking at its nodes")
        try:
            outcome.result = graph_view(
                model, path, Path(job.work), job.around, job.hops, job.whole
            )
        except OSError as error:
            reason = f"the drawing cannot be written: {error.strerror or error}"
            raise UserError("disk", reason, "Look at the space on the disk.") from error


def graph_view(
    model: onnx.ModelProto,
    path: Path,
    work: Path,
    around: str = "",
    hops: int = 3,
    whole: bool = False,
) -> GraphViewResult:
    """Write what is drawn of a model.

    Args:
        model: is changed: it loses its weights.
        path: its file.
        work: the folder for what is written.
        around, hops, whole: as those of ``GraphViewJob``.
    """
    graphs = list(every_graph(model))
    notes, size = _data(graphs, path)
    fault = wiring_fault(model)
    if fault:
        notes.insert(0, f"This is no valid graph: {fault}. {REFUSED}")
    without_weights(graphs)
    total = sum(not _is_constant(node) for graph in graphs for node in graph.node)
    nodes = [n for n in model.graph.node if not _is_constant(n)]
    told = tuple(
        GraphNode(_key(n), operator_name(n), n.name, "", tuple(n.input), tuple(n.output))
        for n in nodes
    )
    values = Values(model, propagate=False)
    missing = _missing(model, values)
    shown: tuple[str, ...] = ()
    middle = ""
    if len(nodes) > MOST_DRAWN and not whole:
        keys = {t.key: i for i, t in enumerate(told)}
        start = keys.get(around, keys.get(next(iter(missing), ""), 0))
        middle = told[start].key
        drawn = sorted(_neighbourhood(nodes, start, hops))
        shown = tuple(told[i].key for i in drawn)
        _keep(model, nodes, drawn)
    _tell_types(model.graph, values)
    view = work / f"{time.monotonic_ns()}.onnx"
    _without_paths(model)
    view.write_bytes(model.SerializeToString())
    opset = next((o.version for o in model.opset_import if o.domain in ("", "ai.onnx")), 0)
    return GraphViewResult(
        str(view), told, total, shown, middle, missing, opset,
        size, tuple(notes), bool(fault),
    )  # fmt: skip


def _is_constant(node: onnx.NodeProto) -> bool:
    return node.op_type == "Constant" and node.domain in ("", "ai.onnx")


def _key(node: onnx.NodeProto) -> str:
    return next(filter(None, node.output), node.name)


def _data(
    graphs: Collection[onnx.GraphProto | onnx.FunctionProto], path: Path
) -> tuple[list[str], int]:
    """What is wrong with the files that hold the weights, and the size of all."""
    names: dict[str, None] = {}
    for graph in graphs:
        for tensor in own_tensors(graph):
            if tensor.data_location == onnx.TensorProto.EXTERNAL:
                places = [e.value for e in tensor.external_data if e.key == "location"]
                names |= dict.fromkeys(places or [""])
    notes = []
    size = path.stat().st_size
    for name in names:
        if reason := why_not_beside(path.parent, name):
            notes.append(
                f"Its weights would be read from '{name}', {reason}. Nothing that runs it does so."
            )
        elif not (path.parent / name).is_file():
            notes.append(f"Its weights in '{name}' are missing: put that file beside the model.")
        else:
            with contextlib.suppress(OSError):
                size += (path.parent / name).stat().st_size
    if len(notes) > _MOST_NOTES:
        notes[_MOST_NOTES:] = [f"… and {len(notes) - _MOST_NOTES} more files with weights."]
    return notes, size


_MOST_NOTES = 3


def _missing(model: onnx.ModelProto, values: Values) -> dict[str, str]:
    """The main graph's nodes that ONNX Runtime has no kernel for, or that hold such a node."""
    opsets = {"" if o.domain == "ai.onnx" else o.domain: o.version for o in model.opset_import}
    local = {(f.domain, f.name) for f in model.functions}
    known: dict[tuple[str, str, tuple[str, ...]], str] = {}

    def why(node: onnx.NodeProto) -> str:
        domain = "" if node.domain == "ai.onnx" else node.domain
        if (node.domain, node.op_type) in local:
            return ""
        dtypes = tuple(map(values.dtype, node.input))
        key = (domain, node.op_type, dtypes)
        if key not in known:
            known[key] = why_missing(domain, node.op_type, opsets.get(domain, 0), list(dtypes))
        return known[key]

    def within(node: onnx.NodeProto) -> str:
        for graph in inner_graphs(node):
            for inner in graph.node:
                if reason := why(inner) or within(inner):
                    return f"inside it, {operator_name(inner)}: {reason}"
        return ""

    found = {}
    for node in model.graph.node:
        if reason := why(node) or within(node):
            found[_key(node)] = reason
    return found


def _names(node: onnx.NodeProto) -> Iterator[str]:
    """The values that a node reads, those that graphs inside it take from around it too."""
    yield from node.input
    for graph in inner_graphs(node):
        own = {t.name for t in graph.initializer} | {i.name for i in graph.input}
        for inner in graph.node:
            yield from (name for name in _names(inner) if name not in own)
            own.update(inner.output)


def _neighbourhood(nodes: list[onnx.NodeProto], start: int, hops: int) -> set[int]:
    """The nodes that are at most so many edges away, whichever way these lead."""
    made = {name: i for i, node in enumerate(nodes) for name in node.output if name}
    edges: Mapping[int, set[int]] = defaultdict(set)
    for i, node in enumerate(nodes):
        for name in _names(node):
            j = made.get(name)
            if j is not None and j != i:
                edges[i].add(j)
                edges[j].add(i)
    found = {start}
    waiting = deque([(start, 0)])
    while waiting:
        at, away = waiting.popleft()
        if away == hops:
            continue
        for other in sorted(edges[at]):
            if other not in found and len(found) < MOST_DRAWN:
                found.add(other)
                waiting.append((other, away + 1))
    return found


def _keep(model: onnx.ModelProto, nodes: list[onnx.NodeProto], kept: list[int]) -> None:
    """Leave some of the nodes; what flows in and out of them becomes the graph's inputs, outputs."""
    graph = model.graph
    chosen = [nodes[i] for i in kept]
    read = {name for node in chosen for name in _names(node) if name}
    made = {name for node in chosen for name in node.output if name}
    constants = [n for n in graph.node if _is_constant(n) and set(n.output) & read]
    inside = made | {name for node in constants for name in node.output}
    stay = set(kept)
    elsewhere = {n for i, node in enumerate(nodes) if i not in stay for n in _names(node)}
    ends = {o.name for o in graph.output}
    part = onnx.GraphProto(name=graph.name)
    part.node.extend([*constants, *chosen])
    part.initializer.extend(t for t in graph.initializer if t.name in read)
    part.sparse_initializer.extend(t for t in graph.sparse_initializer if t.values.name in read)
    given = {t.name for t in part.initializer} | {t.values.name for t in part.sparse_initializer}
    for name in sorted(read - inside - given):
        part.input.append(onnx.ValueInfoProto(name=name))
    for name in sorted(made & (elsewhere | ends)):
        part.output.append(onnx.ValueInfoProto(name=name))
    model.graph.CopyFrom(part)


def _tell_types(graph: onnx.GraphProto, values: Values) -> None:
    """Write what shape inference has found to the edges, where the model says nothing."""
    ends = (*graph.input, *graph.output)
    for value in ends:
        kind = values.type_of(value.name)
        if kind is not None:
            value.type.CopyFrom(kind)
    told = {value.name for value in (*ends, *graph.value_info)}
    for node in graph.node:
        for name in node.output:
            kind = values.type_of(name)
            if name and name not in told and kind is not None:
                graph.value_info.append(onnx.ValueInfoProto(name=name, type=kind))


def _without_paths(model: onnx.ModelProto) -> None:
    """Exporters note source lines, which are much text and nothing to draw."""
    model.ClearField("metadata_props")
    for graph in every_graph(model):
        for node in graph.node:
            node.ClearField("doc_string")
            node.ClearField("metadata_props")

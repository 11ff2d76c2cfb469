"""A model without its weights: what of it may be sent to a page, or to shape inference."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import onnx

from workbench.engine.onnx.onnx_file import inner_graphs

__all__ = ["every_graph", "own_tensors", "without_weights"]

_KEPT_BYTES = 256
"""Elements of smaller tensors are shown with the node that takes them."""


def every_graph(model: onnx.ModelProto) -> Iterator[onnx.GraphProto | onnx.FunctionProto]:
    """The main graph, the functions, and the graphs inside their nodes."""
    yield from _with_inner(model.graph)
    for function in model.functions:
        yield from _with_inner(function)


def _with_inner(
    graph: onnx.GraphProto | onnx.FunctionProto,
) -> Iterator[onnx.GraphProto | onnx.FunctionProto]:
    yield graph
    for node in graph.node:
        for inner in inner_graphs(node):
            yield from _with_inner(inner)


def own_tensors(graph: onnx.GraphProto | onnx.FunctionProto) -> Iterator[onnx.TensorProto]:
    """The tensors of a graph, those of the graphs inside its nodes left out."""
    if isinstance(graph, onnx.GraphProto):
        yield from graph.initializer
        for sparse in graph.sparse_initializer:
            yield sparse.values
            yield sparse.indices
    for node in graph.node:
        for attribute in node.attribute:
            if attribute.type == onnx.AttributeProto.TENSOR:
                yield attribute.t
            elif attribute.type == onnx.AttributeProto.TENSORS:
                yield from attribute.tensors


def without_weights(graphs: Iterable[onnx.GraphProto | onnx.FunctionProto]) -> None:
    """Take the elements out of large tensors; their types and sizes stay."""
    for graph in graphs:
        for tensor in own_tensors(graph):
            external = tensor.data_location == onnx.TensorProto.EXTERNAL
            if external or len(tensor.raw_data) > _KEPT_BYTES or _listed(tensor) > _KEPT_BYTES:
                for field in ("raw_data", "external_data", "data_location", *_LISTS):
                    tensor.ClearField(field)


_LISTS = (
    "float_data",
    "int32_data",
    "string_data",
    "int64_data",
    "double_data",
    "uint64_data",
)


def _listed(tensor: onnx.TensorProto) -> int:
    return max(len(getattr(tensor, field)) for field in _LISTS)

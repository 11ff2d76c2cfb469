"""Reads an ONNX model that may be anybody's; to be called in a job's child only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import onnx
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError, Message

from workbench.core.errors import UserError
from workbench.core.storage.contained_files import why_not_beside
from workbench.engine.onnx.weightless import weightless

__all__ = [
    "all_nodes",
    "check_expanded",
    "check_external_files",
    "external_files",
    "inner_graphs",
    "named_graphs",
    "not_decoded",
    "operator_name",
    "read_model",
    "strip_origin",
    "tensors",
    "walk",
]

_MOST_EXPANDED = 1_000_000
"""Nodes of a model with the bodies of its functions in the places where they are called."""
_MOST_BYTES = (1 << 31) - 1
"""Protobuf reads no message of 2 GiB or more."""


def read_model(path: Path, weights: bool = True) -> onnx.ModelProto:
    """A model without its external data.

    Args:
        path: its file.
        weights: False to leave the elements of large initializers out, which takes a hundredth of
            the time and the memory.

    Raises:
        UserError: kind ``model``; the file is missing, too large, truncated or no ONNX model.
    """
    try:
        if path.is_dir():
            raise UserError("model", "this is a folder, an .onnx file is needed", file=path)
        if path.exists() and not path.is_file():
            hint = "A pipe or a device holds no model."
            raise UserError("model", "this is no regular file", hint, file=path)
        if not path.is_file():
            hint = "Was it moved or renamed?"
            raise UserError("model", "the model does not exist", hint, file=path)
        if path.stat().st_size > _MOST_BYTES:
            raise UserError(
                "model",
                "the file has 2 GiB or more, which no ONNX reader takes",
                "Save it with its tensors as external data: onnx.save(…, save_as_external_data=True).",
                file=path,
            )
        data = path.read_bytes() if weights else weightless(path)
    except OSError as error:
        reason = f"the model cannot be read: {error.strerror}"
        raise UserError("model", reason, file=path) from None
    model = onnx.ModelProto()
    try:
        model.ParseFromString(data)
    except (DecodeError, ValueError) as error:
        raise not_decoded(error, path) from None
    if not model.HasField("graph") or not model.graph.node:
        hint = "Is it the right file? An .onnx file of a network is needed."
        raise UserError("model", "this is no ONNX model: it has no nodes", hint, file=path)
    if not _is_text(model):
        hint = "Is it damaged? Copy or export it again."
        raise UserError("model", "this is no ONNX model: a name is not UTF-8", hint, file=path)
    try:
        check_expanded(model)
    except UserError as error:
        raise error.at(path) from None
    return model


def not_decoded(error: Exception, path: Path, kind: str = "model") -> UserError:
    """What is said of a file that protobuf does not take as a model: its own words say little.

    Args:
        error: what protobuf has raised.
        path: the file.
        kind: of the error that is made of it.
    """
    if "MaxDepth" in str(error):
        message = "this is no ONNX model that can be read: its graphs are nested too deeply"
        return UserError(kind, message, "Is it the right file? No exporter writes this.", file=path)
    hint = "Is it truncated, or another kind of file? Copy or export it again."
    return UserError(kind, "this is no ONNX model, or a damaged one", hint, file=path)


def check_expanded(model: onnx.ModelProto) -> None:
    """Refuse a model whose functions call each other until there are too many nodes.

    Whatever infers its shapes or runs it puts the body of a function in the place of each call:
    thirty functions that call the next one twice are 2^30 nodes. They are counted before.

    Raises:
        UserError: kind ``model``.
    """
    sizes = _expanded_sizes(model)
    total = sum(sizes.get((n.domain, n.op_type), 1) for n in all_nodes(model.graph.node))
    total = max([total, *sizes.values()])
    if total > _MOST_EXPANDED:
        message = f"with the bodies of its functions it has more than {_MOST_EXPANDED:,} nodes"
        raise UserError("model", message, "Is it the right file? No exporter writes this.")


def _expanded_sizes(model: onnx.ModelProto) -> dict[tuple[str, str], int]:
    """Per function how many nodes a call of it is. Raises UserError."""
    bodies = {(f.domain, f.name): f for f in model.functions}
    calls = {
        key: Counter((n.domain, n.op_type) for n in all_nodes(function.node))
        for key, function in bodies.items()
    }
    sizes: dict[tuple[str, str], int] = {}
    for start in bodies:
        # Those whose calls are looked at, without recursion: a chain may be long.
        waiting = {start: iter(calls[start])}
        while waiting:
            at = next(reversed(waiting))
            called = next((c for c in waiting[at] if c in bodies and c not in sizes), None)
            if called is None:
                size = sum(count * sizes.get(c, 1) for c, count in calls[at].items())
                sizes[at] = min(size, _MOST_EXPANDED + 1)
                del waiting[at]
            elif called in waiting:
                message = f"the function {'::'.join(called)} calls itself, if by way of others"
                raise UserError("model", message, "Is it damaged? No exporter writes this.")
            else:
                waiting[called] = iter(calls[called])
    return sizes


def all_nodes(nodes: Iterable[onnx.NodeProto]) -> Iterator[onnx.NodeProto]:
    """Nodes with those inside the branches of If, Loop and Scan."""
    for node in nodes:
        yield node
        for graph in inner_graphs(node):
            yield from all_nodes(graph.node)


def _is_text(message: Message) -> bool:
    """Whether every name is a string; protobuf gives one that is no UTF-8 as bytes."""
    for field, value in message.ListFields():
        repeated = not isinstance(value, str | bytes | int | float | Message)
        values = value if repeated else (value,)
        if field.type == FieldDescriptor.TYPE_STRING:
            if not all(isinstance(v, str) for v in values):
                return False
        elif field.type == FieldDescriptor.TYPE_MESSAGE and not all(map(_is_text, values)):
            return False
    return True


def operator_name(node: onnx.NodeProto) -> str:
    """``Domain::Op``, or ``Op`` in ONNX's own domain."""
    domain = "" if node.domain == "ai.onnx" else node.domain
    return f"{domain}::{node.op_type}" if domain else node.op_type


def walk(
    graph: onnx.GraphProto | onnx.FunctionProto, where: str = ""
) -> Iterator[tuple[onnx.NodeProto, onnx.GraphProto | onnx.FunctionProto, str]]:
    """Each node with the graph that it is in and where that is; the bodies of If, Loop and Scan too.

    Protobuf reads no more than some 30 graphs inside each other.
    """
    for node in graph.node:
        yield node, graph, where
        for part, inner in named_graphs(node):
            yield from walk(inner, f"{part}, {where}" if where else part)


def inner_graphs(node: onnx.NodeProto) -> Iterator[onnx.GraphProto]:
    """The graphs that a node holds, of ``If`` or ``Loop`` say."""
    for attribute in node.attribute:
        yield from _graphs(attribute)


def named_graphs(node: onnx.NodeProto) -> Iterator[tuple[str, onnx.GraphProto]]:
    """The same, each with where it is: ``then_branch of If 'pick'``."""
    for attribute in node.attribute:
        for graph in _graphs(attribute):
            yield f"{attribute.name} of {node.op_type} '{node.name}'".removesuffix(" ''"), graph


def _graphs(attribute: onnx.AttributeProto) -> Iterable[onnx.GraphProto]:
    if attribute.type == onnx.AttributeProto.GRAPH:
        return [attribute.g]
    return attribute.graphs if attribute.type == onnx.AttributeProto.GRAPHS else ()


def tensors(message: Message) -> Iterator[onnx.TensorProto]:
    """Every tensor of a model, wherever it stands.

    Initializers and sparse ones, attributes (of ``Constant`` and of any other node), the bodies
    of subgraphs and of functions, training information: what ONNX may add is found as well.
    """
    if isinstance(message, onnx.TensorProto):
        yield message
        return
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for inner in (value,) if isinstance(value, Message) else value:
                yield from tensors(inner)


def strip_origin(message: Message) -> None:
    """Take out of a model where it was made: exporters note the source lines that led to a node.

    They are paths of one machine, in doc strings and in metadata.
    """
    for name in ("doc_string", "metadata_props"):
        if name in message.DESCRIPTOR.fields_by_name:
            message.ClearField(name)
    for field, value in message.ListFields():
        if field.type == FieldDescriptor.TYPE_MESSAGE:
            for inner in (value,) if isinstance(value, Message) else value:
                strip_origin(inner)


def external_files(model: onnx.ModelProto, path: Path) -> list[str]:
    """The files with external data, relative to the model's folder; they may be missing.

    Args:
        model: the model.
        path: its file.

    Raises:
        UserError: kind ``model``; one of them would be outside of the folder, or is a link, a
            folder, a pipe or a device.
    """
    found: dict[str, None] = {}
    for tensor in tensors(model):
        if tensor.data_location != onnx.TensorProto.EXTERNAL:
            continue
        for name in [e.value for e in tensor.external_data if e.key == "location"] or [""]:
            if reason := why_not_beside(path.parent, name):
                raise UserError(
                    "model",
                    f"the tensor '{tensor.name}' would be read from '{name}', {reason}",
                    "Do not use a model of somebody else that needs this. In your own, put the "
                    "file itself beside the model.",
                    file=path,
                )
            found[name] = None
    return list(found)


def check_external_files(model: onnx.ModelProto, path: Path) -> None:
    """What runs a model needs its external data, and ONNX Runtime's own words on them say no next step.

    Args:
        model: the model.
        path: its file.

    Raises:
        UserError: kind ``model``; one is missing, or as ``external_files``.
    """
    for name in external_files(model, path):
        if not (path.parent / name).is_file():
            hint = "Put it beside the model: it holds the model's weights."
            raise UserError("model", f"the model's data '{name}' is missing", hint, file=path)

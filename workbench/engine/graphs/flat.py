"""A graph as a list of nodes with what each input comes from, to be compared with another.

A constant is a value here, and no node: exporters write the same one as an initializer or as a
``Constant`` node, and ONNX Runtime makes the one of the other.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import mmap
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnx
from onnx import helper, numpy_helper

from workbench.core.jobs.graphs import GraphNode
from workbench.engine.onnx.onnx_file import operator_name
from workbench.engine.onnx.onnx_model import Values
from workbench.engine.onnx.schemas import schema_in

__all__ = ["ABSENT", "Constant", "FlatGraph", "FlatNode", "Source", "digest", "flat_graph"]

_MOST_SHOWN = 8
_NUMBERS: dict[str, type[np.generic]] = {
    "value_int": np.int64,
    "value_ints": np.int64,
    "value_float": np.float32,
    "value_floats": np.float32,
}
_COMMUTATIVE = frozenset(
    "Add And BitwiseAnd BitwiseOr BitwiseXor Equal Max Mean Min Mul Or Sum Xor".split()
)


class Constant(NamedTuple):
    """A constant tensor.

    Attributes:
        text: its type, and its elements where they are few: ``int64[2] = [1, 3]``.
        kind: its type alone.
        digest: of its elements and its type.
    """

    text: str
    kind: str
    digest: bytes


class Source(NamedTuple):
    """Where a value comes from.

    Attributes:
        kind: ``node``, ``input``, ``constant``, ``outer`` (a graph around this one) or ``absent``.
        at: the index of the node or the input.
        slot: which output of the node.
        name: the value's.
    """

    kind: str
    at: int = 0
    slot: int = 0
    name: str = ""


ABSENT = Source("absent")


class FlatNode(NamedTuple):
    """A node.

    Attributes:
        told: how it is told of.
        inputs: where each comes from.
        outputs: their names.
        attributes: each as text; subgraphs are not among them.
        graphs: the subgraphs by their attributes' names.
    """

    told: GraphNode
    inputs: tuple[Source, ...]
    outputs: tuple[str, ...]
    attributes: Mapping[str, str]
    graphs: Mapping[str, onnx.GraphProto]

    @property
    def commutes(self) -> bool:
        """Whether the order of its inputs does not matter."""
        return self.told.op in _COMMUTATIVE and len(self.inputs) == 2


class FlatGraph(NamedTuple):
    """A graph.

    Attributes:
        nodes: in the model's order, constants left out.
        inputs: the names of the graph's inputs that are no initializers.
        outputs: where each output comes from, and its name.
        constants: by the values' names, those of the graphs around it too.
        types: what is known of the model's values.
        graph: what it was read from.
    """

    nodes: list[FlatNode]
    inputs: list[str]
    outputs: list[Source]
    constants: dict[str, Constant]
    types: Values
    graph: onnx.GraphProto


def digest(*parts: bytes | str) -> bytes:
    """A digest of a sequence of texts; the boundaries count."""
    total = hashlib.blake2b(digest_size=16)
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "little"))
        total.update(data)
    return total.digest()


def flat_graph(
    graph: onnx.GraphProto,
    types: Values,
    folder: Path,
    opsets: Mapping[str, int],
    where: str = "",
    outer: Mapping[str, Constant] | None = None,
    notes: list[str] | None = None,
) -> FlatGraph:
    """Read a graph.

    Args:
        graph: of the model.
        types: of the model's values.
        folder: of the model's file, with its external data.
        opsets: the version of each domain that the model imports.
        where: the graph is, for people.
        outer: the constants of the graphs around it.
        notes: what could not be read is added.
    """
    notes = notes if notes is not None else []
    constants = dict(outer or {})
    own = {t.name: t for t in graph.initializer}
    for name, tensor in own.items():
        constants[name] = _constant(tensor, folder, notes)
    produced: dict[str, Source] = {}
    inputs = [i.name for i in graph.input if i.name not in own]
    for i, name in enumerate(inputs):
        produced[name] = Source("input", i, 0, name)
    nodes: list[FlatNode] = []
    for node in graph.node:
        if (made := _of_constant_node(node, folder, notes)) is not None:
            constants[node.output[0]] = made
            continue
        index = len(nodes)
        key = next(filter(None, node.output), node.name)
        nodes.append(
            FlatNode(
                GraphNode(key, operator_name(node), node.name, where),
                tuple(_source(name, produced, constants) for name in node.input),
                tuple(node.output),
                _attributes(node, opsets),
                {a.name: a.g for a in node.attribute if a.type == onnx.AttributeProto.GRAPH},
            )
        )
        for slot, name in enumerate(node.output):
            produced[name] = Source("node", index, slot, name)
    outputs = [_source(o.name, produced, constants) for o in graph.output]
    return FlatGraph(nodes, inputs, outputs, constants, types, graph)


def _source(name: str, produced: Mapping[str, Source], constants: Mapping[str, Constant]) -> Source:
    if not name:
        return ABSENT
    if name in produced:
        return produced[name]
    return Source("constant" if name in constants else "outer", name=name)


def _of_constant_node(node: onnx.NodeProto, folder: Path, notes: list[str]) -> Constant | None:
    if node.op_type != "Constant" or node.domain not in ("", "ai.onnx") or len(node.output) != 1:
        return None
    for a in node.attribute:
        if a.type == onnx.AttributeProto.TENSOR:
            return _constant(a.t, folder, notes)
        if a.ref_attr_name:
            return None
        with contextlib.suppress(ValueError, TypeError):
            value = helper.get_attribute_value(a)
            kind = _NUMBERS.get(a.name)
            if kind is not None:
                return _constant(numpy_helper.from_array(np.array(value, kind)), folder, notes)
    return None


def _attributes(node: onnx.NodeProto, opsets: Mapping[str, int]) -> dict[str, str]:
    """Each attribute's value as text; a default counts whether it is written or not."""
    domain = "" if node.domain == "ai.onnx" else node.domain
    found = dict(_defaults(node.op_type, opsets.get(domain, 1), domain))
    for a in node.attribute:
        if a.type not in (onnx.AttributeProto.GRAPH, onnx.AttributeProto.GRAPHS):
            found[a.name] = _attribute_text(a)
    return found


@functools.lru_cache(1024)
def _defaults(op_type: str, opset: int, domain: str) -> Mapping[str, str]:
    """What an operator's attributes are where a node does not say."""
    schema = schema_in(op_type, opset, domain)
    declared = schema.attributes.items() if schema is not None else ()
    return {n: _attribute_text(d.default_value) for n, d in declared if d.default_value.type}


def _attribute_text(attribute: onnx.AttributeProto) -> str:
    if attribute.ref_attr_name:
        return f"the function's {attribute.ref_attr_name}"
    if attribute.type == onnx.AttributeProto.TENSOR:
        made = _constant(attribute.t, Path(), [])
        return f"{made.text} (sha {made.digest.hex()[:8]})" if "=" not in made.text else made.text
    kind = str(onnx.AttributeProto.AttributeType.Name(attribute.type)).lower()
    try:
        value = helper.get_attribute_value(attribute)
    except ValueError:
        return kind
    if isinstance(value, bytes):
        return f"'{value.decode('utf-8', 'replace')}'"
    if isinstance(value, float):
        return f"{value:.7g}"
    if attribute.type == onnx.AttributeProto.FLOATS:
        return _listed([f"{v:.7g}" for v in value], attribute)
    if attribute.type == onnx.AttributeProto.STRINGS:
        return _listed([repr(v.decode("utf-8", "replace")) for v in value], attribute)
    if attribute.type == onnx.AttributeProto.INTS:
        return _listed([str(v) for v in value], attribute)
    return str(value) if isinstance(value, int) else kind


def _listed(items: list[str], attribute: onnx.AttributeProto) -> str:
    if len(items) <= 4 * _MOST_SHOWN:
        return f"[{', '.join(items)}]"
    short = digest(attribute.SerializeToString()).hex()[:8]
    return f"{len(items):,} of them (sha {short})"


def _constant(tensor: onnx.TensorProto, folder: Path, notes: list[str]) -> Constant:
    try:
        dtype = helper.tensor_dtype_to_string(tensor.data_type).removeprefix("TensorProto.").lower()
    except (KeyError, ValueError, AttributeError):
        dtype = f"type {tensor.data_type}"
    dtype = {"float": "float32", "double": "float64"}.get(dtype, dtype)
    kind = f"{dtype}{list(tensor.dims)}"
    if tensor.data_location == onnx.TensorProto.EXTERNAL:
        return Constant(kind, kind, digest(kind, _external(tensor, folder, notes)))
    text = kind
    content: bytes | str = tensor.raw_data
    count = int(np.prod([max(d, 0) for d in tensor.dims], dtype=object))
    if (not content and count) or count <= _MOST_SHOWN:
        try:
            array = numpy_helper.to_array(tensor)
        except (ValueError, TypeError, KeyError):
            content = tensor.SerializeToString()
        else:
            content = array.tobytes() if array.dtype != object else repr(array.tolist())
            if array.size <= _MOST_SHOWN and array.dtype.kind in "biuf":
                text = f"{kind} = {array.tolist()}"
    given = content.encode() if isinstance(content, str) else content
    return Constant(text, kind, digest(kind, _hashed(given)))


def _hashed(content: bytes | memoryview) -> bytes:
    return hashlib.blake2b(content, digest_size=16).digest()


def _external(tensor: onnx.TensorProto, folder: Path, notes: list[str]) -> bytes:
    """The elements of a tensor in a file beside the model (``external_files`` has looked at it)."""
    entries = {e.key: e.value for e in tensor.external_data}
    name = entries.get("location", "")
    try:
        start, length = int(entries.get("offset", 0)), int(entries.get("length", 0))
        with (
            (folder / name).open("rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
        ):
            end = start + length if length else len(data)
            if not 0 <= start <= end <= len(data):
                raise ValueError("cut short")
            with memoryview(data)[start:end] as part:
                return _hashed(part)
    except (OSError, ValueError) as error:
        why = "is missing" if isinstance(error, FileNotFoundError) else "cannot be read"
        note = f"the weights in '{name}' were not compared: the file {why}"
        if note not in notes:
            notes.append(note)
        return tensor.name.encode()

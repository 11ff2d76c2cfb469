"""The job that lists the nodes of an ONNX model that ONNX Runtime cannot run.

Nothing of the model is run, and its external data are not read.
"""

from __future__ import annotations

import contextlib
import functools
import math
from pathlib import Path

import numpy as np
import onnx
from google.protobuf.message import EncodeError
from onnx import helper, numpy_helper
from onnx.checker import ValidationError
from onnx.shape_inference import InferenceError

from workbench.core.check.bounds import MOST_ROWS
from workbench.core.declaration.op import Value
from workbench.core.errors import UserError
from workbench.core.jobs import ModelNodesJob, ModelNodesResult
from workbench.core.jobs.model_nodes import MissingOperator, ModelAttribute, ModelNode, ModelValue
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.core.types.dtypes import by_onnx
from workbench.engine.host.child import Channel
from workbench.engine.onnx.onnx_file import external_files, read_model, walk
from workbench.engine.onnx.onnx_kernels import why_missing
from workbench.engine.onnx.wiring import REFUSED, wiring_fault

__all__ = ["Values", "list_missing", "model_nodes_job"]

_MOST_NODES = 64
"""Nodes that are told of per operator."""
_MOST_ELEMENTS = 64
"""Elements of a constant that are told."""
_INFERENCE_BYTES = 4096
"""Elements of larger initializers say nothing about shapes, and are left out of inference."""
_MOST_PROPAGATED = 1 << 16
"""Elements of a vector. ONNX follows what may be sizes by making one dimension of each element."""
_MOST_TEXT = 4000
_MOST_PARTS = MOST_ROWS + 1
"""Inputs, outputs and attributes of a node that are told: one more than can be declared."""
_MOST_SIZES = 65
"""Of a shape: one more than a tensor of torch has."""
_MOST_OPERATORS = 1000
_MOST_TOLD = 200_000
"""Parts and numbers of all nodes; once there are so many, no further node of an operator is told."""
_MOST_LIST = 1000
"""Numbers of an attribute that are told: a longer list is no argument that people write."""


def model_nodes_job(job: ModelNodesJob, channel: Channel) -> None:
    """Stage ``nodes``."""
    with channel.stage("nodes") as outcome:
        path = Path(job.model)
        channel.progress("nodes", 0, 2, "reading the model")
        model = read_model(path)
        channel.progress("nodes", 1, 2, "inferring shapes")
        try:
            outcome.result = list_missing(model, path)
        except UserError as error:
            raise error.at(path) from None


def list_missing(model: onnx.ModelProto, path: Path) -> ModelNodesResult:
    """What a model has that ONNX Runtime cannot run.

    Raises:
        UserError: kind ``model``; the model is hostile, or no valid graph.
    """
    if fault := wiring_fault(model):
        raise UserError("model", f"this is no valid graph: {fault}", REFUSED)
    opsets = {"" if o.domain == "ai.onnx" else o.domain: o.version for o in model.opset_import}
    local = {(f.domain, f.name) for f in model.functions}
    external = external_files(model, path)
    values = Values(model)
    total = told = 0
    found: dict[tuple[str, str], list[ModelNode]] = {}
    reasons: dict[tuple[str, str], str] = {}
    counts: dict[tuple[str, str], int] = {}
    graphs = [(model.graph, "")]
    for function in model.functions:
        graphs.append((onnx.GraphProto(node=function.node), f"function {function.name}"))
    for graph, part in graphs:
        for node, inner, where in walk(graph, part):
            total += 1
            domain = "" if node.domain == "ai.onnx" else node.domain
            if (node.domain, node.op_type) in local:
                continue
            inputs = [values.of(name, inner) for name in node.input[:_MOST_PARTS]]
            dtypes = [v.dtype for v in inputs]
            reason = why_missing(domain, node.op_type, opsets.get(domain, 0), dtypes)
            if not reason:
                continue
            key = (domain, node.op_type)
            reasons.setdefault(key, reason)
            counts[key] = counts.get(key, 0) + 1
            nodes = found.setdefault(key, [])
            if len(found) > _MOST_OPERATORS:
                message = f"ONNX Runtime cannot run more than {_MOST_OPERATORS:,} of its operators"
                raise UserError("model", message, "Is it the right file?")
            if not nodes or (len(nodes) < _MOST_NODES and told < _MOST_TOLD):
                outputs = tuple(values.of(name, inner) for name in node.output[:_MOST_PARTS])
                attributes = tuple(_attribute(a) for a in node.attribute[:_MOST_PARTS])
                nodes.append(ModelNode(node.name, tuple(inputs), outputs, attributes, where))
                told += len(inputs) + len(outputs) + len(attributes)
                told += sum(len(a.value) for a in attributes if isinstance(a.value, tuple))
    missing = [
        MissingOperator(
            op_type, domain, opsets.get(domain, 0), reasons[domain, op_type],
            counts[domain, op_type], tuple(nodes),
        )
        for (domain, op_type), nodes in found.items()
    ]  # fmt: skip
    missing.sort(key=lambda m: (-m.count, m.full))
    return ModelNodesResult(
        opsets.get("", 0), total, tuple(missing), tuple(external), _bytes(path, external)
    )


def _bytes(path: Path, external: list[str]) -> int:
    total = 0
    for file in (path, *(path.parent / name for name in external)):
        with contextlib.suppress(OSError):
            total += file.stat().st_size
    return total


class Values:
    """What a model says of its values, with what shape inference adds.

    Args:
        model: the model; it is not changed.
        propagate: follow what may be sizes through the nodes, which takes as long again.
    """

    def __init__(self, model: onnx.ModelProto, propagate: bool = True) -> None:
        self._known: dict[str, onnx.TypeProto] = {}
        self._constants: dict[str, onnx.TensorProto] = {}
        self._seen: set[int] = set()
        self._read(model.graph)
        self._read(_inferred(model, propagate))
        self._kept = model  # the ids of its graphs stay in use

    def of(self, name: str, graph: onnx.GraphProto) -> ModelValue:
        """What is known of a value in a graph."""
        if id(graph) not in self._seen:
            self._read(graph)
        if name in self._constants:
            return _constant(name, self._constants[name])
        kind = self._known.get(name)
        return _described(name, kind) if name and kind is not None else ModelValue(name)

    def dtype(self, name: str) -> str:
        """A value's element type by numpy's name; empty where it is not known, or no tensor."""
        if name in self._constants:
            return _dtype(self._constants[name].data_type)
        kind = self._known.get(name)
        return _dtype(kind.tensor_type.elem_type) if kind is not None else ""

    def type_of(self, name: str) -> onnx.TypeProto | None:
        """What is known of a value's type; None where nothing is."""
        return self._known.get(name)

    def _read(self, graph: onnx.GraphProto) -> None:
        self._seen.add(id(graph))
        for value in (*graph.input, *graph.output, *graph.value_info):
            old = self._known.get(value.name)
            if old is None or len(value.type.SerializeToString()) > len(old.SerializeToString()):
                self._known[value.name] = value.type
        for tensor in graph.initializer:
            self._constants.setdefault(tensor.name, tensor)
        for node in graph.node:
            for attribute in node.attribute:
                if node.op_type == "Constant" and attribute.name == "value" and node.output:
                    self._constants.setdefault(node.output[0], attribute.t)
                if attribute.type == onnx.AttributeProto.GRAPH:
                    self._read(attribute.g)


def _inferred(model: onnx.ModelProto, propagate: bool) -> onnx.GraphProto:
    """The graph with what shape inference finds; empty where it fails."""
    slim = onnx.ModelProto()
    slim.CopyFrom(model)
    for tensor in slim.graph.initializer:
        if len(tensor.raw_data) > _INFERENCE_BYTES:
            tensor.ClearField("raw_data")
    try:
        inferred = onnx.shape_inference.infer_shapes(slim)
        if propagate and _longest(inferred.graph) <= _MOST_PROPAGATED:
            inferred = onnx.shape_inference.infer_shapes(slim, data_prop=True)
    except (InferenceError, ValidationError, RuntimeError, ValueError, EncodeError, MemoryError):
        return onnx.GraphProto()
    return inferred.graph


def _longest(graph: onnx.GraphProto) -> int:
    """The size of the longest vector that is known."""
    shapes = (
        v.type.tensor_type.shape.dim for v in (*graph.input, *graph.output, *graph.value_info)
    )
    return max((shape[0].dim_value for shape in shapes if len(shape) == 1), default=0)


@functools.cache
def _dtype(code: int) -> str:
    if code == onnx.TensorProto.UNDEFINED:
        return ""
    if code == onnx.TensorProto.STRING:
        return "string"
    if (known := by_onnx(code)) is not None:
        return known.name
    try:
        return str(helper.tensor_dtype_to_np_dtype(code))
    except (KeyError, TypeError):
        return f"type {code}"


def _described(name: str, kind: onnx.TypeProto) -> ModelValue:
    which = kind.WhichOneof("value")
    if which != "tensor_type":
        return ModelValue(name, (which or "").removesuffix("_type"))
    tensor = kind.tensor_type
    shape = None
    if tensor.HasField("shape"):
        shape = tuple(_size(d) for d in tensor.shape.dim[:_MOST_SIZES])
    return ModelValue(name, _dtype(tensor.elem_type), shape)


def _size(dim: onnx.TensorShapeProto.Dimension) -> int | str | None:
    if dim.HasField("dim_value"):
        return dim.dim_value if dim.dim_value >= 0 else None
    return dim.dim_param[:100] or None


def _constant(name: str, tensor: onnx.TensorProto) -> ModelValue:
    shape = tuple(int(d) for d in tensor.dims[:_MOST_SIZES])
    array = _elements(tensor)
    value = None if array is None else tuple(array.reshape(-1).tolist())
    return ModelValue(name, _dtype(tensor.data_type), shape, True, value)


def _elements(tensor: onnx.TensorProto) -> np.ndarray | None:
    """The elements of a small tensor of finite numbers; None of others."""
    if len(tensor.dims) > _MOST_SIZES or any(d < 0 for d in tensor.dims):
        return None
    if math.prod(tensor.dims) > _MOST_ELEMENTS:
        return None
    if tensor.data_location == onnx.TensorProto.EXTERNAL:
        return None
    try:
        array = numpy_helper.to_array(tensor)
    except (ValueError, TypeError, KeyError):
        return None
    if array.dtype.kind not in "biuf" or not np.isfinite(array).all():
        return None
    return array


def _attribute(attribute: onnx.AttributeProto) -> ModelAttribute:
    kind = onnx.AttributeProto.AttributeType.Name(attribute.type).lower()
    known = ATTRIBUTE_TYPES.get(kind)
    if attribute.ref_attr_name:  # of a function: its value is the caller's
        return ModelAttribute(attribute.name, kind)
    if known is not None and known.is_tensor:
        array = _elements(attribute.t)
        shape = tuple(int(d) for d in attribute.t.dims[:_MOST_SIZES])
        dtype = _dtype(attribute.t.data_type)
        if array is None or array.ndim > 1:
            return ModelAttribute(attribute.name, kind, dtype=dtype, shape=shape)
        plain = array.tolist()
        value: Value = tuple(plain) if isinstance(plain, list) else plain
        return ModelAttribute(attribute.name, kind, value, dtype, shape)
    count = max(len(attribute.ints), len(attribute.floats), len(attribute.strings))
    if count > _MOST_LIST:
        return ModelAttribute(attribute.name, kind, shape=(count,))
    if known is not None:
        return ModelAttribute(attribute.name, kind, _plain(helper.get_attribute_value(attribute)))
    return ModelAttribute(attribute.name, kind)


def _plain(value: object) -> Value:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")[:_MOST_TEXT]
    if isinstance(value, int | float | str):
        return _short(value)
    assert isinstance(value, list | tuple) or hasattr(value, "__iter__")
    return tuple(_plain(v) for v in value)  # type: ignore[misc]


def _short(value: float | str) -> float | str:
    """A float as people wrote it: ONNX keeps 0.1 as the nearest float32."""
    if isinstance(value, float) and math.isfinite(value):
        return float(str(np.float32(value)))
    return value

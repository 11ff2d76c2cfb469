"""The versions in an exported model: the opset that is declared, an IR version that is read.

torch.export writes opset 18 or later, and tells in its log alone where it could not convert to
another one. Both exporters stamp the newest IR version that they know, which the declared oldest
ONNX Runtime may refuse.
"""

from __future__ import annotations

import onnx
import onnx.version_converter
from onnx import TensorProto

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.standard.ort_versions import first_to_read, newest_ir
from workbench.engine.onnx.onnx_file import walk

__all__ = ["opset_of", "with_declared_opset", "with_readable_ir"]

_NEEDS = {
    TensorProto.UINT4: 10, TensorProto.INT4: 10, TensorProto.FLOAT4E2M1: 11,
    TensorProto.FLOAT8E8M0: 12, TensorProto.UINT2: 13, TensorProto.INT2: 13,
}  # fmt: skip
"""Element types that an IR version has brought."""
_METADATA = 10
"""The IR version that brought ``metadata_props`` of graphs, nodes and values."""


def opset_of(model: onnx.ModelProto) -> int:
    """The version of ONNX's own domain that a model imports; 0 for none."""
    return next((i.version for i in model.opset_import if i.domain in ("", "ai.onnx")), 0)


def with_declared_opset(
    model: onnx.ModelProto, op: Op
) -> tuple[onnx.ModelProto, tuple[Problem, ...]]:
    """The model in the opset that the op declares, and a note where it was converted.

    Raises:
        UserError: kind ``export``; it cannot be converted.
    """
    have, want = opset_of(model), op.model.opset
    if have == want:
        return model, ()
    changed = _changed_nodes(model, have, want) if have else []
    if changed:
        try:
            model = onnx.version_converter.convert_version(model, want)
        except RuntimeError as error:
            print(f"onnx.version_converter: {error}", flush=True)
            names = ", ".join(dict.fromkeys(changed))
            raise UserError(
                "export",
                f"the {op.model.exporter} exporter wrote opset {have}, and {names} cannot be converted "
                f"to opset {want}, which is declared",
                f"Set model.opset to {have}, or use the other exporter.",
            ) from None
    else:
        for entry in model.opset_import:
            if entry.domain in ("", "ai.onnx"):
                entry.version = want
        if not have:
            model.opset_import.add(domain="", version=want)
    message = (
        f"the {op.model.exporter} exporter wrote opset {have}: the model was converted to {want}"
    )
    return model, (Problem("export", message, severity="note"),) if have else ()


def _changed_nodes(model: onnx.ModelProto, have: int, want: int) -> list[str]:
    """The standard operators in a model that are not the same in both opsets."""
    found = []
    for node, _, _ in walk(model.graph):
        if node.domain not in ("", "ai.onnx"):
            continue
        try:
            same = _form(node.op_type, have) == _form(node.op_type, want)
        except onnx.defs.SchemaError:
            same = False  # the older of the two does not have it
        if not same:
            found.append(node.op_type)
    return found


def _form(name: str, opset: int) -> object:
    """All of an operator's definition that a node depends on; newer ones often add types alone."""
    schema = onnx.defs.get_schema(name, opset, "")
    attributes = {
        a.name: (a.type, a.required, a.default_value.SerializeToString(deterministic=True))
        for a in schema.attributes.values()
    }
    ports = [[(p.name, p.option) for p in side] for side in (schema.inputs, schema.outputs)]
    return attributes, ports, schema.deprecated


def with_readable_ir(model: onnx.ModelProto, op: Op) -> None:
    """Set the model's IR version to one that the declared oldest ONNX Runtime reads.

    Raises:
        UserError: kind ``export``; the model holds what only a newer one can.
    """
    reader = max(op.ort.oldest, first_to_read(opset_of(model)), key=_minor)
    readable = newest_ir(reader)
    if model.ir_version <= readable:
        return
    for kind, needed in _NEEDS.items():
        if needed > readable and kind in _kinds(model):
            raise UserError(
                "export",
                f"the model holds tensors of {TensorProto.DataType.Name(kind).lower()}, which need IR "
                f"version {needed}, and ONNX Runtime {reader} (ort.oldest) reads {readable} at most",
                "Set ort.oldest to a later version.",
            )
    if readable < _METADATA:
        _without_metadata(model)
    model.ir_version = readable


def _minor(version: str) -> int:
    minor = version.partition(".")[2]
    return int(minor) if minor.isdecimal() else 0


def _kinds(model: onnx.ModelProto) -> set[int]:
    """The element types in a model."""
    graphs = {id(g): g for _, g, _ in walk(model.graph)} | {id(model.graph): model.graph}
    found: set[int] = set()
    for graph in graphs.values():
        found |= {t.data_type for t in graph.initializer}
        values = (*graph.input, *graph.output, *graph.value_info)
        found |= {v.type.tensor_type.elem_type for v in values}
    return found


def _without_metadata(model: onnx.ModelProto) -> None:
    for node, graph, _ in walk(model.graph):
        del node.metadata_props[:]
        del graph.metadata_props[:]
        for value in (*graph.input, *graph.output, *graph.value_info, *graph.initializer):
            del value.metadata_props[:]

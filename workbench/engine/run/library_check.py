"""Compares a model with an op library before ONNX Runtime loads either.

ONNX Runtime's own words ('... is not a registered function/op') name neither the library
nor what it has instead. Our libraries say what they hold; of others only the registration
symbol can be checked.
"""

from __future__ import annotations

import ctypes
import json
import re
from pathlib import Path

import msgspec
import onnx
from google.protobuf.message import DecodeError

from workbench.core.dtypes import by_onnx
from workbench.core.errors import UserError
from workbench.core.names import RESERVED_DOMAINS
from workbench.engine.host.load_first import load_first
from workbench.engine.onnx.onnx_file import all_nodes, check_expanded

__all__ = ["check_model_against_library", "manifest_of"]

_QUESTION = b"op-workbench: what is in this library?"
"""What ``ort_question.h`` has, and a library of ours with it."""


class _Input(msgspec.Struct):
    kind: str
    dtypes: list[str]
    optional: bool


class _HeldOp(msgspec.Struct):
    """One op of a library, for one combination of element types (``ort_manifest.h``).

    Attributes:
        variadic: the last of ``inputs`` may be repeated, or left out.
    """

    domain: str
    name: str
    since_version: int
    min_inputs: int
    max_inputs: int
    inputs: list[_Input]
    variadic: bool = False


class _Manifest(msgspec.Struct):
    ops: list[_HeldOp] = []
    error: str = ""


def check_model_against_library(path: Path, library: str) -> None:
    """Check that the library registers ops, and those that the model's nodes need.

    Runs the library's static initialisers: only in a job's child.

    Raises:
        UserError: kinds ``library`` or ``model``, naming the difference.
    """
    model = _load(path)
    local = {(f.domain, f.name) for f in model.functions}
    nodes = [*all_nodes(model.graph.node), *(n for f in model.functions for n in all_nodes(f.node))]
    custom = [
        n for n in nodes if n.domain not in RESERVED_DOMAINS and (n.domain, n.op_type) not in local
    ]
    if not library:
        if custom:
            raise UserError(
                "library",
                f"the model has the node {_name(custom[0])}, and no op library is attached",
                "Attach one, or map the op to standard nodes.",
                file=path,
            )
        return
    held = _held(library)
    if held is None:
        return
    # The library's kernel goes before a function of its name.
    ours = {(op.domain, op.name) for op in held}
    custom += [n for n in nodes if (n.domain, n.op_type) in local & ours]
    versions = {o.domain: o.version for o in model.opset_import}
    types = _element_types(model)
    for node in custom:
        _check_node(node, versions.get(node.domain, 1), types, path, library, held)


def _load(path: Path) -> onnx.ModelProto:
    try:
        model = onnx.load(path, load_external_data=False)
    except FileNotFoundError:
        raise UserError("model", "the model does not exist", file=path) from None
    except (OSError, DecodeError, ValueError) as error:
        raise UserError("model", f"this is no ONNX model: {error}", file=path) from error
    try:
        check_expanded(model)
    except UserError as error:
        raise error.at(path) from None
    return model


def _name(node: onnx.NodeProto) -> str:
    return f"{node.domain}::{node.op_type}"


def _element_types(model: onnx.ModelProto) -> dict[str, str]:
    """Per value its element type, as far as the model says."""
    graph = model.graph
    codes = {v.name: v.type.tensor_type.elem_type for v in (*graph.input, *graph.value_info)}
    codes |= {i.name: i.data_type for i in graph.initializer}
    known = {name: by_onnx(code) for name, code in codes.items()}
    return {name: dtype.name for name, dtype in known.items() if dtype is not None}


def _held(library: str) -> list[_HeldOp] | None:
    """The ops of one of our libraries; None for a library of someone else."""
    no_symbol = UserError(
        "library",
        "the library has no RegisterCustomOps, so ONNX Runtime cannot use it",
        "A torch extension is no op library: pass the library built for ONNX Runtime.",
        file=library,
    )
    try:
        # Before loading: a torch extension would fail for want of libtorch, which says nothing.
        data = Path(library).read_bytes()
        if b"\0RegisterCustomOps\0" not in data:
            raise no_symbol
    except OSError as error:
        reason = f"the op library cannot be read: {error.strerror}"
        raise UserError("library", reason, "Build it first.", file=library) from None
    try:
        load_first(library)
        loaded = ctypes.CDLL(library)
    except OSError as error:
        reason = f"the op library does not load: {error}"
        hint = "Rebuild it."
        if re.match(r"lib(?:torch|c10)\w*\.so", str(error)):
            hint = (
                "It is a bridge to torch: load torch's libraries by their full path first, libc10.so, "
                "libtorch_cpu.so and libtorch.so of torch/lib with ctypes.CDLL, or import torch."
            )
        raise UserError("library", reason, hint, file=library) from None
    if not hasattr(loaded, "RegisterCustomOps"):
        raise no_symbol
    if _QUESTION not in data:
        return None
    manifest = msgspec.convert(json.loads(manifest_of(loaded)), _Manifest)
    if manifest.error:
        raise UserError("library", manifest.error, "Rebuild the library.", file=library)
    return manifest.ops


class _Base(ctypes.Structure):
    """``OrtApiBase``."""

    _fields_ = (
        ("GetApi", ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint32)),
        ("GetVersionString", ctypes.CFUNCTYPE(ctypes.c_void_p)),
    )


def manifest_of(loaded: ctypes.CDLL) -> bytes:
    """What one of our libraries says that it holds, as JSON.

    Args:
        loaded: the library; ``ort_question.h`` is in it.
    """
    question = ctypes.create_string_buffer(_QUESTION)
    fields = dict(_Base._fields_)
    base = _Base(
        fields["GetApi"](lambda version: None),
        fields["GetVersionString"](lambda: ctypes.addressof(question)),
    )
    answer = ctypes.c_char_p()
    loaded.RegisterCustomOps.restype = ctypes.c_void_p
    loaded.RegisterCustomOps(ctypes.byref(answer), ctypes.byref(base))
    return answer.value or b""


def _check_node(
    node: onnx.NodeProto,
    version: int,
    types: dict[str, str],
    model: Path,
    library: str,
    held: list[_HeldOp],
) -> None:
    name = _name(node)
    rebuild = "Rebuild the library from the declaration that the model was exported with."
    same = [op for op in held if (op.domain, op.name) == (node.domain, node.op_type)]
    if not same:
        have = ", ".join(sorted({f"{op.domain}::{op.name}" for op in held})) or "nothing"
        raise UserError(
            "library",
            f"the model's node {name} is not in the op library, which has: {have}",
            "Correct the op's name or domain in the mapping, or attach the right library.",
            file=library,
        )
    since = min(op.since_version for op in same)
    if version < since:
        reason = (
            f"the model uses {node.domain} version {version}, the library has {name} since {since}"
        )
        raise UserError("library", reason, rebuild, file=model)
    given = len(node.input)
    low, high = min(op.min_inputs for op in same), max(op.max_inputs for op in same)
    variadic = any(op.variadic for op in same)
    if given < low or (given > high and not variadic):
        takes = f"{low} or more" if variadic else f"{low} to {high}"
        reason = f"the model gives {name} {given} inputs, the library takes {takes}"
        raise UserError("library", reason, rebuild, file=model)
    if not any(_takes(op, node, types) for op in same):
        has = ", ".join(types.get(i, "?") for i in node.input)
        takes = "; ".join(", ".join("/".join(i.dtypes) for i in op.inputs) for op in same)
        reason = f"the model gives {name} inputs of ({has}), the library takes ({takes})"
        raise UserError(
            "library", reason, "Add the element type to the op's declaration.", file=model
        )


def _takes(op: _HeldOp, node: onnx.NodeProto, types: dict[str, str]) -> bool:
    """Whether an overload takes the node's inputs; an unknown type fits everything."""
    wanted = [*op.inputs, *op.inputs[-1:] * (len(node.input) - len(op.inputs))]
    return all(
        types.get(name, "") in ("", *formal.dtypes)
        for name, formal in zip(node.input, wanted, strict=False)
    )

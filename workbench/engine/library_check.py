"""Compares a model with an op library before ONNX Runtime loads either.

ONNX Runtime's own words ('... is not a registered function/op') name neither the library
nor what it has instead. Our libraries say what they hold; of others only the registration
symbol can be checked.
"""

from __future__ import annotations

import ctypes
import json
from pathlib import Path
from typing import Any

import onnx
from google.protobuf.message import DecodeError

from workbench.core.dtypes import by_onnx
from workbench.core.errors import UserError
from workbench.core.names import RESERVED_DOMAINS

__all__ = ["check_model_against_library"]


def check_model_against_library(model: Path, library: str) -> None:
    """Check that the library registers ops, and those that the model's nodes need.

    Runs the library's static initialisers: only in a job's child.

    Raises:
        UserError: kinds ``library`` or ``model``, naming the difference.
    """
    custom = _custom_nodes(model)
    if not library:
        if custom:
            raise UserError(
                "library",
                f"the model has the node {custom[0].domain}::{custom[0].op_type}, and no op library is attached",
                "Attach one, or map the op to standard nodes.",
                file=model,
            )
        return
    held = _manifest(library)
    if held is None:
        return
    for node in custom:
        _check_node(node, model, library, held)


def _custom_nodes(path: Path) -> list[onnx.NodeProto]:
    try:
        model = onnx.load(path, load_external_data=False)
    except FileNotFoundError:
        raise UserError("model", "the model does not exist", file=path) from None
    except (OSError, DecodeError, ValueError) as error:
        raise UserError("model", f"this is no ONNX model: {error}", file=path) from error
    local = {(f.domain, f.name) for f in model.functions}
    return [
        n
        for n in model.graph.node
        if n.domain not in RESERVED_DOMAINS and (n.domain, n.op_type) not in local
    ]


def _manifest(library: str) -> list[dict[str, Any]] | None:
    """The ops of one of our libraries; None for a library of someone else."""
    if not Path(library).is_file():
        raise UserError(
            "library", "the op library does not exist", "Build the op first.", file=library
        )
    try:
        loaded = ctypes.CDLL(library)
    except OSError as error:
        raise UserError(
            "library", f"the op library does not load: {error}", "Rebuild it.", file=library
        ) from None
    if not hasattr(loaded, "RegisterCustomOps"):
        raise UserError(
            "library",
            "the library has no RegisterCustomOps, so ONNX Runtime cannot use it",
            "A torch extension is no op library: pass the library built for ONNX Runtime.",
            file=library,
        )
    try:
        function = loaded.wb_ort_manifest
    except AttributeError:
        return None
    function.restype = ctypes.c_char_p
    text = function()
    return list(json.loads(text)["ops"])


def _check_node(
    node: onnx.NodeProto, model: Path, library: str, held: list[dict[str, Any]]
) -> None:
    name = f"{node.domain}::{node.op_type}"
    same = [op for op in held if op["domain"] == node.domain and op["name"] == node.op_type]
    if not same:
        have = ", ".join(sorted({f"{op['domain']}::{op['name']}" for op in held})) or "nothing"
        raise UserError(
            "library",
            f"the model's node {name} is not in the op library, which has: {have}",
            "Correct the op's name or domain in the mapping, or attach the right library.",
            file=library,
        )
    given = len(node.input)
    if not any(op["min_inputs"] <= given <= op["max_inputs"] for op in same):
        raise UserError(
            "library",
            f"the model gives {name} {given} inputs, "
            f"the library takes {same[0]['min_inputs']} to {same[0]['max_inputs']}",
            "Rebuild the library from the same declaration as the model.",
            file=model,
        )


def dtype_names(codes: list[int]) -> str:
    """Element types for people."""
    return ", ".join(d.name if (d := by_onnx(c)) else str(c) for c in codes)

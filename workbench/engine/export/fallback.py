"""Puts a variant of standard nodes into a model, as the body of its custom node.

ONNX lets a model carry functions. Where a runtime has a kernel of a function's name it takes that,
and else the body: such a model opens everywhere.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import onnx
from onnx import helper

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError

__all__ = ["fallback_of", "with_body"]

_FUNCTIONS_SINCE = 8
"""The IR version that has functions in models."""


def fallback_of(op: Op) -> Op | None:
    """The op mapped as its fallback says, in the same opset; None where it has none."""
    if not op.mapping.fallback:
        return None
    return msgspec.structs.replace(op.resolved(op.mapping.fallback), model=op.model)


def with_body(path: Path, other: Path, op: Op) -> None:
    """Give the custom node of a model a body.

    Args:
        path: the model, with one custom node.
        other: the model of the same inputs and outputs that computes it by standard nodes.
        op: the declaration.

    Raises:
        UserError: kind ``export``; the nodes need something that the custom node does not get.
    """
    model, standard = onnx.load(path), onnx.load(other)
    wanted = op.mapping.nodes[0]
    nodes = [
        n for n in model.graph.node if (n.domain, n.op_type) == (wanted.domain, wanted.op_type)
    ]
    if len(nodes) != 1:
        return  # the graph stage says what is missing
    (node,) = nodes
    inputs = [name or f"_omitted_{i}" for i, name in enumerate(node.input)]
    graph = standard.graph
    read = {name for n in graph.node for name in n.input} | {o.name for o in graph.output}
    lacking = [i.name for i in graph.input if i.name in read and i.name not in inputs]
    if lacking or len(set(inputs)) < len(inputs):
        what = f"reads '{lacking[0]}'" if lacking else "cannot tell inputs that are the same apart"
        raise UserError(
            "export",
            f"the fallback '{op.mapping.fallback}' {what}, which the custom node is not given",
            "Make it an input of the custom node.",
            key="mapping.fallback",
        )
    constants = [helper.make_node("Constant", [], [t.name], value=t) for t in graph.initializer]
    body = helper.make_function(
        node.domain,
        node.op_type,
        inputs,
        list(node.output),
        [*constants, *graph.node],
        standard.opset_import,
        [a.name for a in node.attribute],
    )
    model.functions.append(body)
    model.functions.extend(standard.functions)
    known = {o.domain for o in model.opset_import}
    model.opset_import.extend(o for o in standard.opset_import if o.domain not in known)
    model.ir_version = max(model.ir_version, _FUNCTIONS_SINCE)
    onnx.save(model, path)

"""Looks at an exported graph for what would otherwise be found out much later.

An exporter may 'succeed' and still have lost the op (a mutating schema becomes Identity),
have put a node into the default domain, or have left an output without type or shape.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import onnx
import onnx.checker
from google.protobuf.message import DecodeError

from workbench.core.errors import Problem, UserError
from workbench.core.op import Op

__all__ = ["check_graph"]


def check_graph(path: Path, op: Op) -> tuple[list[str], list[Problem]]:
    """Check a model against the mapping that it was made by.

    Returns:
        The nodes as ``Domain::Op``, and the problems found.

    Raises:
        UserError: kind ``graph``; the file is no valid ONNX model.
    """
    try:
        model = onnx.load(path)
        onnx.checker.check_model(model, full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        reason = " ".join(str(error).split())[:500]
        raise UserError(
            "graph", f"onnx.checker refuses the model: {reason}", _checker_hint(reason), file=path
        ) from None
    except (OSError, DecodeError, ValueError) as error:
        raise UserError("graph", f"the model cannot be read: {error}", file=path) from error
    nodes = [f"{n.domain}::{n.op_type}" if n.domain else n.op_type for n in model.graph.node]
    return nodes, [*_promised(op, nodes), *_typed(op, model)]


def _checker_hint(reason: str) -> str:
    if "No Op registered for" in reason or "No opset import" in reason:
        return "Give every node of the mapping that is no standard operator a domain of its own."
    return ""


def _promised(op: Op, nodes: list[str]) -> list[Problem]:
    """The nodes that the mapping promises and the graph lacks."""
    have = Counter(nodes)
    problems = []
    for wanted, count in Counter(n.op for n in op.mapping.nodes).items():
        if have[wanted] < count:
            problems.append(
                Problem(
                    "graph",
                    f"the graph lacks the node {wanted} that the mapping promises; "
                    f"it has: {', '.join(nodes) or 'nothing'}",
                    "Does the torch schema change an input (Tensor(a!)), or is the result unused?",
                )
            )
    return problems


def _typed(op: Op, model: onnx.ModelProto) -> list[Problem]:
    """Outputs without an element type or a shape."""
    problems = []
    for value in model.graph.output:
        tensor = value.type.tensor_type
        if not tensor.elem_type:
            problems.append(
                Problem(
                    "graph",
                    f"output '{value.name}' has no element type",
                    "Correct its dtype in [[outputs]].",
                )
            )
        if not tensor.HasField("shape"):
            problems.append(
                Problem(
                    "graph",
                    f"output '{value.name}' has no shape in the graph",
                    "Correct its shape rule.",
                    severity="warning",
                )
            )
    return problems

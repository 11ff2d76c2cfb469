"""Looks at an exported graph for what would otherwise be found out much later.

An exporter may 'succeed' and still have lost the op (a mutating schema becomes Identity),
have put a node into the default domain, or have left an output without type or shape.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnx.checker
from google.protobuf.message import DecodeError

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.exporters import others
from workbench.core.standard.operators import Newer, newer_parts, operator, standard_operators
from workbench.core.types.dtypes import by_onnx
from workbench.engine.onnx.onnx_file import not_decoded, walk

__all__ = ["check_graph", "without_domain"]


def check_graph(
    path: Path,
    op: Op,
    promised: Sequence[str] | None = None,
    results: Mapping[str, np.ndarray] | None = None,
    replaced_by: Callable[[], list[str]] = list,
    written: Path | None = None,
) -> tuple[list[str], list[Problem]]:
    """Check a model against the mapping that it was made by.

    Args:
        path: of the model.
        op: the declaration.
        promised: ``Domain::Op`` of the nodes that it must hold; all of the mapping if None.
        results: PyTorch's outputs by name.
        replaced_by: says which registered ops the exporter saw instead of this one, where it did.
        written: the Python file that makes the nodes, where the user wrote one.

    Returns:
        The nodes as ``Domain::Op``, and the problems found.

    Raises:
        UserError: kind ``graph``; the file is no valid ONNX model.
    """
    try:
        model = onnx.load(path)
        if newer := _newer(model):
            raise UserError.of(newer)
        onnx.checker.check_model(model, full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        reason = " ".join(str(error).split())[:500]
        if unknown := _NOT_REGISTERED.match(reason):
            raise without_domain(unknown[1], int(unknown[2]), op, written) from None
        raise UserError(
            "graph", f"onnx.checker refuses the model: {reason}", _checker_hint(reason), file=path
        ) from None
    except DecodeError as error:
        raise not_decoded(error, path, "graph") from error
    except (OSError, ValueError) as error:
        raise UserError("graph", f"the model cannot be read: {error}", file=path) from error
    wanted = [n.op for n in op.mapping.nodes] if promised is None else promised
    there = [node for node, _, _ in walk(model.graph)]
    nodes = [f"{n.domain}::{n.op_type}" if n.domain else n.op_type for n in there]
    return nodes, [
        *_promised(op, wanted, nodes, replaced_by),
        *_typed(model, bool(op.model.source)),
        *_other(model, results or {}),
        *_attributes(op, model),
    ]


_NOT_REGISTERED = re.compile(r"No Op registered for (\w+) with domain_version of (\d+)")


def without_domain(name: str, opset: int, op: Op, written: Path | None) -> UserError:
    """A node of the default domain that is no standard operator, at the line that names it."""
    message = f"the node {name} has no domain, and ONNX's opset {opset} has no such operator"
    known = [n for n in standard_operators() if operator(n, opset) is not None]
    meant = [n for n in difflib.get_close_matches(name, known, 1, 0.75) if n != name]
    or_meant = f" Or is {meant[0]} meant?" if meant else ""
    domain = next((n.domain for n in op.mapping.custom_nodes), "custom")
    hint = f'Give it a domain of its own: "{domain}::{name}".{or_meant}'
    lines = written.read_text().splitlines() if written is not None else []
    line = next((i for i, text in enumerate(lines, 1) if re.search(rf"['\"]{name}['\"]", text)), 0)
    return UserError("graph", message, hint, file=written if line else "", line=line)


def _checker_hint(reason: str) -> str:
    if "No opset import" in reason:
        return "Give every node of the mapping that is no standard operator a domain of its own."
    if "FunctionOp imports version" in reason:
        return (
            "Write the onnxscript function for the model's opset, or set model.opset to the function's; "
            "operators that did not change between the two do no harm."
        )
    if "existing shape differ" in reason:
        return "The nodes compute another shape than the op's shape rule says."
    if "nferred elem type differs" in reason or "ata type" in reason:
        return "A node gives another element type than the op's output is declared with."
    return ""


def _newer(model: onnx.ModelProto) -> list[Problem]:
    """Standard operators that are used as only a later opset than the written one has them."""
    opset = _opset(model.opset_import)
    found = [
        Problem("graph", n.sentence(opset), f"Set model.opset = {n.since} or later.")
        for n in _newer_of(model.graph, opset)
    ]
    for function in model.functions:
        function_opset = _opset(function.opset_import)
        for n in _newer_of(function, function_opset):
            hint = f"Write it for opset {n.since}, and set model.opset = {n.since} or later."
            if n.what == "'CastLike'":
                hint += " onnxscript makes one of each bare number: a Constant needs none."
            found.append(
                Problem("graph", n.sentence(function_opset, f"the function {function.name}"), hint)
            )
    return list(dict.fromkeys(found))


def _opset(imports: Iterable[onnx.OperatorSetIdProto]) -> int:
    return next((i.version for i in imports if i.domain in ("", "ai.onnx")), 0)


def _newer_of(graph: onnx.GraphProto | onnx.FunctionProto, opset: int) -> Iterator[Newer]:
    for node, *_ in walk(graph) if opset else ():
        if node.domain in ("", "ai.onnx"):
            names = [a.name for a in node.attribute]
            yield from newer_parts(node.op_type, opset, len(node.input), len(node.output), names)


def _promised(
    op: Op, promised: Sequence[str], nodes: list[str], replaced_by: Callable[[], list[str]]
) -> list[Problem]:
    """The nodes that the mapping promises and the graph lacks."""
    have = Counter(nodes)
    problems = []
    for wanted, count in Counter(promised).items():
        if have[wanted] < count and (originals := replaced_by()):
            problems.append(_replaced(op, originals))
        elif have[wanted] < count:
            problems.append(
                Problem(
                    "graph",
                    f"the graph lacks the node {wanted} that the mapping promises; "
                    f"it has: {', '.join(nodes) or 'nothing'}",
                    "Does the torch schema change an input (Tensor(a!)), or is the result unused?",
                )
            )
    return list(dict.fromkeys(problems))


def _replaced(op: Op, originals: list[str]) -> Problem:
    """The op is another's other name, and the exporter saw the other."""
    names = ", ".join(originals)
    keeps = next(e.name for e in others(op.model.exported_by) if e.keeps_names)
    hint = f'Set exporter = "{keeps}" in [model], which keeps it'
    if len(originals) == 1:
        hint += f'; or register the mapping for the original: torch = "{names}"'
    message = f"the {op.model.exported_by.words.title} exporter replaced {op.torch} by its original, {names}"
    return Problem("graph", message, f"{hint}.")


def _attributes(op: Op, model: onnx.ModelProto) -> list[Problem]:
    """Attributes of custom nodes of another type than the mapping says."""
    declared = {
        (node.op, a.name): a.type
        for node in op.mapping.nodes
        if node.domain
        for a in node.attributes
    }
    problems = []
    for node, _, _ in walk(model.graph):
        for attribute in node.attribute:
            name = f"{node.domain}::{node.op_type}"
            wanted = declared.get((name, attribute.name))
            given = onnx.AttributeProto.AttributeType.Name(attribute.type).lower()
            if wanted is not None and wanted != given:
                problems.append(
                    Problem(
                        "graph",
                        f"the exporter wrote the attribute '{attribute.name}' of {name} as {given}, "
                        f"the mapping says {wanted}",
                        "Give its value in that type.",
                    )
                )
    return problems


def _other(model: onnx.ModelProto, results: Mapping[str, np.ndarray]) -> list[Problem]:
    """Outputs of another element type or rank than PyTorch's."""
    problems = []
    for value in model.graph.output:
        tensor, real = value.type.tensor_type, results.get(value.name)
        dtype = by_onnx(tensor.elem_type)
        if real is None or dtype is None:
            continue
        if dtype.name != str(real.dtype):
            problems.append(
                Problem(
                    "graph",
                    f"the mapping gives '{value.name}' as {dtype.name}, the op as {real.dtype}",
                    "Cast it in the mapping, or correct the dtype in [[outputs]].",
                )
            )
        elif tensor.HasField("shape") and len(tensor.shape.dim) != real.ndim:
            ranks = f"with {len(tensor.shape.dim)} dimensions, the op with {real.ndim}"
            problems.append(
                Problem(
                    "graph",
                    f"the mapping gives '{value.name}' {ranks}",
                    "The nodes compute something else than the op: correct the mapping.",
                )
            )
    return problems


def _typed(model: onnx.ModelProto, of_a_file: bool) -> list[Problem]:
    """Outputs without an element type or a shape.

    In a model file the shape may be lost after the op, which is not the declaration's fault.
    """
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
                    severity="warning" if of_a_file else "error",
                )
            )
    return problems

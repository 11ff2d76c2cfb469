"""What was captured of an ONNX model's nodes: written by the ORT host, read by the torch host.

A folder with ``capture.json`` and an ``.npz`` per node, whose arrays are called ``i0``, ``i1`` …
(inputs), ``o0`` … (outputs) and ``a:name`` (attributes that are tensors).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.engine.onnx.onnx_fit import SkippedError, by_mapping
from workbench.engine.onnx.onnx_node_cases import NodeCase
from workbench.engine.values.arrays import load_arrays, save_arrays

__all__ = ["FILE_NAME", "CapturedCase", "captured_cases", "write_captured"]

FILE_NAME = "capture.json"


class _Node(msgspec.Struct, frozen=True):
    name: str
    operator: str
    inputs: tuple[bool, ...]
    outputs: tuple[bool, ...]
    attributes: dict[str, Any]


class _Capture(msgspec.Struct, frozen=True):
    nodes: tuple[_Node, ...]
    problems: tuple[Problem, ...] = ()


class CapturedCase(msgspec.Struct, frozen=True):
    """One node: the op's arguments that its inputs are, and the outputs that it gave."""

    name: str
    values: dict[str, Any]
    expected: dict[str, np.ndarray]


def write_captured(
    folder: Path, cases: Sequence[tuple[str, NodeCase]], problems: Sequence[Problem]
) -> None:
    """Write captured nodes, each with its operator, and what the user should know of the run."""
    nodes = []
    for number, (operator, case) in enumerate(cases):
        attributes = {k: v for k, v in case.attributes.items() if not isinstance(v, np.ndarray)}
        arrays = {f"a:{k}": v for k, v in case.attributes.items() if k not in attributes}
        arrays |= {f"i{i}": v for i, v in enumerate(case.inputs) if v is not None}
        arrays |= {f"o{i}": v for i, v in enumerate(case.outputs) if v is not None}
        save_arrays(folder / f"{number}.npz", arrays)
        given = tuple(v is not None for v in case.inputs)
        gave = tuple(v is not None for v in case.outputs)
        nodes.append(_Node(case.name, operator, given, gave, attributes))
    capture = _Capture(tuple(nodes), tuple(problems))
    (folder / FILE_NAME).write_bytes(msgspec.json.encode(capture))


def captured_cases(op: Op, file: Path) -> tuple[list[CapturedCase], list[Problem]]:
    """The captured nodes as calls of the op, and what the user should know.

    Raises:
        UserError: kind ``model``; the op's mapping has no node that could be one of them.
    """
    try:
        capture = msgspec.json.decode(file.read_bytes(), type=_Capture)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        message = f"what was captured of the model's nodes cannot be read: {error}"
        hint = "Run 'op-workbench doctor --clear-cache', and then the op again."
        raise UserError("model", message, hint, file=file) from None
    problems = list(capture.problems)
    cases = []
    for number, node in enumerate(capture.nodes):
        convert = by_mapping(op, node.operator)
        if convert is None:
            raise UserError(
                "model",
                f"no node of the mapping is {node.operator} alone, with the op's own inputs and outputs",
                "Correct model.node, or remove model.onnx.",
            )
        arrays = load_arrays(file.parent / f"{number}.npz")
        attributes = {
            name: tuple(value) if isinstance(value, list) else value
            for name, value in node.attributes.items()
        } | {k[2:]: v for k, v in arrays.items() if k.startswith("a:")}
        raw = NodeCase(
            node.name,
            [arrays[f"i{i}"] if given else None for i, given in enumerate(node.inputs)],
            [arrays[f"o{i}"] if given else None for i, given in enumerate(node.outputs)],
            attributes,
            {},
            frozenset(attributes),
        )
        try:
            values, expected = convert(raw)
        except SkippedError as error:
            message = f"the node {node.name} is not compared: {error}"
            problems.append(Problem("model", message, severity="warning"))
            continue
        cases.append(CapturedCase(node.name, values, expected))
    return cases, problems

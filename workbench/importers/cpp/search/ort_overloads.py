"""Op structs that are one operator: ONNX Runtime takes one per set of element types."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from workbench.importers.cpp.syntax.found import OrtStruct

__all__ = ["overloaded"]


def overloaded(ops: Sequence[OrtStruct]) -> list[OrtStruct]:
    """The ops in their order, each with those that differ from it in element types alone.

    Args:
        ops: with their domains.
    """
    found: dict[object, OrtStruct] = {}
    for number, op in enumerate(ops):
        key = _apart_from_types(op) if _types_known(op) else number
        first = found.get(key)
        if first is None:
            found[key] = op
        elif _types(op) in map(_types, first.all):
            found[number] = op
        else:
            found[key] = msgspec.structs.replace(first, overloads=(*first.overloads, op))
    return list(found.values())


def _types(op: OrtStruct) -> tuple[str, ...]:
    return (*op.inputs, *op.outputs)


def _types_known(op: OrtStruct) -> bool:
    """Whether the tensors have types that differ from those of another: all are plainly said."""
    return not op.problem and all(_types(op))


def _apart_from_types(op: OrtStruct) -> tuple[object, ...]:
    """What one node can have for both."""
    return (
        (op.op, op.domain, op.domains, op.since, op.registers, op.elsewhere, bool(op.lite)),
        (len(op.inputs), len(op.outputs), _places(op, op.optional), op.lists, op.left_out),
        (_places(op, op.scalars), _places(op, op.spans), op.attributes),
    )


def _places(op: OrtStruct, names: Sequence[str]) -> tuple[int, ...]:
    """The positions of inputs that are named; each may have another name for it."""
    known = op.names or tuple(f"x{i}" if len(op.inputs) > 1 else "x" for i in range(len(op.inputs)))
    return tuple(i for i, name in enumerate(known[: len(op.inputs)]) if name in names)

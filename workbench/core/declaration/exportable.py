"""Whether an exporter can write what an op takes and gives, as far as its declaration says."""

from __future__ import annotations

from collections.abc import Collection

from workbench.core.declaration import signature
from workbench.core.declaration.op import Op
from workbench.core.exporters import Exporter

__all__ = ["export_refusal"]


def export_refusal(op: Op, exporter: Exporter, types: Collection[str] = ()) -> str:
    """Why an exporter cannot write the op; empty where nothing is known against it.

    Args:
        op: the declaration.
        exporter: of which it is asked.
        types: the element types of its tensors, where they are not those of the examples.
    """
    if refused := exporter.refused_results([o.is_list for o in op.outputs]):
        return refused
    found = types or [e.dtype for e in op.model.inputs if e.dtype]
    choices: list[tuple[str, ...]] = [(dtype,) for dtype in found]
    choices += [signature.arg_dtypes(op, a) for a in signature.tensor_args(op)]
    choices += [signature.output_dtypes(op, o) for o in op.outputs]
    return next(filter(None, map(exporter.refused_types, choices)), "")

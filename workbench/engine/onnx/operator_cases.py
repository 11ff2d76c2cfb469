"""The operator job: ONNX's test cases of a standard operator, for a draft of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx

from workbench.core.declaration.op import Value
from workbench.core.errors import UserError
from workbench.core.jobs import OperatorCase, OperatorJob, OperatorResult
from workbench.core.jobs.model_nodes import ModelValue
from workbench.engine.host.child import Channel
from workbench.engine.onnx.onnx_node_cases import NodeCase, check_operator, collect
from workbench.engine.values.arrays import element_type

__all__ = ["operator_cases", "operator_job"]

_WRITTEN = 256
"""Elements of an input that are told, where they are finite."""


def operator_job(job: OperatorJob, channel: Channel) -> None:
    """Stage ``operator``."""
    with channel.stage("operator") as outcome:
        outcome.result = operator_cases(job.operator)


def operator_cases(operator: str) -> OperatorResult:
    """The cases of an operator.

    Raises:
        UserError: kind ``onnx-cases``; there is no such operator, or it has no case of tensors alone.
    """
    check_operator(operator)
    found = collect(operator)
    cases, others = [], []
    for raw in found:
        values = [v for v in (*raw.inputs, *raw.outputs) if v is not None]
        if all(isinstance(v, np.ndarray) for v in values):
            cases.append(_case(raw))
        else:
            others.append(raw.name)
    if not cases:
        hint = "Start blank, and write a reference."
        if not others and not _needs_more_than_tensors(operator):
            raise UserError("onnx-cases", f"the onnx package has no test case of {operator}", hint)
        what = f"in the onnx package {operator} takes or gives sequences or optionals"
        raise UserError("onnx-cases", what, f"Such values are none of an op's. {hint}")
    defaults = {k: v for k, v in map(_plain_item, found[0].defaults.items()) if v is not None}
    return OperatorResult(
        operator, onnx.defs.onnx_opset_version(), tuple(cases), tuple(others), defaults
    )


def _needs_more_than_tensors(operator: str) -> bool:
    """Whether an input or output of the definition is never a tensor."""
    return any(
        formal.types and not any(t.startswith("tensor(") for t in formal.types)
        for schema in onnx.defs.get_all_schemas()
        if schema.name == operator and not schema.domain
        for formal in (*schema.inputs, *schema.outputs)
    )


def _case(raw: NodeCase) -> OperatorCase:
    attributes = {k: v for k, v in map(_plain_item, raw.attributes.items()) if v is not None}
    inputs, outputs = tuple(map(_value, raw.inputs)), tuple(map(_value, raw.outputs))
    arrays = {k: v for k, v in raw.attributes.items() if isinstance(v, np.ndarray)}
    tensors = {name: _value(array) for name, array in arrays.items()}
    return OperatorCase(raw.name, inputs, outputs, attributes, tensors)


def _value(array: np.ndarray | None) -> ModelValue:
    if array is None:
        return ModelValue("")
    elements = None
    # Nan and inf are no numbers of a message; who drafts from a case makes floats up anyway.
    plain = array.size <= _WRITTEN and array.dtype.kind in "biuf"
    if plain and np.isfinite(array).all():
        elements = tuple(array.flatten().tolist())
    return ModelValue("given", element_type(array), tuple(array.shape), value=elements)


def _plain_item(item: tuple[str, Any]) -> tuple[str, Value | None]:
    """An attribute; None for what no argument holds."""
    name, value = item
    items = value if isinstance(value, tuple) else (value,)
    plain = all(isinstance(v, bool | int | float | str) for v in items)
    return name, value if plain else None

"""What the onnx package tells of a standard operator: its test cases, as an op would meet them."""

from __future__ import annotations

import msgspec

from workbench.core.declaration.op import Value
from workbench.core.jobs.base import BaseJob, Limits
from workbench.core.jobs.message import Message
from workbench.core.jobs.model_nodes import ModelValue

__all__ = ["OperatorCase", "OperatorJob", "OperatorResult"]


class OperatorJob(BaseJob, frozen=True):
    """Collect ONNX's own test cases of a standard operator.

    Attributes:
        operator: its name: ``GridSample``.
    """

    host = "ort"
    stages = ("operator",)
    doing = "collecting ONNX's test cases"

    operator: str
    limits: Limits = Limits(seconds=60.0)


class OperatorCase(msgspec.Struct, frozen=True):
    """One case whose inputs and outputs are tensors.

    Attributes:
        name: ONNX's.
        inputs, outputs: in the operator's order; without a name where the case leaves one out.
        attributes: those that the case sets, of plain values.
        tensors: attributes that are tensors.
    """

    name: str
    inputs: tuple[ModelValue, ...]
    outputs: tuple[ModelValue, ...]
    attributes: dict[str, Value]
    tensors: dict[str, ModelValue] = {}


class OperatorResult(Message, frozen=True):
    """An operator's cases.

    Attributes:
        operator: its name.
        opset: the newest that the cases are written in.
        cases: those of tensors alone.
        others: the names of the further ones, of sequences say.
        defaults: of its attributes, those that have one that is a plain value.
    """

    operator: str
    opset: int
    cases: tuple[OperatorCase, ...]
    others: tuple[str, ...]
    defaults: dict[str, Value]

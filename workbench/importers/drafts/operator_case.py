"""What one of ONNX's cases says of its tensors."""

from __future__ import annotations

from msgspec.structs import replace

from workbench.core.declaration.op import Example
from workbench.core.jobs import OperatorCase
from workbench.core.jobs.model_nodes import ModelValue
from workbench.core.types.dtypes import DTYPES
from workbench.importers.drafts.onnx_examples import example_of

__all__ = ["is_known", "leaves_out", "ranks", "tensor_example", "tensors_of"]


def tensors_of(case: OperatorCase) -> tuple[ModelValue, ...]:
    """All of them: inputs, outputs, and attributes that are such."""
    return (*case.inputs, *case.outputs, *case.tensors.values())


def is_known(value: ModelValue) -> bool:
    """Whether a tensor, if it is there, is of an element type that an op can have."""
    return not value.name or value.dtype in DTYPES


def ranks(case: OperatorCase) -> tuple[int, ...]:
    """How many dimensions inputs and outputs have; what rules are found for."""
    return tuple(len(v.shape or ()) for v in (*case.inputs, *case.outputs))


def leaves_out(case: OperatorCase) -> bool:
    """Whether the node leaves out an output before another."""
    given = [bool(v.name) for v in case.outputs]
    return given != sorted(given, reverse=True)


def tensor_example(arg: str, value: ModelValue, seed: int) -> Example:
    """The example of a tensor, with its elements where these say something: whole numbers are sizes, axes,
    indices.
    """
    if value.dtype in DTYPES and DTYPES[value.dtype].kind == "float":
        value = ModelValue(value.name, value.dtype, value.shape)
    return replace(example_of(arg, value, seed, {}), dtype=value.dtype)

"""Inputs to run a model of the user's with: given, or made from what the model says of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx

from workbench.core.errors import UserError
from workbench.core.types.dtypes import by_onnx
from workbench.engine.values.arrays import load_arrays

__all__ = ["model_inputs"]

_OF_UNKNOWN = 2
"""The size of an axis that nothing is said of."""
_SEED = 1
_MOST_BYTES = 2 << 30


def model_inputs(
    model: onnx.ModelProto, file: str, sizes: Mapping[str, int]
) -> dict[str, np.ndarray]:
    """The inputs by name.

    Args:
        model: whose they are.
        file: an ``.npz`` with an array per input; empty to make all of them: floating-point numbers
            of a normal distribution, 0 and 1 of whole numbers and truth values, always the same.
        sizes: of the axes that the model names; 2 of any other that has none.

    Raises:
        UserError: kind ``inputs``; one is missing, or cannot be made.
    """
    if file:
        return load_arrays(Path(file))
    known = {tensor.name for tensor in model.graph.initializer}
    wanted = [i for i in model.graph.input if i.name not in known]
    named = {d.dim_param for i in wanted for d in i.type.tensor_type.shape.dim if d.dim_param}
    if unknown := [name for name in sizes if name not in named]:
        has = f"It has: {', '.join(sorted(named))}." if named else "All its sizes are fixed."
        raise UserError("inputs", f"no input of the model has an axis '{unknown[0]}'", has)
    generator = np.random.default_rng(_SEED)
    return {value.name: _made(value, sizes, generator) for value in wanted}


def _made(
    value: onnx.ValueInfoProto, sizes: Mapping[str, int], generator: np.random.Generator
) -> np.ndarray:
    tensor = value.type.tensor_type
    dtype = by_onnx(tensor.elem_type)
    if not value.type.HasField("tensor_type") or dtype is None or not tensor.HasField("shape"):
        what = "no tensor" if dtype is None else "of no known rank"
        hint = "Give the model's inputs as a file: --inputs FILE.npz."
        raise UserError("inputs", f"the model's input '{value.name}' is {what}", hint)
    shape = [
        d.dim_value if d.HasField("dim_value") else sizes.get(d.dim_param, _OF_UNKNOWN)
        for d in tensor.shape.dim
    ]
    if np.prod(shape, dtype=np.float64) * 8 > _MOST_BYTES:
        hint = "Give smaller sizes, or the inputs as a file."
        raise UserError(
            "inputs", f"the model's input '{value.name}' would have the shape {shape}", hint
        )
    if dtype.kind == "float":
        return generator.standard_normal(shape).astype(dtype.name)
    return generator.integers(0, 2, shape).astype(dtype.name)

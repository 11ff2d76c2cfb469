"""Example inputs of the sample model, from the declaration's generators."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from msgspec import UNSET

from workbench.core import signature
from workbench.core.op import Arg, Example, Op, Value

if TYPE_CHECKING:
    import numpy as np

__all__ = ["example_tensor", "example_values"]


def example_tensor(arg: Arg, example: Example, dtype: str) -> np.ndarray:
    """The example of a tensor argument.

    Returns:
        An array of ``example.shape``. The same seed gives the same elements everywhere:
        numpy's PCG64 is used, never torch's generator. Elements are drawn as float64 and
        converted, so several element types see the same numbers.
    """
    import numpy as np

    shape = () if example.shape is UNSET else example.shape
    rng = np.random.Generator(np.random.PCG64(example.seed))
    count = math.prod(shape)
    values: np.ndarray
    match example.generator:
        case "normal":
            values = rng.standard_normal(count)
            if dtype not in ("float16", "float32", "float64"):
                values = np.rint(values * 10)
        case "uniform":
            values = rng.uniform(example.low, example.high, count)
        case "integers":
            values = rng.integers(int(example.low), int(example.high), count)
        case "arange":
            values = np.arange(count)
        case "zeros":
            values = np.zeros(count)
        case _:
            values = np.ones(count)
    if dtype == "bool":
        values = values > 0
    elif dtype == "uint8":
        values = np.abs(values)
    return values.astype(dtype).reshape(shape)


def example_values(op: Op) -> dict[str, np.ndarray | Value | None]:
    """Per argument, in order: an array, a literal, or None."""
    values: dict[str, np.ndarray | Value | None] = {}
    for arg in op.args:
        example = op.example(arg.name) or Example(
            arg.name, none=arg.optional and arg.default is UNSET
        )
        if example.none:
            values[arg.name] = None
        elif arg.type == "tensor":
            dtype = example.dtype or signature.arg_dtypes(op, arg)[0]
            values[arg.name] = example_tensor(arg, example, dtype)
        else:
            value = arg.default if example.value is UNSET else example.value
            values[arg.name] = None if value is UNSET else value
    return values

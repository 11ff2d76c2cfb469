"""Example inputs of the sample model, from the declaration's generators."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Example, Op
from workbench.core.types.dtypes import DTYPES
from workbench.core.types.literals import INT64

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "element_types",
    "example_array",
    "example_tensor",
    "example_values",
    "first_item",
    "instance_of",
    "is_tensor_list",
    "literals_of",
    "sizes_of",
]


def example_tensor(example: Example, dtype: str, folder: Path | None = None) -> np.ndarray:
    """The example of a tensor.

    Args:
        example: its declaration.
        dtype: the element type.
        folder: the op's, where the example's file is if it has one.

    Returns:
        An array of ``example.shape``. The same seed gives the same elements everywhere:
        numpy's PCG64 is used, never torch's generator. Elements are drawn as float64 and
        converted, so several element types see the same numbers.
    """
    import numpy as np

    from workbench.engine.values.arrays import numpy_dtype

    if example.file:
        from workbench.engine.values.example_files import load_example

        assert folder is not None
        return load_example(folder, example, dtype)
    shape = () if example.shape is UNSET else example.shape
    rng = np.random.Generator(np.random.PCG64(example.seed))
    count = math.prod(shape)
    values: np.ndarray
    if example.value is not UNSET:
        given: Any = example.value if isinstance(example.value, tuple) else (example.value,)
        if any(isinstance(v, int) and v >= INT64 for v in given) and min(given) >= 0:
            # Beside smaller ones numpy makes them floats, which have fewer digits.
            given = [np.uint64(v) if isinstance(v, int) else v for v in given]
        return np.array(given).astype(numpy_dtype(dtype)).reshape(shape)
    match example.generator:
        case "normal":
            values = rng.standard_normal(count)
            if DTYPES[dtype].kind != "float":
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
    elif dtype.startswith("uint"):
        values = np.abs(values)
    return values.astype(numpy_dtype(dtype)).reshape(shape)


def example_array(op: Op, example: Example, dtype: str, folder: Path | None = None) -> np.ndarray:
    """The same of an op's example, which may be another one's tensor; it then has memory of its own."""
    other = op.example(example.same_as) if example.same_as else None
    return example_tensor(other or example, dtype, folder)


def example_values(op: Op, folder: Path | None = None) -> dict[str, Any]:
    """Per argument, in order: an array, a tuple of arrays for a list, a literal, or None.

    Args:
        op: the declaration.
        folder: the op's; needed where examples are in files.
    """
    return {arg.name: _value(op, arg, folder) for arg in op.args}


def instance_of(op: Op, values: Mapping[str, Any]) -> signature.Instance | None:
    """The combination of element types that a call is for; None where the op is built for no such one."""
    given = element_types(values)
    given |= {a.name: values[a.name] for a in op.args if a.is_dtype}
    fitting = (
        i
        for i in signature.instances(op)
        if all(i.get(name, dtype) == dtype for name, dtype in given.items())
    )
    return next(fitting, None)


def element_types(values: Mapping[str, Any]) -> dict[str, str]:
    """The element types of the tensors among a call's arguments; of a list that of its first one."""
    import numpy as np

    firsts = {name: first_item(value) for name, value in values.items()}
    return {name: str(v.dtype) for name, v in firsts.items() if isinstance(v, np.ndarray)}


def is_tensor_list(value: object) -> bool:
    """Whether it is the value of a list of tensors that has items: tensors, or None for a missing one."""
    import numpy as np

    if not isinstance(value, tuple) or not value:
        return False
    return all(item is None or isinstance(item, np.ndarray) for item in value)


def first_item(value: Any) -> Any:
    """Of a list the first item that is not missing, of an empty one itself; else the value."""
    if not isinstance(value, list | tuple):
        return value
    return next((item for item in value if item is not None), None if value else value)


def literals_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that are no tensors; None for what is left out."""
    import numpy as np

    tensors = (n for n, v in values.items() if isinstance(v, np.ndarray) or is_tensor_list(v))
    return {name: values[name] for name in values.keys() - set(tensors)}


def sizes_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments as a rule sees them: sizes and element types of tensors, values of the others."""
    import numpy as np

    sizes = {name: _size(value) for name, value in values.items()}
    for name, value in values.items():
        if isinstance(value, np.ndarray):
            sizes[shape_rule.dtype_key(name)] = str(value.dtype)
        elif is_tensor_list(value):
            sizes[shape_rule.dtype_key(name)] = [
                None if array is None else str(array.dtype) for array in value
            ]
    return sizes


def node_values(op: Op, values: Mapping[str, Any]) -> dict[str, Any]:
    """The same for the conditions and attributes of the mapping's nodes, which have an opset."""
    return {**sizes_of(values), shape_rule.OPSET: op.node_opset}


def _size(value: Any) -> Any:
    import numpy as np

    if is_tensor_list(value):
        return [None if array is None else list(array.shape) for array in value]
    return list(value.shape) if isinstance(value, np.ndarray) else value


def _value(op: Op, arg: Arg, folder: Path | None) -> Any:
    if arg.is_tensor_list:
        items: list[np.ndarray | None] = []
        while (item := op.example(f"{arg.name}[{len(items)}]")) is not None:
            array = None if item.none else example_array(op, item, _dtype(op, arg, item), folder)
            items.append(array)
        return tuple(items)
    example = op.example(arg.name) or Example(arg.name, none=arg.optional and arg.default is UNSET)
    if example.none:
        return None
    if arg.is_tensor:
        return example_array(op, example, _dtype(op, arg, example), folder)
    value = arg.default if example.value is UNSET else example.value
    if value is UNSET and arg.is_dtype:
        return signature.arg_dtypes(op, arg)[0]
    return None if value is UNSET else value


def _dtype(op: Op, arg: Arg, example: Example) -> str:
    return example.dtype or ("float32" if arg.dtype == "any" else signature.arg_dtypes(op, arg)[0])

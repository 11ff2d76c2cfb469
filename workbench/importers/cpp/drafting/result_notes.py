"""What is told of results that are no tensors in C++, and of which an op gives a tensor."""

from __future__ import annotations

from collections.abc import Iterator

from workbench.importers.cpp.syntax.found import Function
from workbench.importers.cpp.syntax.types import may_lack_items, numbers_in_result, result_types
from workbench.importers.drafts.schema_args import MAY_MISS

__all__ = ["result_notes"]


def result_notes(function: Function) -> Iterator[tuple[str, str]]:
    """Key and message of each such result."""
    name = function.name
    for i, kind in enumerate(result_types(function.result) or ()):
        if kind == MAY_MISS or may_lack_items(function.result):
            yield (
                f"outputs[{i}].shape",
                f"{name} may give nothing here; the op gives a tensor without elements then",
            )
    for i, (dtype, shape) in numbers_in_result(function.result).items():
        message = f"{name} gives a list of numbers here; the op gives a tensor of {dtype} with them"
        if shape == "[]":
            message = f"{name} gives a number here; the op gives a tensor of {dtype} with it"
        yield f"outputs[{i}].dtype", message

"""What a call of an op gives: its tensors by name, those of a list one by one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import torch

from workbench.core.declaration.names import item_name
from workbench.core.declaration.op import Op, Output
from workbench.core.errors import UserError
from workbench.core.shape_rule import is_open
from workbench.engine.export.dynamic_axes import of_output

__all__ = [
    "Given",
    "check_counts",
    "given_outputs",
    "given_tensors",
    "list_counts",
    "other_number",
    "results",
]

Given = Sequence[torch.Tensor | list[torch.Tensor]]
"""One entry per declared output."""

Call = tuple[Mapping[str, Any], Any]
"""The arguments of a call by name, and its result."""


def given_outputs(op: Op, result: Any) -> Given:
    """A call's result as one tensor, or list of tensors, per declared output.

    Raises:
        ValueError: it is something else; the message says what.
    """
    one = len(op.outputs) == 1
    whole = isinstance(result, torch.Tensor) or (one and op.outputs[0].is_list)
    outputs = [result] if whole else result
    if not isinstance(outputs, list | tuple) or not all(map(_is_entry, outputs)):
        raise ValueError(f"gives {_described(result)}, declared are {_declared(op)}")
    if len(outputs) != len(op.outputs):
        raise ValueError(f"gave {len(outputs)} outputs, declared are {len(op.outputs)}")
    return [_entry(o, given) for o, given in zip(op.outputs, outputs, strict=True)]


def _is_entry(given: Any) -> bool:
    return isinstance(given, torch.Tensor | list | tuple)


def _entry(output: Output, given: Any) -> torch.Tensor | list[torch.Tensor]:
    if not output.is_list and isinstance(given, torch.Tensor):
        return given
    is_list = isinstance(given, list | tuple) and all(isinstance(t, torch.Tensor) for t in given)
    if output.is_list and is_list:
        return list(given)
    what = "list of tensors" if output.is_list else "tensor"
    raise ValueError(f"gives {_described(given)} as '{output.name}', declared is a {what}")


def results(op: Op, result: Any) -> dict[str, torch.Tensor]:
    """A call's tensors by name, in order; those of a list as ``parts_0``, ``parts_1`` …

    Raises:
        UserError: kind ``kernel``; it gives something else than declared.
    """
    if result is None:
        raise UserError(
            "kernel",
            f"the kernel returns nothing, declared are {len(op.outputs)} outputs",
            "End it with return, or, where it does return a tensor, assign one to it on each way: the example "
            "inputs may take one that assigns none. A result that the caller has allocated cannot be exported: "
            'return the outputs, or write an autograd.Function (style = "python") that allocates them and '
            "calls the kernel."
            if op.kernel.kind.is_compiled
            else "End it with return.",
        )
    try:
        return dict(given_tensors(op, result))
    except ValueError as error:
        hint = "Return a torch.Tensor, or a tuple of them."
        if isinstance(result, list | tuple) and all(map(_is_entry, result)):
            hint = 'Correct [[outputs]]; one that is a list of tensors has type = "tensor[]".'
        raise UserError("kernel", f"the kernel {error}", hint) from None


def given_tensors(op: Op, result: Any) -> Iterator[tuple[str, torch.Tensor]]:
    """The same with names, one by one.

    Raises:
        ValueError: as ``given_outputs``.
    """
    for output, entry in zip(op.outputs, given_outputs(op, result), strict=True):
        if isinstance(entry, torch.Tensor):
            yield output.name, entry
        else:
            yield from ((item_name(output.name, i), item) for i, item in enumerate(entry))


def list_counts(op: Op, calls: Sequence[Call]) -> dict[str, int]:
    """How many tensors each output that is a list has, where all calls of a model say the same."""
    found: dict[str, set[int]] = {}
    for _, result in calls:
        for output, entry in zip(op.outputs, given_outputs(op, result), strict=True):
            if output.is_list:
                found.setdefault(output.name, set()).add(len(entry))
    return {name: counts.pop() for name, counts in found.items() if len(counts) == 1}


def check_counts(op: Op, given: Collection[str], expected: Collection[str], by: str) -> None:
    """Check that each list of a kernel is as long as the expected one; where nobody expects it, it may be.

    Args:
        op: the declaration.
        given, expected: names of tensors, as ``results`` makes them.
        by: who expects them.

    Raises:
        UserError: kind ``kernel``; one has another number of tensors.
    """
    for output in op.outputs:
        number, wanted = (len(of_output(output, names)) for names in (given, expected))
        if output.is_list and wanted and number != wanted:
            message = f"the kernel gives {number} tensors as '{output.name}', {wanted} by {by}"
            raise UserError("kernel", message)


def other_number(op: Op, of_file: Sequence[Call], calls: Sequence[Call]) -> str:
    """That a kernel gives a list of another length than a file lists, where no rule of sizes tells it."""
    listed, given = list_counts(op, of_file), list_counts(op, calls)
    for output in op.outputs:
        wanted, number = listed.get(output.name), given.get(output.name)
        if wanted is not None and wanted != number and is_open(op.count_of(output)):
            many = f"{number} tensors" if number else "several numbers of tensors"
            return f"the kernel gives {many} as '{output.name}', the file lists {wanted}"
    return ""


def _declared(op: Op) -> str:
    if any(o.is_list for o in op.outputs):
        return ", ".join(f"{o.schema} {o.name}" for o in op.outputs)
    return f"{len(op.outputs)} tensors"


def _described(result: Any) -> str:
    if isinstance(result, list | tuple):
        return (
            f"a {type(result).__name__} of {', '.join(type(item).__name__ for item in result[:9])}"
        )
    return f"a {type(result).__module__}.{type(result).__qualname__}"

"""Example inputs: the rows of the Model page, for the main set and for cases."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from workbench.core.declaration.example import Axes
from workbench.core.declaration.names import list_index
from workbench.core.declaration.op import Arg, Example, Op, Value
from workbench.core.edits.common import (
    element_kind,
    fresh_name,
    new_example,
    rename_example,
    usual_shape,
)
from workbench.core.examples.headers import header
from workbench.core.examples.made_up import MOST_WRITTEN, is_rising, suited
from workbench.core.files.file_kinds import CLOUD, IMAGE, TABLE, file_kind

__all__ = [
    "VALUES",
    "add_example",
    "add_list_tensor",
    "can_add_example",
    "missing_example",
    "new_example",
    "remove_example",
    "rename_example",
    "set_example_arg",
    "set_example_file",
    "set_example_shape",
    "set_generator",
]

VALUES = "values"
"""The choice of elements that are written out, beside the generators."""
_CHANNELS = (1, 3, 4)
"""How many an image may have."""


def missing_example(op: Op) -> Arg | None:
    """The first argument without an example."""
    known = {e.base for e in op.model.inputs}
    return next((a for a in op.args if a.name not in known), None)


def can_add_example(op: Op) -> str:
    """Why no example can be added; empty where one can."""
    if op.model.source or missing_example(op) is not None:
        return ""
    return "Every argument has its example"


def add_example(op: Op) -> Op:
    """An example of the first argument that has none; with a model file, one more input."""
    if op.model.source:
        example = new_example(op, Arg(fresh_name("x", {e.arg for e in op.model.inputs})))
    else:
        arg = missing_example(op)
        example = new_example(op, arg) if arg is not None else Example(arg="")
    return replace(op, model=replace(op.model, inputs=(*op.model.inputs, example)))


def add_list_tensor(op: Op, name: str) -> Op:
    """One more tensor of a list, behind its last one, and like the last that is given."""
    indices = [p[1] for e in op.model.inputs if (p := list_index(e.arg)) and p[0] == name]
    rows = [i for i, e in enumerate(op.model.inputs) if e.base == name]
    arg = op.arg(name)
    assert arg is not None
    example = new_example(op, arg, max(indices, default=-1) + 1)
    last = next((e for i in reversed(rows) if not (e := op.model.inputs[i]).none), None)
    if last is not None:
        example = replace(last, arg=example.arg, seed=example.seed)
    at = rows[-1] + 1 if rows else len(op.model.inputs)
    inputs = (*op.model.inputs[:at], example, *op.model.inputs[at:])
    return replace(op, model=replace(op.model, inputs=inputs))


def remove_example(op: Op, index: int) -> Op:
    """Without one example; the tensors of a list that followed it move up."""
    gone = list_index(op.model.inputs[index].arg)
    inputs = []
    for i, example in enumerate(op.model.inputs):
        entry = list_index(example.arg)
        if i == index:
            continue
        if gone and entry and entry[0] == gone[0] and entry[1] > gone[1]:
            example = replace(example, arg=f"{entry[0]}[{entry[1] - 1}]")
        inputs.append(example)
    return replace(op, model=replace(op.model, inputs=tuple(inputs)))


def set_example_arg(op: Op, example: Example, name: str) -> Example:
    """The example as that of another argument: one of its kind, where it could not be that one's."""
    before, arg = op.example_arg(example.arg), op.example_arg(name)
    same = before is not None and arg is not None and before.type == arg.type
    if same and arg is not None and arg.holds_tensors:
        same = element_kind(op, before) == element_kind(op, arg)
    if arg is None or same:
        return replace(example, arg=name)
    entry = list_index(name)
    return new_example(op, arg, entry[1] if entry else 0)


def set_example_shape(op: Op, example: Example, shape: tuple[int, ...] | UnsetType) -> Example:
    """A tensor of another shape; elements that the program made up are made up anew for it."""
    reshaped = replace(example, shape=shape)
    arg = op.example_arg(example.arg)
    tensor = arg.holds_tensors if arg is not None else bool(op.model.source)
    # While there is none, as between two that are typed, they say themselves what they are for.
    if not tensor or example.file or example.none or shape is UNSET:
        return reshaped
    for made in (_suited, _written_out):
        if any(_same_elements(made(op, e), e) for e in _with_its_shape(example)):
            return made(op, reshaped)
    return reshaped


def _with_its_shape(example: Example) -> Iterator[Example]:
    """The example; where it has lost its shape, with those that its elements may have had."""
    if example.shape is not UNSET:
        yield example
    elif isinstance(example.value, tuple):
        count = len(example.value)
        rows = [n for n in range(1, count + 1) if count % n == 0]
        yield from (replace(example, shape=(n, count // n)) for n in rows)


def _same_elements(one: Example, other: Example) -> bool:
    if one.value is not UNSET or other.value is not UNSET:
        return one.value == other.value
    return (one.generator, one.low, one.high) == (other.generator, other.low, other.high)


def _suited(op: Op, example: Example) -> Example:
    """With elements such as its element type and its name ask for."""
    # A named axis keeps them from being written out, not from staying so.
    dynamic = {} if example.value is not UNSET else example.dynamic
    plain = replace(example, value=UNSET, generator="normal", low=0.0, high=1.0, dynamic=dynamic)
    arg = op.example_arg(example.arg)
    made = suited(plain, example.base, element_kind(op, arg, example.dtype))
    return replace(made, dynamic=example.dynamic)


def _written_out(op: Op, example: Example) -> Example:
    """With the elements that one begins with who writes them out; as it is where none are."""
    return example if example.value is UNSET else replace(example, value=_counted(op, example))


def set_generator(op: Op, example: Example, generator: str) -> Example:
    """How a tensor's elements are made, or ``values`` to write them out."""
    if example.file and example.shape is UNSET:
        example = replace(example, shape=usual_shape(op))
    example = replace(example, file="", entry="")
    if generator != VALUES:
        return replace(example, generator=generator, value=UNSET)
    if example.value is not UNSET:
        return example
    made = _suited(op, example) if is_rising(example.base) else example
    value = _counted(op, example) if made.value is UNSET else made.value
    return replace(example, value=value, generator="normal")


def set_example_file(folder: Path, example: Example, file: str, entry: str) -> Example:
    """A tensor's elements from a file, which has the shape, too.

    An image, or the rows of a table, gets the axes that the tensor had: of one image before the
    others, and as many of them.

    Args:
        folder: the op's.
        example: as it was.
        file, entry: the file, and what of it.

    Raises:
        UserError: see ``header``.
    """
    before = () if example.shape is UNSET else example.shape
    given = Example(example.arg, dynamic=example.dynamic, file=file, entry=entry)
    kind = file_kind(file)
    if kind is IMAGE and len(before) in (3, 4):
        last = before[-1] in _CHANNELS and before[-3] not in _CHANNELS
        one: Axes = "HWC" if last else "CHW"
        several: Axes = "NHWC" if last else "NCHW"
        return replace(given, axes=one if len(before) == 3 else several)
    if kind in (TABLE, CLOUD) and len(before) == 3 and before[0] == 1:
        return replace(given, shape=(1, *header(folder / file, entry).shape))
    return given


def _counted(op: Op, example: Example) -> Value:
    kind = element_kind(op, op.example_arg(example.arg), example.dtype)
    count = math.prod(example.shape) if example.shape is not UNSET else 1
    count = min(count, MOST_WRITTEN) if count > 0 else 0
    if kind == "bool":
        return tuple(i % 2 == 0 for i in range(count))
    return tuple(range(count)) if kind == "int" else tuple(map(float, range(count)))

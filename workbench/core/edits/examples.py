"""Example inputs: the rows of the Model page, for the main set and for cases."""

from __future__ import annotations

import math
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from workbench.core.declaration import signature
from workbench.core.declaration.example import Axes
from workbench.core.declaration.names import list_index
from workbench.core.declaration.op import Arg, Example, Op, Value
from workbench.core.edits.common import fresh_name, new_example, rename_example
from workbench.core.examples.headers import header
from workbench.core.files.file_kinds import CLOUD, IMAGE, TABLE, file_kind
from workbench.core.types.dtypes import DTYPES

__all__ = [
    "VALUES",
    "add_example",
    "add_list_tensor",
    "can_add_example",
    "missing_example",
    "new_example",
    "remove_example",
    "rename_example",
    "set_example_file",
    "set_generator",
]

VALUES = "values"
"""The choice of elements that are written out, beside the generators."""
_MOST_WRITTEN = 256
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


def set_generator(op: Op, example: Example, generator: str) -> Example:
    """How a tensor's elements are made, or ``values`` to write them out."""
    if example.file and example.shape is UNSET:
        example = replace(example, shape=new_example(op, Arg(example.arg)).shape)
    example = replace(example, file="", entry="")
    if generator != VALUES:
        return replace(example, generator=generator, value=UNSET)
    if example.value is not UNSET:
        return example
    return replace(example, value=_written(op, example), generator="normal")


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


def _written(op: Op, example: Example) -> Value:
    arg = op.example_arg(example.arg)
    allowed = signature.arg_dtypes(op, arg) if arg is not None else ()
    dtype = DTYPES.get(example.dtype or next(iter(allowed), ""), DTYPES["float32"])
    count = math.prod(example.shape) if example.shape is not UNSET else 1
    count = min(count, _MOST_WRITTEN) if count > 0 else 0
    if dtype.kind == "bool":
        return tuple(i % 2 == 0 for i in range(count))
    return tuple(range(count)) if dtype.kind == "int" else tuple(map(float, range(count)))

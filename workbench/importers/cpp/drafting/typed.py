"""What C++ tells of an op's tensors, in its declaration."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from workbench.core.declaration import names as naming
from workbench.core.declaration.op import Arg, Example, Op
from workbench.core.declaration.signature import arg_dtypes
from workbench.core.examples.made_up import (
    first_number,
    holds_indices,
    index_elements,
    is_box,
    is_rising,
)
from workbench.core.types.literals import INT
from workbench.importers.cpp.drafting.arguments import Arguments
from workbench.importers.cpp.drafting.fitted import fitted
from workbench.importers.cpp.drafting.result import renamed
from workbench.importers.cpp.syntax.enums import Values

__all__ = ["typed", "usable_name"]

# Those of ranks 1 and 2 fit together: numbers for the rows of a table. No axis is too short for an
# index that is made up.
_SHAPES: dict[int, tuple[int, ...]] = {
    1: (4,), 2: (4, 3), 3: (2, 3, 4), 4: (2, 3, 8, 8), 5: (2, 2, 4, 4, 4), 6: (2, 2, 2, 3, 3, 3),
}  # fmt: skip


_BOX = 5
"""The columns of a box: which image it is of, and its corners."""


def usable_name(name: str) -> str:
    """A name like this one that Python and C++ both take."""
    return naming.usable_name(name, "op", "my_op")


def typed(op: Op, found: Arguments) -> Op:
    """Element types, shapes and names of the outputs that the C++ tells."""
    replace = msgspec.structs.replace
    # op_from_schema may have renamed an argument: they are in the same order.
    kept = {a.name: name for a, name in zip(op.args, found.names, strict=False)}
    new = {old: a for a, old in kept.items()}
    args = tuple(
        replace(a, dtype=found.dtypes[kept[a.name]])
        if kept.get(a.name, "") in found.dtypes and a.has_elements
        else replace(a, dtype=_usual(a))
        if a.holds_tensors
        else _chosen(a, found.values.get(kept.get(a.name, ""), ()))
        for a in op.args
    )
    taken = {a.name for a in args}
    outputs = []
    for i, output in enumerate(op.outputs):
        name = usable_name(found.outputs[i]) if i < len(found.outputs) else output.name
        while name in taken:
            name += "_out"
        taken.add(name)
        dtype = found.output_dtypes[i] if i < len(found.output_dtypes) else ""
        shape = found.shapes[i] if i < len(found.shapes) else ""
        shape = "[unknown]" if i in found.allocated else renamed(shape, new)
        if output.is_list and not shape:
            shape = "[unknown]"  # its tensors may be of any sizes
        dtype = new.get(dtype, dtype) or output.dtype
        outputs.append(replace(output, name=name, dtype=dtype, shape=shape or output.shape))
    typed = replace(op, args=args, outputs=tuple(outputs), types=found.types)
    examples = _alike(tuple(_example(typed, e, kept, found) for e in op.model.inputs), new, found)
    op = replace(typed, model=replace(op.model, inputs=examples))
    equal = [(renamed(one, new), renamed(other, new)) for one, other in found.equal]
    free = [pair for pair in equal if not found.cases.keys() & {kept.get(p, p) for p in pair}]
    return _with_elements(fitted(op, free))


def _alike(
    examples: tuple[Example, ...], new: dict[str, str], found: Arguments
) -> tuple[Example, ...]:
    """The examples with axes as long as those that they are checked to be as long as."""
    shapes = {e.arg: list(e.shape) for e in examples if e.shape is not UNSET}
    fixed = {_axis(shapes, new.get(n, n), i) for n, sizes in found.sizes.items() for i in sizes}
    groups: list[set[tuple[str, int]]] = []
    for one, axis, other, place in found.same:
        here = _axis(shapes, new.get(one, one), axis)
        there = _axis(shapes, new.get(other, other), place)
        if here is not None and there is not None:
            joined = {here, there}.union(*(g for g in groups if here in g or there in g))
            groups = [*(g for g in groups if not g & joined), joined]
    for group in groups:
        # What is checked decides, then the first argument.
        first = min(group, key=lambda end: (end not in fixed, list(shapes).index(end[0])))
        for name, axis in group:
            shapes[name][axis] = shapes[first[0]][first[1]]
    return tuple(
        msgspec.structs.replace(e, shape=tuple(shapes[e.arg])) if e.arg in shapes else e
        for e in examples
    )


def _axis(shapes: dict[str, list[int]], name: str, axis: int) -> tuple[str, int] | None:
    """An axis counted from the first; None where there is none."""
    rank = len(shapes.get(name, ()))
    return (name, axis % rank) if -rank <= axis < rank else None


def _chosen(arg: Arg, values: Values) -> Arg:
    """A number with the enumerators that it may be, or an element type with all that it may be."""
    if not values:
        return arg
    if arg.is_dtype:
        numbers = {number: name for name, number in values}
        default = UNSET if arg.default is UNSET else numbers[arg.default]  # type: ignore[index]
        return msgspec.structs.replace(arg, dtype=tuple(numbers.values()), default=default)
    doc = ", ".join(f"{value} is {name}" for name, value in values)
    choices = tuple(dict.fromkeys(value for _, value in values))
    return msgspec.structs.replace(arg, choices=choices, doc=doc)


def _usual(arg: Arg) -> str | tuple[str, ...]:
    """The element type of a tensor of which C++ says none."""
    return "int64" if arg.holds_tensors and holds_indices(arg.name) else arg.dtype


def _example(op: Op, example: Example, kept: dict[str, str], found: Arguments) -> Example:
    arg = op.arg(example.arg.partition("[")[0])
    if arg is None:
        return example
    if example.shape is UNSET:
        sizes = {size.strip("[] ") for o in op.outputs for size in o.shape.split(",")}
        items = found.items.get(kept.get(arg.name, ""), 0)
        words = found.words.get(kept.get(arg.name, ""), ())
        if words and example.value == arg.kind.literal.fresh:
            return msgspec.structs.replace(example, value=words[0])
        cases = found.cases.get(kept.get(arg.name, ""), ())
        return _number(arg, example, items, cases, is_size=arg.name in sizes)
    dtypes = op.types.get(arg.dtype, (arg.dtype,)) if isinstance(arg.dtype, str) else arg.dtype
    # Of unknown rank: as all others, but what rises has one dimension, and data more.
    rank = found.ranks.get(kept.get(arg.name, ""), 0)
    rank = rank or int("int" in dtypes[0] and is_rising(arg.name))
    rank = rank or (max(found.usual_rank, 2) if found.ranks else 0)
    shape = _SHAPES.get(rank, example.shape)
    least = found.least.get(kept.get(arg.name, ""), {})
    if is_box(arg.name) and len(shape) == 2 and not least:
        least = {1: _BOX}
    shape = tuple(max(n, least.get(axis, 0)) for axis, n in enumerate(shape))
    checked = found.sizes.get(kept.get(arg.name, ""), {})
    shape = tuple(checked.get(a, checked.get(a - len(shape), n)) for a, n in enumerate(shape))
    if columns := found.columns.get(kept.get(arg.name, ""), 0):
        shape = (*shape[:-1], columns)
    example = msgspec.structs.replace(example, shape=shape)
    if is_box(arg.name) and "int" not in dtypes[0]:
        return msgspec.structs.replace(example, generator="uniform")
    return example


def _with_elements(op: Op) -> Op:
    """The op with elements of the integer tensors that fit; they are as many as the shapes now have."""
    inputs = []
    for example in op.model.inputs:
        arg = op.arg(example.arg.partition("[")[0])
        is_tensor = arg is not None and example.shape is not UNSET
        if arg is not None and is_tensor and "int" in arg_dtypes(op, arg)[0]:
            example = index_elements(example, arg.name)
        inputs.append(example)
    return msgspec.structs.replace(
        op, model=msgspec.structs.replace(op.model, inputs=tuple(inputs))
    )


def _number(arg: Arg, example: Example, items: int, cases: Sequence[int], is_size: bool) -> Example:
    """The example of what is no tensor; of a list, with as many items as the body reads.

    Args:
        arg: the argument.
        example: as it is for any argument of its kind.
        items: how many the list must have.
        cases: the numbers that the function knows; none where it takes any.
        is_size: whether the number is the size of a result.
    """
    kind = arg.kind.literal
    if not arg.is_numeric or example.value != kind.fresh:
        return example
    value = first_number(arg.name, is_size) if kind.item is INT else kind.item.fresh
    value = next((c for c in arg.choices if not isinstance(c, str)), value)
    if cases and value not in cases:
        value = cases[0]
    made = (value,) * max(items, 1) if arg.kind.is_list else value
    return msgspec.structs.replace(example, value=made)

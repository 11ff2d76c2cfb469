"""What the shape rules give for each set of example inputs, and which sizes are dynamic."""

from __future__ import annotations

import itertools
from typing import Any

import msgspec
from msgspec import UNSET

from workbench.core import shape_rule
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Example, Op, Output
from workbench.core.errors import UserError
from workbench.core.shape_rule import Expr, NotKnownError, ShapeError

__all__ = [
    "DOES_NOT_FIT",
    "SetShapes",
    "Shape",
    "example_elements",
    "example_shapes",
    "example_values",
    "lacking_example",
    "main_shape",
]

DOES_NOT_FIT = "does not fit"
"""How ``Shape.why`` begins where the examples and the rule contradict each other."""


class Shape(msgspec.Struct, frozen=True):
    """An output's sizes for one set of examples.

    Attributes:
        sizes: the sizes; None for one that only the kernel knows.
        names: axis → the name of its dynamic dimension; empty for one without a name of its own.
        why: why there are no sizes; empty where there are.
    """

    sizes: tuple[int | None, ...] = ()
    names: dict[int, str] = {}
    why: str = ""

    def __str__(self) -> str:
        return self.why or f"[{', '.join(map(self._size_text, range(len(self.sizes))))}]"

    def _size_text(self, axis: int) -> str:
        size = "?" if self.sizes[axis] is None else str(self.sizes[axis])
        if axis not in self.names:
            return size
        return f"{self.names[axis] or 'dynamic'}={size}"


class SetShapes(msgspec.Struct, frozen=True):
    """The outputs of one set of examples.

    Attributes:
        name: the case's; empty for the main examples.
        shapes: per output, in order.
    """

    name: str
    shapes: tuple[Shape, ...]


class _Named(int):
    """A size that remembers its dynamic dimension as it passes through a rule."""

    name = ""


def example_shapes(op: Op) -> list[SetShapes]:
    """The shapes for the main examples and for each case.

    Args:
        op: the declaration, with the shapes of example files filled in
            (``example_files.opened``).
    """
    sets = [("", op), *((case.name, op.for_case(case)) for case in op.model.cases)]
    return [
        SetShapes(name, tuple(main_shape(o, output) for output in o.outputs)) for name, o in sets
    ]


def main_shape(op: Op, output: Output) -> Shape:
    """What an output's rule gives for the main examples; of a list that of its first tensor."""
    try:
        expr = op.shape_of(output)
    except UserError as error:
        return Shape(why=error.problem.message)
    if op.model.source:
        return Shape(why="the model is a file of its own: its inputs are not the op's arguments")
    if why := lacking_example(op):
        return Shape(why=why)
    try:
        return _evaluated(op, expr)
    except NotKnownError as error:
        return Shape(why=str(error))
    except ShapeError as error:
        return Shape(why=f"{DOES_NOT_FIT}: {error}")
    except (LookupError, TypeError, ValueError):
        return Shape(why="the examples are not complete")


def lacking_example(op: Op) -> str:
    """Why the examples do not say all that a rule may ask for; empty where they do."""
    return next(filter(None, (_lacking(op, arg) for arg in op.args)), "")


def _lacking(op: Op, arg: Arg) -> str:
    """Why there is no value of an argument; empty where there is."""
    if arg.is_tensor_list:
        return ""
    example = op.example(arg.name)
    if example is None:
        known = arg.optional or arg.default is not UNSET
        return "" if known else f"'{arg.name}' has no example"
    if example.none:
        return ""
    if arg.is_tensor:
        what = "file cannot be read" if example.file else "example has no shape"
        return f"the {what}: '{arg.name}'" if example.shape is UNSET else ""
    known = arg.optional or arg.default is not UNSET or example.value is not UNSET
    return "" if known else f"the example of '{arg.name}' has no value"


def _evaluated(op: Op, expr: Expr) -> Shape:
    values = example_values(op)
    sizes = shape_rule.evaluate_output(expr, values, example_elements(op))
    # What is not known while the dynamic sizes are not known is dynamic, too.
    try:
        dynamic = any(e.dynamic for e in op.model.inputs)
        open_sizes = shape_rule.evaluate(
            expr, example_values(op, known=False) if dynamic else values
        )
    except ShapeError:
        open_sizes = sizes
    names = {
        axis: getattr(size, "name", "")
        for axis, size in enumerate(sizes)
        if axis < len(open_sizes) and open_sizes[axis] is None and size is not None
    }
    return Shape(tuple(None if s is None else int(s) for s in sizes), names)


def example_values(op: Op, *, known: bool = True) -> dict[str, Any]:
    """What a rule sees of the arguments; dynamic sizes are None where they are not ``known``.

    Raises:
        LookupError: an example has no shape.
    """
    values = {a.name: _value(op, a, known) for a in op.args}
    dtypes = {shape_rule.dtype_key(a.name): _dtypes(op, a) for a in signature.tensor_args(op)}
    return {**values, **dtypes, shape_rule.ITEM: 0}


def _value(op: Op, arg: Arg, known: bool) -> Any:
    if arg.is_tensor_list:
        return [None if e.none else _sizes(e, known) for e in _items(op, arg)]
    example = op.example(arg.name)
    if example is not None and example.none:
        return None
    if arg.is_tensor:
        return None if example is None else _sizes(example, known)
    value = arg.default if example is None or example.value is UNSET else example.value
    if value is UNSET:
        return None
    return list(value) if isinstance(value, tuple) else value


def _items(op: Op, arg: Arg) -> list[Example]:
    """The examples of a list's tensors."""
    each = (op.example(f"{arg.name}[{i}]") for i in itertools.count())
    return [e for e in itertools.takewhile(lambda e: e is not None, each) if e is not None]


def _dtypes(op: Op, arg: Arg) -> Any:
    """The element type of a tensor, or those of a list's tensors."""
    usual = None if arg.dtype == "any" else next(iter(signature.arg_dtypes(op, arg)), None)
    if arg.is_tensor_list:
        return [e.dtype or usual for e in _items(op, arg)]
    example = op.example(arg.name)
    return (example.dtype if example is not None else "") or usual


def _sizes(example: Example | None, known: bool) -> list[int | None]:
    if example is None or isinstance(example.shape, msgspec.UnsetType):
        raise LookupError
    sizes: list[int | None] = list(example.shape)
    for axis, name in example.dynamic.items():
        size = example.shape[axis]
        named = _Named(size)
        named.name = name
        sizes[axis] = named if known else None
    return sizes


def example_elements(op: Op) -> dict[str, tuple[float, ...]]:
    """The elements of the example tensors in which they are written out."""
    return {
        e.arg: tuple(v for v in e.value if isinstance(v, int | float))
        for e in op.model.inputs
        if isinstance(e.value, tuple) and e.shape is not UNSET
    }

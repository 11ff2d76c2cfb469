"""Applies a rule to known sizes."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workbench.core.shape_rule import nodes
from workbench.core.shape_rule.arithmetic import (
    Dim,
    NotKnownError,
    Number,
    ShapeError,
    broadcast,
    operate,
    product,
    rounded,
)
from workbench.core.shape_rule.nodes import Cond, Expr

__all__ = [
    "ITEM",
    "OPSET",
    "NotKnownError",
    "ShapeError",
    "dtype_key",
    "evaluate",
    "evaluate_count",
    "evaluate_number",
    "evaluate_output",
    "evaluate_value",
    "holds",
    "may_hold",
]

ITEM, OPSET = ".index", ".opset"
"""The keys, among the values, of the number of a list's tensor, and of the opset: no argument is so called."""


def dtype_key(name: str) -> str:
    """The key of a tensor's element type among the values; of a list, of those of its tensors."""
    return f"{name}.dtype"


_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def evaluate(
    expr: Expr, args: Mapping[str, object], values: Mapping[str, Sequence[float]] | None = None
) -> list[Dim]:
    """Apply a rule to known values (the window's live preview; tests of the generated code).

    Args:
        expr: the parsed rule.
        args: per argument: a tensor's sizes (None where unknown), a list of sizes per tensor of a
            list (None for one that is missing), an int, a float, a bool, a list of ints, or None for
            an absent optional.
        values: per tensor whose elements are known, these, row by row.

    Returns:
        The sizes; None for a size that is not known.

    Raises:
        ShapeError: the shapes do not fit the rule; ``NotKnownError`` where it cannot be told yet.
    """
    try:
        return _Evaluation(args, values or {}).shape(expr)
    except OverflowError as error:
        raise ShapeError(f"a number is too large: {error}") from None


def evaluate_output(
    expr: Expr, args: Mapping[str, object], values: Mapping[str, Sequence[float]] | None = None
) -> list[Dim]:
    """The sizes of an output, none of which is negative; arguments and errors as of ``evaluate``."""
    sizes = evaluate(expr, args, values)
    for axis, size in enumerate(sizes):
        if size is not None and size < 0:
            raise ShapeError(f"it gives axis {axis} the size {size}")
        if size is not None and size >= 1 << 63:
            raise ShapeError(f"it gives axis {axis} the size {size}, which is too large")
    return sizes


def evaluate_count(
    expr: Expr, args: Mapping[str, object], values: Mapping[str, Sequence[float]] | None = None
) -> int | None:
    """How many tensors a list has, by its rule; arguments and errors as of ``evaluate``."""
    count = evaluate_number(expr, args, values)
    if count is not None and count < 0:
        raise ShapeError(f"it gives {count} tensors")
    return count


def evaluate_number(
    expr: Expr,
    args: Mapping[str, object],
    values: Mapping[str, Sequence[float]] | None = None,
    itemsize: Mapping[str, int] | None = None,
) -> int | None:
    """Apply a cost to known values.

    Args:
        expr, args, values: as ``evaluate`` takes them.
        itemsize: bytes of an element of each tensor, or of a list's tensors.

    Returns:
        The number; None where it is not known.

    Raises:
        ShapeError: the shapes do not fit the rule.
    """
    try:
        return _Evaluation(args, values or {}, itemsize or {}).dim(expr)
    except OverflowError as error:
        raise ShapeError(f"a number is too large: {error}") from None


def evaluate_value(
    expr: Expr, args: Mapping[str, object], values: Mapping[str, Sequence[float]] | None = None
) -> object:
    """What the rule of an attribute gives: a number, a text, or a list of them.

    Args:
        expr: of ``parse_value``.
        args: as for ``evaluate``; with element types by ``dtype_key``, and the opset by ``OPSET``.
        values: as for ``evaluate``.

    Returns:
        None where it is not known; in a list, items may be None.

    Raises:
        ShapeError: the values do not fit the rule.
    """
    try:
        return _Evaluation(args, values or {}).value(expr)
    except OverflowError as error:
        raise ShapeError(f"a number is too large: {error}") from None


def may_hold(cond: Cond, args: Mapping[str, object]) -> bool | None:
    """Whether a condition holds for these values; None where what it compares is not known.

    Raises:
        ShapeError: the values do not fit it.
    """
    return _Evaluation(args, {}).holds(cond)


def holds(cond: Cond, args: Mapping[str, object]) -> bool:
    """Whether a condition holds for these values of the arguments.

    Raises:
        ShapeError: the values do not fit it, or do not say.
    """
    found = may_hold(cond, args)
    if found is None:
        names = ", ".join(sorted(nodes.arguments_of(cond)))
        raise NotKnownError(f"the condition depends on what is not known here, of {names}")
    return found


class _Evaluation:
    def __init__(
        self,
        args: Mapping[str, object],
        values: Mapping[str, Sequence[float]],
        itemsize: Mapping[str, int] | None = None,
    ) -> None:
        self._args = args
        self._values = values
        self._itemsize = itemsize or {}

    def _list(self, name: str) -> list[object]:
        value = self._args.get(name)
        if value is None:
            raise ShapeError(f"'{name}' is None here, so it has no shape")
        return list(value)  # type: ignore[call-overload, no-any-return]

    def shape(self, expr: Expr) -> list[Dim]:
        match expr:
            case nodes.ArgShape(name) | nodes.ListArg(name):
                return self._list(name)  # type: ignore[return-value]
            case nodes.ItemShape(name, place):
                sizes = self._item(name, place)
                if sizes is None:
                    raise ShapeError(f"a tensor of '{name}' is None here, so it has no shape")
                return list(sizes)  # type: ignore[call-overload, no-any-return]
            case nodes.ListOf(items):
                return [self.dim(item) for item in items]
            case nodes.Slice(shape, begin, end):
                ends = [self.dim(e) if e is not None else None for e in (begin, end)]
                if (ends[0] is None) != (begin is None) or (ends[1] is None) != (end is None):
                    raise NotKnownError(
                        "the bounds of a slice are not known, so neither is the rank"
                    )
                return self.shape(shape)[ends[0] : ends[1]]
            case nodes.Concat(left, right):
                return self.shape(left) + self.shape(right)
            case nodes.Broadcast(left, right):
                return broadcast(self.shape(left), self.shape(right))
            case nodes.If() | nodes.Lookup():
                chosen = self._chosen(expr)
                if chosen is None:
                    raise NotKnownError("what chooses the shape is not known")
                return self.shape(chosen)
        raise TypeError(expr)

    def _item(self, name: str, place: int | nodes.ItemNumber) -> object:
        """The sizes of one tensor of a list; None where it is missing."""
        tensors = self._list(name)
        return tensors[self._place(place, len(tensors))]

    def _place(self, place: int | nodes.ItemNumber, count: int) -> int:
        """Which tensor of a list of so many."""
        index = place if isinstance(place, int) else self.dim(place) or 0
        if not -count <= index < count:
            raise ShapeError(f"tensor {index} of a list of {count}")
        return index

    def value(self, expr: Expr) -> object:
        """What an expression of any kind gives."""
        match expr:
            case nodes.Text(text):
                return text
            case nodes.TextArg(name):
                return self._args.get(name)
            case nodes.DtypeOf(name, place):
                if name in self._args and self._args[name] is None:
                    raise ShapeError(f"'{name}' is None here, so it has no element type")
                known = self._args.get(dtype_key(name))
                if place is None or known is None:
                    return known
                if self._item(name, place) is None:
                    raise ShapeError(
                        f"a tensor of '{name}' is None here, so it has no element type"
                    )
                return list(known)[self._place(place, len(self._list(name)))]  # type: ignore[call-overload]
            case nodes.RealsArg(name):
                return self._list(name)
            case nodes.ListOf(items):
                return [self.value(item) for item in items]
            case nodes.If() | nodes.Lookup():
                chosen = self._chosen(expr)
                return None if chosen is None else self.value(chosen)
        return self.shape(expr) if nodes.is_shape(expr) else self._number(expr)

    def _chosen(self, expr: nodes.If | nodes.Lookup) -> Expr | None:
        """The branch that is taken; None where that is not known."""
        if isinstance(expr, nodes.If):
            test = self.holds(expr.test)
            return None if test is None else expr.then if test else expr.other
        for condition, value in expr.branches():
            if (found := self.holds(condition)) is None or found:
                return value if found else None
        given, known = self.value(expr.key), [self.value(key) for key in expr.keys]
        raise ShapeError(f"the table has {', '.join(map(repr, known))}, and not {given!r}")

    def holds(self, cond: Cond) -> bool | None:
        """Whether a condition holds; None where it is not known."""
        match cond:
            case nodes.IsNone(name):
                return self._args.get(name) is None
            case nodes.ItemIsNone(name, place):
                return self._item(name, place) is None
            case nodes.BoolArg(name):
                return bool(self._args.get(name))
            case nodes.Compare(op, left, right):
                a, b = self.value(left), self.value(right)
                parts = [*(a if isinstance(a, list) else [a]), *(b if isinstance(b, list) else [b])]
                return None if None in parts else _COMPARE[op](a, b)
            case nodes.Logic("not", (item,)):
                found = self.holds(item)
                return None if found is None else not found
            case nodes.Logic(word, items):
                settles = word == "or"
                unknown = False
                for item in items:
                    found = self.holds(item)
                    if found is settles:
                        return settles
                    unknown |= found is None
                return None if unknown else not settles
        raise TypeError(cond)

    def dim(self, expr: Expr) -> Dim:
        number = self._number(expr)
        assert not isinstance(number, float), expr  # the parser lets none through
        return number

    def _number(self, expr: Expr) -> Number:
        match expr:
            case nodes.Int(value) | nodes.Float(value):
                return value
            case nodes.IntArg(name):
                given = self._args.get(name)
                return int(given) if isinstance(given, int) else None
            case nodes.FloatArg(name):
                given = self._args.get(name)
                return float(given) if isinstance(given, int | float) else None
            case nodes.Value(name, index, real):
                return self._value(name, index, real)
            case nodes.Unknown():
                return None
            case nodes.Count(name):
                return len(self._list(name))
            case nodes.Length(shape):
                return len(self.shape(shape))
            case nodes.Product(shape):
                return product(self.shape(shape))
            case nodes.Bytes(name):
                return self._bytes(name)
            case nodes.Index(shape, index):
                sizes, i = self.shape(shape), self.dim(index)
                if i is None:
                    return None
                if not -len(sizes) <= i < len(sizes):
                    raise ShapeError(f"index {i} is outside a shape of {len(sizes)} dimensions")
                return sizes[i]
            case nodes.Operation(op, left, right):
                a, b = self._number(left), self._number(right)
                return None if a is None or b is None else operate(op, a, b)
            case nodes.Call(name, items):
                numbers = [self._number(item) for item in items]
                known = [n for n in numbers if n is not None]
                if len(known) < len(numbers):
                    return None
                return min(known) if name == "min" else max(known)
            case nodes.Rounded(name, inner):
                number = self._number(inner)
                return None if number is None else rounded(name, number)
            case nodes.FloatItem(name, index):
                reals, i = self._list(name), self.dim(index)
                if i is None:
                    return None
                if not -len(reals) <= i < len(reals):
                    raise ShapeError(f"item {i} of {len(reals)} in '{name}'")
                one = reals[i]
                return one if isinstance(one, int | float) else None
            case nodes.Opset() | nodes.ItemNumber():
                given = self._args.get(OPSET if isinstance(expr, nodes.Opset) else ITEM)
                return given if isinstance(given, int) else None
            case nodes.If() | nodes.Lookup():
                chosen = self._chosen(expr)
                return None if chosen is None else self._number(chosen)
        raise TypeError(expr)

    def _bytes(self, name: str) -> Dim:
        if self._args.get(name) is None:
            return 0
        sizes = self._list(name)
        one = all(s is None or isinstance(s, int) for s in sizes)
        shapes = [sizes] if one else [s for s in sizes if s is not None]
        counts = [product(shape) for shape in shapes]  # type: ignore[arg-type]
        known = [count for count in counts if count is not None]
        if len(known) < len(counts) or name not in self._itemsize:
            return None
        return sum(known) * self._itemsize[name]

    def _value(self, name: str, index: Expr | None, real: bool) -> Number:
        sizes, elements = self._list(name), self._values.get(name)
        i = 0 if index is None else self.dim(index)
        if elements is None or i is None:
            return None
        if index is None and len(elements) != 1:
            raise ShapeError(f"'{name}' has {len(elements)} elements, not one")
        if index is not None and len(sizes) != 1:
            raise ShapeError(f"'{name}' has {len(sizes)} dimensions, not one")
        if not -len(elements) <= i < len(elements):
            raise ShapeError(f"element {i} of {len(elements)} in '{name}'")
        element = elements[i]
        if real:
            return element
        if not math.isfinite(element) or element != int(element):
            raise ShapeError(f"{element} in '{name}' is no whole number")
        return int(element)

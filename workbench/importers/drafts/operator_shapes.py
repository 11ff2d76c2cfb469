"""The shape rules of a standard operator's outputs, held against ONNX's cases of it."""

from __future__ import annotations

import ast
import contextlib
import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from workbench.core import shape_rule
from workbench.core.declaration.op import Arg
from workbench.core.jobs.known_ops import TorchCall
from workbench.importers.drafts.call_values import call_values

__all__ = ["fitting", "held", "list_rule", "unknown"]

Values = Mapping[str, object]
"""What a rule sees of a call."""


def unknown(rank: int) -> str:
    """The rule of an output that has this many dimensions, and sizes that its kernel knows alone."""
    return f"[{', '.join(['unknown'] * rank)}]"


def fitting(
    args: Sequence[Arg], calls: Sequence[TorchCall], index: int, rule: str
) -> list[tuple[int, ...] | None]:
    """Per call the axes of an output whose sizes a rule says wrong; None where it has no such sizes at all.

    Args:
        args: as those of ``fit_outputs``.
        calls: the same.
        index: the output's.
        rule: a shape rule; what it leaves unknown may be of any size.
    """
    expr = shape_rule.parse(rule, {a.name: a.type for a in args})
    found: list[tuple[int, ...] | None] = []
    for call in calls:
        wrong = None
        with contextlib.suppress(shape_rule.ShapeError, KeyError, IndexError):
            sizes = shape_rule.evaluate(expr, call_values(args, call))
            shape = call.outputs[index].shape
            if len(sizes) == len(shape):
                pairs = enumerate(zip(sizes, shape, strict=True))
                wrong = tuple(axis for axis, (size, n) in pairs if size not in (None, n))
        found.append(wrong)
    return found


def held(args: Sequence[Arg], calls: Sequence[TorchCall], index: int, rule: str) -> str:
    """The rule, with each size that a case contradicts left to the kernel."""
    rank = len(calls[0].outputs[index].shape)
    wrong = {axis for axes in fitting(args, calls, index, rule) for axis in axes or ()}
    if not wrong:
        return rule
    tree = ast.parse(rule, mode="eval").body
    sizes = (
        [ast.unparse(size) for size in tree.elts]
        if isinstance(tree, ast.List)
        else [f"({rule})[{axis}]" if " " in rule else f"{rule}[{axis}]" for axis in range(rank)]
    )
    return f"[{', '.join('unknown' if i in wrong else size for i, size in enumerate(sizes))}]"


def list_rule(
    args: Sequence[Arg], calls: Sequence[TorchCall], items: Sequence[Sequence[tuple[object, ...]]]
) -> str:
    """The first simple rule that says the sizes of each tensor of a list; each ``unknown`` for none.

    Args:
        args: as those of ``fit_outputs``.
        calls: the same.
        items: per call the sizes of the tensors in the list.
    """
    values = [call_values(args, call) for call in calls]
    rules = (
        r for r in _list_rules(args, values) if all(map(partial(_holds, args, r), values, items))
    )
    first = next((shape for shapes in items for shape in shapes), ())
    return next(rules, unknown(len(first)))


def _list_rules(args: Sequence[Arg], values: Sequence[Values]) -> Iterator[str]:
    """As an input is; but for the axis that a number names, or without it."""
    tensors = [a.name for a in args if a.is_tensor and not a.optional]
    numbers = [a.name for a in args if a.kind.in_rule == "number" and not a.optional]
    yield from (f"{t}.shape" for t in tensors)
    yield from (f"{a.name}[0].shape" for a in args if a.is_tensor_list and not a.may_lack_items)
    for between in (["[unknown]"], []):
        for t, axis in itertools.product(tensors, numbers):
            if not all(map(partial(_is_axis, t, axis), values)):
                continue
            at = f"{axis} % len({t}.shape)"
            yield "+".join((f"{t}.shape[:{at}]", *between, f"{t}.shape[{at}+1:]"))


def _is_axis(tensor: str, name: str, values: Values) -> bool:
    """Whether a number of a call is one of a tensor's axes."""
    number, sizes = values[name], values[tensor]
    rank = len(sizes) if isinstance(sizes, list) else 0
    return isinstance(number, int) and -rank <= number < rank


def _holds(
    args: Sequence[Arg], rule: str, values: Values, items: Sequence[tuple[object, ...]]
) -> bool:
    """Whether a rule says the sizes of each tensor of a list that a call gives."""
    expr = shape_rule.parse(rule, {a.name: a.type for a in args})
    try:
        sizes = shape_rule.evaluate(expr, values)
    except (shape_rule.ShapeError, KeyError, IndexError):
        return False
    return all(
        len(sizes) == len(item) and all(s in (None, n) for s, n in zip(sizes, item, strict=True))
        for item in items
    )

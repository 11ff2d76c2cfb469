"""The shape rules of a standard operator's outputs, held against ONNX's cases of it."""

from __future__ import annotations

import ast
import contextlib
import itertools
from collections.abc import Iterator, Sequence

from workbench.core import shape_rule
from workbench.core.declaration.op import Arg
from workbench.core.jobs.known_ops import TorchCall
from workbench.importers.drafts.call_values import call_values

__all__ = ["fitting", "held", "holds", "list_rules", "unknown"]


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


def list_rules(args: Sequence[Arg]) -> Iterator[str]:
    """Rules for each tensor of a list: as an input is, but for the axis that a number names."""
    tensors = [a.name for a in args if a.is_tensor and not a.optional]
    axes = [a.name for a in args if a.kind.in_rule == "number" and not a.optional]
    yield from (f"{t}.shape" for t in tensors)
    for t, axis in itertools.product(tensors, axes):
        at = f"{axis} % len({t}.shape)"
        yield "+".join((f"{t}.shape[:{at}]", "[unknown]", f"{t}.shape[{at}+1:]"))


def holds(
    args: Sequence[Arg], rule: str, call: TorchCall, items: Sequence[tuple[int, ...]]
) -> bool:
    """Whether a rule says the sizes of each tensor of a list that a call gives."""
    expr = shape_rule.parse(rule, {a.name: a.type for a in args})
    try:
        sizes = shape_rule.evaluate(expr, call_values(args, call))
    except (shape_rule.ShapeError, KeyError, IndexError):
        return False
    return all(
        len(sizes) == len(item) and all(s in (None, n) for s, n in zip(sizes, item, strict=True))
        for item in items
    )

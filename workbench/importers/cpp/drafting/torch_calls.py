"""What a call of torch's own makes of its tensors: parts, products, axes in another order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.core.types.dtypes import DTYPES
from workbench.importers.cpp.drafting.loops import Loops
from workbench.importers.cpp.drafting.result import Result
from workbench.importers.cpp.drafting.sizes import DEEPEST
from workbench.importers.cpp.drafting.sliced import PARTS, size_at, with_size, without
from workbench.importers.cpp.drafting.torch_functions import (
    PAIRS,
    PRODUCTS,
    product,
    reordered,
    repeated,
    swapped,
)
from workbench.importers.cpp.search.lists import items_of
from workbench.importers.cpp.syntax.tree import arguments_in

if TYPE_CHECKING:
    from tree_sitter import Node

__all__ = ["TorchCalls"]

_ADDED_UP = ("sum", "prod")
"""The methods that make 64 bits of whole numbers and truth values."""


class TorchCalls(Loops):
    """Reads such calls in one body."""

    def _part(self, like: Result, called: str, given: list[Node]) -> Result:
        """What a method gives of a tensor, or each where it gives a list."""
        part = PARTS[called]
        dtype = part.dtype or like.dtype
        if called in _ADDED_UP and dtype in DTYPES and DTYPES[dtype].kind != "float":
            dtype = "int64"
        if len(given) <= part.axis and not part.first:
            return Result(dtype, "[]" if part.whole else "")
        axis = self._source.of(given[part.axis]).strip("{ }") if len(given) > part.axis else "0"
        if part.gone:
            has_flag = part.keeps is not None and len(given) > part.keeps
            flag = self._source.of(given[part.keeps or 0]) if has_flag else "false"
            if flag != "false":
                return Result(dtype, with_size(like.shape, axis, "1") if flag == "true" else "")
            return Result(dtype, without(like.shape, axis))
        if part.count is not None and axis.isdecimal():
            count = self._dim(given[part.count], DEEPEST)
            whole = size_at(like.shape, int(axis)) if count.isdecimal() else ""
            whole = whole if whole.count(" ") == 0 else f"({whole})"
            return Result(
                dtype, with_size(like.shape, axis, f"{whole} // {count}" if whole else "unknown")
            )
        if part.end is not None:
            size = self._between(like.shape, axis, given[part.end - 1 :])
            return Result(dtype, with_size(like.shape, axis, size or "unknown"))
        told = part.size is not None and len(given) > part.size
        size = self._dim(given[part.size or 0], DEEPEST) if told else ""
        return Result(dtype, with_size(like.shape, axis, size or "unknown"))

    def _between(self, rule: str, axis: str, given: list[Node]) -> str:
        """How long a part is that begins and ends so; empty where that is not plain."""
        if len(given) > 2 or not axis.isdecimal():
            return ""
        begin = self._dim(given[0], DEEPEST) if given else "0"
        end = self._dim(given[1], DEEPEST) if len(given) > 1 else size_at(rule, int(axis))
        if not begin or not end:
            return ""
        begin = f"({begin})" if " " in begin else begin
        return end if begin == "0" else f"{end} - {begin}"

    def _pair(self, call: Node) -> tuple[Result, ...]:
        """``x.max(1)``, ``at::sort(x)``: elements and their indices; nothing for other calls."""
        called, of = self.body.method(call)
        given = arguments_in(call) if called in PAIRS else []
        if of is None and given:
            of, given = given[0], given[1:]
        if of is None or called not in PAIRS:
            return ()
        like, at = self._result(of), PAIRS[called]
        if not like.shape or len(given) < at.least:
            return ()
        shape = like.shape
        if at.axis is not None:
            axis = self._source.of(given[at.axis]) if len(given) > at.axis else "-1"
            keeps = len(given) > at.axis + 1 and self._source.of(given[at.axis + 1]) == "true"
            count = self._dim(given[0], DEEPEST) or "unknown" if at.counts else "1"
            shape = with_size(shape, axis, count) if keeps or at.counts else without(shape, axis)
        return Result(like.dtype, shape), Result("int64", shape)

    def _product(self, called: str, given: list[Node], steps: int) -> Result:
        """``at::mm(x, y)``, ``x.mm(y)``, ``at::addmm(c, x, y)``."""
        pair = given[PRODUCTS[called] :][:2]
        sides = [self._result(node, steps - 1) for node in pair]
        if len(sides) < 2:
            return Result()
        return Result(sides[0].dtype, product(called, sides[0].shape, sides[1].shape))

    def _repeated(self, rule: str, given: list[Node]) -> str:
        """The rule of a tensor that is repeated: ``x.repeat({1, n})``, ``x.repeat(1, n)``."""
        times = items_of(self.body, given[0]) if len(given) == 1 else given
        return repeated(rule, [self._dim(one, DEEPEST) for one in times or given])

    def _turned(self, rule: str, called: str, given: list[Node]) -> str:
        """The rule with its axes in another order: ``x.t()``, ``x.transpose(0, 1)``, ``x.permute({1, 0})``."""
        if called == "permute":
            axes = items_of(self.body, given[0]) if given else None
            return reordered(rule, [self._source.of(axis) for axis in axes or ()])
        two = ["0", "1"] if called == "t" else [self._source.of(axis) for axis in given]
        return swapped(rule, two[0], two[1]) if len(two) == 2 else ""

"""What is known about an exporter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from workbench.core.styles import Words
from workbench.core.types.arg_types import ArgumentType

__all__ = ["Exporter"]


class Exporter:
    """One exporter.

    Attributes:
        name: as ``model.exporter`` says it.
        order: in lists for people.
        words: for the choice.
        dynamo: which of the two it is to ``torch.onnx.export``; it then takes a translation table
            and no symbolic function.
        opsets: those that a model can have in the end.
        translates_from: the first opset that it translates to; to earlier ones the model is
            converted.
        constant_tensors: a symbolic function is told the elements of a constant tensor.
        nested_results: it hands on an op's result in which a list stands beside something else.
        lacks: element types that it does not know.
        loses: standard operator → the attributes of its nodes that are not in the model in the end.
        keeps_names: of an op with two names it keeps the one that was called.
    """

    name: ClassVar[str]
    order: ClassVar[int]
    words: ClassVar[Words]
    dynamo: ClassVar[bool]
    opsets: ClassVar[range]
    translates_from: ClassVar[int]
    constant_tensors: ClassVar[bool] = False
    nested_results: ClassVar[bool] = True
    keeps_names: ClassVar[bool] = False
    lacks: ClassVar[tuple[str, ...]] = ()
    loses: ClassVar[Mapping[str, tuple[str, ...]]] = MappingProxyType({})

    def refused(self, kind: ArgumentType) -> str:
        """Why it cannot pass an argument of a type; empty where it can."""
        return ""

    def refused_types(self, dtypes: Iterable[str]) -> str:
        """Why it cannot write tensors that may have these element types only; empty where it can."""
        found = list(dtypes)
        if not found or any(dtype not in self.lacks for dtype in found):
            return ""
        return f"the {self.words.title} exporter of torch knows no tensors of {' or '.join(found)}"

    def refused_results(self, lists: Sequence[bool]) -> str:
        """Why it cannot hand on an op's results; empty where it can.

        Args:
            lists: of each output whether it is a list of tensors.
        """
        if self.nested_results or len(lists) < 2 or not any(lists):
            return ""
        return f"the {self.words.title} exporter of torch fails for a list of tensors beside other outputs"

    def nearest(self, opset: int) -> int:
        """The opset nearest to one that it writes."""
        return min(max(opset, self.opsets[0]), self.opsets[-1])

    def translated(self, opset: int) -> int:
        """The same, of those that need no conversion."""
        return self.nearest(max(opset, self.translates_from))

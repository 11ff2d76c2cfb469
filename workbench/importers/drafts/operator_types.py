"""The element types of an operator's outputs, of which its definition says by whom they are decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from workbench.core.declaration.op import Arg
from workbench.core.jobs import OperatorCase, OperatorResult
from workbench.core.jobs.known_ops import TorchCall
from workbench.core.standard.operator_docs import operator_doc
from workbench.core.standard.operators import Operator
from workbench.core.types.dtypes import DTYPES

__all__ = ["OutputTypes", "other_types"]


class OutputTypes:
    """Those of one operator."""

    def __init__(self, found: OperatorResult, definition: Operator) -> None:
        known = [c for c in found.cases if all(v.dtype in DTYPES for v in c.outputs if v.name)]
        self._cases, self._inputs = known, definition.types
        doc = operator_doc(found.operator, found.opset)
        formal = () if doc is None else doc.outputs
        variables = {} if doc is None else doc.types
        self._outputs = [f.type if f.type in variables else "" for f in formal]
        # Of an opset that no exporter writes yet there is no documentation, which alone says it.
        self._own = [f.type not in self._inputs for f in formal] or [
            True for _ in definition.outputs
        ]
        self._setting = [name for name in map(_plain, definition.attributes) if self.choosing(name)]

    def own(self, case: OperatorCase) -> tuple[str, ...]:
        """Of one case the types of those outputs whose type no input has, by definition."""
        return tuple(v.dtype for v, own in zip(case.outputs, self._own, strict=False) if own)

    def left_open(self, case: OperatorCase) -> int:
        """How many attributes that say a type, see ``choosing``, a case leaves out."""
        return sum(name not in case.attributes for name in self._setting)

    def choosing(self, attribute: str) -> tuple[int, tuple[str, ...]] | None:
        """The output whose element type an attribute says, and all that it says, the most common first.

        ONNX's definitions say it in words only. So the attribute is ONNX's number of the output's type
        wherever it is set, and not always the same one.

        Returns:
            None where it says no output's type.
        """
        setting = [c for c in self._cases if attribute in c.attributes]
        for position, own in enumerate(self._own):
            given = [c for c in setting if position < len(c.outputs)]
            types = Counter(c.outputs[position].dtype for c in given)
            said = (DTYPES.get(c.outputs[position].dtype) for c in given)
            numbers = [c.attributes[attribute] for c in given]
            if own and len(types) > 1 and [d and d.onnx for d in said] == numbers:
                return position, tuple(dtype for dtype, _ in types.most_common())
        return None

    def of(
        self,
        position: int,
        tensors: Sequence[Arg],
        inputs: Sequence[str],
        types: dict[str, tuple[str, ...]],
    ) -> str:
        """The input whose type an output has, or the type variable of one that may be missing.

        Args:
            position: the output's.
            tensors: the arguments that are.
            inputs: the names of those that are the operator's inputs, in its order.
            types: the op's type variables. Of one that only what may be missing has, the first
                becomes what the output is where that is missing.

        Returns:
            Empty where no input decides.
        """
        variable = self._outputs[position] if position < len(self._outputs) else ""
        known = dict(zip(inputs, self._inputs, strict=False))
        alike = [a for a in tensors if variable and known.get(a.name) == variable]
        if sure := next((a.name for a in alike if not a.optional), ""):
            return sure
        for arg in alike:
            if arg.dtype in types:
                name, missing = str(arg.dtype), inputs.index(arg.name)
                given = self._without(position, missing)
                first = [d for d in given if d in types[name]][:1]
                types[name] = tuple(dict.fromkeys((*first, *types[name])))
                return name
        return ""

    def _without(self, position: int, missing: int) -> list[str]:
        """The types of an output in the cases that leave an input out."""
        return [
            c.outputs[position].dtype
            for c in self._cases
            if not any(v.name for v in c.inputs[missing : missing + 1])
            and position < len(c.outputs)
        ]


def _plain(spelled: str) -> str:
    return spelled.rstrip("!")


def other_types(dtype: str, calls: Sequence[TorchCall]) -> list[str]:
    """The element types of the calls' first output other than the declared one, where that is always one."""
    given = dict.fromkeys(c.outputs[0].dtype for c in calls)
    return [d for d in given if d != dtype] if dtype in DTYPES else []

"""Element types in a signature, which torch's own notation lacks: ``f(Tensor[int32] i) -> Tensor``."""

from __future__ import annotations

import re

from msgspec.structs import replace

from workbench.core.declaration.op import Example, Op
from workbench.core.edits.common import every_example
from workbench.core.errors import UserError
from workbench.core.examples.made_up import drafted
from workbench.core.types.dtypes import DTYPES, no_dtype

__all__ = ["ElementTypes"]

_TYPED = re.compile(r"\bTensor(\[\s*([A-Za-z]\w*)\s*\])")
_NAMED = re.compile(r"[\s?]*(?:\[\s*\][\s?]*)?([A-Za-z_]\w*)")
_RESULT = re.compile(r"\bTensor\b(?:\[\s*([A-Za-z]\w*)\s*\])?")


class ElementTypes:
    """What a signature says of element types.

    Args:
        text: the signature.

    Attributes:
        plain: the same as torch writes it, with each word where it was.

    Raises:
        UserError: kind ``schema``; a word is no element type.
    """

    def __init__(self, text: str) -> None:
        self._args: dict[str, str] = {}
        arrow = text.rfind("->")
        for found in _TYPED.finditer(text):
            if found[2] not in DTYPES:
                line = text.count("\n", 0, found.start(2)) + 1
                column = found.start(2) - text.rfind("\n", 0, found.start(2))
                what, hint = no_dtype(found[2])
                raise UserError("schema", what, hint, line=line, column=column)
            name = _NAMED.match(text, found.end())
            if name and (arrow < 0 or found.start() < arrow):
                self._args[name[1]] = found[2]
        results = text[arrow:] if arrow >= 0 else ""
        self._outputs = [m[1] or "" for m in _RESULT.finditer(results)]
        self.plain = _TYPED.sub(lambda m: "Tensor" + " " * len(m[1]), text)

    def in_op(self, op: Op) -> Op:
        """The op with these types; the examples of integers are small numbers."""
        op = replace(
            op,
            args=tuple(replace(a, dtype=self._args.get(a.name, a.dtype)) for a in op.args),
            outputs=tuple(
                replace(o, dtype=given or o.dtype)
                for o, given in zip(op.outputs, self._of_outputs(op), strict=True)
            ),
        )
        return every_example(op, lambda examples, _main: map(self._fitting, examples))

    def is_given(self, op: Op, output: int) -> bool:
        """Whether the type of an output is said."""
        return bool(self._of_outputs(op)[output])

    def _of_outputs(self, op: Op) -> list[str]:
        fit = len(self._outputs) == len(op.outputs)
        return self._outputs if fit else [""] * len(op.outputs)

    def _fitting(self, example: Example) -> Example:
        dtype = DTYPES.get(self._args.get(example.base, ""))
        if dtype is None or example.none:
            return example
        return drafted(example, example.base, dtype.kind)

"""The part of a declaration that says how gradients go backward through the op."""

from __future__ import annotations

from typing import Annotated

from workbench.core.declaration import key_names
from workbench.core.declaration.declared import Declared, Whole, key

__all__ = ["NO_BACKWARD", "Backward"]


def _has_source(op: Whole, backward: Backward) -> str:
    return "" if backward.source else "there is no file that the function is in"


def _is_no_op(op: Whole, backward: Backward) -> str:
    return "the backward is another op" if backward.op else ""


def _is_elsewhere(op: Whole, backward: Backward) -> str:
    return "the backward is in a file" if backward.source else _is_no_op(op, backward)


class Backward(Declared, frozen=True):
    """Another op, a function in a file, or a formula per argument."""

    op: Annotated[
        str,
        key(
            "Op",
            "The name of another op of the project. Its arguments are called as this op's "
            "arguments and outputs, or grad_<output> (grad for the first); its outputs "
            "are called grad_<argument>.",
            placeholder="my_op_backward",
        ),
    ] = ""
    source: Annotated[
        str,
        key(
            "File",
            "A Python file of the op's folder, for what is more than an expression per argument.",
            placeholder="backward.py",
            file="backward",
            applies=_is_no_op,
            instead="remove op",
        ),
    ] = ""
    function: Annotated[
        str,
        key(
            "Function",
            "It takes what it names of the arguments, the outputs and their gradients "
            "(grad_<output>, or grad for the first), and gives a gradient per tensor "
            "argument of a floating-point type, in their order; None for one without. Called as the "
            "op with _backward behind it where empty.",
            applies=_has_source,
            instead="set source",
        ),
    ] = ""
    formulas: Annotated[
        dict[str, str],
        key(
            "Formulas",
            "Per tensor argument its gradient: Python over the arguments, the outputs and their "
            "gradients (grad_<output>, or grad for the first), with torch in scope. A "
            "gradient of a broadcast argument may have the larger shape, and is summed. None where "
            "an argument has no gradient.",
            record="formula",
            placeholder="grad * y * (1 - y), with torch in scope",
            applies=_is_elsewhere,
            instead="remove op and source",
            names=key_names.gradient_words,
            between=key_names.BETWEEN + ".",
        ),
    ] = {}  # noqa: RUF012  # msgspec makes a new one each time

    @property
    def declared(self) -> bool:
        """Whether there is one."""
        return bool(self.op or self.source or self.formulas)


NO_BACKWARD = Backward()
"""What is declared where nothing is; the file then has no word of it."""

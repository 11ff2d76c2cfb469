"""Another op of the project serves as the backward of one."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from workbench.core.check.common import problem
from workbench.core.declaration.gradients import differentiable, grad_name, scope
from workbench.core.declaration.op import Arg, Op
from workbench.core.errors import Problem, with_article

__all__ = ["check_backward_op"]

_KEY = "backward.op"


def check_backward_op(op: Op, other: Op | None) -> Iterator[Problem]:
    """What does not fit.

    Args:
        op: with ``backward.op``.
        other: the op of that name; None where the project has none.
    """
    name = op.backward.op
    if other is None:
        hint = "Name another op of the project, in a folder beside this one."
        yield problem(_KEY, f"there is no op '{name}'", hint)
        return
    if other.kernel.kind.is_function:
        message = f"torch's registry does not have {name}: it is no registered op"
        yield problem(_KEY, message, "Choose another style of kernel for it.")
        return
    known = scope(op)
    for arg in other.args:
        if arg.name not in known:
            if arg.default is UNSET and not arg.optional:
                hint = f"Arguments of a backward: {', '.join(known)}."
                yield problem(_KEY, f"{name} takes '{arg.name}', which is not known", hint)
        elif wrong := _misfit(op, name, arg, known[arg.name]):
            yield problem(_KEY, wrong, "Change the argument there.")
    gradients = {grad_name(a.name) for a in differentiable(op) if a.is_tensor}
    for output in other.outputs:
        if output.name not in gradients:
            hint = f"Its outputs may be {', '.join(sorted(gradients)) or 'none'}."
            yield problem(_KEY, f"{name} gives '{output.name}', which is no gradient", hint)


def _misfit(op: Op, name: str, arg: Arg, value: str) -> str:
    """How an argument of the backward differs from what it gets; empty where it takes that."""
    given = op.arg(value)
    kind = "tensor" if given is None else given.type
    if arg.type != kind:
        return f"{name} takes '{arg.name}' as {arg.type}, and it is {with_article(kind)}"
    if given is not None and given.optional and not arg.optional:
        return f"{name} takes '{arg.name}' that is never None, and here it may be"
    return ""

"""The backward is well-formed: its names are there, and each formula is an expression."""

from __future__ import annotations

import ast
import builtins
import difflib
from collections.abc import Iterator

from workbench.core.check.common import problem
from workbench.core.check.files import named_file, python_name
from workbench.core.declaration.gradients import (
    GRAD,
    differentiable,
    expression_names,
    grad_name,
    named,
    scope,
    with_gradients,
)
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.shape_rule.syntax import why_no_expression

__all__ = ["check_backward"]


def check_backward(op: Op) -> Iterator[Problem]:
    """The problems of ``[backward]``."""
    backward = op.backward
    if not backward.declared:
        return
    if op.kernel.kind.exists:
        message = f"{op.torch} is torch's own, or a package's, and its backward is theirs"
        yield problem("backward", message, "Remove [backward].")
        return
    if lists := [o.name for o in op.outputs if o.is_list]:
        message = (
            f"'{lists[0]}' is a list of tensors, and no backward is made for an op that gives one"
        )
        hint = (
            "Write the backward in the kernel: an autograd.Function, or torch's own registration."
        )
        yield problem("backward", message, hint)
        return
    if lacking := [a.name for a in differentiable(op) if a.may_lack_items]:
        message = (
            f"tensors of the list '{lacking[0]}' may be missing, and torch gives none of such a list "
            "a gradient by a registered backward"
        )
        hint = (
            f'Declare {lacking[0]} as "tensor[]", or write the backward in the kernel: an '
            "autograd.Function, or torch's own registration."
        )
        yield problem("backward", message, hint)
        return
    if not differentiable(op) or not with_gradients(op):
        what = "argument" if not differentiable(op) else "output"
        message = f"no {what} is a tensor of a floating-point type, so there are no gradients"
        yield problem("backward", message, "Remove [backward].")
        return
    yield from _two_of_a_name(op)
    if backward.op == op.name:
        hint = "Name the op that computes the gradients."
        yield problem("backward.op", "an op is not its own backward", hint)
    if backward.source:
        yield from named_file("backward.source", backward.source)
    if backward.function:
        yield from python_name("backward.function", backward.function)
    for name, formula in backward.formulas.items():
        yield from _formula(op, name, formula)


def _two_of_a_name(op: Op) -> Iterator[Problem]:
    """The gradient of an output is called like something else."""
    names = {v.name for v in named(op)}
    for output in with_gradients(op):
        if grad_name(output.name) in names:
            message = (
                f"'{grad_name(output.name)}' is the gradient of {output.name}, and another name"
            )
            yield problem("backward", message, "Give the argument or the output another name.")


def _formula(op: Op, name: str, formula: str) -> Iterator[Problem]:
    key = f"backward.formulas.{name}" if name.isidentifier() else "backward.formulas"
    graded = [arg.name for arg in differentiable(op)]
    if name not in graded:
        arg = op.arg(name)
        message = (
            f"there is no argument '{name}'"
            if arg is None
            else f"'{name}' has no gradient: it is no tensor of a floating-point type"
        )
        yield problem(key, message, f"Arguments with a gradient: {', '.join(graded)}.")
        return
    try:
        ast.parse(formula.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = why_no_expression(error, formula.strip())
        message = f"the formula is no Python expression: {reason}"
        hint = f"Write e.g. 2 * {_first_gradient(op)}; torch is in scope. None says that there is no gradient."
        yield problem(key, message, hint)
        return
    known = scope(op)
    for used in expression_names(formula):
        if used not in known and used != "torch" and not hasattr(builtins, used):
            near = difflib.get_close_matches(used, known, 1)
            hint = f"Did you mean {near[0]}? " if near else ""
            hint += f"It may name {', '.join([*known, 'torch'])}."
            yield problem(key, f"there is no '{used}'", hint)


def _first_gradient(op: Op) -> str:
    known = scope(op)
    return GRAD if GRAD in known else grad_name(with_gradients(op)[0].name)

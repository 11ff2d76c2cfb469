"""The arguments of a registered op that the declared ones are."""

from __future__ import annotations

import re
from typing import Any

import torch

from workbench.core.declaration.op import Arg, Op
from workbench.core.errors import UserError

__all__ = ["declared_parameters"]


def declared_parameters(op: Op, schema: torch._C.FunctionSchema) -> list[Any]:
    """The argument of torch that each declared one is, in the declaration's order.

    Those before the ``*`` of the schema are taken by position, those after it by name, as in a
    call from Python.

    Raises:
        UserError: kind ``load``; the registered schema is not the declared one, or changes its
            arguments.
    """
    where = "Correct [[args]] and [[outputs]], or the registration."
    if schema.is_mutable:
        changed = next(
            (a.name for a in schema.arguments if a.alias_info and a.alias_info.is_write), "?"
        )
        raise UserError(
            "load",
            f"the torch schema changes its argument '{changed}' (Tensor(a!)): {schema}",
            "A graph cannot express that, and the TorchScript exporter would drop the op: return "
            "a new tensor instead.",
        )
    fixed = [a for a in schema.arguments if not a.kwarg_only]
    named = {a.name: a for a in schema.arguments if a.kwarg_only}
    parameters = []
    for i, arg in enumerate(op.args):
        given = fixed[i] if i < len(fixed) else named.get(arg.name)
        if given is None:
            raise UserError(
                "load", f"the registered op takes no argument '{arg.name}': {schema}", where
            )
        if not _same_type(arg, str(given.type)):
            raise UserError(
                "load",
                f"argument {i} of the registered op is {given.type} {given.name}, declared is "
                f"{arg.type}{'?' if arg.optional else ''} {arg.name}: {schema}",
                where,
            )
        parameters.append(given)
    taken = {a.name for a in parameters}
    missing = [
        a.name for a in schema.arguments if a.name not in taken and not a.has_default_value()
    ]
    if missing:
        raise UserError(
            "load", f"the registered op has an argument '{missing[0]}', too: {schema}", where
        )
    returns = [str(r.type) for r in schema.returns]
    if len(returns) != len(op.outputs) or not all(
        given == o.kind.jit[0] for given, o in zip(returns, op.outputs, strict=True)
    ):
        lists = any(o.is_list for o in op.outputs) or "List[Tensor]" in returns
        words = ", ".join(o.type for o in op.outputs) if lists else f"{len(op.outputs)} tensors"
        if lists:
            where = 'An output that is a list has type = "tensor[]". ' + where
        raise UserError(
            "load",
            f"the registered op returns ({', '.join(returns)}), declared are {words}",
            where,
        )
    return parameters


def _same_type(arg: Arg, given: str) -> bool:
    plain = re.sub(r"^Optional\[(.*)\]$", r"\1", given)
    if arg.optional and plain == given:
        return False
    return plain in (*arg.kind.jit, *arg.kind.jit_too)

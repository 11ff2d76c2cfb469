"""The gradients of an op: which arguments have one, and what a backward may name.

The names are those of torch's ``derivatives.yaml``: the arguments, the outputs, and for the gradient
of an output ``grad_<output>``, or ``grad`` for the first.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from workbench.core.declaration.op import Arg, Op, Output
from workbench.core.declaration.signature import (
    Instance,
    arg_dtypes,
    instances,
    output_dtypes,
    tensor_args,
)
from workbench.core.types.dtypes import DTYPES

__all__ = [
    "DUAL",
    "GRAD",
    "backward_function",
    "checked",
    "differentiable",
    "expression_names",
    "grad_name",
    "in_float64",
    "is_none",
    "named",
    "over_dual_numbers",
    "scope",
    "with_gradients",
]

DUAL = "dual"
"""In an instance: dual numbers of float64, see ``workbench/dual.h``."""
GRAD = "grad"
"""The gradient of the first output; with ``_`` and an output's name behind it, that of this one."""


def _has_float(dtypes: tuple[str, ...]) -> bool:
    # What is no element type is told by itself, and may be meant as one of these.
    return any(d not in DTYPES or DTYPES[d].kind == "float" for d in dtypes)


def differentiable(op: Op) -> tuple[Arg, ...]:
    """The arguments that have a gradient: tensors, and lists of them, that may hold real numbers."""
    return tuple(a for a in tensor_args(op) if _has_float(arg_dtypes(op, a)))


def with_gradients(op: Op) -> tuple[Output, ...]:
    """The outputs whose gradients are given; a backward is not made for lists."""
    return tuple(o for o in op.outputs if not o.is_list and _has_float(output_dtypes(op, o)))


def named(op: Op) -> tuple[Arg | Output, ...]:
    """What has a name in a call: the arguments, then the outputs."""
    return (*op.args, *op.outputs)


def checked(op: Op) -> tuple[Arg, ...]:
    """The arguments whose gradients can be checked: not those that are said to have none."""
    formulas = op.backward.formulas
    return tuple(a for a in differentiable(op) if not is_none(formulas.get(a.name, "")))


def in_float64(op: Op) -> Instance | None:
    """The element types with which gradients are checked; None where the kernel has no such."""
    wanted = {a.name for a in (*checked(op), *(a for a in op.args if a.is_dtype))}
    exact = (i for i in instances(op) if all(i.get(n, "float64") == "float64" for n in wanted))
    return next(exact, None)


def over_dual_numbers(op: Op) -> Instance | None:
    """The same with dual numbers for what the kernel is a template over; None where it is none."""
    found = in_float64(op)
    if found is None or any(o.is_list for o in op.outputs):
        return None
    variables = {v.name for v in named(op) if _is_variable(op, v)}
    made = {n: DUAL if d == "float64" and n in variables else d for n, d in found.items()}
    return made if all(made.get(a.name) == DUAL for a in checked(op)) else None


def _is_variable(op: Op, value: Arg | Output) -> bool:
    dtype = value.dtype
    owner = op.arg(dtype) if isinstance(dtype, str) else None
    dtype = dtype if owner is None else owner.dtype
    return dtype in op.types if isinstance(dtype, str) else len(dtype) > 1


def backward_function(op: Op) -> str:
    """The function of the backward's file."""
    return op.backward.function or f"{op.name}_backward"


def grad_name(name: str) -> str:
    """What the gradient of an argument or of an output is called."""
    return f"{GRAD}_{name}"


def scope(op: Op) -> dict[str, str]:
    """What a backward may name, each with what it is: the name of the value that it stands for.

    The gradients come last; ``grad`` is that of the first output, where nothing else is called so.
    """
    values = {v.name: v.name for v in named(op)}
    graded = with_gradients(op)
    found = values | {grad_name(o.name): grad_name(o.name) for o in graded}
    if graded:
        found.setdefault(GRAD, grad_name(graded[0].name))
    return found


def is_none(formula: str) -> bool:
    """Whether a formula says that an argument has no gradient."""
    return formula.strip() == "None"


def expression_names(formula: str) -> Iterator[str]:
    """The names that an expression takes from around it; nothing where it is no expression."""
    try:
        tree = ast.parse(formula.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {n.id for n in names if not isinstance(n.ctx, ast.Load)}
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    yield from dict.fromkeys(n.id for n in names if n.id not in own)

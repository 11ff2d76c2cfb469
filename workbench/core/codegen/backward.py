"""What the generated module registers with torch's autograd: ``setup_context`` and ``backward``."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from workbench.core.declaration.gradients import (
    backward_function,
    differentiable,
    expression_names,
    grad_name,
    named,
    scope,
    with_gradients,
)
from workbench.core.declaration.op import Op

__all__ = ["backward_parts"]


def backward_parts(op: Op, other: Op | None) -> dict[str, Any] | None:
    """What the template of a backward needs; None where there is none.

    Args:
        op: the declaration.
        other: that of ``backward.op``; None where it is not there.
    """
    backward = op.backward
    if not backward.declared or op.kernel.kind.exists or (backward.op and other is None):
        return None
    known = scope(op)
    graded = [arg.name for arg in differentiable(op)]
    formulas = [_formula(arg, backward.formulas[arg], known) for arg in backward.formulas]
    used: Collection[str]
    if other is not None:
        used = {known[a.name] for a in other.args if a.name in known}
    elif backward.source:
        used = set(known.values())  # which of them the function takes is known when it is loaded
    else:
        used = {value for formula in formulas for value in formula["takes"].values()}
    values = [v for v in named(op) if v.name in used]
    lists = [a.name for a in op.args if a.is_tensor_list and a.name in used]
    tensors = {*(a.name for a in op.tensors), *(o.name for o in op.outputs)}
    gradients = {o.name for o in with_gradients(op)}
    saved = [v.name for v in values if v.name in tensors]
    others = [v.name for v in values if v.name not in tensors and v.name not in lists]
    outputs = _tuple([o.name for o in op.outputs]) if len(op.outputs) > 1 else op.outputs[0].name
    return {
        "args": [a.name for a in op.args],
        "given": f"{_tuple([a.name for a in op.args])}, {outputs}",
        "grads": [grad_name(o.name) if o.name in gradients else f"_{o.name}" for o in op.outputs],
        "tensors": saved,
        "saved": _tuple(saved),
        "lists": lists,
        "many": [a.name for a in op.args if a.is_tensor_list],
        "starred": [f"*{name}" for name in lists],
        "lengths": _tuple([f"len({name})" for name in lists]),
        "unpacked": _tuple(lists),
        "others": _tuple(others) if others else "",
        "formulas": formulas,
        "graded": graded,
        "scope": known,
        "file": (backward.source, backward_function(op)) if backward.source else (),
        "call": _call(op, other, known) if other is not None else {},
    }


def _tuple(names: list[str]) -> str:
    return f"({', '.join(names)}{',' * (len(names) == 1)})"


def _formula(arg: str, formula: str, known: dict[str, str]) -> dict[str, Any]:
    takes = {name: known[name] for name in expression_names(formula) if name in known}
    return {"arg": arg, "text": formula.strip(), "takes": takes}


def _call(op: Op, other: Op, known: dict[str, str]) -> dict[str, Any]:
    """How the other op is called, and what its outputs are."""
    return {
        "name": f"{other.namespace}.{other.torch_name}",
        "given": {a.name: known[a.name] for a in other.args if a.name in known},
        "results": [o.name for o in other.outputs],
    }

"""What is declared to be true of the results: the user's Python, run in a host's forked child."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, RefusedError
from workbench.engine.host.user_code import MISTAKES

__all__ = ["broken_promise"]

_KEY = "reference.holds"


def broken_promise(
    op: Op, given: Mapping[str, Any], outputs: Mapping[str, np.ndarray], who: str
) -> Problem | None:
    """What is to be reported where ``reference.holds`` is not true.

    Args:
        op: the declaration.
        given: the arguments by name; tensors of a list as ``xs`` or as ``xs_0``, ``xs_1`` …
        outputs: the results by name, those of a list as ``ys_0``, ``ys_1`` …
        who: the runtime that gave them.

    Raises:
        RefusedError: kind ``reference``; it cannot be evaluated.
    """
    if not op.reference.holds.strip():
        return None
    lists = {a.name for a in op.args if a.is_tensor_list} | {
        o.name for o in op.outputs if o.is_list
    }
    names = {**_gathered(given, lists), **_gathered(outputs, lists)}
    for name in (a.name for a in op.args if a.may_lack_items and a.name not in given):
        # Those that it lacks are None in their places.
        names[name] = [given.get(e.model_input) for e in op.model.inputs if e.base == name]
    try:
        code = compile(op.reference.holds.strip(), "<reference.holds in op.toml>", "eval")
        truth = bool(eval(code, {"np": np, **names}))
    except MISTAKES as error:
        known = ", ".join(["np", *names])
        hint = f"It knows: {known}." if isinstance(error, NameError) else "Correct the expression."
        message = f"reference.holds failed on what {who} gives: {type(error).__name__}: {error}"
        raise RefusedError("reference", message, hint, key=_KEY) from error
    if truth:
        return None
    hint = "Correct the kernel, or what is said to be true."
    return Problem("reference", f"what {who} gives is not as reference.holds says", hint, key=_KEY)


def _gathered(values: Mapping[str, Any], lists: set[str]) -> dict[str, Any]:
    """The values by name, those of a list in one."""
    found: dict[str, Any] = {name: [] for name in lists if f"{name}_0" in values}
    for name, value in values.items():
        item = re.fullmatch(r"(.+)_[0-9]+", name)
        if item and item[1] in found:
            found[item[1]].append(value)
        else:
            found[name] = value
    return found

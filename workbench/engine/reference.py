"""The op's declared reference: the user's Python, run in the torch host's forked child."""

from __future__ import annotations

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from workbench.core.errors import UserError
from workbench.core.op import Op

__all__ = ["reference_outputs"]

# What Python that is not right raises.
_MISTAKES = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    ImportError,
    LookupError,
    NameError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
)


def reference_outputs(op: Op, folder: Path, values: dict[str, Any]) -> dict[str, np.ndarray]:
    """What the reference gives for the example inputs, by output; empty where there is none.

    Raises:
        UserError: kind ``reference``; it raised, or gave other outputs than declared.
    """
    if not op.reference.declared:
        return {}
    arguments = {
        name: torch.from_numpy(value.copy()) if isinstance(value, np.ndarray) else value
        for name, value in values.items()
    }
    try:
        with torch.no_grad():
            result = _function(op, folder)(**arguments)
    except _MISTAKES as error:
        message = f"the reference failed: {type(error).__name__}: {error}"
        raise UserError("reference", message, "Correct [reference] in op.toml.") from error
    given = [result] if isinstance(result, torch.Tensor) else result
    if not isinstance(given, tuple | list) or len(given) != len(op.outputs):
        wanted = ", ".join(o.name for o in op.outputs)
        raise UserError("reference", f"the reference must give {len(op.outputs)} tensors: {wanted}")
    if not all(isinstance(tensor, torch.Tensor) for tensor in given):
        raise UserError("reference", "the reference must give tensors")
    return {
        output.name: tensor.detach().contiguous().numpy()
        for output, tensor in zip(op.outputs, given, strict=True)
    }


def _function(op: Op, folder: Path) -> Callable[..., Any]:
    reference = op.reference
    if reference.python:
        code = compile(reference.python.strip(), "<reference in op.toml>", "eval")
        return lambda **arguments: eval(code, {"torch": torch, **arguments})
    path = folder / reference.source
    if not path.is_file():
        raise UserError("reference", "the reference's file does not exist", file=path)
    name = reference.function or op.name
    found = runpy.run_path(str(path)).get(name)
    if not callable(found):
        hint = f"Define: def {name}({', '.join(a.name for a in op.args)})"
        raise UserError("reference", f"the file defines no function '{name}'", hint, file=path)
    return found  # type: ignore[no-any-return]

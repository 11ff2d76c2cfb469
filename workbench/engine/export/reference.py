"""The op's declared reference: the user's Python, run in the torch host's forked child."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.overrides import TorchFunctionMode

from workbench.core.errors import RefusedError, UserError
from workbench.core.op import Op
from workbench.engine.host.copies import no_copies
from workbench.engine.host.user_code import MISTAKES, load_function
from workbench.engine.values.tensors import to_array, to_tensor

__all__ = ["reference_outputs"]


def reference_outputs(op: Op, folder: Path, values: dict[str, Any]) -> dict[str, np.ndarray]:
    """What the reference gives for the example inputs, by output; empty where there is none.

    Raises:
        UserError: kind ``reference``; it raised, or gave other outputs than declared.
    """
    if not op.reference.declared:
        return {}
    arguments = {name: _argument(value) for name, value in values.items()}
    try:
        with torch.no_grad(), no_copies(), _NotItself(op):
            result = _function(op, folder)(**arguments)
    except MISTAKES as error:
        message = f"the reference failed: {type(error).__name__}: {error}"
        raise RefusedError("reference", message, "Correct [reference] in op.toml.") from error
    given = [result] if isinstance(result, torch.Tensor) else result
    if not isinstance(given, tuple | list) or len(given) != len(op.outputs):
        wanted = ", ".join(o.name for o in op.outputs)
        raise UserError("reference", f"the reference must give {len(op.outputs)} tensors: {wanted}")
    if not all(isinstance(tensor, torch.Tensor) for tensor in given):
        raise UserError("reference", "the reference must give tensors")
    return {output.name: to_array(tensor) for output, tensor in zip(op.outputs, given, strict=True)}


class _NotItself(TorchFunctionMode):
    """Refuses a call of the op: compared with itself it would agree, right or wrong.

    An installed op is its own definition, so there is no other kernel to be checked. Not a
    dispatch mode, whose first use in a process imports 0.9 s of torch.
    """

    def __init__(self, op: Op) -> None:
        super().__init__()
        self._name = op.torch if op.kernel.style != "installed" else ""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        packet = func.overloadpacket if isinstance(func, torch._ops.OpOverload) else func
        if isinstance(packet, torch._ops.OpOverloadPacket) and (
            packet._qualified_op_name == self._name
        ):
            raise UserError(
                "reference",
                f"the reference calls {self._name} itself, which proves nothing",
                "Compute the op in another way: with torch's own functions, or with numpy.",
                key="reference",
            )
        return func(*args, **(kwargs or {}))


def _function(op: Op, folder: Path) -> Callable[..., Any]:
    reference = op.reference
    if not reference.source:
        code = compile(reference.python.strip(), "<reference in op.toml>", "eval")
        return lambda **arguments: eval(code, {"torch": torch, **arguments})
    name = reference.function or op.name
    hint = f"Define: def {name}({', '.join(a.name for a in op.args)})"
    return load_function(folder / reference.source, name, "reference", hint)


def _argument(value: Any) -> Any:
    """An argument as the reference takes it; what it does to a tensor stays with it."""
    if isinstance(value, np.ndarray):
        return to_tensor(value.copy())
    return [_argument(v) for v in value] if isinstance(value, tuple) else value

"""What ``torch.library.opcheck`` says of an op: its schema, its fake kernel, what compilers need."""

from __future__ import annotations

import types
from typing import Any

import numpy as np
import torch

from workbench.core.cells import AGREES, FAILED, LEFT_OUT, Cell, CellOutcome
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.exporters import EXPORTERS
from workbench.engine.export.sample import Values
from workbench.engine.export.torch_calls import is_composite
from workbench.engine.export.torch_op import TorchOp
from workbench.engine.values.tensors import as_torch, own

__all__ = ["EXPORTED", "opcheck"]

EXPORTED = next(e.name for e in EXPORTERS.values() if e.dynamo)
"""The exporter for which an op has a fake kernel."""
_TESTS = {
    "test_schema": "the schema does not say what the kernel does to its inputs",
    "test_faketensor": "the fake kernel gives other outputs than the kernel",
    "test_aot_dispatch_dynamic": "the op does something else when it is compiled with dynamic sizes",
}


_OF_GRADIENTS = {
    "test_autograd_registration": "the backward is not registered as autograd needs it",
}


_HINTS = {
    "test_schema": "An op of this program changes none of its inputs, and gives none of them back.",
    "test_faketensor": "It is made from the outputs' shape rule and element type. Where the kernel's file "
    "registers one itself, for Meta, that is to give the kernel's sizes, element types and strides.",
}


def opcheck(cell: Cell, torch_op: TorchOp, module: types.ModuleType, values: Values) -> CellOutcome:
    """Check one call.

    Args:
        cell: which.
        torch_op: the op, as the exporter ``EXPORTED`` has it.
        module: the generated one.
        values: the arguments.
    """
    overload = torch_op.overload
    if overload is None or is_composite(overload):
        why = Problem(LEFT_OUT, "torch traces into the op: it has no fake kernel", severity="note")
        return CellOutcome(cell.number, LEFT_OUT, (why,))
    torch_op.exported(module)  # it gets its fake kernel
    graded = torch_op.op.backward.declared
    given = {name: as_torch(torch_op.op, name, own(value)) for name, value in values.items()}
    arguments = tuple(_with_gradients(value) if graded else value for value in given.values())
    left_out = _left_out(torch_op.op, values)
    tests = {t: w for t, w in _TESTS.items() if t not in left_out}
    tests |= _OF_GRADIENTS if graded else {}
    found = torch.library.opcheck(
        overload, arguments, test_utils=tuple(tests), raise_exception=False
    )
    problems = tuple(
        Problem(
            "opcheck",
            f"{tests[test]}: {' '.join(str(word).split())[:600]}",
            _HINTS.get(test, ""),
        )
        for test, word in found.items()
        if word != "SUCCESS"
    )
    # No number was compared with a truth: that counts as no proof of them.
    notes = tuple(Problem(LEFT_OUT, why, severity="note") for why in left_out.values())
    return CellOutcome(cell.number, FAILED if problems else AGREES, problems + notes)


def _left_out(op: Op, values: Values) -> dict[str, str]:
    """The tests of torch's own that such an op cannot pass, and why."""
    found = {}
    if op.is_random:
        found["test_aot_dispatch_dynamic"] = (
            "an output is random, and torch compares it when the op is compiled with dynamic sizes"
        )
    given = [a for v in values.values() for a in (v if isinstance(v, tuple) else (v,))]
    if any(isinstance(a, np.ndarray) and a.dtype.name.startswith("float8") for a in given):
        found["test_schema"] = (
            "torch cannot compute with numbers of 8 bits, as its test of schemas does"
        )
    return found


def _with_gradients(value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.requires_grad_(value.is_floating_point())
    return [_with_gradients(item) for item in value] if isinstance(value, list) else value

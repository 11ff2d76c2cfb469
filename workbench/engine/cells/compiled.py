"""``torch.compile`` of the sample model: whether it compiles, whole, and gives the same."""

from __future__ import annotations

import os
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from workbench.core.cells import AGREES, DIFFERS, FAILED, Cell, CellOutcome
from workbench.core.errors import Problem
from workbench.core.op import Op
from workbench.engine.cells.difference import difference
from workbench.engine.export.eager import output_tensors
from workbench.engine.export.sample import Callee, Values, sample_model
from workbench.engine.export.torch_op import TorchOp
from workbench.engine.values.tensors import to_array

__all__ = ["compiled"]

_HINT = (
    "Models that call the op do not compile either. Mostly the fake kernel, which comes of the "
    "declared shapes and types, is not what the kernel does."
)


class _Plain(Callee):
    """The op without our bookkeeping, into which the compiler would trace."""

    def __init__(self, op: Op, target: Callable[..., Any]) -> None:
        super().__init__(op, target)

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.target(*args, **named)


def compiled(
    cell: Cell,
    op: Op,
    folder: Path,
    torch_op: TorchOp,
    module: types.ModuleType,
    values: Values,
    work: Path,
) -> CellOutcome:
    """Compile the model of one cell and run it beside the model itself.

    Args:
        cell: which.
        op: the declaration with its inputs.
        folder: the op's.
        torch_op: the op, as the exporter through ``torch.export`` has it.
        module: the generated one.
        values: the inputs.
        work: where the compiler keeps what it makes.
    """
    # The compiler's own caches and processes are not the job's to leave behind.
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(work / "torchinductor")
    os.environ["TORCHINDUCTOR_COMPILE_THREADS"] = "1"
    call, _ = torch_op.exported(module)
    sample = sample_model(op, folder, values, _Plain(op, call))
    inputs = list(sample.tensors.values())
    torch._dynamo.reset()
    program = torch.compile(sample.module, fullgraph=True, dynamic=bool(sample.dynamic))
    with torch.no_grad():
        usual = output_tensors(op, sample.module(*inputs))
        try:
            given = output_tensors(op, program(*inputs))
        except Exception as error:  # anything that the compiler, or code that it made, raises
            message = f"torch.compile does not take the model: {_first_line(error)}"
            return CellOutcome(cell.number, FAILED, (Problem("compile", message, _HINT),))
    before, after = ({n: to_array(t) for n, t in o.items()} for o in (usual, given))
    if problem := difference(op, before, after, "the model", "torch.compile"):
        return CellOutcome(cell.number, DIFFERS, (problem,))
    # The same kernel has run twice: that counts as no proof of its numbers.
    return CellOutcome(cell.number, AGREES)


def _first_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines[0] if lines else type(error).__name__)[:400]

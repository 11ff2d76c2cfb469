"""``torch.compile`` of the sample model: whether it compiles, whole, and gives the same.

Where the op has a backward, the model is compiled as it is for training, too, and its gradients are
held against those of the model itself.
"""

from __future__ import annotations

import os
import types
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch

from workbench.core.cells import AGREES, DIFFERS, FAILED, Cell, CellOutcome
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.storage.op_file import FILE_NAME
from workbench.engine.cells.difference import difference
from workbench.engine.export.eager import output_tensors
from workbench.engine.export.sample import Plain, Sample, Values, sample_model
from workbench.engine.export.torch_op import TorchOp
from workbench.engine.host.user_code import MISTAKES
from workbench.engine.values.tensors import to_array

__all__ = ["compiled"]

_HINT = (
    "Models that call the op do not compile either. Mostly the fake kernel, which comes of the "
    "declared shapes and types, is not what the kernel does."
)
_BACKWARD_HINT = (
    "Models that call the op cannot be trained compiled. The compiler runs the backward with tensors "
    "that have sizes and no values: it may not ask for values in Python, and all that it calls needs "
    "a fake kernel that gives the right sizes."
)
_TRACED = "aot_eager"
"""The compiler without its last step: the graphs are run as they are, and nothing is built."""
_WHO = ("the model", "torch.compile")


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
        torch_op: the op, as the exporter through ``torch.export`` has it; its backward registered.
        module: the generated one.
        values: the inputs.
        work: where the compiler keeps what it makes.
    """
    import torch._inductor.config  # which takes its time

    # The compiler's own caches and processes are not the job's to leave behind.
    os.environ["TORCHINDUCTOR_CACHE_DIR"] = str(work / "torchinductor")
    torch._inductor.config.compile_threads = 1
    call, overload = torch_op.exported(module)
    sample = sample_model(op, folder, values, Plain(op, call))
    problem = _forward(op, sample)
    if problem is None and _has_autograd(overload):
        problem = _training(op, folder, sample)
    if problem is not None:
        status = DIFFERS if problem.kind == "differs" else FAILED
        return CellOutcome(cell.number, status, (problem,))
    # The same kernel has run twice: that counts as no proof of its numbers.
    return CellOutcome(cell.number, AGREES)


def _program(sample: Sample, backend: str, dynamic: bool) -> Callable[..., Any]:
    torch._dynamo.reset()
    return torch.compile(sample.module, fullgraph=True, dynamic=dynamic, backend=backend)


def _forward(op: Op, sample: Sample) -> Problem | None:
    """What is wrong with the model as it is compiled to be run."""
    # For other operators, which a model of the user's own may have, inductor needs a C++ compiler.
    program = _program(sample, _TRACED if op.model.source else "inductor", bool(sample.dynamic))
    inputs = list(sample.tensors.values())
    with torch.no_grad():
        usual = _arrays(output_tensors(op, sample.module(*inputs)))
        try:
            given = _arrays(output_tensors(op, program(*inputs)))
        except MISTAKES as error:
            message = f"torch.compile does not take the model: {_first_line(error)}"
            return Problem("compile", message, _HINT)
    return difference(op, usual, given, *_WHO)


# -- gradients


def _has_autograd(overload: Any) -> bool:
    keys = ("Autograd", "AutogradCPU")
    has = torch._C._dispatch_has_kernel_for_dispatch_key
    return overload is not None and any(has(overload.name(), key) for key in keys)


def _training(op: Op, folder: Path, sample: Sample) -> Problem | None:
    """What is wrong with the model as it is compiled to be trained."""
    place: dict[str, Any] = {"file": str(folder / FILE_NAME), "key": "backward"}
    if op.backward.source:
        place = {"file": str(folder / op.backward.source)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what autograd notes of an error, the error says
        try:
            usual = _gradients(op, sample, sample.module)
        except MISTAKES as error:
            message = f"the backward fails: {_first_line(error)}"
            return Problem("backward", message, **place if op.backward.declared else {})
        try:
            # With sizes left open the backward takes ten times as long; opcheck traces it so.
            program = _program(sample, _TRACED, dynamic=False)
            given = _gradients(op, sample, program) if usual else {}
        except MISTAKES as error:
            message = f"torch.compile does not take the model's backward: {_first_line(error)}"
            return Problem(
                "compile", message, _BACKWARD_HINT, **place if op.backward.declared else {}
            )
    return difference(op, usual, given, *_WHO)


def _gradients(op: Op, sample: Sample, model: Callable[..., Any]) -> dict[str, np.ndarray]:
    """The gradients of the inputs, by what they are called, for fixed random ones of the outputs.

    Empty where no output has one.
    """
    leaves = {
        name: t.detach().clone().requires_grad_(t.is_floating_point())
        for name, t in sample.tensors.items()
    }
    outputs = output_tensors(op, model(*leaves.values()))
    graded = [t for t in outputs.values() if t.requires_grad]
    wanted = {name: t for name, t in leaves.items() if t.requires_grad}
    if not graded or not wanted:
        return {}
    random = torch.Generator().manual_seed(0)
    along = [torch.randn(t.shape, generator=random, dtype=t.dtype) for t in graded]
    given = torch.autograd.grad(graded, list(wanted.values()), along, allow_unused=True)
    return {
        f"gradient of {name}": to_array(torch.zeros_like(t) if g is None else g)
        for (name, t), g in zip(wanted.items(), given, strict=True)
    }


def _arrays(outputs: Mapping[str, torch.Tensor]) -> dict[str, np.ndarray]:
    """As they are now: a kernel may use their memory again."""
    return {name: to_array(t).copy() for name, t in outputs.items()}


def _first_line(error: BaseException) -> str:
    """What is wrong; the compiler says before it which of its parts has raised it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith("backend=")] or [type(error).__name__]
    why = next((line.partition(": ")[2] for line in told if line.startswith("Explanation: ")), "")
    return f"{told[0]}{': ' * bool(why)}{why}"[:400]

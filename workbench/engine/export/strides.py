"""Whether a kernel minds how the elements of its inputs lie in memory. Only in a job's child."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import torch

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.files.files import read_text
from workbench.engine.export.results import results
from workbench.engine.export.sample import Callee, Values
from workbench.engine.host.copies import no_copies
from workbench.engine.host.user_code import MISTAKES
from workbench.engine.parity.compare import compare_output
from workbench.engine.values.tensors import to_array

__all__ = ["check_strides"]


def check_strides(op: Op, folder: Path, callee: Callee) -> None:
    """Call the op again with contiguous copies of what was not contiguous; most calls are.

    ONNX Runtime's tensors always are, so an op that gives something else for them is wrong there,
    whatever it means.

    Raises:
        UserError: kind ``kernel``; it gives something else.
    """
    if op.kernel.kind.exists:
        return  # torch has ops that are about strides
    for values, given in callee.calls:
        strided = [n for n, v in values.items() if isinstance(v, torch.Tensor) and _strided(v)]
        if strided and _minds(op, callee, values, given):
            file, line = _first_use(op, folder, strided[0])
            raise UserError(
                "kernel",
                f"the kernel ignores the strides of '{strided[0]}': with a contiguous copy of "
                "it, which has the same elements, it gives something else",
                f"Begin with {strided[0]}.contiguous(), or take the elements through an accessor.",
                file=file,
                line=line,
            )


def _strided(tensor: torch.Tensor) -> bool:
    return tensor.layout == torch.strided and not tensor.is_contiguous()


def _minds(op: Op, callee: Callee, values: Values, given: Any) -> bool:
    """Whether the op gives something else for contiguous copies."""
    in_order = {n: v.contiguous() if isinstance(v, torch.Tensor) else v for n, v in values.items()}
    try:
        with torch.no_grad(), no_copies():
            again = results(op, callee.target(*in_order.values()))
    except MISTAKES:
        return False
    allowed = op.tolerances
    return any(
        name not in again
        or not compare_output(name, to_array(one), to_array(again[name]), *allowed.of(name)).agrees
        for name, one in results(op, given).items()
    )


def _first_use(op: Op, folder: Path, name: str) -> tuple[str, int]:
    """Where the kernel first asks for the memory of an argument; nothing where it is not seen."""
    if not op.kernel.kind.is_compiled or op.kernel.kind.needs_gpu:
        return "", 0
    path = folder / op.kernel.source
    use = re.compile(rf"\b{re.escape(name)}\b\s*(?:\.|->)\s*(?:\w*data_ptr|data)\b")
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if use.search(line.partition("//")[0]):
            return str(path), number
    return "", 0

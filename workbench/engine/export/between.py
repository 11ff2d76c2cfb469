"""What PyTorch computes between the nodes of a model that the torch.export exporter writes.

That exporter names the values of its graph as the exported program names what it computes, which is
what torch's own comparison of intermediate values goes by, too. That one (``verify_onnx_program``)
opens the session itself, in torch's process and without an op library, so it cannot run a custom node:
here ONNX Runtime's host runs the graph, and only PyTorch's half is taken.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch

from workbench.engine.values.arrays import save_arrays
from workbench.engine.values.tensors import to_array

__all__ = ["save_between"]


class _Keeper(torch.fx.Interpreter):
    def __init__(self, module: Any) -> None:
        super().__init__(module)
        self.values: dict[str, np.ndarray] = {}

    def run_node(self, n: torch.fx.Node) -> Any:
        result = super().run_node(n)
        if n.op == "call_function" and isinstance(result, torch.Tensor):
            self.values[n.name] = to_array(result.detach())
        return result


def save_between(program: Any, inputs: tuple[torch.Tensor, ...], path: Path) -> None:
    """Run an exported program once more, and write what each of its steps gives.

    Args:
        program: a ``torch.onnx.ONNXProgram``.
        inputs: of the model.
        path: of the ``.npz`` with a value per step, by its name.
    """
    keeper = _Keeper(program.exported_program.module())
    with torch.no_grad():
        keeper.run(*inputs)
    save_arrays(path, keeper.values)

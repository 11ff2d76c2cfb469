"""The model that ONNX Runtime runs: what its optimisers make of one that it is given."""

from __future__ import annotations

from pathlib import Path

import onnx

from workbench.engine.onnx.onnx_file import check_external_files
from workbench.engine.run.run import open_session

__all__ = ["optimised_model"]


def optimised_model(path: Path, model: onnx.ModelProto, library: str, work: Path) -> Path:
    """Have ONNX Runtime optimise a model for this machine, and write what it will run.

    Args:
        path: of the model.
        model: what is in it.
        library: with the kernels of its custom nodes; empty for none.
        work: a folder for the optimised model.

    Raises:
        UserError: kind ``run`` or ``model``; ONNX Runtime does not take the model, or its external
            data are missing or outside of its folder.
    """
    check_external_files(model, path)
    target = work / f"{path.stem}.optimised.onnx"
    open_session(str(path), library, str(path), written=str(target))
    return target

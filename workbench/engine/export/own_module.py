"""Exports a ``torch.nn.Module`` of the user's own, in which no op of the program need be."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch.onnx.errors import OnnxExporterError

from workbench.core.errors import UserError
from workbench.core.exporters import EXPORTERS
from workbench.core.jobs import EXPORTING, ModuleExportJob, ModuleExportResult
from workbench.engine.export.explained import EXPORT_ERRORS
from workbench.engine.export.sample import no_shortcuts
from workbench.engine.host.child import Channel
from workbench.engine.host.user_code import MISTAKES, load_function, place_in
from workbench.engine.values.arrays import load_arrays, save_arrays
from workbench.engine.values.tensors import to_array, to_tensor

__all__ = ["module_export_job"]


def module_export_job(job: ModuleExportJob, channel: Channel) -> None:
    """Stage ``export``."""
    with channel.stage("export") as outcome:
        no_shortcuts()
        path, work = Path(job.file), Path(job.work)
        channel.progress("export", 0, 2, "making the model")
        module, tensors = _made(job, path)
        channel.progress("export", 1, 2, EXPORTING)
        exporter = EXPORTERS[job.exporter]
        model, inputs = work / "model.onnx", work / "given.npz"
        try:
            with torch.no_grad():
                torch.onnx.export(
                    module,
                    tuple(tensors.values()),
                    str(model),
                    dynamo=exporter.dynamo,
                    opset_version=exporter.translated(job.opset),
                    input_names=list(tensors),
                    external_data=False,
                    verbose=False,
                )
        except (*EXPORT_ERRORS, OnnxExporterError) as error:
            line = place_in(error, path)[1]
            reason = str(error).strip().partition("\n")[0][:500]
            message = f"the model cannot be exported: {type(error).__name__}: {reason}"
            hint = "Does it export without this program? The other exporter may take it."
            raise UserError("export", message, hint, file=path, line=line) from error
        save_arrays(inputs, {name: to_array(tensor) for name, tensor in tensors.items()})
        outcome.result = ModuleExportResult(str(model), str(inputs))


def _made(job: ModuleExportJob, path: Path) -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
    """The module, and its inputs by name."""
    hint = (
        f"Define: def {job.function}(): … return module, (tensor, …). The inputs may also come from a "
        "file: --inputs FILE.npz."
    )
    make = load_function(path, job.function, "model", hint)
    try:
        with torch.random.fork_rng():
            torch.manual_seed(0)  # untrained weights are the same each time
            made = make()
    except MISTAKES as error:
        message = f"the model file failed: {type(error).__name__}: {error}"
        line = place_in(error, path)[1]
        raise UserError("model", message, hint, file=path, line=line) from error
    module, given = made if isinstance(made, tuple) and len(made) == 2 else (made, ())
    if not isinstance(module, torch.nn.Module):
        raise UserError("model", f"'{job.function}' gave no torch.nn.Module", hint, file=path)
    if job.inputs:
        arrays = load_arrays(Path(job.inputs))
        return module.eval(), {name: to_tensor(array) for name, array in arrays.items()}
    tensors = [given] if isinstance(given, torch.Tensor) else list(given)
    if not tensors or not all(isinstance(t, torch.Tensor) for t in tensors):
        raise UserError("model", f"'{job.function}' gave no input tensors", hint, file=path)
    return module.eval(), dict(zip(_names(module, tensors), tensors, strict=True))


def _names(module: torch.nn.Module, tensors: Sequence[Any]) -> list[str]:
    """What the forward calls its arguments; of ``*args`` their numbers."""
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    parameters = inspect.signature(module.forward).parameters.values()
    names = [p.name for p in parameters if p.kind in kinds][: len(tensors)]
    return names + [f"input_{i}" for i in range(len(names), len(tensors))]

"""The export job: load the torch library, run the reference, export the sample model.

Runs in the torch host's forked child: all of this may crash, hang or exit.
"""

from __future__ import annotations

import ctypes
import logging
import re
import types
import warnings
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from msgspec import UNSET

from workbench.core import codegen
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import ExportJob, ExportResult, GraphResult
from workbench.core.op import Op
from workbench.core.signature import instances
from workbench.engine import graph
from workbench.engine.child import Channel
from workbench.engine.compare import BY_REFERENCE, compare_output
from workbench.engine.dynamic_axes import declared_shapes, output_axes
from workbench.engine.examples import example_values
from workbench.engine.reference import reference_outputs
from workbench.engine.store import Store, digest

__all__ = ["export_job", "sample_model"]

# What the exporters, and the generated functions that they call, raise for a user's mistake.
_EXPORT_ERRORS = (RuntimeError, TypeError, ValueError, LookupError, AttributeError, AssertionError)
_MISSING_OP = "the op {op} is not registered after the library was loaded"


def export_job(job: ExportJob, channel: Channel) -> None:
    """Stages ``export`` and ``graph`` of an op."""
    store = Store()
    op = job.op
    with channel.stage("export") as outcome:
        total = 4
        channel.progress("export", 0, total, "loading the torch library")
        _load(job.torch_library, op)
        module = _generated_module(op)
        values = example_values(op)
        model, tensors = sample_model(op, values)
        channel.progress("export", 1, total, "running the kernel in PyTorch")
        outputs = _outputs(op, model, tensors)
        expected = reference_outputs(op, Path(job.folder), values)
        _check_export_only(op, outputs, expected)
        with store.scratch() as scratch:
            folder = scratch / "model"
            folder.mkdir()
            channel.progress("export", 2, total, "exporting to ONNX")
            outcome.problems += _export(op, module, model, tensors, folder / "model.onnx")
            channel.progress("export", 3, total, "writing the model and its inputs")
            _save_arrays(folder / "inputs.npz", {n: t.numpy() for n, t in tensors.items()})
            _save_arrays(folder / "reference.npz", outputs)
            if expected:
                _save_arrays(folder / "expected.npz", expected)
            (folder / f"{op.name}.py").write_text(codegen.python_module(op), encoding="utf-8")
            key = digest(path.read_bytes() for path in sorted(folder.iterdir()))
            kept = store.add("models", key, folder)
        names = [
            "model.onnx",
            "inputs.npz",
            "reference.npz",
            *(["expected.npz"] if expected else []),
        ]
        outcome.result = ExportResult(*(str(kept / name) for name in names))
        store.has("models", key, "model.onnx")
    with channel.stage("graph") as outcome:
        nodes, problems = graph.check_graph(Path(kept / "model.onnx"), op)
        errors = [p for p in problems if p.severity == "error"]
        if errors:
            raise UserError.of(errors + [p for p in problems if p not in errors])
        outcome.problems += problems
        outcome.result = GraphResult(tuple(nodes))


def _save_arrays(path: Path, arrays: dict[str, np.ndarray]) -> None:
    # Not numpy.savez: its own parameters' names could be those of arrays.
    with zipfile.ZipFile(path, "w") as archive:
        for name, array in arrays.items():
            with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, array, allow_pickle=False)


def _load(library: str, op: Op) -> None:
    try:
        torch.ops.load_library(library)  # type: ignore[no-untyped-call]
    except OSError as error:
        cause = error.__cause__ or error
        raise UserError(
            "load", f"the torch library does not load: {cause}", "Rebuild it; op-workbench doctor checks the versions.",
            file=library,
        ) from None  # fmt: skip
    _check_registered(library, op)


def _check_registered(library: str, op: Op) -> None:
    try:
        problem = ctypes.CDLL(library).wb_torch_problem
        problem.restype = ctypes.c_char_p
        if text := problem():
            raise UserError(
                "load", text.decode("utf-8", "replace"), "Choose another name.", file=library
            )
    except AttributeError:
        pass  # not a library of ours: it registers by itself
    namespace = getattr(torch.ops, op.namespace)
    if not hasattr(namespace, op.torch_name):
        hint = (
            f'Does the file register "{op.torch}" with TORCH_LIBRARY or RegisterOperators? Or set torch in '
            "op.toml to the name that it registers."
        )
        raise UserError("load", _MISSING_OP.format(op=op.torch), hint, file=library)


def _generated_module(op: Op) -> types.ModuleType:
    text = codegen.python_module(op)
    module = types.ModuleType(f"op_workbench_generated_{op.name}")
    exec(compile(text, f"<generated for {op.name}>", "exec"), module.__dict__)
    return module


def sample_model(op: Op, values: dict[str, Any]) -> tuple[torch.nn.Module, dict[str, torch.Tensor]]:
    """The module that calls the op once, and its tensor inputs by name.

    Tensors are the module's inputs; all other arguments are fixed in it.
    """
    function: Callable[..., Any] = getattr(getattr(torch.ops, op.namespace), op.torch_name)
    tensors = {n: torch.from_numpy(v) for n, v in values.items() if isinstance(v, np.ndarray)}
    order = list(values)
    fixed = {
        n: list(v) if isinstance(v, tuple) else v for n, v in values.items() if n not in tensors
    }

    class Sample(torch.nn.Module):
        def forward(self, *given: torch.Tensor) -> Any:
            by_name = dict(zip(tensors, given, strict=True))
            return function(*(by_name[n] if n in by_name else fixed[n] for n in order))

    return Sample().eval(), tensors


def _check_declared(
    op: Op, tensors: dict[str, torch.Tensor], outputs: Sequence[torch.Tensor]
) -> None:
    """A kernel that gives another type or shape than declared makes every graph a lie."""
    chosen = {name: str(tensor.dtype).removeprefix("torch.") for name, tensor in tensors.items()}
    wanted = next(
        (i for i in instances(op) if all(i[name] == dtype for name, dtype in chosen.items())), None
    )
    shapes = declared_shapes(op, tensors)
    for output, tensor in zip(op.outputs, outputs, strict=True):
        dtype, shape = str(tensor.dtype).removeprefix("torch."), list(tensor.shape)
        declared = wanted[output.name] if wanted is not None else dtype
        sizes = shapes.get(output.name, [*shape])
        fits = len(sizes) == len(shape) and all(
            w is None or w == s for w, s in zip(sizes, shape, strict=False)
        )
        if dtype != declared or not fits:
            shown = ", ".join("?" if size is None else str(size) for size in sizes)
            raise UserError(
                "kernel",
                f"the kernel gives '{output.name}' as {dtype}{shape}, declared is {declared}[{shown}]",
                "Correct the kernel, or the output's dtype and shape rule.",
            )


def _check_export_only(
    op: Op, outputs: dict[str, np.ndarray], expected: dict[str, np.ndarray]
) -> None:
    """Nothing runs an export-only op after this, so a wrong kernel must be seen here."""
    if op.ort.implementation != "export-only":
        return
    rtol, atol = (-1.0 if t is UNSET else t for t in (op.model.rtol, op.model.atol))
    for name, value in expected.items():
        parity = compare_output(name, value, outputs[name], rtol, atol, BY_REFERENCE)
        if not parity.agrees:
            first = parity.differences[0] if parity.differences else None
            text = parity.note or f"{parity.differing} of {parity.elements} elements differ"
            if first is not None:
                text += (
                    f"; at {list(first.index)} it gives {first.actual}, expected {first.expected}"
                )
            raise UserError(
                "reference", f"the kernel's output '{name}' is not the reference's: {text}"
            )


def _outputs(
    op: Op, model: torch.nn.Module, tensors: dict[str, torch.Tensor]
) -> dict[str, np.ndarray]:
    """PyTorch's outputs on the example inputs, by name."""
    before = {n: t.clone() for n, t in tensors.items()}
    try:
        with torch.no_grad():
            result = model(*tensors.values())
    except (RuntimeError, TypeError, ValueError, NotImplementedError, IndexError) as error:
        message = str(error).partition("\nException raised from")[0].strip()
        raise UserError(
            "kernel",
            f"the kernel failed in PyTorch: {message[:2000]}",
            "The example inputs are in the Model page.",
        ) from None
    outputs = [result] if isinstance(result, torch.Tensor) else list(result or ())
    if len(outputs) != len(op.outputs):
        raise UserError(
            "kernel",
            f"the kernel gave {len(outputs)} outputs, declared are {len(op.outputs)}",
            "Correct [[outputs]].",
        )
    _check_declared(op, tensors, outputs)
    changed = [n for n, t in tensors.items() if t.numpy().tobytes() != before[n].numpy().tobytes()]
    if changed:
        raise UserError(
            "kernel",
            f"the kernel changed its input '{changed[0]}'",
            "An exported model cannot express that: write into an output instead.",
        )
    return {
        o.name: np.asarray(t.detach().contiguous().numpy())
        for o, t in zip(op.outputs, outputs, strict=True)
    }


def _export(
    op: Op,
    module: types.ModuleType,
    model: torch.nn.Module,
    tensors: dict[str, torch.Tensor],
    path: Path,
) -> list[Problem]:
    """Write the ONNX file; returns the exporter's warnings as problems."""
    names = [o.name for o in op.outputs]
    collected = _Records()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with collected:
            try:
                if op.model.exporter == "torchscript":
                    _export_torchscript(op, module, model, tensors, names, path)
                else:
                    _export_dynamo(op, module, model, tensors, names, path)
            except UserError:
                raise
            except _EXPORT_ERRORS as error:
                raise _explain(op, error) from error
    texts = [
        str(w.message)
        for w in caught
        if not issubclass(w.category, DeprecationWarning | FutureWarning)
    ]
    return [
        Problem("export", text.strip().splitlines()[0][:500], severity="warning")
        for text in dict.fromkeys([*texts, *collected.messages])
        if text.strip()
    ]


def _export_torchscript(
    op: Op,
    module: types.ModuleType,
    model: torch.nn.Module,
    tensors: dict[str, torch.Tensor],
    names: list[str],
    path: Path,
) -> None:
    module.register_symbolic(op.model.opset)
    dynamic = {
        e.arg: {axis % tensors[e.arg].dim(): name for axis, name in e.dynamic.items()}
        for e in op.model.inputs
        if e.dynamic and e.arg in tensors
    }
    torch.onnx.export(
        model,
        tuple(tensors.values()),
        str(path),
        dynamo=False,
        opset_version=op.model.opset,
        input_names=list(tensors),
        output_names=names,
        dynamic_axes=dynamic | output_axes(op, tensors, dynamic),
        custom_opsets={n.domain: op.ort.since_version for n in op.mapping.nodes if n.domain},
    )


def _export_dynamo(
    op: Op,
    module: types.ModuleType,
    model: torch.nn.Module,
    tensors: dict[str, torch.Tensor],
    names: list[str],
    path: Path,
) -> None:
    try:
        module.register_fake()
    except RuntimeError as error:
        raise UserError(
            "export",
            f"torch takes no fake kernel for {op.torch}: {str(error).splitlines()[0]}",
            'Register the kernel with m.impl under CPU (not RegisterOperators), or set exporter = "torchscript".',
        ) from None
    # A name instead of a Dim: the exporter keeps it, and finds the ranges by itself.
    shapes = [
        {axis % tensor.dim(): dim for axis, dim in example.dynamic.items()} or None
        if (example := op.example(name)) is not None
        else None
        for name, tensor in tensors.items()
    ]
    torch.onnx.export(
        model,
        tuple(tensors.values()),
        str(path),
        dynamo=True,
        opset_version=op.model.opset,
        input_names=list(tensors),
        output_names=names,
        dynamic_shapes=(tuple(shapes),) if any(shapes) else None,
        custom_translation_table=module.translation_table(),
        external_data=False,
        verbose=False,
    )


def _explain(op: Op, error: Exception) -> UserError:
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    # torch.export's exporter says what happened at the end, after its advice.
    _, _, summary = text.partition("Exception summary")
    lines = [line for line in (summary or text).splitlines() if line.strip(" #-=")]
    message = lines[0] if lines else type(error).__name__
    hint = "The log has the exporter's whole text."
    if "Unsupported: ONNX export of operator" in message or "is not exportable" in message:
        hint = f"The opset {op.model.opset} of the model and the mapping's operators must fit together."
    elif "expected" in message.lower() and "constant" in message.lower():
        hint = "An argument that becomes an attribute must be a constant: give it as a value, or map it to an input."
    print(f"{type(error).__name__}: {error}", flush=True)
    return UserError("export", f"the exporter failed: {message[:1000]}", hint)


class _Records(logging.Handler):
    """Collects the exporter's own logged warnings."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        # The registry's words on packages that are not installed have nothing to do with the op.
        if record.module != "_registration":
            self.messages.append(record.getMessage())

    def __enter__(self) -> None:
        logging.getLogger("torch.onnx").addHandler(self)

    def __exit__(self, *exc: object) -> None:
        logging.getLogger("torch.onnx").removeHandler(self)

"""The two exporters of torch, driven by the generated module; their words made plain."""

from __future__ import annotations

import contextlib
import functools
import logging
import re
import types
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import onnx
import onnx.shape_inference
import torch

from workbench.core import codegen
from workbench.core.errors import Problem, UserError
from workbench.core.op import Node, Op
from workbench.engine.export.dynamic_axes import output_axes
from workbench.engine.export.opset import with_declared_opset, with_readable_ir
from workbench.engine.export.sample import Callee, Sample, Values
from workbench.engine.export.torch_op import TorchOp
from workbench.engine.host.user_code import MISTAKES
from workbench.engine.onnx.onnx_file import strip_origin

__all__ = ["export_model", "generated_module"]

# What the exporters, and the generated functions that they call, raise for a user's mistake.
_EXPORT_ERRORS = (RuntimeError, TypeError, ValueError, LookupError, AttributeError, AssertionError)


def generated_module(op: Op, folder: Path) -> types.ModuleType:
    """The op's generated Python module, loaded.

    Raises:
        UserError: kind ``mapping``; a Python file that it takes functions from does not run.
    """
    text = codegen.python_module(op)
    module = types.ModuleType(f"op_workbench_generated_{op.name}")
    # Where it would stand if it were a file: it finds the op's own Python files from there.
    module.__file__ = str(folder / f"{op.name}_generated.py")
    try:
        exec(compile(text, f"<generated for {op.name}>", "exec"), module.__dict__)
    except MISTAKES as error:
        names = [op.mapping.source, *(n.script for n in op.mapping.nodes)]
        files = ", ".join(name for name in names if name)
        raise UserError(
            "mapping",
            f"the Python of the mapping does not run: {type(error).__name__}: {error}",
            f"Correct {files or 'the mapping'}; the log has more.",
        ) from error
    for node in op.mapping.nodes:
        if node.script:
            _check_function(node, getattr(module, f"_script_{node.op_type}"), folder)
    return module


def _check_function(node: Node, function: Any, folder: Path) -> None:
    """The attributes of a node are those that its onnxscript function takes."""
    script = folder / node.script
    if not hasattr(function, "to_function_proto"):
        hint = f"Write @onnxscript.script(...) above def {node.op_type}."
        raise UserError("mapping", f"'{node.op_type}' is no onnxscript function", hint, file=script)
    proto = function.to_function_proto()
    needed, optional = set(proto.attribute), {a.name for a in proto.attribute_proto}
    for attribute in node.attributes:
        if attribute.name not in needed | optional:
            known = ", ".join(sorted(needed | optional)) or "none"
            raise UserError(
                "mapping",
                f"the function {node.op_type} has no attribute '{attribute.name}'",
                f"It has: {known}.",
                file=script,
            )
    missing = sorted(needed - {a.name for a in node.attributes})
    if missing:
        raise UserError(
            "mapping",
            f"the function {node.op_type} needs its attribute '{missing[0]}'",
            "Add it to the node's attributes.",
            file=script,
        )


def export_model(
    op: Op,
    folder: Path,
    module: types.ModuleType,
    torch_op: TorchOp,
    sample: Sample,
    callee: Callee,
    values: Values,
    names: Sequence[str],
    path: Path,
) -> list[Problem]:
    """Write the ONNX file.

    Args:
        op, folder: the declaration and where it is.
        module: the generated one.
        torch_op, sample, callee, values: the op, the model that calls it, and its arguments.
        names: of the model's outputs.
        path: of the file.

    Returns:
        The exporter's warnings.

    Raises:
        UserError: kind ``export``.
    """
    collected = _Records()
    functions: Sequence[Any] = ()
    # What a kernel in Python does with a tensor's values is its own affair: it is one node.
    kernel = str(folder / op.kernel.source)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with collected:
            try:
                if op.model.exported_by.dynamo:
                    callee.target, overload = torch_op.exported(module)
                    table = {overload: module.translation()}
                    _torch_export(op, sample, names, path, table)
                    functions = module.functions
                else:
                    callee.target = torch_op.call
                    torch_op.prepare_torchscript(module)
                    _torchscript(op, sample, values, names, path)
            except UserError:
                raise
            except _EXPORT_ERRORS as error:
                raise _explain(op, error) from error
    converted = _complete(path, op, functions)
    texts = [
        str(w.message)
        for w in caught
        if not issubclass(w.category, DeprecationWarning | FutureWarning) and w.filename != kernel
    ]
    return [
        *converted,
        *(
            Problem("export", text.strip().splitlines()[0][:500], severity="warning")
            for text in dict.fromkeys([*texts, *collected.messages])
            if text.strip()
        ),
    ]


def _torchscript(op: Op, sample: Sample, values: Values, names: Sequence[str], path: Path) -> None:
    axes: dict[str, Any] = dict(sample.dynamic)
    if not op.model.source:
        axes |= output_axes(op, values, sample.dynamic)
    write = functools.partial(
        torch.onnx.export,
        sample.module,
        tuple(sample.tensors.values()),
        str(path),
        dynamo=False,
        opset_version=op.model.opset,
        input_names=list(sample.tensors),
        output_names=list(names),
        dynamic_axes=axes,
        custom_opsets={n.domain: op.ort.since_version for n in op.mapping.custom_nodes},
    )
    try:
        write()
    except IndexError as error:
        if _FOLDED not in str(error):
            raise
        # What a kernel in Python computes folds away (x * 1), and the exporter, which looks into
        # it though the symbolic function says all, is lost. It can be told not to look.
        write(autograd_inlining=False)


def _torch_export(
    op: Op, sample: Sample, names: Sequence[str], path: Path, table: dict[Any, Any]
) -> None:
    # A name instead of a Dim: the exporter keeps it, and finds the ranges by itself.
    shapes = [sample.dynamic.get(name) for name in sample.tensors]
    variadic = not op.model.source  # our own module takes *given
    dynamic: Any = ((tuple(shapes),) if variadic else tuple(shapes)) if any(shapes) else None
    torch.onnx.export(
        sample.module,
        tuple(sample.tensors.values()),
        str(path),
        dynamo=True,
        opset_version=op.model.exported_by.translated(op.model.opset),
        input_names=list(sample.tensors),
        output_names=list(names),
        dynamic_shapes=dynamic,
        custom_translation_table=table,
        external_data=False,
        verbose=False,
    )


def _complete(path: Path, op: Op, functions: Sequence[Any]) -> tuple[Problem, ...]:
    """Set the versions that are declared; add the model-local functions that nodes call, and the
    shapes of values between nodes.

    The TorchScript exporter infers no shapes inside of a ``Function.symbolic``; the other one
    writes every empty list as a list of integers.
    """
    model = onnx.load(path)
    lists = {
        (n.op, a.name): a.kind.onnx
        for n in op.mapping.nodes
        for a in n.attributes
        if a.kind.literal.is_list
    }
    for node in model.graph.node:
        for attribute in node.attribute:
            kind = lists.get((f"{node.domain}::{node.op_type}", attribute.name))
            if kind and not (attribute.ints or attribute.floats or attribute.strings):
                attribute.type = onnx.AttributeProto.AttributeType.Value(kind)
    model, notes = with_declared_opset(model, op)
    with_readable_ir(model, op)
    model.functions.extend(function.to_function_proto() for function in functions)
    with contextlib.suppress(onnx.shape_inference.InferenceError):  # the graph stage will say so
        model = onnx.shape_inference.infer_shapes(model, strict_mode=True)
    strip_origin(model)
    onnx.save(model, path)
    return notes


def _explain(op: Op, error: Exception) -> UserError:
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    # torch.export's exporter says what happened at the end, after its advice.
    _, _, summary = text.partition("Exception summary")
    lines = [line for line in (summary or text).splitlines() if line.strip(" #-=")]
    message = lines[0] if lines else type(error).__name__
    raised = _raised_words(error)
    hint = "The log has the exporter's whole text."
    computed = re.search(r"Expected node type 'onnx::Constant' for argument '(\w+)'", text)
    if raised:
        message, hint = raised, "Correct the mapping, or how the model calls the op."
    elif computed:
        message = f"'{computed[1]}' must be a constant, but the model computes it"
    elif _FOLDED in text:
        message = "a Python function in the model folds away: what it gives is one of its inputs"
        hint = "x * 1 and x + 0 are nothing to the TorchScript exporter"
        hint += ': leave them out, or set exporter = "torch.export".'
    elif "conflicts between user-specified ranges" in text and len(lines) > 1:
        message = lines[1].strip(" -")
        hint = "A size that an int argument of the op is computed from cannot stay dynamic."
    elif "Unsupported: ONNX export of operator" in message or "is not exportable" in message:
        hint = f"The opset {op.model.opset} of the model and the mapping's operators must fit together."
    if "must be a constant" in message:
        hint = (
            "An argument that becomes an attribute or a constant is written into the graph: give it "
            "as a value, or declare it as a tensor and map it to an input."
        )
    print(f"{type(error).__name__}: {error}", flush=True)
    return UserError("export", f"the exporter failed: {message[:1000]}", hint)


def _raised_words(error: BaseException) -> str:
    """What a generated function or the user's mapping raised, below the exporter's wrapping."""
    found = ""
    cause: BaseException | None = error
    while cause is not None:
        trace = cause.__traceback__
        while trace is not None:
            name = trace.tb_frame.f_code.co_filename
            ours = name.startswith("<generated for")
            trace = trace.tb_next
            if ours and trace is None and isinstance(cause, ValueError):
                found = str(cause)
        cause = cause.__cause__ or cause.__context__
    return found


_FOLDED = "Argument passed to at() was not in the map"


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

"""The two exporters of torch, driven by the generated module; their words made plain."""

from __future__ import annotations

import contextlib
import functools
import logging
import types
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TextIO

import onnx
import onnx.shape_inference
import torch
from msgspec.structs import replace

from workbench import paths
from workbench.core import codegen
from workbench.core.declaration.op import Node, Op
from workbench.core.errors import Problem, UserError
from workbench.core.storage.siblings import backward_op
from workbench.engine.export.between import save_between
from workbench.engine.export.dynamic_axes import output_axes
from workbench.engine.export.eager import called
from workbench.engine.export.explained import EXPORT_ERRORS, FOLDED, explained, not_loaded
from workbench.engine.export.opset import with_declared_opset, with_readable_ir
from workbench.engine.export.results import list_counts
from workbench.engine.export.sample import Callee, Sample, Values
from workbench.engine.export.torch_op import TorchOp
from workbench.engine.host.user_code import MISTAKES, place_now
from workbench.engine.onnx.onnx_file import strip_origin, walk

__all__ = ["export_model", "generated_module"]


def generated_module(op: Op, folder: Path, text: str = "") -> types.ModuleType:
    """The op's generated Python module, loaded.

    Args:
        op: the declaration.
        folder: the op's.
        text: the module's; empty where it is not made yet.

    Raises:
        UserError: kind ``mapping``; a Python file that it takes functions from does not run.
    """
    text = text or codegen.python_module(op, backward_op(op, folder))
    module = types.ModuleType(f"op_workbench_generated_{op.name}")
    # Where it would stand if it were a file: it finds the op's own Python files from there.
    module.__file__ = str(folder / f"{op.name}_generated.py")
    try:
        exec(compile(text, f"<generated for {op.name}>", "exec"), module.__dict__)
    except MISTAKES as error:
        raise not_loaded(op, folder, error) from error
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
    between: Path | None = None,
) -> list[Problem]:
    """Write the ONNX file.

    Args:
        op, folder: the declaration and where it is.
        module: the generated one.
        torch_op, sample, callee, values: the op, the model that calls it, and its arguments.
        names: of the model's outputs.
        path: of the file.
        between: a file for what PyTorch computes between the nodes, where the exporter can tell.

    Returns:
        The exporter's warnings.

    Raises:
        UserError: kind ``export``.
    """
    if hasattr(module, "list_counts"):
        if not callee.calls:  # only a call tells how many tensors a kernel gives
            called(sample, callee)
        module.list_counts.update(list_counts(op, callee.calls))
    collected = _Records()
    functions: Sequence[Any] = ()
    with _caught(folder) as caught, collected:
        try:
            if op.model.exported_by.dynamo:
                callee.target, overload = torch_op.exported(module)
                table = {overload: module.translation()}
                program = _torch_export(op, sample, names, path, table)
                if between is not None:
                    save_between(program, tuple(sample.tensors.values()), between)
                functions = module.functions
            else:
                callee.target = torch_op.prepare_torchscript(module)
                _torchscript(op, sample, values, names, path)
        except UserError:
            raise
        except EXPORT_ERRORS as error:
            raise explained(op, folder, error) from error
    converted = _complete(path, op, functions)
    return [*converted, *_warnings(caught, collected.messages, folder, folder / op.kernel.source)]


_OURS = str(Path(paths.__file__).parent)


@contextlib.contextmanager
def _caught(folder: Path) -> Iterator[list[warnings.WarningMessage]]:
    """The warnings of a block; one that our own code seems to cause is of the user's line below."""
    found: list[warnings.WarningMessage] = []

    def note(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if filename.startswith(_OURS):
            place = place_now(folder)
            filename, lineno = place if place[0] else (filename, lineno)
        found.append(warnings.WarningMessage(message, category, filename, lineno))

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = note
        yield found


def _warnings(
    caught: Sequence[warnings.WarningMessage], logged: Sequence[str], folder: Path, kernel: Path
) -> list[Problem]:
    """What the exporters warn of, each once.

    Args:
        caught, logged: the warnings.
        folder: the op's.
        kernel: what a kernel in Python does with a tensor's values is its own affair: it is one node.
    """
    found: dict[str, Problem] = {}
    for w in caught:
        if issubclass(w.category, DeprecationWarning | FutureWarning) or w.filename == str(kernel):
            continue
        problem = Problem("export", _first_line(str(w.message)), severity="warning")
        if Path(w.filename).is_relative_to(folder):
            problem = replace(problem, file=w.filename, line=w.lineno)
        if w.category.__name__ == "TracerWarning":
            problem = replace(problem, hint=_TRACED)
        found.setdefault(str(w.message), problem)
    for text in logged:
        found.setdefault(text, Problem("export", _first_line(text), severity="warning"))
    return [problem for problem in found.values() if problem.message]


_TRACED = (
    "What Python computes of a tensor's values is a constant in the exported file: with other inputs it "
    "stays what it was. Compute it with tensors, and declare it as one."
)


def _first_line(text: str) -> str:
    return text.strip().partition("\n")[0][:500]


def _torchscript(op: Op, sample: Sample, values: Values, names: Sequence[str], path: Path) -> None:
    axes: dict[str, Any] = dict(sample.dynamic)
    if not op.model.source:
        axes |= output_axes(op, values, sample.dynamic, names)
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
        if FOLDED not in str(error):
            raise
        # What a kernel in Python computes folds away (x * 1), and the exporter, which looks into
        # it though the symbolic function says all, is lost. It can be told not to look.
        write(autograd_inlining=False)


def _torch_export(
    op: Op, sample: Sample, names: Sequence[str], path: Path, table: dict[Any, Any]
) -> Any:
    # A name instead of a Dim: the exporter keeps it, and finds the ranges by itself.
    shapes = [sample.dynamic.get(name) for name in sample.tensors]
    variadic = not op.model.source  # our own module takes *given
    dynamic: Any = ((tuple(shapes),) if variadic else tuple(shapes)) if any(shapes) else None
    return torch.onnx.export(
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
    for node, _, _ in walk(model.graph):
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

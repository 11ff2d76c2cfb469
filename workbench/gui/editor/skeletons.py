"""What a file that is created begins with, and the head that is looked for in it."""

from __future__ import annotations

from pathlib import PurePosixPath

from workbench.core import edits
from workbench.core.declaration.gradients import GRAD, differentiable, grad_name, scope
from workbench.core.declaration.op import Op
from workbench.core.pipeline.op_files import NamedFile
from workbench.importers.drafts.skeleton import kernel_head, kernel_text, reference_text

__all__ = ["expected", "skeleton"]


def _parameters(op: Op) -> str:
    return ", ".join(a.name for a in op.args)


def expected(op: Op, file: NamedFile) -> tuple[str, str]:
    """What a file must hold.

    Returns:
        A label, and the head of the function or class; or why there is none.
    """
    match file.role:
        case "kernel":
            kind, (head, why) = op.kernel.kind, kernel_head(op)
            return kind.expected, kind.expected_head(file.function, op.torch, head or why)
        case "mapping":
            return "Expected function", f"def {file.function}(g, {_parameters(op)})"
        case "model":
            return "Expected function", f"def {file.function}(op)  # gives a torch.nn.Module"
        case "reference":
            return "Expected function", f"def {file.function}({_parameters(op)})"
        case "backward":
            return "Expected function", f"def {file.function}({', '.join(scope(op))})  # or some"
        case "script" if file.node is not None:
            inputs = ", ".join(_script_inputs(file))
            return "Expected function", f"def {file.function}({inputs})  # @onnxscript.script"
        case "ort":
            return "Expected", "RegisterCustomOps, or custom-op structs"
        case _:
            return "Compiled beside", op.kernel.source


def skeleton(op: Op, file: NamedFile) -> str:
    """The first text of a file."""
    match file.role:
        case "kernel":
            return kernel_text(op, file.function)
        case "mapping":
            return _mapping(op, file.function)
        case "model":
            return _model(op, file.function)
        case "reference":
            return reference_text(op, file.function)
        case "backward":
            return _backward(op, file.function)
        case "script":
            return _script(op, file)
        case "ort":
            return (
                "// A custom op against ONNX Runtime's official headers.\n"
                "#include <onnxruntime_cxx_api.h>\n"
            )
        case _:
            return f"// {_comment(op)}\n"


def _comment(op: Op) -> str:
    return op.doc or op.torch


def _mapping(op: Op, function: str) -> str:
    custom = next(iter(op.mapping.custom_nodes), None)
    name = custom.op if custom is not None else edits.custom_name(op)
    tensors = [a.name for a in op.args if a.holds_tensors]
    count = f", outputs={len(op.outputs)}" if len(op.outputs) > 1 else ""
    given = ", ".join([f'"{name}"', *tensors])
    arguments = f"g, {_parameters(op)}".removesuffix(", ")
    return f'''"""How {op.torch} becomes ONNX nodes."""


def {function}({arguments}):
    return g.op({given}{count})
'''


def _model(op: Op, function: str) -> str:
    inputs = [e.arg for e in op.model.inputs if e.arg.isidentifier()] or ["x"]
    given = ", ".join(inputs)
    return f'''"""The sample model of {op.name}."""

import torch


def {function}(op):
    class Model(torch.nn.Module):
        def forward(self, {given}):
            return op({given})

    return Model().eval()
'''


def _backward(op: Op, function: str) -> str:
    known = [name for name in scope(op) if name != GRAD]
    gradients = ", ".join(grad_name(arg.name) for arg in differentiable(op)) or "None"
    return f'''"""The gradients of {op.name}'s arguments, from those of its outputs."""

import torch


def {function}({", ".join(known)}):
    raise NotImplementedError("compute {gradients} here")
'''


def _script_inputs(file: NamedFile) -> list[str]:
    node = file.node
    names = [name for name in node.inputs if name] if node is not None else []
    return names or ["X"]


def _script(op: Op, file: NamedFile) -> str:
    node = file.node
    assert node is not None
    inputs = _script_inputs(file)
    attributes = "".join(
        f", {a.name}: {a.kind.annotation}" for a in node.attributes if a.kind.annotation
    )
    name = PurePosixPath(file.name).name
    return f'''"""{node.op} as a function that travels in the model; {name} is read at export."""

from onnxscript import opset{op.model.opset} as op
from onnxscript import script
from onnxscript.values import Opset

domain = Opset("{node.domain}", 1)


@script(domain)
def {file.function}({", ".join(inputs)}{attributes}):
    return op.Identity({inputs[0]})
'''

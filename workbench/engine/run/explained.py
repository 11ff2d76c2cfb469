"""What ONNX Runtime says of a model, an op library or a kernel, in plain words with the next step."""

from __future__ import annotations

import re
from pathlib import Path

from msgspec.structs import replace

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.files.files import read_text

__all__ = ["explained", "placed"]

_NOT_TAKEN = "ONNX Runtime does not take the model"
_FAILED = "the model failed in ONNX Runtime"
_MISFIT = ("the model's node", "the model gives", "the model takes from", "the model uses")
_EMPTY = "the op library registers nothing"
"""How ``library_check`` begins where a model and a library do not fit, and where there are no ops."""
_AGREE = (
    "The name, the domain, the number of inputs and outputs and each element type that the library "
    "registers must agree with the mapping's node."
)
_OLDEST = "Set ort.oldest in op.toml to the oldest ONNX Runtime that shall load the library."


def explained(error: Exception, file: str = "") -> UserError:
    """An error of ONNX Runtime.

    Args:
        error: as it was raised.
        file: the model's, where it was being loaded; empty where it was being run.
    """
    text = str(error)
    if "[ONNXRuntimeError]" in text:
        text = text.rpartition(" : ")[2]
    text = re.sub(r"^Load model from .*? failed:", "", " ".join(text.split()))
    text = re.sub(r"^(?:Fatal error: |This is an invalid model\. (?:Error: )?)", "", text)[:1500]
    key = "ort.oldest" if "API version" in text or "it needs ONNX Runtime" in text else ""
    message, hint = _words(text)
    what = _NOT_TAKEN if file else _FAILED
    return UserError("run", f"{what}: {message}", hint, file="" if key else file, key=key)


def _words(text: str) -> tuple[str, str]:
    """What happened and the next step."""
    if "API version" in text or "it needs ONNX Runtime" in text:
        return text, _OLDEST
    if "Domain already set" in text:
        return "two of the session's op libraries have one domain, which it takes from one alone", (
            "Build the ops into one library, or give those of the other a domain of their own."
        )
    if match := re.search(r"([\w.]*):(\w+)\((-?\d+)\) is not a registered function/op", text):
        if match[1] in ("", "ai.onnx"):
            return (
                text,
                f"ONNX Runtime itself has no {match[2]} of this version: choose another opset.",
            )
        return f"{text}: the op library registers no {match[1]}::{match[2]}", (
            "The name and the domain that the library registers must be those of the mapping's node."
        )
    if match := re.search(
        r"Type '(.*?)' of input parameter \((.*?)\) of operator \((\w+)\) in node", text
    ):
        dtype = re.sub(r"tensor\((\w+)\)", r"\1", match[1])
        return f"{match[3]} takes no {dtype} for its input '{match[2]}'", (
            "Declare the element types that it has; if it is in the op library, register more there."
        )
    if match := re.search(
        r"schema\((.*?):\d+\) has (in|out)put size (\d+) not in range \[min=(\d+), max=(\d+)\]",
        text,
    ):
        takes = f"{match[4]} to {match[5]}" if match[4] != match[5] else match[4]
        return (
            f"the model's node {match[1]} has {match[3]} {match[2]}puts, the op library's has {takes}",
            "The mapping and what the library registers must agree in them.",
        )
    if match := re.search(r"Could not find an implementation for (\w+)\(\d+\) node", text):
        return f"{text}: there is no kernel of {match[1]} that fits", (
            "ONNX Runtime's own kernels lack some element types. One of an op library must be "
            "registered for CPUExecutionProvider and for the model's element types."
        )
    if match := re.search(r"while running (\w+) node\. Name:.*? Status Message: (.*)$", text):
        return f"{match[1]}: {match[2]}", "It was called with the example inputs of the Model page."
    return text, ""


def placed(problem: Problem, op: Op | None, folder: Path) -> Problem:
    """A problem that the user's own op library is the cause of, at the line that names the op there."""
    source = op.ort.source if op is not None and op.ort.side.has_source else ""
    misfit = problem.message.startswith(_MISFIT)
    refused = problem.kind == "run" and problem.message.startswith(_NOT_TAKEN)
    if not source or not (misfit or refused or problem.message.startswith(_EMPTY)):
        return problem
    if misfit:
        problem = replace(problem, hint=_AGREE)
    path = folder / source
    try:
        lines = read_text(path).splitlines()
    except UserError:
        return problem
    assert op is not None
    names = [re.escape(name) for n in op.mapping.custom_nodes for name in (n.op_type, n.domain)]
    wanted = [rf"[\"'](?:{'|'.join(names)})[\"']"] if names else []
    for pattern in (*wanted, r"\bCreateLiteCustomOp\b", r"\bGetName\b", r"\bRegisterCustomOps\b"):
        line = next((i for i, text in enumerate(lines, 1) if re.search(pattern, text)), 0)
        if line:
            return replace(problem, file=str(path), line=line)
    return problem

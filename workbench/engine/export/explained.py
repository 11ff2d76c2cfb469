"""What the exporters, and the Python of a mapping, raise: in plain words, with the line and the next step."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path

from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.core.exporters import failed_itself
from workbench.core.files.files import read_text
from workbench.core.types.attribute_types import ATTRIBUTE_TYPES
from workbench.engine.host.user_code import place_in
from workbench.engine.onnx.graph import without_domain

__all__ = ["EXPORT_ERRORS", "FOLDED", "explained", "not_loaded"]

EXPORT_ERRORS = (
    *(RuntimeError, TypeError, ValueError, LookupError, AttributeError, AssertionError),
    NameError,
    ArithmeticError,
)
"""What the exporters, and the functions that they call, raise for a user's mistake."""
FOLDED = "Argument passed to at() was not in the map"
"""What the TorchScript exporter says where a Python function gives one of its inputs."""
_LOG = "The log has the exporter's whole text."


def explained(op: Op, folder: Path, error: Exception) -> UserError:
    """An error that arose while a model was exported.

    Args:
        op, folder: the declaration and where it is.
        error: what the exporter raised; what the user's mapping raised is among its causes.
    """
    print(f"{type(error).__name__}: {error}", flush=True)
    text = re.sub(r"\x1b\[[0-9;]*m| ?\(occurred when translating \w+\)", "", str(error))
    # torch.export's exporter says what happened at the end, after its advice.
    _, _, summary = text.partition("Exception summary")
    lines = [line for line in (summary or text).splitlines() if line.strip(" #-=")]
    if lines:
        lines[0] = re.sub(r"^<class '(?:\w+\.)*(\w+)'>: ", r"\1: ", lines[0])
    raised = _raised_words(error)
    source = op.mapping_kind.symbolic(op)[0]
    if unknown := re.search(
        r"No schema registered for '(\w+)' version '(\d+)' and domain ''", text
    ):
        written = folder / source if source else None
        return without_domain(unknown[1], int(unknown[2]), op, written)
    mapping = _of_mapping(op, raised or text, lines)
    if mapping is not None:
        message, hint = mapping
    elif raised:
        message, hint = raised, "Correct the mapping, or how the model calls the op."
    else:
        message, hint = _of_exporter(op, text, lines or [type(error).__name__])
    file, line = place_in(error, folder)
    if not file and (mapping is not None or raised):
        file, line = _symbolic(op, folder)
    elif not file and (unknown := _UNKNOWN.search(text)):
        file, line = _called(op, folder, unknown[1] or unknown[2])
    if "must be a constant" in message:
        hint = (
            "An argument that becomes an attribute or a constant is written into the graph: give it "
            "as a value, or declare it as a tensor and map it to an input."
        )
    who = "the mapping" if source and file == str(folder / source) else "the exporter"
    return UserError("export", f"{who} failed: {message[:1000]}", hint, file=file, line=line)


_UNKNOWN = re.compile(
    r"Exporting the operator '(?:\w+::)?(\w+)' to ONNX opset version \d+ is not supported"
    r"|No ONNX function found for <OpOverload\(op='\w+\.(\w+)"
)
"""A function of torch that an exporter does not know: in TorchScript's words, then in torch.export's."""


def _of_exporter(op: Op, text: str, lines: list[str]) -> tuple[str, str]:
    """Message and next step of what the exporter itself says."""
    message = lines[0]
    computed = re.search(
        r"Expected node type 'onnx::Constant' for argument '(\w+)'"
        r"|for argument '(\w+)' but instead found type 'Sym(?:Bool|Float|Int)'",
        text,
    )
    if computed:
        return f"'{computed[1] or computed[2]}' must be a constant, but the model computes it", _LOG
    if FOLDED in text:
        return (
            "a Python function in the model folds away: what it gives is one of its inputs",
            "x * 1 and x + 0 are nothing to the TorchScript exporter: leave them out, or set "
            'exporter = "torch.export".',
        )
    if "data-dependent expression" in text:
        return (
            "the model goes one way or another by a value that it computes, and a graph has one way",
            "Compute both and choose with torch.where, or use torch.cond.",
        )
    if unknown := _UNKNOWN.search(text):
        name = unknown[1] or unknown[2]
        hint = (
            f"Write it with other functions, or make it an op of its own: New op, From a torch op, "
            f"or op-workbench new --torch aten::{name}."
        )
        if later := re.search(r"added in version (\d+)", text):
            hint = f"Set the model's opset to {later[1]} or a later one."
        return f"the exporter has no ONNX for torch's {name}", hint
    if "conflicts between user-specified ranges" in text and len(lines) > 1:
        hint = "A size that an int argument of the op is computed from cannot stay dynamic."
        return lines[1].strip(" -"), hint
    if "Unsupported: ONNX export of operator" in message or "is not exportable" in message:
        return (
            message,
            f"The opset {op.model.opset} of the model and the mapping's operators must fit together.",
        )
    if "INTERNAL ASSERT FAILED" in text:
        return message, failed_itself(op.model.exported_by)
    return message, _LOG


def _of_mapping(op: Op, text: str, lines: list[str]) -> tuple[str, str] | None:
    """Message and next step where the symbolic function is written wrong; None for another error."""
    head = f"def {_function(op)}({', '.join(['g', *(a.name for a in op.args)])})"
    if match := re.search(
        r"Invalid attribute specifier '(\w+)'|the attribute '(\w+)' needs a suf", text
    ):
        name = match[1] or match[2]
        return f"the attribute '{name}' of g.op does not say its type", (
            f"Write {_suffixes(name)}."
        )
    if match := re.search(r"the attribute '((\w+)_(\w))' (cannot be .*)", text):
        return match[0][:200], f"Give it such a value, or another suffix: {_suffixes(match[1])}."
    if re.search(r"cannot unpack non-iterable (?:[\w.]*Value|SymbolicTensor)", text):
        count = len(op.outputs)
        return "g.op gives one value here, which is unpacked into several", (
            f'Say how many the node has: g.op("…", …, outputs={count}).'
        )
    if match := re.search(r"the mapping gives (\d+|nothing)", text):
        count = len(op.outputs)
        if match[1] == "nothing":
            return "the mapping returns nothing", "End it with: return g.op(…)."
        hint = f'Have the node give {count}, and return them: return g.op("…", …, outputs={count}).'
        if count == 1:
            hint = "Return the value of the op's one output."
        if any(o.is_list for o in op.outputs):
            hint = f"A list is one value, with its tensors in it: return {_with_lists(op)}."
        return (
            f"the mapping returns {match[1]} value{'s' * (match[1] != '1')}, and the op has {count} "
            f"output{'s' * (count != 1)}",
            hint,
        )
    if match := re.search(
        r"number of arguments \((\d+)\) and their descriptors \((\d+)\) was found at .*? '(\w+)'",
        text,
    ):
        return (
            f"@parse_args describes {match[2]} of the {match[1]} arguments of '{match[3]}'",
            "Give it one word for each argument after g, such as @parse_args('v', 'f').",
        )
    if re.search(rf"\b{_function(op)}\(\) (?:takes|missing|got an unexpected)", text):
        return lines[0], f"It is called with the op's arguments: {head}."
    return None


def _with_lists(op: Op) -> str:
    """What a symbolic function returns, each list as two tensors."""
    values = [f"[{o.name}_0, {o.name}_1]" if o.is_list else o.name for o in op.outputs]
    return ", ".join(values) if len(values) > 1 else f"({values[0]},)"


def _function(op: Op) -> str:
    """The name of the symbolic function, without its class."""
    return op.mapping_kind.symbolic(op)[1].rpartition(".")[2] or "symbolic"


def _suffixes(name: str) -> str:
    """How to write an attribute of each type."""
    plain = re.sub(r"_[a-z]$", "", name)
    kinds = {k.suffix: k.name for k in ATTRIBUTE_TYPES.values() if not k.literal.is_list}
    said = [f"{plain}_{suffix} ({kind})" for suffix, kind in kinds.items()]
    return f"{', '.join(said[:-1])} or {said[-1]}"


def _symbolic(op: Op, folder: Path) -> tuple[str, int]:
    """The head of the symbolic function; empty where the program writes it."""
    source = op.mapping_kind.symbolic(op)[0]
    if not source:
        return "", 0
    path = folder / source
    heads = (d for d in _defined(path) if d.name == _function(op))
    return str(path), next((d.lineno for d in heads), 0)


def _called(op: Op, folder: Path, name: str) -> tuple[str, int]:
    """Where the sample model's file first names a function of torch; empty where it does not.

    torch.linalg.eigvals is there what torch's registry calls linalg_eigvals, or linalg_eig.
    """
    if not op.model.source:
        return "", 0
    path = folder / op.model.source
    try:
        lines = read_text(path).splitlines()
    except UserError:
        return "", 0
    pattern = re.compile(r"\b" + name.strip("_").replace("_", "[._]"))
    line = next((i for i, text in enumerate(lines, 1) if pattern.search(text)), 0)
    return (str(path), line) if line else ("", 0)


def _defined(path: Path) -> Iterator[ast.FunctionDef]:
    """The functions of a Python file; none where it cannot be read."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def not_loaded(op: Op, folder: Path, error: BaseException) -> UserError:
    """An error that arose while the mapping's Python files were loaded."""
    names = [op.mapping_kind.symbolic(op)[0], *(n.script for n in op.mapping.nodes)]
    files = [name for name in names if name]
    file, line = place_in(error, folder)
    text = f"the Python of the mapping does not run: {type(error).__name__}: {error}"
    hint = f"Correct {', '.join(files) or 'the mapping'}; the log has more."
    if isinstance(error, AttributeError) and not file and files:
        path = folder / files[0]
        known = ", ".join(d.name for d in _defined(path)) or "none"
        text = f"the file defines no function '{_function(op)}'"
        file, hint = str(path), f"Its functions: {known}. Name it in mapping.function."
    elif isinstance(error, ImportError) and (moved := _moved(error)):
        hint = moved
    return UserError("mapping", text, hint, file=file, line=line)


_TODAY = "torch.onnx._internal.torchscript_exporter"
"""Where parts of the TorchScript exporter are that many published functions import of torch.onnx."""


def _moved(error: ImportError) -> str:
    """Where a module of torch.onnx is now; empty where it is another import."""
    match = re.search(r"cannot import name '(\w+)' from 'torch\.onnx'", str(error)) or re.search(
        r"No module named 'torch\.onnx\.(\w+)'", str(error)
    )
    if match is None or importlib.util.find_spec(f"{_TODAY}.{match[1]}") is None:
        return ""
    return f"torch has moved it: from {_TODAY} import {match[1]}."


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

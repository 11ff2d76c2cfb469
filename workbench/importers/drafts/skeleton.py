"""The kernel that a new op begins with: the right head, and a body that builds and says so."""

from __future__ import annotations

import json

from workbench.core import check
from workbench.core.declaration import signature
from workbench.core.declaration.op import Arg, Op, Output
from workbench.core.errors import UserError
from workbench.core.styles import Sketch

__all__ = ["UNWRITTEN", "kernel_head", "kernel_text", "reference_text", "unwritten", "wrapped_head"]

UNWRITTEN = "unwritten"
"""The kind of a problem, or a note: what is run there is still the skeleton's."""
_WIDTH = 100


def unwritten(where: str, message: str) -> UserError:
    """What a run says whose kernel is still the skeleton's.

    Args:
        where: it was run there.
        message: the message there; its end is the skeleton's own.
    """
    what = message.rpartition(": ")[2]
    hint = "Write its body on the Kernel page; the head stays as it is."
    return UserError(UNWRITTEN, f"the kernel failed in {where}: {what}", hint)


def kernel_head(op: Op) -> tuple[str, str]:
    """The C++ head that the kernel's function must have, and why there is none."""
    return _head(op) if op.kernel.kind.asks_head else ("", "")


def _head(op: Op) -> tuple[str, str]:
    if check.check_op(op):
        return "", "shown once the declaration has no problems"
    # Imported late: the templates are not needed for the first window.
    from workbench.core import codegen

    try:
        return codegen.kernel_head(op.resolved()), ""
    except UserError as error:
        return "", error.problem.message


def kernel_text(op: Op, function: str = "", width: int = _WIDTH) -> str:
    """The first text of the file that ``kernel.source`` names.

    Args:
        op: the op; an installed one has no kernel of its own, so this is not asked for it.
        function: the function (or class) in it; the declared one where empty.
        width: characters of a line of its head.
    """
    kind = op.kernel.kind
    parameters = (f"{a.kind.libtorch} {a.name}" for a in op.args)
    return kind.first_text(
        Sketch(
            function or op.kernel.function or op.torch_name,
            # Also where the file registers the function itself.
            wrapped_head(_head(op)[0], width) if kind.is_compiled else "",
            " ".join((op.doc or op.torch).split()),
            tuple(a.name for a in op.args),
            tuple(o.name for o in op.outputs),
            ", ".join(parameters),
            op.torch,
            json.dumps(signature.torch_schema(op), ensure_ascii=False),
        )
    )


def reference_text(op: Op, function: str) -> str:
    """The first text of a reference's file: it says what is given and what is asked for."""
    given = "\n".join(f"    {a.name}: {_argument_words(a)}" for a in op.args)
    wanted = "\n".join(f"    {o.name}: {_type_words(op, o)}, shape {o.shape}" for o in op.outputs)
    results = ", ".join(o.name for o in op.outputs) or "None"
    about = f"What {op.name} should compute, written independently of the kernel."
    doc = f"{about}\n\n{' '.join(op.doc.split())}" if op.doc else about
    doc += f"\n\nArguments:\n{given}\nGives:\n{wanted}\n"
    quoted = doc.replace("\\", "\\\\").replace('"', '\\"') if '"' in doc or "\\" in doc else doc
    return f'''"""{quoted}"""

import torch


def {function}({", ".join(a.name for a in op.args)}):
    raise NotImplementedError("compute {results} here")
'''


def _argument_words(arg: Arg) -> str:
    kind = f"{arg.type} of {arg.dtype}" if arg.holds_tensors else arg.type
    return f"{kind}, or None" if arg.optional else kind


def _type_words(op: Op, output: Output) -> str:
    """``as x`` where an output has the type of an argument."""
    return f"as {output.dtype}" if op.arg(output.dtype) is not None else output.dtype


def wrapped_head(head: str, width: int = _WIDTH) -> str:
    """A head in lines of at most so many characters, broken between parameters."""
    line = head.rpartition("\n")[2]
    if len(line) <= width or "(" not in line or not line.endswith(")"):
        return head
    column = line.index("(") + 1
    indent = " " * (column if column <= width // 2 else 4)
    first, *others = line[column:-1].split(", ")
    lines = [line[:column] + first]
    for part in others:
        if len(lines[-1]) + len(part) + 3 > width:
            lines[-1] += ","
            lines.append(indent + part)
        else:
            lines[-1] += f", {part}"
    return head[: len(head) - len(line)] + "\n".join(lines) + ")"

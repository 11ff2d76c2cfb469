"""The kernel that a new op begins with: the right head, and a body that builds and says so."""

from __future__ import annotations

import json

import msgspec

from workbench.core import check, signature
from workbench.core.errors import UserError
from workbench.core.op import Op

__all__ = ["NOT_YET", "kernel_head", "kernel_text", "unwritten"]

_WIDTH = 100
NOT_YET = "is not written yet"
"""What a kernel says that builds, but whose body is still the skeleton's."""


def unwritten(where: str, message: str) -> UserError:
    """What a run says whose kernel is still the skeleton's.

    Args:
        where: it was run there.
        message: what was said there; its end is the skeleton's own.
    """
    own = message.rpartition(": ")[2]
    hint = "Write its body on the Kernel page; the head stays as it is."
    return UserError("unwritten", f"the kernel failed in {where}: {own}", hint)


def kernel_head(op: Op) -> tuple[str, str]:
    """The C++ head that the kernel's function must have, and why there is none."""
    # Imported late: the templates are not needed for the first window.
    from workbench.core import codegen

    if op.kernel.registration != "generated" or op.kernel.style in ("python", "installed"):
        return "", ""
    if check.check_op(op):
        return "", "shown once the declaration has no problems"
    try:
        return codegen.kernel_head(op.resolved()), ""
    except UserError as error:
        return "", error.problem.message


def kernel_text(op: Op, function: str = "") -> str:
    """The first text of the file that ``kernel.source`` names.

    Args:
        op: the op; an installed one has no kernel of its own, so this is not asked for it.
        function: the function (or class) in it; the declared one where empty.
    """
    function = function or op.kernel.function or op.torch_name
    if op.kernel.style == "python":
        return _python(op, function)
    return _cpp(op, function)


def _cpp(op: Op, function: str) -> str:
    head = _wrapped(_head(op))
    comment = " ".join((op.doc or op.torch).split())
    if op.kernel.style == "portable":
        # Without a sound declaration there is no head to write yet.
        body = f'{head} {{\n  wb::fail("{function} {NOT_YET}");\n}}\n' if head else ""
        return f"#include <workbench/tensor.h>\n\n// {comment}\n{body}"
    parameters = ", ".join(f"{a.kind.libtorch} {a.name}" for a in op.args)
    head = head or f"at::Tensor {function}({parameters})"
    body = f'{head} {{\n  TORCH_CHECK(false, "{function} {NOT_YET}");\n}}\n'
    if op.kernel.registration == "own":
        schema = signature.torch_schema(op)
        # Under CPU, not beside the schema: torch.export would trace into the kernel.
        return f"""#include <ATen/ATen.h>
#include <torch/library.h>

// {comment}
{body}
TORCH_LIBRARY({op.namespace}, m) {{
  m.def({_quoted(schema)});
}}

TORCH_LIBRARY_IMPL({op.namespace}, CPU, m) {{
  m.impl("{op.torch_name}", &{function});
}}
"""
    if op.kernel.registration == "pybind":
        return f"""#include <torch/extension.h>

// {comment}
{body}
PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {{
  m.def("{function}", &{function});
}}
"""
    return f"#include <torch/torch.h>\n\n// {comment}\n{body}"


def _head(op: Op) -> str:
    """The head of the function, also where its file registers it itself."""
    if op.kernel.registration == "generated":
        return kernel_head(op)[0]
    kernel = msgspec.structs.replace(op.kernel, registration="generated")
    return kernel_head(msgspec.structs.replace(op, kernel=kernel))[0]


def _wrapped(head: str) -> str:
    """A head in lines of at most 100 characters, broken between parameters."""
    line = head.rpartition("\n")[2]
    if len(line) <= _WIDTH:
        return head
    column = line.index("(") + 1
    indent = " " * (column if column <= _WIDTH // 2 else 4)
    first, *others = line[column:-1].split(", ")
    lines = [line[:column] + first]
    for part in others:
        if len(lines[-1]) + len(part) + 3 > _WIDTH:
            lines[-1] += ","
            lines.append(indent + part)
        else:
            lines[-1] += f", {part}"
    return head[: len(head) - len(line)] + "\n".join(lines) + ")"


def _quoted(text: str) -> str:
    """A C++ string literal."""
    return json.dumps(text, ensure_ascii=False)


def _python(op: Op, function: str) -> str:
    arguments = ", ".join(["ctx", *(a.name for a in op.args)])
    results = ", ".join(o.name for o in op.outputs) or "None"
    return f'''"""{op.doc or op.torch}"""

import torch


class {function}(torch.autograd.Function):
    @staticmethod
    def forward({arguments}):
        raise NotImplementedError("{function} {NOT_YET}: compute {results} here")
'''

"""What the user's C++ text says of itself: its registrations, its module, its op structs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from workbench.core.compile.includes import without_comments
from workbench.core.errors import UserError
from workbench.core.files import read_text
from workbench.core.op import Op

__all__ = [
    "check_registration",
    "custom_op_structs",
    "defines_register_custom_ops",
    "pybind_module_name",
]

_REGISTERS = re.compile(r"\b(TORCH_LIBRARY(_FRAGMENT|_IMPL)?|RegisterOperators)\b")
_MODULE = re.compile(r"\bPYBIND11_MODULE\s*\(\s*([A-Za-z_]\w*)\s*,")
_REGISTER_CUSTOM_OPS = re.compile(r"\bRegisterCustomOps\s*\([^;{}]*\)\s*(?:noexcept\s*)?\{")


def check_registration(op: Op, sources: Iterable[Path]) -> None:
    """Two registrations of one op end the process when the library is loaded.

    Raises:
        UserError: kind ``declaration``; a source registers what we are asked to register.
    """
    if op.kernel.registration != "generated":
        return
    for source in sources:
        text = without_comments(read_text(source))
        found = _REGISTERS.search(text)
        if found and re.search(rf"\b{re.escape(op.torch_name)}\b", text[found.start() :]):
            raise UserError(
                "declaration",
                f"the source registers the op itself ({found[0]}), "
                "and the declaration asks us to do it",
                'Set registration = "own" in [kernel].',
                file=source,
                line=text.count("\n", 0, found.start()) + 1,
            )


def pybind_module_name(folder: Path, op: Op) -> str:
    """The name of an op's Python extension module.

    Python looks for ``PyInit_<name>`` in the file, so a literal name of ``PYBIND11_MODULE`` must
    be used; ``TORCH_EXTENSION_NAME`` is ours to choose.

    Args:
        folder: the op's.
        op: its declaration, with registration ``pybind``.

    Raises:
        UserError: kind ``declaration``; no source has a ``PYBIND11_MODULE``. Kind ``file``; a
            source cannot be read.
    """
    paths = [folder / name for name in (op.kernel.source, *op.kernel.sources)]
    for path in paths:
        match = _MODULE.search(without_comments(read_text(path)))
        if match:
            return f"{op.name}_ext" if match[1] == "TORCH_EXTENSION_NAME" else match[1]
    raise UserError(
        "declaration",
        "the kernel is declared a Python extension, and no source has a PYBIND11_MODULE",
        'Add one, or set registration = "generated" for a plain function, "own" for TORCH_LIBRARY.',
        file=paths[0],
    )


def defines_register_custom_ops(source: Path) -> bool:
    """Whether a file defines ``RegisterCustomOps``, which ONNX Runtime looks for."""
    return bool(_REGISTER_CUSTOM_OPS.search(without_comments(read_text(source))))


_TOKEN = re.compile(
    r"""(?P<skip>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+')
    |(?P<namespace>(?:\binline\s+)?\bnamespace\b\s*(?P<path>[\w:]*)\s*\{)
    |(?P<struct>\b(?:struct|class)\s+(?P<name>[A-Za-z_]\w*)\s*(?:final\s*)?:(?!:)(?P<bases>[^{;]*)\{)
    |(?P<open>\{)|(?P<close>\})""",
    re.VERBOSE,
)
_CUSTOM_OP = re.compile(r"\b(?:Ort\s*::\s*)?CustomOpBase\s*<|\bOrtCustomOp\b")
_TEMPLATE = re.compile(r"\btemplate\s*<[^;{}]*>\s*$")


def custom_op_structs(source: Path) -> tuple[str, ...]:
    """The op structs of a file by their qualified names: those that derive from ONNX Runtime's.

    Templates are left out: nothing says which of them are meant.
    """
    text = without_comments(read_text(source))
    scopes: list[str | None] = []
    found = []
    for match in _TOKEN.finditer(text):
        if match["namespace"]:
            scopes.append(match["path"])  # empty for one without a name: seen from outside
        elif match["struct"]:
            inside = None in scopes  # of a function or class
            template = _TEMPLATE.search(text[: match.start()])
            if _CUSTOM_OP.search(match["bases"]) and not inside and not template:
                found.append("::".join([*filter(None, scopes), match["name"]]))
            scopes.append(None)
        elif match["open"]:
            scopes.append(None)
        elif match["close"] and scopes:
            scopes.pop()
    return tuple(found)

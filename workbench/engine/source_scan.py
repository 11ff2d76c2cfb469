"""What the user's C++ text says of itself: its registrations, its module, its op structs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from workbench.core.errors import UserError
from workbench.core.files import read_text
from workbench.core.op import Op
from workbench.engine.includes import included_files

__all__ = [
    "check_registration",
    "custom_op_structs",
    "defines_register_custom_ops",
    "pybind_module_name",
    "runtime_of",
]

_REGISTERS = re.compile(r"\b(TORCH_LIBRARY(_FRAGMENT|_IMPL)?|RegisterOperators)\b")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_MODULE = re.compile(r"\bPYBIND11_MODULE\s*\(\s*([A-Za-z_]\w*)\s*,")
_ORT_HEADER = re.compile(r"#\s*include\s*[<\"][^>\"\n]*\bonnxruntime_\w+\.h[>\"]")
_TORCH_HEADER = re.compile(r"#\s*include\s*[<\"](?:torch|ATen|c10|pybind11)/|#\s*include\s*<Python")
_REGISTER_CUSTOM_OPS = re.compile(r"\bRegisterCustomOps\s*\([^;{}]*\)\s*(?:noexcept\s*)?\{")


def _without_comments(text: str) -> str:
    """The text without comments, with its line numbers."""
    return _COMMENT.sub(lambda m: "\n" * m[0].count("\n"), text)


def check_registration(op: Op, sources: Iterable[Path]) -> None:
    """Two registrations of one op end the process when the library is loaded.

    Raises:
        UserError: kind ``declaration``; a source registers what we are asked to register.
    """
    if op.kernel.registration != "generated":
        return
    for source in sources:
        text = _without_comments(read_text(source))
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
        match = _MODULE.search(_without_comments(read_text(path)))
        if match:
            return f"{op.name}_ext" if match[1] == "TORCH_EXTENSION_NAME" else match[1]
    raise UserError(
        "declaration",
        "the kernel is declared a Python extension, and no source has a PYBIND11_MODULE",
        'Add one, or set registration = "generated" for a plain function, "own" for TORCH_LIBRARY.',
        file=paths[0],
    )


def runtime_of(source: Path, include: Sequence[Path]) -> str:
    """Whose headers a source includes: ``torch``, ``ort`` or neither, which is empty."""
    texts = [
        _without_comments(path.read_text(encoding="utf-8", errors="replace"))
        for path in included_files(source, [source.parent, *include])
        if path.is_file()
    ]
    if any(map(_ORT_HEADER.search, texts)):
        return "ort"
    return "torch" if any(map(_TORCH_HEADER.search, texts)) else ""


def defines_register_custom_ops(source: Path) -> bool:
    """Whether a file defines ``RegisterCustomOps``, which ONNX Runtime looks for."""
    return bool(_REGISTER_CUSTOM_OPS.search(_without_comments(read_text(source))))


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
    text = _without_comments(read_text(source))
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

"""The texts that are generated from a declaration, for looking at."""

from __future__ import annotations

from collections.abc import Callable

from workbench.core import check
from workbench.core.errors import UserError
from workbench.core.op import Op
from workbench.importers.drafts.skeleton import kernel_head

__all__ = ["PREVIEWS", "kernel_head", "preview"]

PREVIEWS: dict[str, tuple[str, str]] = {
    "python": ("Python: fake kernel, symbolic, translation", "python"),
    "kernel_unit": ("C++: the kernel's translation unit", "cpp"),
    "torch_glue": ("C++: binding to PyTorch", "cpp"),
    "ort_glue": ("C++: binding to ONNX Runtime", "cpp"),
    "bridge": ("C++: the bridge to PyTorch", "cpp"),
    "ort_own": ("C++: registration of your own ONNX Runtime op", "cpp"),
}
"""Name → title and language, in the order of the menu."""


def preview(name: str, op: Op) -> tuple[str, str]:
    """A generated text.

    Returns:
        The text, and why there is none where it is empty.
    """
    # Imported late: the templates are not needed for the first window.
    from workbench.core import codegen
    from workbench.core.codegen import bridge, own_ort

    makers: dict[str, Callable[[Op], str]] = {
        "python": codegen.python_module,
        "kernel_unit": codegen.kernel_unit,
        "torch_glue": codegen.torch_glue,
        "ort_glue": codegen.ort_glue,
        "bridge": bridge.bridge_entries,
        "ort_own": lambda op: own_ort.own_ort_unit(op, op.ort.structs),
    }
    if check.check_op(op):
        return "", "There is no generated code while the declaration has problems."
    op = op.resolved()
    if reason := _nothing(name, op):
        return "", reason
    try:
        return makers[name](op), ""
    except UserError as error:
        return "", error.problem.message


def _nothing(name: str, op: Op) -> str:
    """Why nothing is generated; empty where something is."""
    kernel, style, ort = op.kernel, op.kernel.style, op.ort.implementation
    if name == "ort_glue" and ort not in ("portable", "bridge"):
        return _NO_ORT_GLUE[ort]
    if name == "bridge" and ort != "bridge":
        return "There is no bridge: choose it on the Mapping page to have ONNX Runtime call torch."
    if name == "ort_own" and ort != "own":
        return "The op has no source of its own for ONNX Runtime."
    if name in ("kernel_unit", "torch_glue") and style in ("python", "installed"):
        return _NOTHING_COMPILED[style]
    if name == "kernel_unit" and kernel.registration != "generated":
        return _NO_UNIT[kernel.registration]
    if name == "torch_glue" and style == "libtorch":
        return "A libtorch kernel needs no glue: its registration is in its translation unit."
    return ""


_NOTHING_COMPILED = {
    "python": "Nothing is compiled: the kernel is an autograd.Function.",
    "installed": "Nothing is compiled: torch or a package brings the op.",
}
_NO_UNIT = {
    "own": "Nothing is generated: the kernel's file registers the op itself.",
    "pybind": "Nothing is generated: the kernel's file is a Python extension of its own.",
}
_NO_ORT_GLUE = {
    "own": "Nothing is generated: the op's own source is the kernel.",
    "export-only": "Nothing is generated: another runtime runs the node.",
    "none": "Nothing is generated: the mapping needs no kernel in ONNX Runtime.",
}

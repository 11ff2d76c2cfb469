"""The texts that are generated from a declaration, for looking at."""

from __future__ import annotations

from collections.abc import Callable

from workbench.core import check
from workbench.core.errors import UserError
from workbench.core.op import Op

__all__ = ["PREVIEWS", "kernel_head", "preview"]

PREVIEWS: dict[str, tuple[str, str]] = {
    "python": ("Python: fake kernel, symbolic, translation", "python"),
    "kernel_unit": ("C++: the kernel's translation unit", "cpp"),
    "torch_glue": ("C++: binding to PyTorch", "cpp"),
    "ort_glue": ("C++: binding to ONNX Runtime", "cpp"),
}
"""Name → title and language, in the order of the menu."""


def preview(name: str, op: Op) -> tuple[str, str]:
    """A generated text.

    Returns:
        The text, and why there is none where it is empty.
    """
    # Imported late: the templates are not needed for the first window.
    from workbench.core import codegen

    makers: dict[str, Callable[[Op], str]] = {
        "python": codegen.python_module,
        "kernel_unit": codegen.kernel_unit,
        "torch_glue": codegen.torch_glue,
        "ort_glue": codegen.ort_glue,
    }
    if check.check_op(op):
        return "", "There is no generated code while the declaration has problems."
    if name == "ort_glue" and op.ort.implementation != "portable":
        return (
            "",
            f"No ONNX Runtime kernel is generated: ort.implementation is {op.ort.implementation}.",
        )
    if name == "kernel_unit" and op.kernel.registration == "own":
        return "", "Nothing is generated: the kernel's file registers the op itself."
    if name == "torch_glue" and op.kernel.style != "portable":
        return "", "A libtorch kernel needs no glue: its registration is in its translation unit."
    try:
        return makers[name](op), ""
    except UserError as error:
        return "", error.problem.message


def kernel_head(op: Op) -> tuple[str, str]:
    """The C++ head that the kernel's function must have, and why there is none."""
    from workbench.core import codegen

    if op.kernel.registration == "own":
        return "", ""
    if check.check_op(op):
        return "", "shown once the declaration has no problems"
    try:
        return codegen.kernel_head(op), ""
    except UserError as error:
        return "", error.problem.message

"""Every text that is generated from a declaration, and nothing but text.

It stands in ``core`` because the window shows these texts live while the user types; the
engine compiles and runs the very same ones.
"""

from workbench.core.codegen.cpp import (
    kernel_head,
    kernel_unit,
    ort_glue,
    ort_library,
    torch_glue,
    torch_library,
)
from workbench.core.codegen.python import python_module

__all__ = [
    "kernel_head",
    "kernel_unit",
    "ort_glue",
    "ort_library",
    "python_module",
    "torch_glue",
    "torch_library",
]

"""Every text that is generated from a declaration, and nothing but text.

It stands in ``core`` because the window shows these texts live while the user types; the
engine compiles and runs the very same ones.
"""

from workbench.core.codegen.cpp import kernel_head, unit_text
from workbench.core.codegen.python import python_module
from workbench.core.codegen.templates import read_all

__all__ = ["kernel_head", "python_module", "read_all", "unit_text"]

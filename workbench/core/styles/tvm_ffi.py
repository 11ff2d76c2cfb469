"""A compiled function of somebody else's, which speaks tvm-ffi's C ABI."""

from __future__ import annotations

from workbench.core.styles.plan import LibraryPlan, UnitPlan
from workbench.core.styles.portable import TORCH_GLUE, TORCH_LIBRARY
from workbench.core.styles.style import Style, Words
from workbench.core.types.arg_types import ArgumentType

__all__ = ["CALLS", "STYLE"]

CALLS = UnitPlan(
    "tvm_ffi_calls",
    "tvm_ffi_calls.cpp.j2",
    title="C++: the calls of a tvm-ffi module",
    absent="No compiled module is called: choose it on the Kernel or the Mapping page.",
)
"""Functions over our views that call the module's."""


class TvmFfiModule(Style):
    """Nothing is written: the binding calls the module."""

    name = style = "tvm-ffi"
    order = 50
    words = Words(
        "tvm-ffi module",
        "from another compiler",
        "Nothing is written: PyTorch calls the function of tvm-ffi's C ABI in the compiled module that "
        "[ort] names.",
    )
    no_choice = "a module's function is always registered by the program"
    no_function = "the function is the one that [ort] names"
    language = ""
    suffixes = ()
    file = ""
    takes_module = True
    ort = "tvm-ffi"
    library = LibraryPlan((CALLS, TORCH_GLUE, TORCH_LIBRARY), links_torch=True, loads_module=True)
    nothing = "Nothing is generated: a compiled module is the kernel."

    def refused(self, kind: ArgumentType) -> str:
        return "" if kind.in_portable else f"a tvm-ffi module is passed no {kind.name}"


STYLE = TvmFfiModule()

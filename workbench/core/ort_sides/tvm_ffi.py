"""A compiled function of somebody else's, which speaks tvm-ffi's C ABI."""

from __future__ import annotations

from workbench.core.ort_sides.side import ORT_GLUE, OrtSide
from workbench.core.styles import LibraryPlan, Style, UnitPlan, Words
from workbench.core.styles.tvm_ffi import CALLS
from workbench.core.types.arg_types import ArgumentType

__all__ = ["SIDE"]

_UNITS = (CALLS, ORT_GLUE, UnitPlan("ort_library", "ort_library.cpp.j2"))


class TvmFfiModule(OrtSide):
    """Whatever compiler has made it."""

    name = "tvm-ffi"
    order = 35
    words = Words(
        "tvm-ffi module",
        "from another compiler",
        "A library with a function of tvm-ffi's C ABI, __tvm_ffi_ and its name, is called with ONNX "
        "Runtime's buffers. It lies beside the op library where the model runs.",
    )
    runs = "ONNX Runtime runs a compiled function of this module."
    means = "a compiled module of tvm-ffi's ABI"
    takes_module = True

    def refused(self, kind: ArgumentType) -> str:
        return "" if kind.in_portable else f"a tvm-ffi module is passed no {kind.name}"

    def library(self, style: Style) -> LibraryPlan | None:
        return LibraryPlan(_UNITS, further=False, loads_module=True)

    def shared(self, style: Style) -> str:
        return "both runtimes call the same module" if style.takes_module else ""


SIDE = TvmFfiModule()

"""The op's own portable kernel."""

from __future__ import annotations

from workbench.core.ort_sides.side import ORT_GLUE, OrtSide
from workbench.core.styles import LibraryPlan, Style, UnitPlan, Words

__all__ = ["SIDE"]

_LIBRARY = UnitPlan("ort_library", "ort_library.cpp.j2")


class Portable(OrtSide):
    """The very object that PyTorch runs."""

    name = "portable"
    order = 10
    words = Words(
        "The portable kernel",
        "the same code as in PyTorch",
        "The compiled kernel is bound to ONNX Runtime, too. The op library needs nothing else.",
    )
    runs = "One kernel, compiled for PyTorch and for ONNX Runtime."
    fix = "Run our own kernel"
    means = "our kernel"
    runs_kernel = True

    def library(self, style: Style) -> LibraryPlan | None:
        if style.parameters != "views":
            return None
        return LibraryPlan((*style.kernels, ORT_GLUE, _LIBRARY))

    def refusal(self, style: Style) -> tuple[str, str]:
        if style.parameters == "views":
            return "", ""
        what = f"{style.article} kernel cannot be compiled into an ONNX Runtime library"
        return what, "Write the kernel in the portable style"

    def shared(self, style: Style) -> str:
        return "both runtimes run the same kernel"


SIDE = Portable()

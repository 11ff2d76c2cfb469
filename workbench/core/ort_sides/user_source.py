"""C++ of the user's own against ONNX Runtime's official headers."""

from __future__ import annotations

from workbench.core.ort_sides.side import OrtSide
from workbench.core.styles import LibraryPlan, Style, UnitPlan, Words

__all__ = ["SIDE"]

_LIBRARY = LibraryPlan(
    (
        UnitPlan(
            "ort_own",
            "own_ort.cpp.j2",
            source="ort",
            headers="ort",
            title="C++: registration of your own ONNX Runtime op",
            absent="The op has no source of its own for ONNX Runtime.",
        ),
    )
)


class UserSource(OrtSide):
    """It computes in its own way, whatever the kernel is."""

    name = "own"
    order = 30
    words = Words(
        "C++ of your own",
        "ONNX Runtime's official headers",
        "A source written against onnxruntime_cxx_api.h. It is built as it is.",
    )
    runs = "ONNX Runtime runs the op in this file."
    means = "C++ of yours for ONNX Runtime"
    has_source = True
    nothing = "Nothing is generated: the op's own source is the kernel."

    def library(self, style: Style) -> LibraryPlan | None:
        return _LIBRARY


SIDE = UserSource()

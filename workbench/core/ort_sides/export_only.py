"""Another runtime will run the model."""

from __future__ import annotations

from workbench.core.ort_sides.side import OrtSide
from workbench.core.styles import Style, Words

__all__ = ["SIDE"]


class ExportOnly(OrtSide):
    """Nothing here runs what is exported."""

    name = "export-only"
    order = 40
    words = Words(
        "Export only",
        "another runtime runs it",
        "The model is made and its graph is checked. Its numbers are not compared.",
    )
    runs = "Another runtime runs it; the numbers are not checked in ONNX Runtime."
    fix = "Leave it to another runtime"
    means = "another runtime"
    makes_library = False
    is_compared = False
    nothing = "Nothing is generated: another runtime runs the node."

    def refusal(self, style: Style) -> tuple[str, str]:
        if style.calls_ort:
            return "no kernel is here that PyTorch could have ONNX Runtime run", style.what[1]
        return super().refusal(style)


SIDE = ExportOnly()

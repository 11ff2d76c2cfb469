"""No kernel is needed: ONNX Runtime has all that the mapping yields."""

from __future__ import annotations

from workbench.core.ort_sides.side import OrtSide
from workbench.core.styles import Words
from workbench.core.types.devices import CPU, GPU

__all__ = ["SIDE"]


class Nothing(OrtSide):
    """Standard nodes, and functions that travel in the model."""

    name = "none"
    order = 50
    words = Words(
        "None",
        "standard nodes and functions only",
        "ONNX Runtime has all it needs: every node is a standard one, or a function that travels in "
        "the model.",
    )
    fix = "No kernel is needed"
    takes_custom = False
    makes_library = False
    devices = (CPU, GPU)
    nothing = "Nothing is generated: the mapping needs no kernel in ONNX Runtime."


SIDE = Nothing()

"""An op library that somebody has built."""

from __future__ import annotations

from workbench.core.ort_sides.side import OrtSide
from workbench.core.styles import Words

__all__ = ["SIDE"]


class PrebuiltLibrary(OrtSide):
    """A file, or in a Python package; nothing of it is built here."""

    name = "library"
    order = 37
    words = Words(
        "Prebuilt library",
        "an op library that is there already",
        "A library with custom ops for ONNX Runtime, a file of the op's folder or one in a Python package. "
        "It is asked what it has, and run as it is.",
    )
    runs = "ONNX Runtime runs the op of this library."
    means = "an op library that somebody has built"
    is_prebuilt = True
    nothing = "Nothing is generated: the op library is there already."


SIDE = PrebuiltLibrary()

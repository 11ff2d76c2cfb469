"""How ONNX Runtime runs the custom nodes: one object per implementation, in a file each.

A new implementation is a file here with its ``SIDE``, and templates for what is generated.
"""

from __future__ import annotations

from workbench.core.ort_sides.side import OrtSide
from workbench.core.registry import Registry

__all__ = ["SIDES", "OrtSide", "nothing_needed"]

SIDES: Registry[OrtSide] = Registry(__name__, "SIDE")
"""Name → implementation, in the order in which they are offered."""


def nothing_needed() -> OrtSide:
    """The one for a mapping without custom nodes."""
    return next(side for side in SIDES.values() if not side.takes_custom)

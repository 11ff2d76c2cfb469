"""How ONNX Runtime runs the custom nodes: one object per implementation, in a file each.

A new implementation is a file here with its ``SIDE``, and templates for what is generated.
"""

from __future__ import annotations

import importlib
import pkgutil

from workbench.core.ort_sides.side import OrtSide

__all__ = ["SIDES", "OrtSide", "add", "nothing_needed"]

SIDES: dict[str, OrtSide] = {}
"""Name → implementation, in the order in which they are offered."""


def add(side: OrtSide) -> None:
    """Make one known; the declaration's types take those that are known when it is imported."""
    known = sorted([*SIDES.values(), side], key=lambda s: s.order)
    SIDES.clear()
    SIDES.update({s.name: s for s in known})


for _module in pkgutil.iter_modules(__path__):
    _found = importlib.import_module(f"{__name__}.{_module.name}")
    if hasattr(_found, "SIDE"):
        add(_found.SIDE)


def nothing_needed() -> OrtSide:
    """The one for a mapping without custom nodes."""
    return next(side for side in SIDES.values() if not side.takes_custom)

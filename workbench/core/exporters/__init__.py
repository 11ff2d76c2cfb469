"""The exporters of torch: one object per exporter, in a file each.

A new exporter is a file here with its ``EXPORTER``, and what ``engine/export`` calls for it.
"""

from __future__ import annotations

from workbench.core.exporters.exporter import Exporter
from workbench.core.registry import Registry

__all__ = ["EXPORTERS", "Exporter", "failed_itself", "of_opset", "others"]

EXPORTERS: Registry[Exporter] = Registry(__name__, "EXPORTER")
"""Name → exporter, in the order in which they are offered."""


def others(exporter: Exporter) -> list[Exporter]:
    """All but one."""
    return [other for other in EXPORTERS.values() if other is not exporter]


def failed_itself(exporter: Exporter) -> str:
    """The next step where an exporter crashes, or breaks a promise that it makes to itself."""
    can = " or ".join(f'exporter = "{other.name}"' for other in others(exporter))
    return (
        f"It is torch's {exporter.words.title} exporter that fails, over the mapping's nodes or the "
        f"examples' sizes: set {can} in [model], or give it other nodes or sizes."
    )


def of_opset(opset: int) -> Exporter:
    """The first that writes an opset; the one with the latest opsets where none does."""
    known = EXPORTERS.values()
    latest = max(known, key=lambda e: e.opsets[-1])
    return next((e for e in known if opset <= e.opsets[-1]), latest)

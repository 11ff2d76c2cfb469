"""The exporters of torch: one object per exporter, in a file each.

A new exporter is a file here with its ``EXPORTER``, and what ``engine/export`` calls for it.
"""

from __future__ import annotations

import importlib
import pkgutil

from workbench.core.exporters.exporter import Exporter

__all__ = ["EXPORTERS", "Exporter", "add", "of_opset", "others"]

EXPORTERS: dict[str, Exporter] = {}
"""Name → exporter, in the order in which they are offered."""


def add(exporter: Exporter) -> None:
    """Make one known; the declaration's types take those that are known when it is imported."""
    known = sorted([*EXPORTERS.values(), exporter], key=lambda e: e.order)
    EXPORTERS.clear()
    EXPORTERS.update({e.name: e for e in known})


for _module in pkgutil.iter_modules(__path__):
    _found = importlib.import_module(f"{__name__}.{_module.name}")
    if hasattr(_found, "EXPORTER"):
        add(_found.EXPORTER)


def others(exporter: Exporter) -> list[Exporter]:
    """All but one."""
    return [other for other in EXPORTERS.values() if other is not exporter]


def of_opset(opset: int) -> Exporter:
    """The first that writes an opset; the one with the latest opsets where none does."""
    known = EXPORTERS.values()
    latest = max(known, key=lambda e: e.opsets[-1])
    return next((e for e in known if opset <= e.opsets[-1]), latest)

"""The exporter that captures a program."""

from __future__ import annotations

from types import MappingProxyType

from workbench.core.exporters.exporter import Exporter
from workbench.core.styles import Words

__all__ = ["EXPORTER"]


class TorchExport(Exporter):
    """A function of a table is called for each op of the program."""

    name = "torch.export"
    order = 20
    words = Words(
        "torch.export",
        "dynamo=True",
        "captures the program with symbolic sizes, takes the op's fake kernel for shapes, and a "
        "translation table for the op",
    )
    dynamo = True
    opsets = range(9, 24)
    translates_from = 18
    nested_results = False
    keeps_names = True
    loses = MappingProxyType({"CastLike": ("saturate",)})  # its optimizer makes a Cast of it


EXPORTER = TorchExport()

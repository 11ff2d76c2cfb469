"""The exporter that traces."""

from __future__ import annotations

from workbench.core.exporters.exporter import Exporter
from workbench.core.styles import Words
from workbench.core.types.arg_types import ArgumentType

__all__ = ["EXPORTER"]


class TorchScript(Exporter):
    """A symbolic function is called for each op of the trace."""

    name = "torchscript"
    order = 10
    words = Words(
        "TorchScript",
        "dynamo=False",
        "traces the model with the example inputs and calls a symbolic function for the op",
    )
    dynamo = False
    opsets = range(9, 21)
    translates_from = opsets[0]
    constant_tensors = True
    lacks = ("uint16", "uint32", "uint64")

    def refused(self, kind: ArgumentType) -> str:
        if kind.in_torchscript:
            return ""
        return f"the TorchScript exporter hands no {kind.words} to a symbolic function"


EXPORTER = TorchScript()

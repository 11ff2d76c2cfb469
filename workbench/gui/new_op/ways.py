"""The ways of making an op, in the order of the dialog: one file and one line each."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from workbench.gui.new_op.way import Way
    from workbench.gui.services import Services

__all__ = ["WAYS", "WaySpec"]


class WaySpec(msgspec.Struct, frozen=True):
    """One way.

    Attributes:
        module: its file.
        name: its class.
    """

    module: str
    name: str

    def load(self) -> type[Way]:
        """Import its class: the title, the tip and the icon; building it comes later."""
        module = importlib.import_module(f"workbench.gui.new_op.{self.module}")
        loaded: type[Way] = getattr(module, self.name)
        return loaded

    def make(self, services: Services) -> Way:
        """Build the way; only those that are looked at cost time."""
        loaded = self.load()
        way = loaded(services)
        way.setObjectName(f"way.{loaded.id}")
        return way


WAYS: tuple[WaySpec, ...] = (
    WaySpec("blank_way", "BlankWay"),
    WaySpec("gallery_way", "GalleryWay"),
    WaySpec("cpp_way", "CppWay"),
    WaySpec("torch_way", "TorchWay"),
    WaySpec("onnx_way", "OnnxWay"),
)

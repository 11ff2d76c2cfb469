"""The pages of the New op dialog, in their order: one file and one line each."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from workbench.gui.new_op.page import NewOpPage
    from workbench.gui.services import Services

__all__ = ["NEW_OP_PAGES", "NewOpPageSpec"]


class NewOpPageSpec(msgspec.Struct, frozen=True):
    """One page.

    Attributes:
        module: its file.
        name: its class.
    """

    module: str
    name: str

    def load(self) -> type[NewOpPage]:
        """Import its class: the title, the tip and the icon; building it comes later."""
        module = importlib.import_module(f"workbench.gui.new_op.{self.module}")
        loaded: type[NewOpPage] = getattr(module, self.name)
        return loaded

    def make(self, services: Services) -> NewOpPage:
        """Build the page; only those that are looked at cost time."""
        loaded = self.load()
        page = loaded(services)
        page.setObjectName(f"newOp.{loaded.id}")
        return page


NEW_OP_PAGES: tuple[NewOpPageSpec, ...] = (
    NewOpPageSpec("blank_page", "BlankPage"),
    NewOpPageSpec("gallery_page", "GalleryPage"),
    NewOpPageSpec("cpp_page", "CppPage"),
    NewOpPageSpec("torch_page", "TorchPage"),
    NewOpPageSpec("onnx_page", "OnnxPage"),
    NewOpPageSpec("library_page", "LibraryPage"),
)

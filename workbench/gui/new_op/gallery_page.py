"""New op from the gallery: search, look at what it shows, take a copy."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QWidget

from workbench.gui.look.layouts import hbox
from workbench.gui.new_op.gallery_details import GalleryDetails
from workbench.gui.new_op.gallery_list import GalleryList
from workbench.gui.new_op.page import NewOpPage
from workbench.gui.services import Services
from workbench.importers.drafts.draft import Draft

__all__ = ["GalleryPage"]


class GalleryPage(NewOpPage):
    """A copy of an op that works: with its kernel, its mapping and its tests."""

    id = "gallery"
    title = "From the gallery"
    tip = "A copy of an op that works, to change"
    icon = "gallery"

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._problem = "Choose an op of the gallery."
        self.gallery = GalleryList(self)
        self.gallery.setMinimumWidth(220)
        self._details = GalleryDetails(self)
        hbox((self.gallery, 4), (self._details, 7), on=self, margins=16, spacing=16)
        self.gallery.chosen.connect(self._on_chosen)
        self.gallery.activated.connect(self._on_activated)
        self.gallery.list.setCurrentRow(0)

    def choose(self, name: str) -> None:
        """Choose an op by its folder's name."""
        self.gallery.choose(name)

    def _on_chosen(self, folder: Path | None) -> None:
        op = self.gallery.ops.get(folder) if folder is not None else None
        self._draft = Draft(op, base=folder) if op is not None else None
        self._details.show_op(op)
        self.changed.emit()

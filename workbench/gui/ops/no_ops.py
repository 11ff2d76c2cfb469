"""The middle of the window while the project has no ops."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox
from workbench.gui.look.widgets import EmptyState

__all__ = ["NoOps"]


class NoOps(EmptyState):
    """Says so, and offers to make one."""

    new_requested = Signal(str)
    """Make an op; the id of a page, or empty for the one used last."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("noOps", parent)
        self.say(
            "No ops yet",
            "Begin with a copy of an op that works, or make your own: from a signature, "
            "C++ that you have, an op of torch, or an ONNX model.",
        )
        self._new = QPushButton(icon("new", "on_accent"), "New op …", self)
        self._new.setObjectName("emptyNew")
        self._new.setDefault(True)
        self._new.clicked.connect(self._on_new)
        self._gallery = QPushButton(icon("gallery"), "From the gallery …", self)
        self._gallery.setObjectName("emptyGallery")
        self._gallery.clicked.connect(self._on_gallery)
        buttons = QWidget(self)
        hbox(self._new, self._gallery, on=buttons, margins=(0, 8, 0, 0), spacing=8)
        self.add_button(buttons)
        self.setFocusProxy(self._new)

    def _on_new(self) -> None:
        self.new_requested.emit("")

    def _on_gallery(self) -> None:
        self.new_requested.emit("gallery")

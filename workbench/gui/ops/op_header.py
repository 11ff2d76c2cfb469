"""The line above the pages: which op this is, and how it stands."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget

from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.restyle import restyle
from workbench.gui.look.widgets import ElidedLabel, scaled
from workbench.gui.ops.status import OpStatus

__all__ = ["OpHeader"]


class OpHeader(QWidget):
    """Name, description and the status as a chip."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = scaled(QLabel(self), 1.3, bold=True)
        self._name.setObjectName("opName")
        self._doc = ElidedLabel("", self)
        self._doc.setProperty("role", "muted")
        self._style = QLabel(self)
        self._style.setProperty("role", "chip")
        self._variant = QLabel(self)
        self._variant.setObjectName("variantChip")
        self._variant.setProperty("role", "chip")
        self._status = QLabel(self)
        self._status.setObjectName("opStatusChip")
        self._status.setProperty("role", "chip")
        first = hbox(self._name, self._style, self._variant, Stretch(), self._status, spacing=10)
        vbox(first, self._doc, on=self, margins=(16, 10, 16, 4), spacing=2)

    def show_op(self, document: OpDocument, shown: OpStatus) -> None:
        """Show an op and its status."""
        op = document.op
        self._name.setText(document.name)
        self._style.setVisible(op is not None)
        self._variant.setVisible(op is not None and bool(op.variant))
        if op is not None:
            words = op.kernel.kind.words
            self._style.setText(op.kernel.style)
            self._style.setToolTip(f"{words.title}: {words.short}")
            self._variant.setText(f"Variant: {op.variant}")
            self._variant.setToolTip("The mapping in use; choose another on the Mapping page")
        self._doc.set_whole(op.doc if op is not None else str(document.folder))
        self._status.setText(shown.title)
        self._status.setToolTip(shown.text)
        restyle(self._status, "chip", shown.kind)

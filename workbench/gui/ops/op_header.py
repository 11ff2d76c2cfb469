"""The line above the pages: which op this is, and how it stands."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.restyle import restyle
from workbench.gui.look.widgets import ElidedLabel, scaled
from workbench.gui.ops.verdict import Verdict

__all__ = ["OpHeader"]


class OpHeader(QWidget):
    """Name, description and the verdict as a chip."""

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
        self._verdict = QLabel(self)
        self._verdict.setObjectName("verdictChip")
        self._verdict.setProperty("role", "chip")
        first = QHBoxLayout()
        first.setSpacing(10)
        first.addWidget(self._name)
        first.addWidget(self._style)
        first.addWidget(self._variant)
        first.addStretch(1)
        first.addWidget(self._verdict)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 10, 16, 4)
        layout.setSpacing(2)
        layout.addLayout(first)
        layout.addWidget(self._doc)

    def show_op(self, document: OpDocument, shown: Verdict) -> None:
        """Show an op and its verdict."""
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
        self._verdict.setText(shown.title)
        self._verdict.setToolTip(shown.text)
        restyle(self._verdict, "chip", shown.kind)

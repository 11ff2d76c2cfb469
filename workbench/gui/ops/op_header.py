"""The lines above the pages: which op this is, how it stands, and how far each stage is."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.restyle import restyle
from workbench.gui.look.widgets import ElidedLabel, scaled
from workbench.gui.ops.stage_strip import StageStrip
from workbench.gui.ops.status import OpStatus, StageStep

__all__ = ["OpHeader"]


class OpHeader(QWidget):
    """Name, description and the verdict; below them the stages."""

    page_wanted = Signal(str)
    """Why it stands so is asked for: the id of the page that says it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = scaled(PlainLabel(self), 1.3, bold=True)
        self._name.setObjectName("opName")
        self._doc = ElidedLabel("", self)
        self._doc.setProperty("role", "muted")
        self._style = PlainLabel(self)
        self._style.setProperty("role", "chip")
        self._variant = PlainLabel(self)
        self._variant.setObjectName("variantChip")
        self._variant.setProperty("role", "chip")
        self.verdict = self._chip("opStatusChip")
        self.verdict.clicked.connect(self._on_verdict)
        self.check = self._chip("checkChip")
        self.check.setToolTip(
            "The run agrees or not for its inputs alone. Show what the check found"
        )
        self.check.clicked.connect(self._on_check)
        self.check.hide()
        self.strip = StageStrip(self)
        first = hbox(
            self._name, self._style, self._variant, (self._doc, 1), self.check, self.verdict,
            spacing=10,
        )  # fmt: skip
        vbox(first, self.strip, on=self, margins=(16, 8, 16, 4), spacing=7)

    def _chip(self, name: str) -> QPushButton:
        chip = QPushButton(self)
        chip.setObjectName(name)
        chip.setProperty("role", "chip")
        chip.setCursor(Qt.CursorShape.PointingHandCursor)
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return chip

    def _on_verdict(self) -> None:
        self.page_wanted.emit("run")

    def _on_check(self) -> None:
        self.page_wanted.emit("checks")

    def show_check(self, words: str, kind: str) -> None:
        """Say beside the verdict what the check has found; nothing where it is empty."""
        self.check.setText(words)
        self.check.setVisible(bool(words))
        restyle(self.check, "chip", kind)

    def show_op(self, document: OpDocument, shown: OpStatus, steps: list[StageStep]) -> None:
        """Show an op, its status and how its stages stand."""
        op = document.op
        self._name.setText(document.name)
        self._style.setVisible(op is not None)
        self._variant.setVisible(op is not None and bool(op.variant))
        if op is not None:
            words = op.kernel.kind.words
            self._style.setText(op.kernel.style)
            self._style.setToolTip(plain_tip(f"{words.title}: {words.short}"))
            self._variant.setText(f"Variant: {op.variant}")
            self._variant.setToolTip("The mapping in use; choose another on the Mapping page")
        self._doc.set_whole(op.doc if op is not None else str(document.folder))
        self.verdict.setText(shown.title)
        self.verdict.setToolTip(
            plain_tip("\n".join(part for part in (shown.text, "Show the run") if part))
        )
        self.verdict.setAccessibleDescription(shown.text)
        restyle(self.verdict, "chip", shown.kind)
        self.strip.show_steps(steps)

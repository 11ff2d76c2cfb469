"""The card that shows what the example inputs hold, before anything runs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.jobs import InputPreview
from workbench.gui.elements.preview_rows import PreviewRows
from workbench.gui.elements.previews import Previews
from workbench.gui.look.widgets import Card
from workbench.gui.services import Services

__all__ = ["PreviewCard"]

_PAUSE = 400
"""Milliseconds after the last edit."""


class PreviewCard(Card):
    """A row per tensor: a small picture, its type, its range, its first elements."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__("Preview", "What the example inputs hold", parent)
        self.setObjectName("previewCard")
        self.text_key = "model.inputs"
        self._rows = PreviewRows(self)
        self.body.addWidget(self._rows)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self._ask)
        self._previews = Previews(services, self)
        self._previews.answered.connect(self._on_answer)
        self._previews.failed.connect(self._on_failed)
        self.hide()

    def show_op(self, op: Op, folder: Path) -> None:
        """Show the example inputs of an op; of a case as ``Op.for_case`` gives it."""
        tensors = [e for e in op.model.inputs if not e.none and e.is_tensor]
        self.setVisible(bool(tensors))
        if self._previews.want(op, folder):
            self._rows.fill(())
        if tensors and self.isVisible():
            self._pause.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._pause.start()

    def _ask(self) -> None:
        if self.isVisible():
            self._previews.ask()

    def _on_answer(self, inputs: tuple[InputPreview, ...]) -> None:
        self.subtitle.set_whole("What the example inputs hold")
        self._rows.fill(inputs)

    def _on_failed(self, problem: Problem) -> None:
        self.subtitle.set_whole(problem.message)

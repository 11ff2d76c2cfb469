"""What input tensors hold, opened over the page: it closes as a menu does."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QFrame, QMenu, QScrollArea, QWidget, QWidgetAction

from workbench.core.jobs import InputPreview
from workbench.gui.elements.preview_rows import PreviewRows
from workbench.gui.look.layouts import vbox

__all__ = ["PreviewMenu"]

_WIDTH, _MOST = 460, 420
"""Pixels; more tensors are scrolled through."""


class PreviewMenu(QMenu):
    """The rows of the Preview card.

    Args:
        parent: the Qt parent.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("previewMenu")
        self.rows = PreviewRows()
        self._page = QWidget()
        vbox(self.rows, on=self._page, margins=8)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._page)
        holder = QWidgetAction(self)
        holder.setDefaultWidget(self._area)
        self.addAction(holder)

    def show_inputs(self, inputs: tuple[InputPreview, ...], at: QPoint) -> None:
        """Show tensors at a point of the screen."""
        self.rows.fill(inputs)
        self._area.setFixedSize(_WIDTH, min(self._page.sizeHint().height(), _MOST))
        self.popup(at)

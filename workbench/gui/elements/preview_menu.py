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
        self._over = parent
        self.setObjectName("previewMenu")
        self.rows = PreviewRows()
        self._page = QWidget()
        vbox(self.rows, on=self._page, margins=8)
        self._area = QScrollArea()
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setWidgetResizable(True)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(self._page)
        self._holder = QWidgetAction(self)
        self._holder.setDefaultWidget(self._area)
        self.addAction(self._holder)

    def show_inputs(self, inputs: tuple[InputPreview, ...], at: QPoint) -> None:
        """Show tensors at a point of the screen, or left of it: not beyond the window."""
        self.rows.fill(inputs)
        self._page.ensurePolished()
        for widget in (self.rows, self._page):  # rows that were never shown have no part in it yet
            if (layout := widget.layout()) is not None:
                layout.activate()
        self._area.setFixedSize(_WIDTH, min(self._page.sizeHint().height(), _MOST))
        # A menu keeps the size that its entries had.
        self.removeAction(self._holder)
        self.addAction(self._holder)
        window = self._over.window()
        right = window.mapToGlobal(window.rect().topRight()).x()
        self.popup(QPoint(min(at.x(), right - self.sizeHint().width()), at.y()))

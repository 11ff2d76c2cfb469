"""Room for what may be wider than the page: it scrolls sideways by itself, and the page does not."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

__all__ = ["Sideways"]


class Sideways(QScrollArea):
    """As high as what is in it.

    Args:
        inner: what is shown.
        parent: the Qt parent.
    """

    def __init__(self, inner: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setWidget(inner)
        inner.setAutoFillBackground(False)  # the card's is behind it
        self.viewport().setAutoFillBackground(False)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        done = super().eventFilter(watched, event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        inner = self.widget()
        if inner is None:
            return
        wide = inner.minimumSizeHint().width() > self.width()
        bar = self.horizontalScrollBar().sizeHint().height() if wide else 0
        self.setFixedHeight(inner.sizeHint().height() + bar)

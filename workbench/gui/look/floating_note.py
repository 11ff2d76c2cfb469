"""A note below a field that lies over what is there, so that nothing moves while somebody types."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtWidgets import QAbstractScrollArea, QLabel, QWidget

from workbench.gui.look.restyle import restyle

__all__ = ["FloatingNote"]

_GAP = 3
_MARGIN = 16
"""To the right edge of the page, as cards have it."""
_LEAST = 260
"""Pixels of width, however far to the right the field is."""


class FloatingNote(QLabel):
    """Scrolls along with the field; it never takes the focus, as that would end the typing."""

    link_chosen = Signal(str)
    """A link was clicked: its target."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("floatingNote")
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.linkActivated.connect(self.link_chosen)
        self._field: QWidget | None = None
        self.hide()

    def show_below(self, field: QWidget, text: str, severity: str) -> None:
        """Show a text.

        Args:
            field: what it is about; the note is above it where it would not be seen below.
            text: HTML.
            severity: ``error`` or ``warning``.
        """
        self._field = field
        page = _page_of(field)
        if self.parentWidget() is not page:
            self.setParent(page)
            if (view := page.parentWidget()) is not None:
                view.installEventFilter(self)
        restyle(self, "severity", severity)
        self.show_again(text)
        self.raise_()
        self.show()

    def show_again(self, text: str) -> None:
        """Another text at the same field."""
        field, page = self._field, self.parentWidget()
        if field is None or page is None:
            return
        self.setText(text)
        place = field.mapTo(page, QPoint())
        room = page.width() - _MARGIN
        left = max(min(place.x(), room - _LEAST), 0)
        self.setWordWrap(False)
        width = min(self.sizeHint().width(), room - left)
        self.setWordWrap(True)
        height = self.heightForWidth(width)
        top = place.y() + field.height() + _GAP
        view = page.parentWidget() or page
        seen = QRect(page.mapFrom(view, QPoint()), view.size())
        above = place.y() - _GAP - height
        if top + height > seen.bottom() and above >= seen.top():
            top = above
        self.setGeometry(left, top, width, height)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Another part of the page is seen."""
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self.show_again(self.text())
        return super().eventFilter(watched, event)


def _page_of(field: QWidget) -> QWidget:
    """What scrolls, with all that the field is among; the window where nothing does."""
    page = field
    while (parent := page.parentWidget()) is not None:
        area = parent.parentWidget()
        if (
            page is not field
            and isinstance(area, QAbstractScrollArea)
            and area.viewport() is parent
        ):
            return page
        page = parent
    return page

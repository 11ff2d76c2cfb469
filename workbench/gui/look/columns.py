"""Two columns where there is room for both; else the right one goes below the left one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QWidget

from workbench.gui.look.layouts import Stretch, vbox

__all__ = ["Columns"]

_ROOM = 1040
"""Pixels from which on two columns are better than one."""
_SHARES = (27, 24)
_POLICY = QSizePolicy.Policy


class Columns(QWidget):
    """Only places: what has the focus, and what is typed, stays as it is when the number changes.

    Args:
        left, right: what is in them, from the top.
        spacing: pixels between columns, and between what is in them.
        parent: the Qt parent.

    Attributes:
        parts: all that is in them, the left one first.
    """

    def __init__(
        self,
        left: Sequence[QWidget],
        right: Sequence[QWidget],
        spacing: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._room = 0
        self._sides = (QWidget(self), QWidget(self))
        self.parts = (*left, *right)
        for side, parts in zip(self._sides, (left, right), strict=True):
            vbox(*parts, Stretch(), on=side, margins=0, spacing=spacing)
        self._box = QBoxLayout(QBoxLayout.Direction.TopToBottom, self)
        self._box.setContentsMargins(0, 0, 0, 0)
        self._box.setSpacing(spacing)
        for side in self._sides:
            self._box.addWidget(side)

    @property
    def are_two(self) -> bool:
        """Whether they stand side by side."""
        return self._box.direction() == QBoxLayout.Direction.LeftToRight

    def has_room(self, width: int) -> bool:
        """Whether both fit side by side into so many pixels."""
        needed = [side.minimumSizeHint().width() for side in self._sides]
        room = width - self._box.spacing()
        fits = all(n <= room * s // sum(_SHARES) for n, s in zip(needed, _SHARES, strict=True))
        return fits and width >= _ROOM

    def fit(self, width: int) -> bool:
        """Arrange them for so many pixels; whether that changed anything."""
        self._room = width
        two = self.has_room(width)
        if two == self.are_two:
            return False
        direction = QBoxLayout.Direction
        self._box.setDirection(direction.LeftToRight if two else direction.TopToBottom)
        for side, share in zip(self._sides, _SHARES, strict=True):
            # By their shares alone, whatever is in them: else they would move with each op.
            across = _POLICY.Ignored if two else _POLICY.Preferred
            side.setSizePolicy(across, _POLICY.Preferred)
            self._box.setStretchFactor(side, share if two else 0)
        return True

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest and self._room:
            self.fit(self._room)  # what came needs more room, or what went needed it
        return super().event(event)

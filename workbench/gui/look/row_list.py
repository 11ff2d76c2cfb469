"""A list whose rows are all alike: a row that changes is painted, and the others are not."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView

__all__ = ["RowList"]


class RowList(QListView):
    """A list view for rows of one height, which their content does not change.

    ``QListView`` lays out all rows and paints all that are seen whenever the data of one changes:
    with every key that is typed into a form, and with every stage of every job.
    """

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press beside the rows chooses nothing, and leaves what is chosen."""
        if self.indexAt(event.position().toPoint()).isValid():
            super().mousePressEvent(event)
        else:
            self.setFocus(Qt.FocusReason.MouseFocusReason)

    def dataChanged(
        self,
        first: QModelIndex | QPersistentModelIndex,
        last: QModelIndex | QPersistentModelIndex,
        roles: Sequence[int] = (),
    ) -> None:
        """Paint the rows that changed."""
        QAbstractItemView.dataChanged(self, first, last, roles)

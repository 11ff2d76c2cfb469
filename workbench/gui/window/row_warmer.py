"""Makes rows of a table before they are needed, while nothing else is to be done."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from workbench.gui.forms.tables.record_table import RecordTable
from workbench.gui.slices import Slices

__all__ = ["RowWarmer"]

_WAIT_MS = 20
_MOST = 24


class RowWarmer(QObject):
    """A row costs some milliseconds; an op with many must not cost all of them when it is shown.

    Without it the window does not answer for 66 ms instead of 46 when an op with 14 arguments is
    first shown; without this and ``LaterRows``, for 140.

    Args:
        parent: the Qt parent.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._table: RecordTable | None = None
        self._count = 0
        self._slices = Slices(self._make, self, at_once=0)
        self._later = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._later.timeout.connect(self._start)

    def warm(self, table: RecordTable, count: int) -> None:
        """Have at least so many rows in a table, soon."""
        self._table, self._count = table, min(count, _MOST)
        self._later.start()

    def _start(self) -> None:
        if self._table is not None:
            self._slices.start(range(max(0, self._count - self._table.capacity())))

    def _make(self, _number: int) -> None:
        if self._table is not None and self._table.capacity() < self._count:
            self._table.prepare_row()

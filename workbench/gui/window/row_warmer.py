"""Makes rows of tables before they are needed, while nothing else is to be done."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer

from workbench.core.declaration.op import Op
from workbench.gui.forms.tables.ready_rows import ReadyRows
from workbench.gui.slices import Slices

__all__ = ["RowWarmer"]

_WAIT_MS = 20
_MOST = 24


class RowWarmer(QObject):
    """A row costs some milliseconds; no op must cost those of its rows when it is shown.

    Without it the window does not answer for 7 ms more when the first op with two outputs is shown,
    and for 20 more with 14 arguments.

    Args:
        parent: the Qt parent.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._wanted: list[tuple[ReadyRows, int]] = []
        self._slices = Slices(self._make, self, at_once=0)
        self._later = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._later.timeout.connect(self._start)

    def warm(self, tables: Iterable[ReadyRows], ops: Iterable[Op]) -> None:
        """Have, soon, as many rows in each table as any of the ops needs."""
        every = list(ops)
        self._wanted = [
            (table, min(max(map(table.needed, every), default=0), _MOST)) for table in tables
        ]
        self._later.start()

    def _start(self) -> None:
        self._slices.start(
            [
                (table, number)
                for table, most in self._wanted
                for number in range(table.capacity() + 1, most + 1)
            ]
        )

    def _make(self, item: tuple[ReadyRows, int]) -> None:
        table, number = item
        if table.capacity() < number:
            table.prepare_row()

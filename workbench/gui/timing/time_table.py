"""The table of times: a row for each who was timed and number of threads, a few of them at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QPushButton, QTableWidgetItem, QWidget

from workbench.core.jobs import TimeResult
from workbench.core.pipeline.parity import short
from workbench.core.timing import cells, headers
from workbench.gui.look.fitted_table import fitted_table
from workbench.gui.look.plain import plain_tip

__all__ = ["TimeTable"]

_SPARE = ("Calls", "Fastest", "First call")
"""Left out where the page is narrow, in this order; the tips have all."""
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_FEW = 6
"""Rows that are shown before one asks for all; beside a picture none."""


class TimeTable(QObject):
    """The table, and a button that shows all of it.

    Args:
        parent: of the button.

    Attributes:
        view: the table.
        all_button: is shown where there are more rows.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.view = fitted_table("timeTable", "Time of a call, who and how", headers(()))
        self.view.spare = tuple(map(headers(()).index, _SPARE))
        self.view.cut = (0,)
        self.all_button = QPushButton("", parent)
        self.all_button.setObjectName("timeAll")
        self.all_button.clicked.connect(self._on_all)
        self._whole = False
        self._few = _FEW

    def forget(self) -> None:
        """Another op: that all was asked for was for the last one."""
        self._whole = False

    def fill(self, result: TimeResult, names: Sequence[str], pictured: bool) -> None:
        """Show times.

        Args:
            result: of one set of inputs.
            names: the columns.
            pictured: a picture shows them already.
        """
        self._few = 0 if pictured else _FEW
        rows = [cells(result, timed, names) for timed in result.timed]
        # The last column is empty: it takes what is left of the width.
        self.view.setColumnCount(len(names) + 1)
        self.view.setHorizontalHeaderLabels([*names, ""])
        self.view.setRowCount(len(rows))
        for row, texts in enumerate(rows):
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text if column else short(text))
                item.setToolTip(plain_tip(text if column else _whole(names, texts)))
                if column:
                    item.setTextAlignment(_RIGHT)
                self.view.setItem(row, column, item)
        for column in range(1, len(names)):
            if (header := self.view.horizontalHeaderItem(column)) is not None:
                header.setTextAlignment(_RIGHT)
        self._fold()

    def _fold(self) -> None:
        rows = self.view.rowCount()
        folds = not self._few or rows > self._few + 1
        for row in range(rows):
            self.view.setRowHidden(row, folds and not self._whole and row >= self._few)
        self.view.setVisible(self._whole or self._few > 0)
        self.all_button.setVisible(folds)
        self.all_button.setText("Fewer" if self._whole else f"All {rows}")
        self.all_button.setAccessibleName("Fewer times" if self._whole else "All times")
        self.view.fit()

    def _on_all(self) -> None:
        self._whole = not self._whole
        self._fold()


def _whole(names: Sequence[str], texts: Sequence[str]) -> str:
    """A row with the columns that a narrow page leaves out."""
    told = (f"{name} {text}" for name, text in zip(names[1:], texts[1:], strict=True))
    return "\n".join((texts[0], *told))

"""The elements of a comparison that are worst, and those that were chosen beside them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableWidgetItem

from workbench.core.jobs import OutputParity, PictureResult, WorstElement
from workbench.core.pipeline.picturing import error_text, units_text
from workbench.gui.look.fitted_table import FittedTable, fitted_table
from workbench.gui.look.tab_order import let_go_of_focus
from workbench.gui.look.theme import code_font, color

__all__ = ["WorstTable"]

_ROWS, _ROWS_AGREEING = 50, 5
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ALLOWED = 5
_UNITS = 4
"""The column of errors in units in the last place: whole numbers have none."""


class WorstTable:
    """A row per element.

    Attributes:
        view: the table.
        indices: of the elements, a row each.
    """

    def __init__(self) -> None:
        self.view: FittedTable = fitted_table(
            "differencesTable", "Elements, the worst first", ("",) * 7
        )
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.indices: list[tuple[int, ...]] = []

    @property
    def index(self) -> tuple[int, ...] | None:
        """The element of the row in front."""
        row = max(self.view.currentRow(), 0)
        return self.indices[row] if row < len(self.indices) else None

    def fill(self, compared: OutputParity, result: PictureResult | None) -> None:
        """Show what is worst; without a result what the comparison itself knows."""
        # The last column is empty: it takes what is left of the width.
        unit = result.unit if result is not None else "ULP"
        headers = ("Index", compared.expected_by, compared.actual_by, "Error", unit, "Allowed", "")
        self.view.setHorizontalHeaderLabels(headers)
        for column in range(1, len(headers) - 1):
            if (header := self.view.horizontalHeaderItem(column)) is not None:
                header.setTextAlignment(_RIGHT)
        self.view.setColumnHidden(_UNITS, not unit)
        self.view.spare = (_ALLOWED, _UNITS) if unit else (_ALLOWED,)
        if result is not None:
            most = _ROWS_AGREEING if compared.agrees else _ROWS
            rows = [_cells(worst) for worst in result.worst[:most]]
        else:
            worst = compared.worst
            rows = [_cells(worst)] if worst is not None else []
            rows += [
                (d.index, (d.expected, d.actual, "", "", ""), False)
                for d in compared.differences
                if worst is None or d.index != worst.index
            ]
        self.view.blockSignals(True)
        self.indices = [index for index, _, _ in rows]
        self.view.setRowCount(len(rows))
        for number, (_, cells, agrees) in enumerate(rows):
            self._set_row(number, cells, agrees)
        if not rows:
            let_go_of_focus(self.view)
        self.view.setVisible(bool(rows))
        self.view.blockSignals(False)
        self.view.fit()

    def choose(self, index: tuple[int, ...], expected: float, actual: float) -> None:
        """Put an element in front, on top if it has no row; nobody is told."""
        self.view.blockSignals(True)
        if index not in self.indices:
            self.indices.insert(0, index)
            self.view.insertRow(0)
            self._set_row(0, (f"{expected:.9g}", f"{actual:.9g}", "", "", ""), True)
            self.view.setVisible(True)
            self.view.fit()
        self.view.setCurrentCell(self.indices.index(index), 0)
        self.view.blockSignals(False)

    def _set_row(self, row: int, cells: tuple[str, ...], agrees: bool) -> None:
        index = f"[{', '.join(map(str, self.indices[row]))}]"
        for column, text in enumerate((index, *cells)):
            item = QTableWidgetItem(text)
            item.setFont(code_font())
            if column:
                item.setTextAlignment(_RIGHT)
            if not agrees and column in (3, _UNITS):
                item.setForeground(color("warning"))
            self.view.setItem(row, column, item)


def _cells(one: WorstElement) -> tuple[tuple[int, ...], tuple[str, ...], bool]:
    """The index, the cells behind it, and whether it agrees."""
    figures = (error_text(one.error), units_text(one.units), f"{one.allowed:.3g}")
    return one.index, (one.expected, one.actual, *figures), one.agrees

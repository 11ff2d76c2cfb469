"""The map of a check with the choice of its two factors, a legend, and the square in front."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from workbench.core.cells import USUAL, Cell
from workbench.core.cells.factors import SIZES, VALUES
from workbench.core.cells.kept import Kept
from workbench.core.cells.passes import BUILD
from workbench.core.checking import CellReport, Check, CheckReport
from workbench.gui.checks.cell_looks import LOOKS, light_of, worst
from workbench.gui.checks.finding_row import FindingRow
from workbench.gui.checks.heat_map import HeatMap, cell_text
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.layouts import Stretch, hbox
from workbench.gui.look.lights import light_icon
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.widgets import Card, muted

__all__ = ["MapCard"]

_ROOM = 56
"""Of the cell that is shown, so that the map stays where it is clicked."""


class MapCard(Card):
    """Where it is wrong."""

    cell_chosen = Signal(object)
    """The worst ``CellReport`` of the square that was chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(
            "Map", "Two factors against each other; a square shows its worst cell", parent
        )
        self._levels: dict[str, tuple[str, ...]] = {}
        self._cells: tuple[CellReport, ...] = ()
        self.rows = self._box("checkRows", "Rows of the map")
        self.columns = self._box("checkColumns", "Columns of the map")
        self._legend: dict[str, tuple[QLabel, QLabel]] = {}
        legend: list[QWidget] = []
        for status in LOOKS:
            mark, words = PlainLabel(self), muted(status, self)
            words.setWordWrap(False)
            self._legend[status] = (mark, words)
            legend += [mark, words]
        choice = hbox(
            muted("Rows", self), self.rows, muted("Columns", self), self.columns, Stretch(1),
            spacing=8,
        )  # fmt: skip
        self.body.addLayout(choice)
        self.body.addLayout(hbox(*legend, Stretch(1), spacing=6))
        self.row = FindingRow("checkCell", self)
        self.row.setMinimumHeight(_ROOM)
        self.row.hide()
        self._hint = muted(
            "Choose a square to see its cell, to keep it as a case or save it as a script.", self
        )
        self._hint.setMinimumHeight(_ROOM)
        self.map = HeatMap(self)
        self.map.chosen.connect(self._on_chosen)
        # The cell stands above the map, which may be higher than the window.
        for part in (self._hint, self.row, self.map):
            self.body.addWidget(part)

    def _box(self, name: str, what: str) -> ComboBox:
        box = ComboBox(self)
        box.setObjectName(name)
        box.setAccessibleName(what)
        box.setToolTip(plain_tip(what))
        box.activated.connect(self._on_factor)
        return box

    def show_report(self, check: Check, report: CheckReport) -> None:
        """Show what is known of the cells."""
        levels = {
            f.name: tuple(level.name for level in f.levels)
            for f in check.plan.factors
            if len(f.levels) > 1
        }
        looks = tuple(dict.fromkeys(c.levels[BUILD] for c in report.cells if BUILD in c.levels))
        if looks:
            levels[BUILD] = (USUAL, *looks)
        self._cells = report.cells
        if levels != self._levels:
            self._levels = levels
            self._fill(self.rows, SIZES, 0)
            self._fill(self.columns, VALUES, 1)
            self._clear()
        for status, (mark, words) in self._legend.items():
            count = report.counts.get(status, 0)
            mark.setPixmap(light_icon(light_of(status)).pixmap(14))
            words.setText(f"{status} {count}   ")
            mark.setVisible(bool(count))
            words.setVisible(bool(count))
        self._show()

    def _fill(self, box: ComboBox, first: str, otherwise: int) -> None:
        chosen = box.currentData() if box.currentData() in self._levels else first
        box.clear()
        for factor in self._levels:
            box.addItem(factor, factor)
        at = box.findData(chosen)
        box.setCurrentIndex(at if at >= 0 else min(otherwise, box.count() - 1))

    def _on_factor(self, _index: int) -> None:
        self._clear()
        self._show()

    def _clear(self) -> None:
        self.row.hide()
        self._hint.show()

    def _show(self) -> None:
        rows, columns = self.rows.currentData(), self.columns.currentData()
        if rows and columns:
            self.map.show_cells(
                self._cells, (rows, self._levels[rows]), (columns, self._levels[columns])
            )
            self._on_chosen(self.map.square(self.map.currentRow(), self.map.currentColumn()))

    def _on_chosen(self, cells: list[CellReport]) -> None:
        cell = worst(cells)
        if cell is not None:
            self.cell_chosen.emit(cell)
        else:
            self._clear()

    def show_cell(self, cell: CellReport, kept: Kept, no_script: str) -> None:
        """Show a cell below the map."""
        where = f", in {cell.side}" if cell.side else ""
        title = f"{cell_text(cell)} ({cell.status}{where})"
        made = Cell(cell.number, cell.levels)
        self.row.show_what(light_of(cell.status), title, cell.problems, kept, made, no_script)
        self.row.show()
        self._hint.hide()

"""The card of earlier runs: when, with which verdict and figures, and what became worse."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QTableWidgetItem, QWidget

from workbench.core.errors import UserError
from workbench.core.pipeline.op_state import EXPORT_ONLY, NOT_RUN
from workbench.core.storage.history import Run, when
from workbench.core.storage.run_words import figure, marks, side_by_side
from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.fitted_table import fitted_table
from workbench.gui.look.lights import light_icon
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.restyle import restyle
from workbench.gui.look.theme import color
from workbench.gui.look.widgets import Card, muted
from workbench.gui.ops.history_plot import HistoryPlot
from workbench.gui.services import Services

__all__ = ["HistoryCard"]

_HEADERS = (
    *("Run on", "Result", "ms per run", "Median, ms", "Max abs", "Of budget", "Build, s"),
    *("Content", ""),
)
_RESULT, _RUN, _MEDIAN, _NUMBERS = 1, 2, 3, (2, 3, 4, 5, 6)
_SPARE = (7, 6, 5, _RUN)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_SHOWN = 8
_TWO = 2
"""Runs that can be compared; of more a line is drawn, and the table is there when it is asked for."""
_LOOKED_AT = 30
LIGHTS = {"agrees": "ok", EXPORT_ONLY: "skipped", NOT_RUN: "skipped"}
"""Of a status whose light has another name."""


class HistoryCard(Card):
    """The last runs of the op in front. Runs of the command line are among them.

    Args:
        services: the engine, whose history it shows.
        parent: the page.
    """

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__("History", "", parent)
        self._results = services.engine.last_results
        self._results.added.connect(self._on_added)
        self._document: OpDocument | None = None
        self.table = fitted_table("historyTable", "Earlier runs of the op", _HEADERS)
        self.table.elided = True
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.itemSelectionChanged.connect(self._on_chosen)
        self.plot = HistoryPlot(self)
        self.all_button = QPushButton("", self)
        self.all_button.setObjectName("historyAll")
        self.all_button.clicked.connect(self._on_all)
        self.header.addWidget(self.plot, 2)
        self.header.addWidget(self.all_button)
        self._whole = False
        self.problem = muted("", self, "historyProblem")
        self.body.addWidget(self.problem)
        self.body.addWidget(self.table)
        self.two = fitted_table("historyTwo", "Two runs side by side", ("", "", ""))
        self.two.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.two.elided = True
        self.two.cut = (0, 1)
        self.two.hide()
        self.body.addWidget(self.two)
        self._runs: list[Run] = []
        self.hide()

    @property
    def is_broken(self) -> bool:
        """Whether the history cannot be used, which is to be said."""
        return self._results.problem is not None

    def show_op(self, document: OpDocument | None) -> None:
        """Show the runs of an op, as soon as the card is seen."""
        if document is not self._document and document is not None:
            self._whole = False
        self._document = document
        self.setVisible(document is not None)
        if self.isVisible():
            self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fill()

    def restyle(self) -> None:
        """The theme is another one."""
        if self.isVisible():
            self._fill()

    def _on_added(self, folder: Path) -> None:
        if self._document is not None and folder == self._document.folder and self.isVisible():
            self._fill()

    def _fill(self) -> None:
        if self._document is None:
            return
        try:
            runs = self._results.history.runs(self._document.folder, _LOOKED_AT)
        except UserError as error:
            self.subtitle.set_whole("")
            self.problem.setText(f"{error.problem.words}\n{error.problem.file}")
            runs = []
        else:
            self.problem.clear()
        self.problem.setVisible(bool(self.problem.text()))
        self._runs = runs[:_SHOWN]
        self.table.clearSelection()
        words = marks(runs)
        many = len(runs) > _TWO
        self._say(runs, words)
        self.plot.setVisible(many)
        self.plot.show_runs(runs, words, [LIGHTS.get(run.status, run.status) for run in runs])
        self.all_button.setVisible(many)
        self.all_button.setText("Fewer" if self._whole else f"The last {min(len(runs), _SHOWN)}")
        self.all_button.setAccessibleName("Fewer runs" if self._whole else "The last runs")
        self.table.setVisible(bool(runs) and (self._whole or not many))
        self.table.setRowCount(len(self._runs))
        for row, run in enumerate(self._runs):
            self._fill_row(row, run, words[row], row > 0 and run.content == runs[0].content)
        for column in _NUMBERS:
            if (header := self.table.horizontalHeaderItem(column)) is not None:
                header.setTextAlignment(_RIGHT)
        measured = any(run.median is not None for run in self._runs)
        self.table.spare = (*_SPARE, _MEDIAN) if measured else _SPARE
        self.table.setColumnHidden(_MEDIAN, not measured)
        self.table.fit()

    def _say(self, runs: list[Run], words: list[str]) -> None:
        """What became worse with the last run; else what one can do with the table."""
        more = f"The last {_SHOWN}; op-workbench history lists all" if len(runs) > _SHOWN else ""
        two = "choose two to compare them (Ctrl)" if len(runs) >= _TWO else ""
        folded = len(runs) > _TWO and not self._whole
        text = "" if folded else "; ".join(filter(None, (more, two)))
        worse = words[0] if words else ""
        self.subtitle.set_whole(worse or text[:1].upper() + text[1:])
        restyle(self.subtitle, "severity", "warning" if worse else "")
        self.subtitle.setVisible(bool(self.subtitle.whole()))

    def _on_all(self) -> None:
        self._whole = not self._whole
        self._fill()

    def _on_chosen(self) -> None:
        """Two runs that are chosen stand side by side, the earlier one first."""
        rows = sorted({index.row() for index in self.table.selectedIndexes()}, reverse=True)
        self.two.setVisible(len(rows) == _TWO)
        if len(rows) != _TWO:
            return
        earlier, later = (self._runs[row] for row in rows)
        lines = side_by_side(earlier, later)
        self.two.setRowCount(len(lines))
        self.two.setHorizontalHeaderLabels(("", "The earlier one", "The later one"))
        for row, line in enumerate(lines):
            for column, text in enumerate(line):
                item = QTableWidgetItem(text)
                item.setToolTip(plain_tip(text))
                if column and line[1] != line[2]:
                    item.setForeground(color("warning"))
                self.two.setItem(row, column, item)
        self.two.fit()

    def _fill_row(self, row: int, run: Run, mark: str, same: bool) -> None:
        cells = (
            when(run.at),
            run.verdict,
            figure(run.milliseconds),
            figure(run.median),
            figure(run.max_abs_diff),
            figure(run.rounding),
            figure(run.seconds.get("build")),
            "the same" if same else run.content[:8],
            mark,
        )
        for column, text in enumerate(cells):
            item = QTableWidgetItem(text)
            item.setToolTip(plain_tip(run.message or (run.made_by if column == 0 else text)))
            if column == _RESULT:
                item.setIcon(light_icon(LIGHTS.get(run.status, run.status)))
            if column in _NUMBERS:
                item.setTextAlignment(_RIGHT)
            if column == len(cells) - 1:
                item.setForeground(color("warning"))
            self.table.setItem(row, column, item)

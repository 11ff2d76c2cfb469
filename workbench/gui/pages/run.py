"""The Run page: does ONNX Runtime give what PyTorch gives, and where not."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QLabel,
    QPushButton,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.jobs import OutputParity
from workbench.core.parity import UNVERIFIED
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.lights import light_icon, paint_light
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.restyle import restyle
from workbench.gui.look.theme import code_font, color
from workbench.gui.look.widgets import Card, CopyLine, scaled
from workbench.gui.ops.status import OpStatus, status_of
from workbench.gui.pages.base import FormPage
from workbench.gui.problems.op_notes import placed
from workbench.gui.services import Services

__all__ = ["RunPage"]

_LIGHT_OF = {"exported": "skipped", "incomplete": "failed"}
_FILES = {
    "model": "Model",
    "torch_library": "PyTorch library",
    "ort_library": "ONNX Runtime library",
}
_OUTPUT_HEADERS = (
    "Output",
    "Compared",
    "Type",
    "Max abs",
    "Max rel",
    "Differing",
    "atol + rtol",
    "Case",
)
_DIFFERENCE_HEADERS = ("Output", "Index", "Expected", "", "Actual", "", "Case")
_MAIN_CASE = "main"
_CASE = len(_OUTPUT_HEADERS) - 1


class RunPage(FormPage):
    """A banner with the op's status, the outputs, and the elements that differ."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._filled: tuple[OutputParity, ...] | None = None
        self.banner = Banner(self)
        self.banner.line.location_chosen.connect(self._on_location)
        self.sections.addWidget(self.banner)
        self.outputs = _table("parityTable", "Comparison per output", _OUTPUT_HEADERS)
        self._outputs_card = Card("Outputs", "")
        self._outputs_card.body.addWidget(self.outputs)
        self.sections.addWidget(self._outputs_card)
        self.differences = _table("differencesTable", "Elements that differ", _DIFFERENCE_HEADERS)
        self._differences_card = Card("Elements that differ", "")
        self._differences_card.body.addWidget(self.differences)
        self.sections.addWidget(self._differences_card)
        self._files_card = Card("Files", "")
        self._files = {
            name: CopyLine(name, f"file.{key}", self._files_card, 150)
            for key, name in _FILES.items()
        }
        self._files_card.body.setSpacing(2)
        for line in self._files.values():
            self._files_card.body.addWidget(line)
        self._case_files: list[CopyLine] = []
        self.sections.addWidget(self._files_card)
        self.sections.addStretch(1)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.mark_stale)
        services.engine.state_changed.connect(self._on_state)
        services.project.dirty_changed.connect(self._later.start)
        services.theme.changed.connect(self._on_theme)

    def refresh(self) -> None:
        document = self.document
        if document is None:
            return
        engine = self.services.engine
        shown = status_of(document, engine)
        problems = tuple(placed(document, p) for p in shown.problems)
        shown = msgspec.structs.replace(shown, problems=problems)
        self.banner.show_status(shown, self._milliseconds())
        state = engine.state(document.folder)
        compare = state.result("compare") if state is not None else None
        result = compare.result if compare is not None else None
        outputs = result.outputs if isinstance(result, jobs.CompareResult) else ()
        if outputs != self._filled:
            self._filled = outputs
            self._outputs_card.setVisible(bool(outputs))
            self._fill_outputs(outputs)
            self._fill_differences(outputs)
        report = state.report() if state is not None else None
        for key, name in _FILES.items():
            path = getattr(report, key) if report is not None else None
            self._files[name].set_text(path or "")
            self._files[name].setVisible(bool(path))
        export = state.result("export") if state is not None else None
        self._show_case_files(export.result if export is not None else None)
        self._files_card.setVisible(any(line.text() for line in self._files.values()))

    def _on_location(self, problem: Problem) -> None:
        if self.document is not None:
            self.services.problem_requested.emit(self.document.folder, problem)

    def _show_case_files(self, export: jobs.Result | None) -> None:
        """The models of cases that the main one does not serve."""
        cases = export.cases if isinstance(export, jobs.ExportResult) else ()
        files = [
            c for c in cases if isinstance(export, jobs.ExportResult) and c.model != export.model
        ]
        while len(self._case_files) > len(files):
            line = self._case_files.pop()
            self._files_card.body.removeWidget(line)
            line.deleteLater()
        while len(self._case_files) < len(files):
            name = f"file.case{len(self._case_files)}"
            line = CopyLine("", name, self._files_card, 150)
            self._case_files.append(line)
            self._files_card.body.addWidget(line)
        for line, case in zip(self._case_files, files, strict=True):
            line.set_label(f"Model of {case.name}")
            line.set_text(case.model)

    def _milliseconds(self) -> str:
        document = self.document
        state = self.services.engine.state(document.folder) if document is not None else None
        run = state.result("run") if state is not None else None
        if run is None or not isinstance(run.result, jobs.RunResult):
            return ""
        return f"{run.result.milliseconds:.3g} ms per run"

    def _fill_outputs(self, outputs: tuple[OutputParity, ...]) -> None:
        table = self.outputs
        many = _show_cases(table, outputs)
        cases = len({o.case for o in outputs})
        self._outputs_card.subtitle.set_whole(f"{cases} sets of inputs" if many else "")
        table.setRowCount(len(outputs))
        for row, output in enumerate(outputs):
            differing = f"{output.differing:,} of {output.elements:,}"
            cells = (
                output.name,
                f"{output.actual_by} with {output.expected_by}",
                f"{output.dtype} [{', '.join(map(str, output.shape))}]",
                _number(output.max_abs_diff),
                _number(output.max_rel_diff),
                differing if not output.note else output.note,
                _tolerance(output),
                output.case or _MAIN_CASE,
            )
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(output.note or text)
                if column == (_CASE if many else 0):
                    item.setIcon(light_icon(_light_of(output)))
                if not output.agrees and column in (3, 4, 5):
                    item.setForeground(color("warning"))
                if column in (3, 4):
                    item.setFont(code_font())
                table.setItem(row, column, item)
        table.fit()

    def _fill_differences(self, outputs: tuple[OutputParity, ...]) -> None:
        rows = [(o, d) for o in outputs for d in o.differences]
        total = sum(o.differing for o in outputs)
        self._differences_card.setVisible(bool(rows))
        self._differences_card.subtitle.set_whole(
            f"The first {len(rows)} of {total:,}" if total > len(rows) else ""
        )
        table = self.differences
        _show_cases(table, outputs)
        table.setRowCount(len(rows))
        for row, (output, difference) in enumerate(rows):
            cells = (
                output.name,
                f"[{', '.join(map(str, difference.index))}]",
                difference.expected,
                f"by {output.expected_by}",
                difference.actual,
                f"by {output.actual_by}",
                output.case or _MAIN_CASE,
            )
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if column in (1, 2, 4):
                    item.setFont(code_font())
                elif column in (3, 5):
                    item.setForeground(color("muted"))
                table.setItem(row, column, item)
        table.fit()

    def _on_state(self, folder: Path) -> None:
        if self.document is not None and folder == self.document.folder:
            self._later.start()

    def _on_theme(self, _dark: bool) -> None:
        self._filled = None  # icons and colours are the theme's
        self.mark_stale()


class _Mark(QWidget):
    """The status' shape, large."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = "none"
        self.setFixedSize(QSize(30, 30))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_light(painter, QRectF(2, 2, 26, 26), _LIGHT_OF.get(self.kind, self.kind))
        painter.end()


class Banner(QFrame):
    """What came out, in words, shape and colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._mark = _Mark(self)
        self.title = scaled(QLabel(self), 1.35, bold=True)
        self.title.setObjectName("opStatusTitle")
        self.text = QLabel(self)
        self.text.setObjectName("opStatusText")
        self.text.setWordWrap(True)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.line = ProblemLine(self)
        self.line.set_locations(True)
        self.step = QPushButton(self)
        self.step.setObjectName("opStatusStep")
        self.step.clicked.connect(self._on_step)
        self.step.hide()
        self.time = QLabel(self)
        self.time.setObjectName("runTime")
        self.time.setProperty("role", "muted")
        words = vbox(self.title, self.text, self.line, spacing=4)
        hbox(
            (self._mark, 0, Qt.AlignmentFlag.AlignTop),
            (words, 1),
            (self.step, 0, Qt.AlignmentFlag.AlignVCenter),
            (self.time, 0, Qt.AlignmentFlag.AlignTop),
            on=self,
            margins=(16, 14, 16, 14),
            spacing=14,
        )

    def _on_step(self) -> None:
        if self.line.problems():
            self.line.location_chosen.emit(self.line.problems()[0])

    def show_status(self, shown: OpStatus, time: str) -> None:
        """Show a status."""
        restyle(self, "kind", shown.kind)
        self._mark.kind = shown.kind
        self._mark.update()
        self.title.setText(shown.title)
        self.text.setText(shown.text)
        self.text.setVisible(bool(shown.text))
        self.line.show_problems(shown.problems)
        self.step.setText(shown.step)
        self.step.setVisible(bool(shown.step))
        has_run = shown.kind in ("ok", UNVERIFIED, "differs", "stale")
        self.time.setText(time if has_run else "")
        self.setAccessibleName(f"{shown.title}. {shown.text}")


def _light_of(output: OutputParity) -> str:
    if not output.agrees:
        return "differs"
    return "ok" if output.independent and output.compared else UNVERIFIED


def _number(value: float | None) -> str:
    return "not finite" if value is None else f"{value:.3g}"


def _tolerance(output: OutputParity) -> str:
    if output.atol == output.rtol == 0:
        return "exact"
    return f"{output.atol:.3g} + {output.rtol:.3g}"


def _table(name: str, accessible: str, headers: tuple[str, ...]) -> _Table:
    table = _Table(0, len(headers))
    table.setObjectName(name)
    table.setAccessibleName(accessible)
    table.setHorizontalHeaderLabels(headers)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setShowGrid(False)
    table.verticalHeader().hide()
    header = table.horizontalHeader()
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setHighlightSections(False)
    header.setStretchLastSection(True)
    # Measured once per filling, in _fit: ResizeToContents measures all cells after each one.
    header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
    table.verticalHeader().setDefaultSectionSize(30)
    table.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    table.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
    table.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return table


def _show_cases(table: QTableWidget, outputs: tuple[OutputParity, ...]) -> bool:
    """Show the cases at the left, where there is more than the main one."""
    many = len({o.case for o in outputs}) > 1
    header, last = table.horizontalHeader(), table.columnCount() - 1
    if header.visualIndex(last) != 0:
        header.moveSection(header.visualIndex(last), 0)
    table.setColumnHidden(last, not many)
    return many


_SLACK = 8
"""The empty right edge of the last column: no reason for a scroll bar."""


class _Table(QTableWidget):
    """Columns as wide as their cells. The page scrolls up and down; sideways the table does."""

    _wanted = 0

    def __init__(self, rows: int, columns: int) -> None:
        super().__init__(rows, columns)
        self.setWordWrap(False)  # what does not fit would go on in a second line that nobody sees

    def fit(self) -> None:
        """Measure the columns, after it was filled."""
        self.horizontalHeader().setStretchLastSection(False)
        self.resizeColumnsToContents()
        self._wanted = self.horizontalHeader().length()
        self._stretch()

    def _stretch(self) -> None:
        """The last column takes what is left, but never less than its cells need."""
        header = self.horizontalHeader()
        fits = self._wanted - _SLACK <= self.viewport().width()
        if header.stretchLastSection() != fits:
            header.setStretchLastSection(fits)
            if not fits:
                self.resizeColumnToContents(header.logicalIndex(header.count() - 1))
        rows = sum(self.rowHeight(i) for i in range(self.rowCount()))
        room = 4 if fits else self.horizontalScrollBar().sizeHint().height()
        self.setFixedHeight(header.sizeHint().height() + rows + room)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stretch()

"""The card *ONNX's test cases*: of a standard operator that the op may be, each with what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QTableWidgetItem, QWidget

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import CompareResult, ExportJob, ExportResult, RunJob
from workbench.core.pipeline.op_state import STATUS_WORDS, OpState
from workbench.core.pipeline.standard_cases import (
    SKIPPED,
    CaseRow,
    cases_job,
    cases_report,
    cases_rows,
    cases_run,
    cases_text,
    operators_of,
)
from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.fitted_table import fitted_table, name_item
from workbench.gui.look.layouts import hbox
from workbench.gui.look.lights import light_icon
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.widgets import Card
from workbench.gui.services import Services

__all__ = ["CasesCard"]

_HEADERS = ("Case", "Result", "By how much, or why")
_LIGHTS = {"agrees": "ok"}
"""Of a status whose light has another name."""
_WORDS = {**STATUS_WORDS, SKIPPED: SKIPPED}
_NOT_YET = "It is not up to date: run it first (F5)."
_SIDE = 16
_RUN = "Run the ca&ses"


class _Asked(NamedTuple):
    """What runs: the op as it was when that began."""

    state: OpState
    operator: str
    key: str


class _Found(NamedTuple):
    """What came of the cases of an operator, and of which content."""

    key: str
    light: str
    text: str
    rows: list[CaseRow]


class CasesCard(Card):
    """A button that runs the cases, and a row for each of them; hidden for ops that are no standard operator.

    Args:
        services: the engine.
        parent: the page.
    """

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__("ONNX's test cases", "", parent)
        self._services = services
        self._document: OpDocument | None = None
        self._found: dict[tuple[Path, str], _Found] = {}
        self._asked: _Asked | None = None
        self._torch = HostRequest(services.engine, ExportJob.host, self)
        self._torch.answered.connect(self._on_exported)
        self._torch.failed.connect(self._on_ended)
        self._ort = HostRequest(services.engine, RunJob.host, self)
        for signal in (self._ort.answered, self._ort.failed):
            signal.connect(self._on_ended)
        for request in (self._torch, self._ort):
            request.progress.connect(self._on_progress)
        self.operators = ComboBox(self)
        self.operators.setObjectName("casesOperator")
        self.operators.setAccessibleName("Whose test cases")
        self.operators.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
        self.operators.activated.connect(self._show)
        self.button = QPushButton(_RUN, self)
        self.button.setObjectName("casesRun")
        self.button.clicked.connect(self._on_run)
        for widget in (self.operators, self.button):
            self.header.addWidget(widget)
        self._lamp, self.verdict = PlainLabel(self), PlainLabel(self)
        self.verdict.setObjectName("casesVerdict")
        self.verdict.setTextFormat(Qt.TextFormat.PlainText)
        self.verdict.setWordWrap(True)
        self._line = QWidget(self)
        hbox(self._lamp, (self.verdict, 1), on=self._line, margins=0, spacing=8)
        self.table = fitted_table("casesTable", "ONNX's test cases, one by one", _HEADERS)
        self.table.elided = True
        self.body.addWidget(self._line)
        self.body.addWidget(self.table)
        self.hide()

    def show_op(self, document: OpDocument | None) -> None:
        """Show the operators that an op may be, and what their cases gave."""
        self._document = document
        op = document.op if document is not None else None
        names = operators_of(op, document.folder) if op is not None and document is not None else []
        if [self.operators.itemData(i) for i in range(self.operators.count())] != names:
            self.operators.clear()
            for name in names:
                self.operators.addItem(name, name)
        self.operators.setVisible(len(names) > 1)
        self.setVisible(bool(names) and _is_compared(op))
        self._show()

    def restyle(self) -> None:
        """The theme is another one."""
        self._show()

    def _state(self) -> OpState | None:
        document = self._document
        return self._services.engine.state(document.folder) if document is not None else None

    def _show(self) -> None:
        operator = self.operators.currentData() or ""
        self.subtitle.set_whole(f"Is it {operator}? What the standard expects")
        state = self._state()
        busy = self._torch.busy or self._ort.busy
        ready = state is not None and state.current_result("build") is not None
        self.button.setEnabled(ready or busy)
        self.button.setText("Stop" if busy else _RUN)
        self.button.setToolTip(plain_tip("" if ready else _NOT_YET))
        found = self._found.get((state.folder, operator)) if state is not None else None
        if found is not None and state is not None and found.key != _key(state):
            found = None
        mine = self._asked is not None and self._asked[:2] == (state, operator)
        if mine:
            self._say("running", "Running …")
        elif found is not None:
            self._say(found.light, found.text)
        self._line.setVisible(mine or found is not None)
        self._fill(found.rows if found is not None and not mine else [])

    def _say(self, light: str, text: str) -> None:
        self._lamp.setPixmap(light_icon(light, _SIDE).pixmap(_SIDE, _SIDE))
        self.verdict.setText(text)

    def _fill(self, rows: list[CaseRow]) -> None:
        self.table.setVisible(bool(rows))
        self.table.setRowCount(len(rows))
        for at, row in enumerate(rows):
            for column, text in enumerate((row.name, _WORDS[row.status], row.text)):
                item = QTableWidgetItem(text) if column else name_item(text)
                item.setToolTip(plain_tip(text))
                if column == 0:
                    item.setIcon(light_icon(_LIGHTS.get(row.status, row.status)))
                self.table.setItem(at, column, item)
        self.table.fit()

    # -- running

    def _on_run(self) -> None:
        state = self._state()
        if self._torch.busy or self._ort.busy:
            self._torch.cancel()
            self._ort.cancel()
            self._asked = None
        elif state is not None:
            self._asked = _Asked(state, self.operators.currentData(), _key(state))
            self._torch.ended, self._ort.ended = [], []
            try:
                self._torch.ask(cases_job(0, state, self._asked.operator))
            except UserError as error:
                self._on_ended(error.problem)
        self._show()

    def _on_progress(self, text: str) -> None:
        if self._asked is not None and self._asked.state is self._state():
            self.verdict.setText(f"Running: {text}")

    def _on_exported(self, _result: object) -> None:
        if self._asked is None:
            return
        export = next(r for r in self._torch.results if isinstance(r, ExportResult))
        self._ort.ask(cases_run(0, self._asked.state, self._asked.operator, export))

    def _on_ended(self, outcome: object) -> None:
        """All is compared, or something has gone wrong."""
        if self._asked is None:
            return
        state, operator, key = self._asked
        self._asked = None
        problem = outcome if isinstance(outcome, Problem) else None
        ended = [*self._torch.ended, *self._ort.ended]
        report = cases_report(state, operator, ended, problem)
        results = [e.result for e in ended if isinstance(e.result, CompareResult)]
        rows = cases_rows(report, results[-1].failed if results else ())
        light = _LIGHTS.get(report.status, report.status)
        text = cases_text(report)
        text = f"{text[:1].upper()}{text[1:]}"
        self._found[state.folder, operator] = _Found(key, light, text, rows)
        self._services.said.emit(f"{state.name}, ONNX's test cases of {operator}: {text}")
        self._show()


def _is_compared(op: Op | None) -> bool:
    return op is not None and op.resolved().is_compared


def _key(state: OpState) -> str:
    """The digest of all that the comparison depends on."""
    return state.keys.get("compare", "")

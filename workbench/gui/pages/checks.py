"""The Checks page: the op in hundreds of ways that its declaration gives, and where it is wrong."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import msgspec
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QProgressBar, QPushButton, QSizePolicy, QWidget

from workbench.core.cells import NOT_RUN, Cell
from workbench.core.cells.factors import factors_of
from workbench.core.cells.kept import Kept, kept, unless_there, with_case
from workbench.core.checking import CellReport, CheckReport, Finding
from workbench.core.checking.words import counted, heading, verdict
from workbench.core.cluster import Workers
from workbench.core.declaration.op import Case, Op
from workbench.core.errors import Problem, sentence
from workbench.core.pipeline.parity import UNVERIFIED, no_truth, shared_kernel
from workbench.gui.checks.cell_looks import light_of
from workbench.gui.checks.finding_row import FindingRow
from workbench.gui.checks.found import is_current
from workbench.gui.checks.how_box import HowBox
from workbench.gui.checks.map_card import MapCard
from workbench.gui.checks.script_saver import ScriptSaver
from workbench.gui.cluster.workers_box import CHECKS, WorkersBox
from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.checks import CheckRun
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.widgets import Card, muted
from workbench.gui.ops.banner import Banner
from workbench.gui.ops.status import STEPS, OpStatus
from workbench.gui.pages.base import FormPage
from workbench.gui.services import Services

__all__ = ["ChecksPage"]

_LIVE_MS = 400
_CELLS_A_MS = 10
"""More than some thousand cells are gathered less often."""
_MOST = 20
_KINDS = {"agrees": "ok", UNVERIFIED: UNVERIFIED, NOT_RUN: "stale"}
_TOO_OLD = "the declaration has changed since: check again"


class ChecksPage(FormPage):
    """A verdict, what is wrong, a map of where it is wrong, and what was left out."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self._saver = ScriptSaver(services.engine, self)
        self._report: CheckReport | None = None
        self._cells: dict[int, CellReport] = {}
        self.banner = Banner(self)
        self.banner.line.location_chosen.connect(self._on_location)
        self.banner.step_chosen.connect(self.take_step)
        self.start = QPushButton("Check", self)
        self.start.setObjectName("checkStart")
        self.start.setDefault(True)
        self.start.setToolTip("Save, then try this op in many ways (F7)")
        self.start.clicked.connect(services.check_requested)
        self.how = HowBox(self)
        self.how.chosen.connect(self._on_how)
        self.workers = WorkersBox(CHECKS, self)
        services.engine.checks.workers = self.workers.workers()
        self.workers.chosen.connect(self._on_workers)
        self.end = QPushButton(icon("stop", "error"), "Stop", self)
        self.end.setObjectName("checkStop")
        self.end.setToolTip("End the check; what it has found so far stays (Shift+F5)")
        self.end.clicked.connect(services.engine.stop)
        self.bar = QProgressBar(self)
        self.bar.setObjectName("checkProgress")
        self.bar.setAccessibleName("Cells that have ended")
        self.bar.setTextVisible(False)
        self.bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._empty = Card("What a check does", "")
        self._about = muted("", self._empty, "checkAbout")
        self._empty.body.addWidget(self._about)
        self._findings = Card("Findings", "")
        self._findings.setObjectName("checkFindings")
        self._rows: list[FindingRow] = []
        self._more = muted("", self._findings, "checkMore")
        self._findings.body.addWidget(self._more)
        self.map = MapCard(self)
        self.map.row.location_chosen.connect(self._on_location)
        self.map.row.keep_asked.connect(self._on_keep)
        self.map.row.script_asked.connect(self._on_script)
        self.map.cell_chosen.connect(self._show_cell)
        self._notes = Card("Left out, and why", "")
        self._notes_text = PlainLabel(self._notes)
        self._notes_text.setObjectName("checkNotes")
        self._notes_text.setWordWrap(True)
        self._notes_text.setTextFormat(Qt.TextFormat.PlainText)
        self._notes_text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._notes.body.addWidget(self._notes_text)
        buttons = hbox(
            self.start, self.how, self.workers, self.end, (self.bar, 1), Stretch(0),
            margins=0, spacing=12,
        )  # fmt: skip
        start = vbox(buttons, self.how.left_out, self.workers.lacking, margins=0, spacing=6)
        self.sections.addWidget(self.banner)
        self.sections.addLayout(start)
        for card in (self._empty, self._findings, self.map, self._notes):
            self.sections.addWidget(card)
        self.sections.addStretch(1)
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self.mark_stale)
        self._live = QTimer(self, singleShot=True, interval=_LIVE_MS)
        self._live.timeout.connect(self.mark_stale)
        services.engine.checks.changed.connect(self._on_check)
        services.engine.state_changed.connect(self._on_state)
        services.project.dirty_changed.connect(self._later.start)
        services.theme.changed.connect(self._on_theme)

    # -- what is shown

    def refresh(self) -> None:
        document = self.document
        if document is None or document.op is None:
            return
        run = self.services.engine.checks.of(document.folder)
        report = run.report() if run is not None else None
        self._report = report
        self._cells = {c.number: c for c in report.cells} if report is not None else {}
        shown = _status(run, report) if run is not None and report is not None else _NOT_YET
        if run is not None and not run.is_running and not run.is_waiting:
            shown = self._aged(shown, document, run)
        self.banner.show_status(shown, "")
        self._show_state(run)
        self.how.show_op(document.op.resolved(), self.services.engine.checks.how)
        has_cells = run is not None and run.check is not None
        self._empty.setVisible(not has_cells)
        if not has_cells:
            self._about.setText(_about(document.op.resolved()))
        findings = report.findings if report is not None else ()
        self._show_findings(findings, run)
        self.map.setVisible(has_cells and bool(self._cells))
        if run is not None and run.check is not None and report is not None:
            self.map.show_report(run.check, report)
        notes = report.notes if report is not None else ()
        self._notes.setVisible(bool(notes) and run is not None and not run.is_running)
        self._notes_text.setText("\n".join(f"•  {note}" for note in notes))

    def _show_state(self, run: CheckRun | None) -> None:
        busy = run is not None and (run.is_running or run.is_waiting)
        self.start.setVisible(not busy)
        self.how.setVisible(not busy)
        self.workers.setVisible(not busy)
        self._show_words(busy)
        self.start.setText("Check" if run is None else "Check again")
        self.end.setVisible(busy)
        self.bar.setVisible(busy)
        total = run.total if run is not None else 0
        self.bar.setRange(0, total)
        self.bar.setValue(run.done if run is not None else 0)

    def _show_words(self, busy: bool = False) -> None:
        """What is left out and what is lacking, where a check can begin."""
        for words in (self.how.left_out, self.workers.lacking):
            words.setVisible(not busy and bool(words.text()))

    def _aged(self, shown: OpStatus, document: OpDocument, run: CheckRun) -> OpStatus:
        """The same, where what was checked is not what is there now."""
        if is_current(document, self.services.engine, run):
            return shown
        why = "There are unsaved edits" if document.dirty else "Files have changed"
        text = f"{why} since this check. {shown.text}"
        title = f"Out of date: {shown.title}"
        return msgspec.structs.replace(shown, kind="stale", title=title, text=text)

    def _show_findings(self, findings: tuple[Finding, ...], run: CheckRun | None) -> None:
        self._findings.setVisible(bool(findings))
        told = findings[:_MOST]
        while len(self._rows) > len(told):
            row = self._rows.pop()
            self._findings.body.removeWidget(row)
            row.deleteLater()
        while len(self._rows) < len(told):
            row = FindingRow(f"finding{len(self._rows)}", self._findings)
            row.location_chosen.connect(self._on_location)
            row.keep_asked.connect(self._on_keep)
            row.script_asked.connect(self._on_script)
            self._findings.body.insertWidget(1 + len(self._rows), row)
            self._rows.append(row)
        for row, finding in zip(self._rows, told, strict=True):
            first = self._cells[finding.cells[0]]
            row.show_what(
                light_of(first.status),
                heading(finding),
                [finding.problem],
                self._kept(first, run),
                *self._script(first, run),
            )
        left = len(findings) - len(told)
        self._more.setText(f"And {left} more: op-workbench check --json FILE has them all.")
        self._more.setVisible(left > 0)

    def _show_cell(self, cell: CellReport) -> None:
        document = self.document
        if document is not None:
            run = self.services.engine.checks.of(document.folder)
            self.map.show_cell(cell, self._kept(cell, run), self._script(cell, run)[1])

    # -- keeping a cell

    def _kept(self, cell: CellReport, run: CheckRun | None) -> Kept:
        """The case that a cell is, where the declaration has the same inputs as when checked."""
        now = self.document.op if self.document is not None else None
        if now is None or run is None or _without_cases(now.resolved()) != _without_cases(run.op):
            return Kept(None, _TOO_OLD)
        return unless_there(now, kept(run.op, Cell(cell.number, cell.levels)))

    def _script(self, cell: CellReport, run: CheckRun | None) -> tuple[Cell, str]:
        """The cell, and why it cannot be saved as a script."""
        made = Cell(cell.number, cell.levels)
        return made, self._saver.why_not(run, made)

    def _on_script(self, cell: Cell) -> None:
        document = self.document
        run = self.services.engine.checks.of(document.folder) if document is not None else None
        if document is not None and run is not None:
            self._saver.save(run, cell, self.services.project.folder or document.folder)

    def _on_keep(self, case: Case) -> None:
        if self.document is not None:
            self.services.project.edit(self.document, "Keep as case", partial(_kept_in, case))

    # -- what happens

    def _on_how(self, how: str) -> None:
        self.services.engine.checks.how = how
        self._show_words()

    def _on_workers(self, workers: Workers) -> None:
        self.services.engine.checks.workers = workers
        self._show_words()

    def _on_location(self, problem: Problem) -> None:
        if self.document is not None:
            self.services.problem_requested.emit(self.document.folder, problem)

    def _on_check(self, folder: Path) -> None:
        if self.document is None or folder != self.document.folder:
            return
        run = self.services.engine.checks.of(folder)
        if run is not None and run.is_running and run.total:
            # Much happens in a second; what is known of all cells takes a moment to gather.
            if not self._live.isActive():
                self._live.start(max(_LIVE_MS, run.total // _CELLS_A_MS))
        else:
            self._later.start()

    def _on_state(self, folder: Path) -> None:
        if self.document is not None and folder == self.document.folder:
            self._later.start()

    def _on_theme(self, _dark: bool) -> None:
        self.mark_stale()


def _kept_in(case: Case, op: Op) -> Op:
    return with_case(op, case)


def _without_cases(op: Op) -> Op:
    return msgspec.structs.replace(op, model=msgspec.structs.replace(op.model, cases=()))


_NOT_YET = OpStatus("none", "Not checked yet", "F7 saves the op and tries it in many ways.")


def _status(run: CheckRun, report: CheckReport) -> OpStatus:
    """What the banner says of a check."""
    if run.is_waiting:
        return OpStatus("running", "Waiting", "The check begins when what runs now has ended.")
    if run.is_running:
        text = f"{run.done} of {run.total} cells: {run.text or 'building'}"
        return OpStatus("running", "Checking", text)
    words = verdict(report)
    title = words.capitalize() if words.isupper() else words[:1].upper() + words[1:]
    text = sentence(f"{counted(report.counts)} ({run.seconds:.1f} s)")
    if run.stopped:
        text = f"Stopped before its end. {text}"
        title = "Stopped" if report.status == NOT_RUN else title
    problems = (report.error,) if report.error is not None else ()
    if report.status == UNVERIFIED and not run.op.reference.declared:
        problems = (no_truth(shared_kernel(run.op)),)
    step = STEPS.get(problems[0].key, "") if problems else ""
    return OpStatus(_KINDS.get(report.status, report.status), title, text, problems, step)


def _about(op: Op) -> str:
    """What a check will do, before the first one."""
    factors = [f for f in factors_of(op) if len(f.levels) > 1]
    ways = ", ".join(f"{f.name} ({len(f.levels)})" for f in factors)
    return (
        "The declaration gives the ways in which the op is tried, called cells: each level of "
        f"{ways} alone, then any two levels of different kinds together, or on request every "
        "combination. Each cell is run in "
        "PyTorch, held against the reference, exported, and run in ONNX Runtime. Then the kernel "
        "is built to look closer, at memory and threads, and a part of the cells run again.\n\n"
        "That takes a minute or two, by the op and the machine; every combination takes far longer. "
        "It runs in the background, in processes of its own; Run all ends it, because that goes "
        "first. The op is saved before."
    )

"""Further runtimes: which there are, what came of the op in each, and how one is added."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from workbench.core.errors import Problem, UserError, sentence
from workbench.core.jobs import OutputParity, RuntimeJob, RuntimeResult
from workbench.core.pipeline.op_state import OpState, RuntimeReport
from workbench.core.runtimes import (
    RUNTIMES,
    Runtime,
    failed_report,
    goes_elsewhere,
    not_offered,
    report_of,
    runtime_job,
)
from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.lights import light_icon
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.widgets import Card, ElidedLabel
from workbench.gui.ops.environment_adder import EnvironmentAdder
from workbench.gui.ops.taken_results import LIGHTS, TakenResults, words_of
from workbench.gui.services import Services

__all__ = ["RuntimesCard"]

_SIDE = 16


class _Found(NamedTuple):
    """What came of an op, and of which content."""

    key: str
    report: RuntimeReport


class _Asked(NamedTuple):
    """What runs: the op, where, and its content as it was when that began."""

    state: OpState
    runtime: Runtime
    key: str


class _Row(NamedTuple):
    light: QLabel
    title: QLabel
    text: ElidedLabel
    button: QPushButton


class RuntimesCard(Card):
    """A row for each runtime, and a button that runs the op in all that are there.

    Args:
        services: the engine, its log, and the status bar.
        parent: the Qt parent.
    """

    changed = Signal()
    """Something ran there, or was taken in."""

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__("Elsewhere", "Further runtimes, other machines", parent)
        self._services = services
        self._document: OpDocument | None = None
        self._found: dict[tuple[Path, str], _Found] = {}
        self._waiting: list[Runtime] = []
        self._asked: _Asked | None = None
        self._doing = ""
        self._request = HostRequest(services.engine, RuntimeJob.host, self)
        self._request.progress.connect(self._on_progress)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)
        self._adder = EnvironmentAdder(self)
        self._adder.told.connect(self._on_progress)
        self._adder.printed.connect(services.engine.log)
        self._adder.ended.connect(self._on_added)
        services.engine.closing.connect(self._adder.stop)
        self.all_button = QPushButton("Run in &all", self)
        self.all_button.setObjectName("runtimes.all")
        self.all_button.clicked.connect(self._on_all)
        self.header.addWidget(self.all_button)
        grid = QGridLayout()
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(2, 1)
        self._rows = {name: self._row(grid, i, RUNTIMES[name]) for i, name in enumerate(RUNTIMES)}
        self.body.addLayout(grid)
        self._results = TakenResults(services, self)
        self._results.changed.connect(self._on_result)
        self.header.addWidget(self._results.button)
        self.body.addWidget(self._results)

    def _row(self, grid: QGridLayout, number: int, runtime: Runtime) -> _Row:
        note = f" ({runtime.note})" if runtime.note else ""
        light, title = PlainLabel(self), PlainLabel(f"{runtime.words.title}{note}", self)
        light.setObjectName(f"runtimes.light.{runtime.name}")
        title.setToolTip(plain_tip(sentence(runtime.words.short)))
        text = ElidedLabel("", self)
        text.setObjectName(f"runtimes.text.{runtime.name}")
        text.setProperty("role", "muted")
        button = QPushButton("", self)
        button.setObjectName(f"runtimes.button.{runtime.name}")
        button.setAccessibleName(runtime.words.title)
        button.clicked.connect(partial(self._on_button, runtime))
        for column, widget in enumerate((light, title, text, button)):
            grid.addWidget(widget, number, column)
        grid.setRowMinimumHeight(number, button.sizeHint().height())  # a row without one, too
        return _Row(light, title, text, button)

    def show_op(self, document: OpDocument | None) -> None:
        """Show how an op stands in each runtime."""
        self._document = document
        busy = self._request.busy or self._adder.environment is not None
        state, why = self._state()
        for name, row in self._rows.items():
            self._show_row(row, RUNTIMES[name], state, why, busy)
        self._results.show_op(document, why)
        there = [r for r in RUNTIMES.values() if r.is_there]
        self.all_button.setVisible(len(there) > 1)
        self.all_button.setEnabled(not busy and not why)
        self.all_button.setToolTip(
            plain_tip(why or "Run it in each runtime that is on this machine")
        )

    def compared(self, state: OpState) -> tuple[OutputParity, ...]:
        """What was compared of an op as it is now, in each runtime, then on each other machine."""
        here = (self._found.get((state.folder, name)) for name in RUNTIMES)
        reports = [one.report for one in here if one is not None and one.key == _key(state)]
        reports += self._results.reports_of(state)
        return tuple(output for report in reports for output in report.outputs)

    def _state(self) -> tuple[OpState | None, str]:
        """How the op stands here, and why it is not for other runtimes now."""
        document = self._document
        state = self._services.engine.state(document.folder) if document is not None else None
        if state is None or state.current_result("export") is None:
            return state, "It is not up to date: run it first (F5)."
        fits = goes_elsewhere(state)
        return state, "" if fits else "Only what does not differ here is run elsewhere."

    def _show_row(
        self, row: _Row, runtime: Runtime, state: OpState | None, why: str, busy: bool
    ) -> None:
        adding = self._adder.environment is runtime
        refused = not_offered(runtime, state) if state is not None else None
        asked = self._asked is not None and self._asked.runtime is runtime
        running = asked and self._asked is not None and self._asked.state is state
        found = self._found.get((state.folder, runtime.name)) if state is not None else None
        light, tip = "none", why
        action = "&Run" if runtime.is_there else "Add …"
        if adding or running:
            light, text = "running", self._doing
            action = "Stop"
        elif refused is not None:
            light, text = "skipped", words_of(refused)
        elif found is not None and state is not None and found.key == _key(state):
            text = words_of(found.report)
            light = LIGHTS.get(found.report.status, "none")
        elif found is not None:
            light, text = "stale", "Something has changed since it ran there."
        else:
            text = "Not run yet" if runtime.is_there else "Not on this machine"
        row.light.setPixmap(light_icon(light, _SIDE).pixmap(_SIDE, _SIDE))
        row.text.set_whole(text)
        row.text.setToolTip(plain_tip(text))
        row.button.setText(action)
        row.button.setVisible(refused is None)
        stops = action == "Stop"
        row.button.setEnabled(stops or (not busy and (not runtime.is_there or not why)))
        row.button.setToolTip(
            plain_tip("" if stops else tip if runtime.is_there else _downloads(runtime))
        )

    # -- running

    def _on_button(self, runtime: Runtime) -> None:
        if self._adder.environment is runtime:
            self._adder.stop()
        elif self._asked is not None and self._asked.runtime is runtime:
            self._waiting.clear()
            self._request.cancel()
            self._asked = None
        elif runtime.is_there:
            self._run([runtime])
        elif self._adder.add(runtime):
            self._doing = "Starting …"
        self.show_op(self._document)

    def _on_all(self) -> None:
        state, why = self._state()
        if state is not None and not why:
            there = (r for r in RUNTIMES.values() if r.is_there)
            self._run([r for r in there if not_offered(r, state) is None])

    def _run(self, runtimes: list[Runtime]) -> None:
        self._waiting = runtimes
        self._next()

    def _next(self) -> None:
        self._asked = None
        state, why = self._state()
        if self._waiting and state is not None and not why:
            runtime = self._waiting.pop(0)
            self._asked, self._doing = _Asked(state, runtime, _key(state)), "Starting …"
            try:
                self._request.ask(runtime_job(0, state, runtime))
            except UserError as error:
                self._on_failed(error.problem)
                return
        self.show_op(self._document)

    def _on_progress(self, text: str) -> None:
        self._doing = f"{text[:1].upper()}{text[1:]}"
        self.show_op(self._document)

    def _on_answer(self, result: RuntimeResult) -> None:
        if self._asked is not None:
            self._keep(report_of(self._asked.runtime, self._asked.state, result))
        self._next()

    def _on_failed(self, problem: Problem) -> None:
        if self._asked is not None:
            self._services.engine.log.emit(f"{problem.words}\n")
            self._keep(failed_report(self._asked.runtime, (problem,)))
        self._next()

    def _on_result(self) -> None:
        self.show_op(self._document)
        self.changed.emit()

    def _keep(self, report: RuntimeReport) -> None:
        assert self._asked is not None
        state, runtime, key = self._asked
        self._found[state.folder, runtime.name] = _Found(key, report)
        self._services.said.emit(f"{state.name} on {report.label}: {words_of(report)}")
        self.changed.emit()

    def _on_added(self, why: str) -> None:
        if why:
            self._services.said.emit(f"The runtime was not added: {why.splitlines()[-1]}")
        self.show_op(self._document)


def _key(state: OpState) -> str:
    """The digest of all that the comparison depends on: models alone are the same for two kernels."""
    return state.keys.get("compare", "")


def _downloads(runtime: Runtime) -> str:
    lines = (sentence(runtime.words.short), "What is downloaded:", *runtime.downloads)
    return "\n".join(lines)

"""The card *Time*: who computes the op how fast, measured on request."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.core.cluster import Workers
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import ExportResult, TimeInputs, TimeJob, TimeResult
from workbench.core.pipeline.op_state import OpState
from workbench.core.storage.history import when
from workbench.core.storage.sweeps import Sweep
from workbench.core.timing import (
    about,
    contenders_of,
    headers,
    machines_text,
    not_run,
    shapes_text,
    sweep_points,
    time_job,
    told,
)
from workbench.gui.cluster.sweep_request import SweepRequest
from workbench.gui.cluster.workers_box import SWEEPS, WorkersBox
from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.fold import Fold
from workbench.gui.look.layouts import Stretch, hbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.restyle import restyle
from workbench.gui.look.widgets import Card, ElidedLabel, muted
from workbench.gui.services import Services
from workbench.gui.timing.choices import CLUSTERS, Inputs, here, inputs_of
from workbench.gui.timing.earlier import EarlierBox
from workbench.gui.timing.found import Found, kept_of
from workbench.gui.timing.plot import TimePlot
from workbench.gui.timing.time_table import TimeTable

__all__ = ["TimeCard"]

_SUBTITLE = "In turns, each in a process of its own"
_LEAST_CHARACTERS = 8
"""Of what is chosen, where the card is narrow."""
_NOT_YET = "It is not up to date: run it first (F5)."
_BESIDE = "Stopped: something else runs now, and its work would be in the times."


class TimeCard(Card):
    """Measures when it is asked to, and shows the last times of each op.

    Args:
        services: the engine.
        parent: the page.
    """

    shown = Signal()
    """Times have come, or are those of another op."""

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__("Time", _SUBTITLE, parent)
        self._services = services
        self._document: OpDocument | None = None
        self._choices: list[Inputs] = []
        self._found: dict[Path, Found] = {}
        self._asked: tuple[OpState, str] | None = None
        self._sweeps: list[Sweep] = []
        self._doing = ""
        self._request = HostRequest(services.engine, TimeJob.host, self)
        self._request.progress.connect(self._on_progress)
        self._request.told.connect(self._on_told)
        self._request.answered.connect(self._on_answered)
        self._request.failed.connect(self._on_failed)
        self._sweep = SweepRequest(self)
        self._sweep.progress.connect(self._on_progress)
        self._sweep.said.connect(services.said)
        self._sweep.told.connect(self._on_swept)
        self._sweep.answered.connect(self._on_answered)
        self._sweep.failed.connect(self._on_failed)
        services.engine.closing.connect(self._on_closing)
        services.engine.idle_changed.connect(self._on_idle)
        self.inputs = self._box("timeInputs", "Which inputs")
        self.threads = self._box("timeThreads", "How many threads")
        self.inputs.activated.connect(self._show_where)
        self.where = WorkersBox(SWEEPS, self)
        self.where.chosen.connect(self._show_where)
        self.button = QPushButton("&Measure", self)
        self.button.setObjectName("timeMeasure")
        self.button.clicked.connect(self._on_button)
        for widget in (self.inputs, self.threads, self.button):
            self.header.addWidget(widget)
        self._line = muted("", self, "timeLine")
        self.plot = TimePlot(self)
        self.point = self._box("timePoint", "The inputs whose times are listed")
        self.point.activated.connect(self._fill)
        self._shown = ElidedLabel("", self)
        self._shown.setObjectName("timeShown")
        self._shown.setProperty("role", "muted")
        self._shown.worth = _LEAST_CHARACTERS
        self.earlier = EarlierBox(self)
        self.earlier.activated.connect(self._show_plot)
        self._times = TimeTable(self)
        self.table = self._times.view
        self._failed = muted("", self, "timeFailed")
        self._failed.setProperty("severity", "warning")
        self._about = muted("", self, "timeAbout")
        self._about.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._details = Fold("timeDetails", "Details", self)
        self._details.body.addWidget(self._about)
        self._row = QWidget(self)
        buttons = self._times.all_button, self._details.button
        every = (self.point, (self._shown, 1), *buttons)
        hbox(*every, on=self._row, margins=0, spacing=8)
        self._place = QWidget(self)
        hbox(self.where, Stretch(1), self.earlier, on=self._place, margins=0)
        for part in (
            self._place,
            self.where.lacking,
            self._line,
            self.plot,
            self._row,
            self.table,
            self._failed,
            self._details,
        ):
            self.body.addWidget(part)

    def _box(self, name: str, accessible: str) -> ComboBox:
        box = ComboBox(self)
        box.setObjectName(name)
        box.setAccessibleName(accessible)
        box.setToolTip(plain_tip(accessible))
        box.setSizeAdjustPolicy(ComboBox.SizeAdjustPolicy.AdjustToContents)
        box.setMinimumContentsLength(_LEAST_CHARACTERS)
        return box

    # -- what is shown

    def show_op(self, document: OpDocument | None) -> None:
        """Show what was measured of an op, and what can be."""
        other = document is not self._document
        self._document = document
        self._show_choices()
        if other:
            self._recall()
            self._times.forget()
            self._show_results()
        self._show_state()

    def _recall(self) -> None:
        """What was measured last of the op in front is shown where nothing was since."""
        if self._document is None:
            self._sweeps = []
            return
        folder = self._document.folder
        self._sweeps, kept = kept_of(self._services.engine.last_results, folder)
        if kept is not None:
            self._found.setdefault(folder, kept)
        if (found := self._found_here()) is not None:  # what is shown can be measured again
            asked = [choice.asked for choice in self._choices]
            self.inputs.setCurrentIndex(asked.index(found.asked) if found.asked in asked else 0)

    @property
    def points(self) -> int:
        """Of how many inputs there are times: of several there is a picture."""
        found = self._found_here()
        return len(found.results) if found is not None else 0

    def restyle(self) -> None:
        """The theme is another one."""
        self._show_results()

    def _show_choices(self) -> None:
        state = self._state()
        choices = inputs_of(state.op if state is not None else None)
        if choices != self._choices:
            shown = self.inputs.currentText()
            self._choices = choices
            self.inputs.clear()
            self.inputs.addItems([choice.title for choice in choices])
            self.inputs.setCurrentIndex(max(self.inputs.findText(shown), 0))

    @property
    def _workers(self) -> Workers:
        """Who measures what is chosen: a sweep may be for others."""
        chosen = self._choices[max(self.inputs.currentIndex(), 0)] if self._choices else None
        return self.where.workers() if chosen and chosen.axis is not None else Workers()

    def _show_where(self) -> None:
        """What can be chosen follows what has been."""
        index = max(self.inputs.currentIndex(), 0)
        is_sweep = bool(self._choices) and self._choices[index].axis is not None
        self._place.setVisible(is_sweep or not self.earlier.isHidden())
        self.where.setVisible(is_sweep)
        self.where.lacking.setVisible(is_sweep and bool(self.where.lacking.text()))
        choices = CLUSTERS if self._workers.any else here()
        if [self.threads.itemText(i) for i in range(self.threads.count())] != list(choices):
            self.threads.clear()
            for words, numbers in choices.items():
                self.threads.addItem(words, numbers)

    @property
    def _measures(self) -> bool:
        """Whether the op in front is being measured."""
        return self._asked is not None and self._asked[0] is self._state()

    def _show_state(self) -> None:
        self._show_where()
        mine, why = self._measures, "" if _is_ready(self._state()) else _NOT_YET
        busy = self._request.busy or self._sweep.busy
        self.button.setText("Stop" if mine else "&Measure")
        self.button.setEnabled(mine or (not why and not busy))
        self.button.setToolTip(
            plain_tip("" if mine else why or ("Another op is measured" if busy else ""))
        )
        for part in (self.inputs, self.threads, self.where):
            part.setEnabled(not mine)
        self._show_line()

    def _show_line(self) -> None:
        """What is done; else what is to be said of what is shown, first what became slower."""
        state, found, text, worse = self._state(), self._found_here(), "", ""
        if self._measures:
            text = self._doing
        elif state is not None and found is not None:
            worse = self.earlier.slower(found)
            text = found.said(_key(state), worse)
        self._line.setText(text)
        self._line.setVisible(bool(text))
        restyle(self._line, "severity", "warning" if worse else "")

    def _show_results(self) -> None:
        """All that was measured of the op in front."""
        found = self._found_here()
        results = found.results if found is not None else []
        several_machines = bool(machines_text(results))
        names = [
            (r.name or "Example inputs") + f" · {r.machine.host}" * several_machines
            for r in results
        ]
        if names != [self.point.itemData(i) for i in range(self.point.count())]:
            self.point.clear()
            for name in names:
                self.point.addItem(name, name)
            self.point.setCurrentIndex(len(names) - 1)
        several = self.points > 1
        self.shown.emit()
        self.plot.setVisible(several)
        self.point.setVisible(several)
        self.earlier.show_sweeps(self._sweeps, found if several else None)
        self._show_where()
        self._show_plot()
        self._fill()

    def _show_plot(self) -> None:
        """What was measured, and the earlier sweep that is chosen."""
        if self.points > 1 and (found := self._found_here()) is not None:
            before = self.earlier.sweep
            faint = (before.points, when(before.at)) if before is not None else ((), "")
            self.plot.show_results(found.results, *faint)
        self._show_line()

    def _fill(self) -> None:
        found = self._found_here()
        index = self.point.currentIndex()
        there = found is not None and 0 <= index < len(found.results)
        for part in (self._row, self.table, self._details):
            part.setVisible(there)
        self._failed.setVisible(found is not None and there and bool(found.results[index].missing))
        if found is None or not there:
            return
        result = found.results[index]
        self._shown.set_whole(f"{shapes_text(result.shapes)} · {result.elements:,} elements")
        self._times.fill(result, headers(found.results), self.points > 1)
        self._failed.setText(_sentences(not_run([result])))
        lines = [*told([result]), *about([result]), *found.missing]
        if machines := machines_text(found.results):
            lines.append(machines)
        self._about.setText(_sentences(lines))

    # -- measuring

    def _state(self) -> OpState | None:
        document = self._document
        return self._services.engine.state(document.folder) if document is not None else None

    def _found_here(self) -> Found | None:
        return self._found.get(self._document.folder) if self._document is not None else None

    def _on_button(self) -> None:
        state, document = self._state(), self._document
        if self._asked is not None:
            self._end("Stopped.")
        elif state is not None and state.op is not None and document is not None:
            self._measure(state, document)

    def _measure(self, state: OpState, document: OpDocument) -> None:
        assert state.op is not None
        workers = self._workers
        chosen = self._choices[max(self.inputs.currentIndex(), 0)]
        try:
            points: tuple[TimeInputs, ...] = (TimeInputs(case=chosen.case),)
            if chosen.axis is not None:
                points = sweep_points(state.op, chosen.axis)
            declared = document.op if document.op is not None else state.op
            job = time_job(state, declared, points, self.threads.currentData())
        except UserError as error:
            self._services.said.emit(error.problem.words)
            return
        missing = tuple(f"not measured: {m.title}: {m.why}" for m in contenders_of(job.op)[1])
        self._asked, self._doing = (state, _key(state)), "Starting …"
        self._found[state.folder] = Found(_key(state), [], missing, chosen.axis)
        if workers.any:
            self._sweep.ask(workers, job)
        else:
            self._request.ask(job)
        self._show_state()
        self._show_results()

    def _end(self, why: str) -> None:
        """Stop what is measured; what is there already stays."""
        if self._asked is None:
            return
        folder = self._asked[0].folder
        self._request.cancel()
        self._sweep.cancel()
        self._found[folder] = self._found[folder]._replace(why=why)
        self._over()

    def _over(self) -> None:
        """Nothing more is measured; a sweep is kept."""
        if self._asked is None:
            return
        state, key = self._asked
        self._asked = None
        found = self._found[state.folder]
        if found.axis is not None:
            results = self._services.engine.last_results
            if results.add_sweep(state, key, found.axis, found.results, found.why):
                sweeps = results.sweeps(state.folder)
                self._found[state.folder] = found.kept(sweeps)
                if self._state() is state:
                    self._sweeps = sweeps
                    self._show_results()
        self._show_state()

    def _on_progress(self, text: str) -> None:
        self._doing = f"{text[:1].upper()}{text[1:]}"
        self._show_state()

    def _on_told(self, result: TimeResult) -> None:
        if self._asked is None or not isinstance(result, TimeResult):
            return
        state, key = self._asked
        self._found[state.folder].results.append(result)
        if self._found[state.folder].axis is None and key == _key(state):
            at = self._services.engine.last_results.add_times(state, result)
            self._found[state.folder] = self._found[state.folder]._replace(at=at)
        if self._state() is self._asked[0]:
            self._show_results()

    def _on_swept(self, results: tuple[TimeResult, ...]) -> None:
        """All that the machines of a cluster have measured so far."""
        if self._asked is None:
            return
        folder = self._asked[0].folder
        self._found[folder] = self._found[folder]._replace(results=list(results))
        if self._state() is self._asked[0]:
            self._show_results()

    def _on_answered(self) -> None:
        self._over()

    def _on_closing(self) -> None:
        self._end("Stopped.")

    def _on_failed(self, problem: Problem) -> None:
        self._end(problem.words)

    def _on_idle(self, idle: bool) -> None:
        if not idle and not self._sweep.busy:  # that one is measured elsewhere
            self._end(_BESIDE)


def _sentences(lines: Sequence[str]) -> str:
    return "\n".join(f"{line[:1].upper()}{line[1:]}" for line in lines)


def _is_ready(state: OpState | None) -> bool:
    return state is not None and isinstance(state.current_result("export"), ExportResult)


def _key(state: OpState) -> str:
    """The digest of all that the times depend on."""
    return state.keys.get("compare", "")

"""The card *Other sizes*: the exported file, run at sizes of its dynamic axes that are chosen here."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QWidget

from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import ExportResult, RunJob, SizesJob
from workbench.core.pipeline.at_sizes import (
    MOST,
    failed_at,
    open_sizes,
    report_at,
    run_at,
    sizes_job,
    with_case_at,
)
from workbench.core.pipeline.op_state import STATUS_WORDS, OpState, SizesReport
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.lights import light_icon
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.spin_box import SpinBox
from workbench.gui.look.widgets import Card, ElidedLabel
from workbench.gui.services import Services

__all__ = ["SizesCard"]

_ABOUT = "The exported file as it is, at other sizes"
_LIGHTS = {"agrees": "ok", UNVERIFIED: "unverified", "differs": "differs", "failed": "failed"}
_SIDE = 16
_INSET = 6
"""Pixels before a number, as other fields have."""
_MOST_ROWS = 8
"""Sizes that were tried; the oldest go."""
_NOT_YET = "It is not up to date: run it first (F5)."


class _Asked(NamedTuple):
    """What runs: the op as it was when that began, and its sizes."""

    state: OpState
    op: Op
    key: str
    sizes: dict[str, int]


class _Found(NamedTuple):
    """What came of sizes."""

    sizes: dict[str, int]
    report: SizesReport


class SizesCard(Card):
    """A field for each axis, a button that runs, and a row for each sizes that were tried.

    Args:
        services: the engine, and the project for what is kept.
        parent: the page.
    """

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__("Other sizes", _ABOUT, parent)
        self._services = services
        self._document: OpDocument | None = None
        self._found: dict[Path, tuple[str, list[_Found]]] = {}
        self._asked: _Asked | None = None
        self._torch = HostRequest(services.engine, SizesJob.host, self)
        self._torch.answered.connect(self._on_computed)
        self._ort = HostRequest(services.engine, RunJob.host, self)
        self._ort.answered.connect(self._on_compared)
        for request in (self._torch, self._ort):
            request.failed.connect(self._on_failed)
        self.button = QPushButton("Run at these si&zes", self)
        self.button.setObjectName("sizes.run")
        self.button.clicked.connect(self._on_run)
        self.header.addWidget(self.button)
        self._fields: dict[str, SpinBox] = {}
        self._examples: dict[str, int] = {}
        self._row = QHBoxLayout()
        self._row.setSpacing(8)
        self._row.addStretch(1)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(2, 1)
        self._shown: list[QWidget] = []
        self.body.addLayout(self._row)
        self.body.addLayout(self._grid)

    def show_op(self, document: OpDocument | None) -> None:
        """Show the axes of an op, and what its file gave at other sizes."""
        self._document = document
        state = self._state()
        axes = open_sizes(state.op) if state is not None and state.op is not None else {}
        if axes != self._examples:
            self._examples = axes
            self._make_fields()
        compared = state is not None and state.op is not None and state.op.is_compared
        self.setVisible(bool(axes) and compared)
        ready = state is not None and state.current_result("export") is not None
        busy = self._torch.busy or self._ort.busy
        self.button.setEnabled(ready or busy)
        self.button.setText("Stop" if busy else "Run at these si&zes")
        self.button.setToolTip(plain_tip("" if ready else _NOT_YET))
        self._show_rows()

    def restyle(self) -> None:
        """The theme is another one."""
        self._show_rows()

    def _state(self) -> OpState | None:
        document = self._document
        return self._services.engine.state(document.folder) if document is not None else None

    def _make_fields(self) -> None:
        while self._row.count() > 1:
            item = self._row.takeAt(0)
            if item is not None and (widget := item.widget()) is not None:
                widget.deleteLater()
        self._fields = {}
        for name, size in self._examples.items():
            label, field = PlainLabel(name, self), SpinBox(self)
            label.setProperty("role", "code")
            field.setObjectName(f"sizes.{name}")
            field.setAccessibleName(f"Size of {name}")
            field.setToolTip(plain_tip(f"The examples have {size}"))
            field.setRange(0, MOST)
            field.setValue(size)
            field.setMinimumWidth(88)
            field.lineEdit().setTextMargins(_INSET, 0, 0, 0)
            field.lineEdit().returnPressed.connect(self._on_return)
            for widget in (label, field):
                self._row.insertWidget(self._row.count() - 1, widget)
            self._fields[name] = field

    def _show_rows(self) -> None:
        for widget in self._shown:
            self._grid.removeWidget(widget)
            widget.hide()  # until it is deleted, it would be drawn where it was
            widget.deleteLater()
        self._shown = []
        state = self._state()
        if state is None:
            return
        if self._asked is not None and self._asked.state is state:
            waits = SizesReport(failed_at(self._asked.sizes, ()).sizes, "running")
            self._add_row(0, waits, "running", "Running …", None)
        key, found = self._found.get(state.folder, ("", []))
        for row, one in enumerate(found if key == _key(state) else (), 1):
            words = "; ".join(filter(None, (STATUS_WORDS[one.report.status], one.report.text)))
            light = _LIGHTS[one.report.status]
            self._add_row(row, one.report, light, words, one.sizes)

    def _add_row(
        self, row: int, report: SizesReport, light: str, words: str, kept: dict[str, int] | None
    ) -> None:
        lamp, sizes, text = PlainLabel(self), PlainLabel(report.sizes, self), ElidedLabel("", self)
        lamp.setPixmap(light_icon(light, _SIDE).pixmap(_SIDE, _SIDE))
        text.setProperty("role", "muted")
        text.set_whole(f"{words[:1].upper()}{words[1:]}")
        made: list[QWidget] = [lamp, sizes, text]
        if kept is not None and report.status != "failed":
            keep = QPushButton("Keep as a case", self)
            keep.setObjectName(f"sizes.keep.{'.'.join(map(str, kept.values()))}")
            keep.setEnabled(self._is_new(kept))
            keep.setToolTip(
                plain_tip(
                    f"Run at {report.sizes} each time from now on"
                    if keep.isEnabled()
                    else "It is a case already"
                )
            )
            keep.clicked.connect(partial(self._on_keep, kept))
            made.append(keep)
        for column, widget in enumerate(made):
            self._grid.addWidget(widget, row, column, Qt.AlignmentFlag.AlignVCenter)
        self._shown += made

    def _is_new(self, sizes: dict[str, int]) -> bool:
        op = self._document.op if self._document is not None else None
        return op is not None and with_case_at(op, sizes) is not op

    # -- running

    def _on_return(self) -> None:
        if not self._torch.busy and not self._ort.busy:
            self._on_run()

    def _on_run(self) -> None:
        state = self._state()
        if self._torch.busy or self._ort.busy:
            self._torch.cancel()
            self._ort.cancel()
            self._asked = None
        elif state is not None and state.op is not None:
            sizes = {name: field.value() for name, field in self._fields.items()}
            self._asked = _Asked(state, state.op, _key(state), sizes)
            try:
                self._torch.ask(sizes_job(0, state, sizes))
            except UserError as error:
                self._on_failed(error.problem)
        self.show_op(self._document)

    def _on_computed(self, found: ExportResult) -> None:
        if self._asked is not None:
            self._ort.ask(run_at(0, self._asked.state, found))

    def _on_compared(self, _result: object) -> None:
        if self._asked is not None:
            self._keep(report_at(self._asked.sizes, self._ort.ended))

    def _on_failed(self, problem: Problem) -> None:
        if self._asked is not None:
            self._services.engine.log.emit(f"{problem.words}\n")
            self._keep(failed_at(self._asked.sizes, (problem,)))

    def _keep(self, report: SizesReport) -> None:
        assert self._asked is not None
        state, _, key, sizes = self._asked
        self._asked = None
        before, found = self._found.get(state.folder, ("", []))
        others = [one for one in found if one.sizes != sizes] if before == key else []
        self._found[state.folder] = (key, [_Found(sizes, report), *others][:_MOST_ROWS])
        self._services.said.emit(f"{state.name} at {report.sizes}: {STATUS_WORDS[report.status]}")
        self.show_op(self._document)

    def _on_keep(self, sizes: dict[str, int]) -> None:
        if self._document is not None:
            self._services.project.edit(self._document, "Keep as case", partial(_with_case, sizes))


def _with_case(sizes: dict[str, int], op: Op) -> Op:
    return with_case_at(op, sizes)


def _key(state: OpState) -> str:
    """The digest of all that the comparison depends on."""
    return state.keys.get("compare", "")

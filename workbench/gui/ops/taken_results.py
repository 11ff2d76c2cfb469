"""Results of other machines: a button that takes one in, and a row for each of its runtimes and devices."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from workbench.core.elsewhere import GivenResult, elsewhere_job, read_result, reports
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import ElsewhereJob, ElsewhereResult
from workbench.core.pipeline.op_state import NOT_RUN, STATUS_WORDS, OpState, RuntimeReport
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.runtimes import report_text
from workbench.gui import dialogs
from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.look.lights import light_icon
from workbench.gui.look.plain import PlainLabel, plain_tip
from workbench.gui.look.widgets import ElidedLabel
from workbench.gui.services import Services

__all__ = ["LIGHTS", "TakenResults", "words_of"]

LIGHTS = {
    "agrees": "ok",
    UNVERIFIED: "unverified",
    "differs": "differs",
    "failed": "failed",
    NOT_RUN: "skipped",
}
"""Of an op in a runtime: its status → the light."""
SIDE = 16


def words_of(report: RuntimeReport) -> str:
    """What came of an op in a runtime, in a line."""
    told = STATUS_WORDS[report.status] if report.status != NOT_RUN else ""
    told = told[:1].upper() + told[1:]
    if report.problems and report.status in (NOT_RUN, "failed"):
        told = report.problems[0].words
    elif report.problems:
        told = f"{told}: {report.problems[0].words}"
    return "; ".join(filter(None, (told, report_text(report))))


class _Taken(NamedTuple):
    """The rows of a result, and the content that it is of."""

    key: str
    reports: list[RuntimeReport]


class TakenResults(QWidget):
    """The rows; ``button`` is for the head of a card.

    Args:
        services: the engine, and the status bar.
        parent: the Qt parent.
    """

    changed = Signal()
    """Something has been taken in, or refused."""

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._document: OpDocument | None = None
        self._taken: dict[Path, dict[str, _Taken]] = {}
        self._asked: tuple[OpState, GivenResult, str] | None = None
        self._shown: list[QWidget] = []
        self._request = HostRequest(services.engine, ElsewhereJob.host, self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)
        self.button = QPushButton("&Take in a result …", parent)
        self.button.setObjectName("results.take")
        self.button.clicked.connect(self._on_take)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 6, 0, 0)
        self._grid.setHorizontalSpacing(10)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(2, 1)

    def show_op(self, document: OpDocument | None, why: str) -> None:
        """Show what has been taken in for an op.

        Args:
            document: the op's.
            why: a result cannot be taken in now; empty if it can.
        """
        self._document = document
        self.button.setEnabled(not why and not self._request.busy)
        self.button.setToolTip(
            plain_tip(
                why
                or "What check.py of a check folder (Deliver) has written on another machine: result.json"
            )
        )
        state = self._state()
        found = self._taken.get(state.folder, {}) if state is not None else {}
        current = self.reports_of(state) if state is not None else []
        while self._shown:
            widget = self._shown.pop()
            self._grid.removeWidget(widget)
            widget.deleteLater()
        rows = [one for taken in found.values() for one in taken.reports]
        for number, one in enumerate(rows):
            self._add_row(number, one, any(one is other for other in current))
        self.setVisible(bool(rows))

    def reports_of(self, state: OpState) -> list[RuntimeReport]:
        """What has been taken in for an op as it is now."""
        key = state.keys.get("compare")
        every = self._taken.get(state.folder, {}).values()
        return [one for taken in every if taken.key == key for one in taken.reports]

    def _add_row(self, number: int, report: RuntimeReport, current: bool) -> None:
        light, title, text = PlainLabel(self), PlainLabel(report.label, self), ElidedLabel("", self)
        light.setObjectName(f"results.light.{number}")
        name = LIGHTS.get(report.status, "none") if current else "stale"
        light.setPixmap(light_icon(name, SIDE).pixmap(SIDE, SIDE))
        title.setObjectName(f"results.title.{number}")
        title.setTextFormat(title.textFormat().PlainText)
        words = words_of(report) if current else "Something has changed since it was taken in."
        text.setObjectName(f"results.text.{number}")
        text.setProperty("role", "muted")
        text.set_whole(words)
        for column, widget in enumerate((light, title, text)):
            self._grid.addWidget(widget, number, column)
            self._shown.append(widget)

    def _state(self) -> OpState | None:
        document = self._document
        return self._services.engine.state(document.folder) if document is not None else None

    def _on_take(self) -> None:
        state = self._state()
        file = dialogs.choose_result(self) if state is not None else None
        if state is None or file is None:
            return
        try:
            result = read_result(file)
            job = elsewhere_job(0, state, file)
        except UserError as error:
            self._on_failed(error.problem)
            return
        self._asked = (state, result, state.keys.get("compare", ""))
        self._request.ask(job)
        self.changed.emit()

    def _on_answer(self, found: ElsewhereResult) -> None:
        assert self._asked is not None
        state, result, key = self._asked
        # Another run on the same machine takes the place of the one before.
        where = "; ".join(dict.fromkeys(row.name for row in result.rows))
        rows = reports(result, found, state)
        self._taken.setdefault(state.folder, {})[where] = _Taken(key, rows)
        told = "; ".join(f"{one.label}: {STATUS_WORDS[one.status]}" for one in rows)
        self._services.said.emit(f"{state.name}: {told}")
        self.changed.emit()

    def _on_failed(self, problem: Problem) -> None:
        dialogs.show_error(self, "The result was not taken in", UserError.of([problem]))
        self.changed.emit()

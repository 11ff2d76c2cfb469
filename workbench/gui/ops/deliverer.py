"""Delivers a verified op: the button of the Run page."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.core.delivery import FORMS, delivery_job, place_of, refusals
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import DeliverJob, DeliverResult
from workbench.core.op_state import OpState
from workbench.gui import dialogs
from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.ops.status import light
from workbench.gui.services import Services

__all__ = ["Deliverer"]

_TITLE = "Deliver"
_NOT_NOW = ("none", "stale", "running")


class Deliverer(QObject):
    """A button that asks for a folder and has the host deliver; the status bar says how it went.

    Args:
        services: the engine, and the status bar.
        parent: where questions are asked.
    """

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._services = services
        self._form = next(iter(FORMS.values()))
        self._document: OpDocument | None = None
        self._state: OpState | None = None
        self.button = QPushButton("Del&iver…", parent)
        self.button.setObjectName("deliver")
        self.button.clicked.connect(self._on_click)
        self._request = HostRequest(services.engine, DeliverJob.host, self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)

    def show_op(self, document: OpDocument) -> None:
        """Offer what may be delivered, and say of the rest why not."""
        self._document = document
        state = self._services.engine.state(document.folder)
        shown = light(document, self._services.engine, "compare")
        self._state = state
        why = ""
        if state is None or shown in _NOT_NOW:
            why = "It is not up to date: run it first (F5)."
        elif found := refusals(state, self._form):
            why = found[0].words
        self.button.setEnabled(not why and not self._request.busy)
        self.button.setToolTip(why or f"{self._form.words.title}: {self._form.words.text}")

    def _on_click(self) -> None:
        state = self._state
        if state is None:
            return
        start = self._services.project.folder or state.folder
        out = dialogs.choose_new_folder(self._parent, _TITLE, start.parent / f"{state.name}_ort")
        if out is None:
            return
        try:
            job = delivery_job(0, state, self._form, place_of(out, False), False)
        except UserError as error:
            dialogs.show_error(self._parent, _TITLE, error)
            return
        self._services.said.emit(f"Delivering {state.name}: it is used in a fresh place first …")
        self._request.ask(job)
        self._again()

    def _on_answer(self, result: DeliverResult) -> None:
        used = "; ".join(f"{c.what}: {c.said}" for c in result.checks if c.said)
        self._services.said.emit(f"Delivered to {result.target}. {used}")
        self._again()

    def _on_failed(self, problem: Problem) -> None:
        self._again()
        dialogs.show_error(self._parent, _TITLE, UserError.of([problem]))

    def _again(self) -> None:
        if self._document is not None:
            self.show_op(self._document)

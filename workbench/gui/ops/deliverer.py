"""Delivers a verified op: the button of the Run page."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.core.delivery import FORMS, refusals
from workbench.core.pipeline.op_state import OpState
from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.plain import plain_tip
from workbench.gui.ops.deliver_dialog import DeliverDialog
from workbench.gui.ops.status import light
from workbench.gui.services import Services

__all__ = ["Deliverer"]

_NOT_NOW = ("none", "stale", "running")


class Deliverer(QObject):
    """A button that opens the dialog, where there is a form in which the op may be delivered.

    Args:
        services: the engine, and the status bar.
        parent: where questions are asked.
    """

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._services = services
        self._state: OpState | None = None
        self.button = QPushButton("Del&iver …", parent)
        self.button.setObjectName("deliver")
        self.button.clicked.connect(self._on_click)

    def show_op(self, document: OpDocument) -> None:
        """Offer what may be delivered, and say of the rest why not."""
        state = self._state = self._services.engine.state(document.folder)
        why = ""
        if state is None or not self._is_current(document):
            why = "It is not up to date: run it first (F5)."
        else:
            # What only runs alike may be delivered, too, where the dialog is told so.
            found = [refusals(state, form, unverified=True) for form in FORMS.values()]
            why = found[0][0].words if all(found) else ""
        self.button.setEnabled(not why)
        words = "; ".join(form.words.title for form in FORMS.values())
        self.button.setToolTip(
            plain_tip(why or f"Write it in a form that needs nothing of this program: {words}")
        )

    def _on_click(self) -> None:
        if self._state is None:
            return
        start = self._services.project.folder or self._state.folder
        dialog = DeliverDialog(
            self._services, self._state, self._others(), start.parent, self._parent
        )
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _is_current(self, document: OpDocument) -> bool:
        state = self._services.engine.state(document.folder)
        if state is None:
            return False
        return light(document, self._services.engine, state.stages()[-1]) not in _NOT_NOW

    def _others(self) -> list[OpState]:
        """Those of the project's other ops that are up to date."""
        current = (d for d in self._services.project.documents.values() if self._is_current(d))
        states = (self._services.engine.state(document.folder) for document in current)
        return [s for s in states if s is not None and s is not self._state]

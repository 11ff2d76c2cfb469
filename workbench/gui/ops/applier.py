"""Puts the op into a model of the user's own: a button of the Run page."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.core.applying import sought_of
from workbench.core.errors import UserError
from workbench.core.pipeline.op_state import OpState
from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.plain import plain_tip
from workbench.gui.ops.apply_dialog import ApplyDialog
from workbench.gui.services import Services

__all__ = ["Applier"]


class Applier(QObject):
    """A button that opens the dialog, where the op is built and can be put into a model.

    Args:
        services: the engine.
        parent: where questions are asked.
    """

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent, self._services = parent, services
        self._state: OpState | None = None
        self.button = QPushButton("&Apply to a model …", parent)
        self.button.setObjectName("apply")
        self.button.clicked.connect(self._on_click)

    def show_op(self, document: OpDocument) -> None:
        """Offer it, or say why not."""
        state = self._state = self._services.engine.state(document.folder)
        why = ""
        if state is None or state.op is None or state.current_result("build") is None:
            why = "It is not built: run it first (F5)."
        else:
            try:
                sought_of(state.op)
            except UserError as error:
                why = error.problem.words
        self.button.setEnabled(not why)
        self.button.setToolTip(
            plain_tip(
                why or "In the place of the standard nodes that compute it; run before and after"
            )
        )

    def _on_click(self) -> None:
        if self._state is None:
            return
        dialog = ApplyDialog(self._services, self._state, self._parent)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

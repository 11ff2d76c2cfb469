"""The button that keeps the inputs of results that differ as a case of the op."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.core.cells.kept import Kept, with_case
from workbench.core.declaration.op import Case, Op
from workbench.core.pipeline.kept_inputs import worst_inputs
from workbench.core.pipeline.op_state import OpState
from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.plain import plain_tip
from workbench.gui.services import Services

__all__ = ["CaseKeeper"]

_SAID = "These inputs are a case of the op now, on the page Model. F5 runs it."


class CaseKeeper(QObject):
    """Keeps the inputs of the worst element.

    Args:
        services: the project, and the status bar.
        parent: the page.
    """

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._document: OpDocument | None = None
        self._case: Case | None = None
        self.button = QPushButton("Keep as case", parent)
        self.button.setObjectName("keepAsCase")
        self.button.clicked.connect(self._on_keep)
        self.button.hide()

    def show_op(self, document: OpDocument, state: OpState | None) -> None:
        """Offer it for an op whose results differ; say why not where it cannot be.

        Args:
            document: the op's.
            state: its results; None where they do not differ.
        """
        self._document = document
        found = worst_inputs(state, state.op) if state is not None and state.op else Kept(None)
        self._case = found.case
        self.button.setVisible(state is not None)
        self.button.setEnabled(found.case is not None)
        self.button.setToolTip(plain_tip(found.about))

    def _on_keep(self) -> None:
        if self._document is not None and self._case is not None:
            change = partial(_kept_in, self._case)
            self._services.project.edit(self._document, "Keep as case", change)
            self._services.said.emit(_SAID)


def _kept_in(case: Case, op: Op) -> Op:
    return with_case(op, case)

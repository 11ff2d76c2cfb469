"""What a page is: one view of the chosen op."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from workbench.core.errors import Problem
from workbench.gui.document import OpDocument
from workbench.gui.forms.binder import Binder
from workbench.gui.forms.problem_line import ProblemLine
from workbench.gui.services import Services
from workbench.gui.widgets import Card

__all__ = ["FormPage", "Page"]


class Page(QWidget):
    """Shows one document; refreshed only while it is visible.

    Args:
        services: project, engine and web views.
        parent: the Qt parent.
    """

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.services = services
        self.document: OpDocument | None = None
        self._stale = True
        services.project.op_changed.connect(self._on_op_changed)

    def set_document(self, document: OpDocument | None) -> None:
        """Show another op, or none."""
        self.document = document
        self.mark_stale()

    def refresh(self) -> None:
        """Show the document as it is now."""
        raise NotImplementedError

    def reveal(self, problem: Problem) -> None:
        """Bring a problem's place into view and give it the focus."""

    def mark_stale(self) -> None:
        """Refresh now, or when the page is shown."""
        self._stale = True
        if self.isVisible():
            self._refresh_stale()

    def _refresh_stale(self) -> None:
        self._stale = False
        self.refresh()

    def _on_op_changed(self, folder: Path) -> None:
        if self.document is not None and folder == self.document.folder:
            self.mark_stale()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._refresh_stale()


class FormPage(Page):
    """A scrolling page of fields that edit the declaration."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.binder = Binder(services.project, self)
        self.body = QWidget(self)
        self.body.setObjectName("pageBody")
        self.sections = QVBoxLayout(self.body)
        self.sections.setContentsMargins(16, 16, 16, 16)
        self.sections.setSpacing(16)
        self.area = QScrollArea(self)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self.body)
        self.main = QVBoxLayout(self)
        self.main.setContentsMargins(0, 0, 0, 0)
        self.main.setSpacing(0)
        self.main.addWidget(self.area)

    def set_document(self, document: OpDocument | None) -> None:
        self.binder.document = document
        super().set_document(document)

    def refresh(self) -> None:
        document = self.document
        if document is None or document.op is None:
            return
        self.sync()
        self.binder.refresh()

    def sync(self) -> None:
        """Have the rows that the declaration has; before the fields are filled."""

    def add_line(self, key: str, card: Card) -> ProblemLine:
        """A place at the end of a card for the problems under a key path."""
        line = ProblemLine(card)
        card.body.addWidget(line)
        self.binder.add_line(key, line)
        return line

    def reveal(self, problem: Problem) -> None:
        if self._stale:
            self._refresh_stale()
        field = self.binder.field_at(problem.key)
        line = self.binder.line_at(problem.key)
        widget = field.widget if field is not None else line
        if widget is not None:
            self.area.ensureWidgetVisible(widget, 24, 48)
            if field is not None:
                widget.setFocus(Qt.FocusReason.OtherFocusReason)

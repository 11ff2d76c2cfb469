"""What a page is: one view of the chosen op."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QResizeEvent, QShortcut, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QScrollArea, QWidget

from workbench.core.errors import Problem
from workbench.core.manual import Place, place_of_key
from workbench.gui.document.op_document import OpDocument
from workbench.gui.editor.toml_bar import BrokenBanner
from workbench.gui.forms.binding.binder import Binder
from workbench.gui.look.columns import Columns
from workbench.gui.look.fix_bar import FIX_KEYS
from workbench.gui.look.layouts import laid_out_once, vbox
from workbench.gui.look.widgets import Card
from workbench.gui.problems.quick_fixes import QuickFixes
from workbench.gui.services import Services

if TYPE_CHECKING:
    from workbench.gui.forms.tables.ready_rows import ReadyRows

__all__ = ["FormPage", "Page", "SourcePage"]

_LAID_OUT_MS = 30


class Page(QWidget):
    """Shows one document; refreshed only while it is visible.

    What the window asks of a page is here; a page says more where it has more to show.

    Args:
        services: project, engine and web views.
        parent: the Qt parent.
    """

    diagnosed = Signal(str, object)
    """A language server has looked at a file: its path, the list of ``Diagnostic``."""

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
        """Bring a problem's location into view and give it the focus."""

    def help_place(self, focus: QWidget | None) -> Place | None:
        """Where the manual tells of what has the focus; None for where it tells of the page."""
        return None

    def close_tab(self) -> bool:
        """Close what is in front of the page; whether there was something to close."""
        return False

    def show_node(self, key: str, case: str = "") -> None:
        """Choose a node of the op's graph, where the page shows one."""

    def look_for(self, what: str) -> bool:
        """Have something looked for, with ``find`` or ``replace``; whether the page can."""
        return False

    def tables(self) -> Sequence[ReadyRows]:
        """Those whose rows are made ahead, for any op of the project."""
        return ()

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
        self.services.theme.catch_up(self)
        if self._stale:
            self._refresh_stale()


class SourcePage(Page):
    """The page of the op's texts: where every other one sends whoever wants to see one."""

    def open_file(self, path: Path) -> None:
        """Bring a file to the front, and make it where it does not exist."""
        raise NotImplementedError

    def show_text(self, key: str = "") -> None:
        """Show ``op.toml`` as text, at the line of a key path such as ``args[1].dtype``."""
        raise NotImplementedError

    def show_generated(self, name: str) -> None:
        """Show a generated text."""
        raise NotImplementedError

    def set_problems(self, folder: Path, problems: list[Problem]) -> None:
        """The compiler's problems of an op, as markers in its files."""
        raise NotImplementedError


class _FormArea(QScrollArea):
    """What one looks at stays in view when its size changes.

    Where it gets lower, as a panel opens below it, that is the field that has the focus.

    Attributes:
        columns: of the page, if it has any; they are as many as its width allows.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.columns: Columns | None = None

    def resizeEvent(self, event: QResizeEvent) -> None:
        held = self._held()
        if self._arrange(event.size().width()) and held is not None:
            super().resizeEvent(event)
            self._hold(*held)
            # Tables that are wider or narrower now have another height a turn later.
            QTimer.singleShot(0, held[0], partial(self._hold, *held))
            return
        focus, body = QApplication.focusWidget(), self.widget()
        super().resizeEvent(event)
        lower = event.size().height() < event.oldSize().height()
        if not lower or focus is None or body is None or not body.isAncestorOf(focus):
            return
        top = focus.mapTo(self.viewport(), QPoint()).y()
        if top >= 0 and top + focus.height() <= event.oldSize().height():
            self.ensureWidgetVisible(focus, 24, 48)

    def _arrange(self, width: int) -> bool:
        """Have as many columns as fit into so many pixels; whether there are others now."""
        body = self.widget()
        layout = body.layout() if body is not None else None
        if self.columns is None or layout is None:
            return False
        margins = layout.contentsMargins()
        changed = self.columns.fit(width - margins.left() - margins.right())
        if changed:
            layout.invalidate()
        return changed

    def _held(self) -> tuple[QWidget, int] | None:
        """What stays where it is in view, and how far below the upper edge: the focus, else a card."""
        body, columns = self.widget(), self.columns
        if body is None or columns is None:
            return None
        seen = self.viewport().rect()
        focus = QApplication.focusWidget()
        parts = [focus] if focus is not None and columns.isAncestorOf(focus) else []
        at_top = self.verticalScrollBar().value() == 0
        for part in (*parts, *(() if at_top else columns.parts)):
            top = part.mapTo(self.viewport(), QPoint()).y()
            if part.isVisible() and top + part.height() > 0 and top < seen.height():
                return part, top
        return None

    def _hold(self, part: QWidget, top: int) -> None:
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + part.mapTo(self.viewport(), QPoint()).y() - top)


class FormPage(Page):
    """A scrolling page of fields that edit the declaration."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.binder = Binder(services.project, self)
        self.binder.fixes = QuickFixes(services, self)
        self._another = self._offers_text = False
        self._painted_later = QTimer(self, singleShot=True, interval=0)
        self._painted_later.timeout.connect(self._on_painted_later)
        self._answered = False
        self.binder.file_requested.connect(self._on_file)
        self.body = QWidget(self)
        self.body.setObjectName("pageBody")
        self.sections = vbox(on=self.body, margins=16, spacing=16)
        self.area = _FormArea(self)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(self.body)
        keys = QShortcut(QKeySequence(FIX_KEYS), self)
        keys.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        keys.activated.connect(self.binder.pop_fixes)
        self.broken_banner = BrokenBanner(self)
        self.broken_banner.line_requested.connect(self._on_line_requested)
        self.main = vbox(self.broken_banner, self.area, on=self, margins=0, spacing=0)

    def add_columns(self, left: Sequence[QWidget], right: Sequence[QWidget]) -> None:
        """Have two columns below what is on the page, side by side where it is wide enough."""
        self.area.columns = Columns(left, right, self.sections.spacing(), self.body)
        self.sections.addWidget(self.area.columns)

    def take_step(self, problem: Problem) -> None:
        """Do what fixes a problem, if that is known; else go to where one does it."""
        document, fixes = self.document, self.binder.fixes
        if document is None:
            return
        offered = fixes.offered(document, problem) if fixes is not None else []
        if fixes is not None and offered:
            fixes.apply(document, problem, offered[0])
        else:
            self.services.problem_requested.emit(document.folder, problem)

    def help_place(self, focus: QWidget | None) -> Place | None:
        key, document = self.binder.key_of(focus), self.document
        if not key or document is None or document.op is None:
            return None
        return place_of_key(self.binder.lens.to_file(document.op, key))

    def set_document(self, document: OpDocument | None) -> None:
        if document is not self.document:
            self._hold_paint()
            self.area.verticalScrollBar().setValue(0)
            self._another = True
        self.binder.document = document
        super().set_document(document)

    def showEvent(self, event: QShowEvent) -> None:
        if self._stale:
            self._hold_paint()
        super().showEvent(event)

    def mark_stale(self) -> None:
        # Rows that are still to come would be those of what was shown before.
        self._another = self._another or self.binder.later.active
        self.binder.later.drop()
        super().mark_stale()

    def _hold_paint(self) -> None:
        """Paint the page in a later turn of the loop than that in which it is filled.

        What is filled has its place only some requests of its layouts later: it is painted once and
        does not jump, and the window answers in between. A key that is held in the list puts it off
        no further.
        """
        if self.body.isVisible() and not self._painted_later.isActive():
            self.body.setUpdatesEnabled(False)
            self._answered = False
            self._painted_later.start()

    def _on_painted_later(self) -> None:
        if not self._answered:  # the timer was due before what has been waiting meanwhile
            self._answered = True
            self._painted_later.start()
            return
        self.sections.activate()
        # The area asks for the body's new height only when it is told, a turn after the body was.
        QApplication.sendEvent(self.area, QEvent(QEvent.Type.LayoutRequest))
        self.body.setUpdatesEnabled(True)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes to every row."""
        self.binder.later.finish()
        return super().focusNextPrevChild(next)

    def refresh(self) -> None:
        document = self.document
        if document is None or document.op is None:
            return
        # While the text is broken, an edit of a form would be lost with the next of the text.
        self.broken_banner.show_state(document.broken)
        self.body.setEnabled(not document.broken)
        another, self._another = self._another, False
        self.binder.later.another = another
        cards = self.findChildren(Card)
        with laid_out_once([self.sections, *(card.body for card in cards)], now=not another):
            self.sync()
            self.binder.later.another = False
            self.binder.refresh()
            self.show_beside()
        self.binder.later.start()
        if not self._offers_text:
            self._offers_text = True
            for card in cards:
                card.offer_text()
                card.text_requested.connect(self._on_text)

    def _on_text(self) -> None:
        """Show the part of ``op.toml`` that a card is the form of."""
        card, document = self.sender(), self.document
        if isinstance(card, Card) and document is not None and document.op is not None:
            key = card.text_key or self.binder.key_within(card)
            in_file = self.binder.lens.to_file(document.op, key) if key else ""
            self.services.text_requested.emit(document.folder, in_file)

    def _on_line_requested(self) -> None:
        if self.document is not None and self.document.broken:
            key = self.document.broken[0].key
            self.services.text_requested.emit(self.document.folder, key)

    def sync(self) -> None:
        """Have the rows that the declaration has; before the fields are filled."""

    def show_beside(self) -> None:
        """Show what stands beside the fields; after they are filled."""

    def _on_file(self, path: Path) -> None:
        if self.document is not None:
            self.services.open_requested.emit(self.document.folder, path)

    def _bring_up(self, widget: QWidget) -> None:
        self.area.ensureWidgetVisible(widget, 24, 48)

    def reveal(self, problem: Problem) -> None:
        if self._stale:
            self._refresh_stale()
        if not problem.key:
            self.area.verticalScrollBar().setValue(0)  # what is said of all stands there
            return
        field = self.binder.field_at(problem.key)
        line = self.binder.line_at(problem.key)
        widget = field.widget if field is not None else line
        if widget is not None:
            self._bring_up(widget)
            # A page that is new, or has new rows, is laid out after this turn of the loop.
            QTimer.singleShot(_LAID_OUT_MS, widget, partial(self._bring_up, widget))
            if field is not None:
                widget.setFocus(Qt.FocusReason.OtherFocusReason)

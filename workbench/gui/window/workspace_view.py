"""The open project on the screen: ops at the left, pages in the middle, panels below."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QTabBar, QWidget

from workbench.core.errors import Problem
from workbench.core.jobs import STAGES, StageEnded
from workbench.gui.checks.found import check_words
from workbench.gui.document.op_document import OpDocument
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import vbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.tab_order import first_field
from workbench.gui.ops.no_ops import NoOps
from workbench.gui.ops.op_header import OpHeader
from workbench.gui.ops.op_list import OpList
from workbench.gui.ops.status import stage_steps, status_of
from workbench.gui.pages import PAGES, page_of, page_of_problem
from workbench.gui.pages.base import Page, SourcePage
from workbench.gui.panels.below import PanelsBelow
from workbench.gui.problems.problem_feed import ProblemFeed
from workbench.gui.problems.problem_panel import ListedProblem
from workbench.gui.problems.quick_fixes import QuickFixes
from workbench.gui.services import Services
from workbench.gui.window.row_warmer import RowWarmer

__all__ = ["WorkspaceView"]

_PANELS = 160
_SOURCES = "kernel"
"""The page of the op's texts."""
_STAGE_PAGES = {"graph": "graph", "run": "run", "compare": "run"}
"""The others print."""


class WorkspaceView(QSplitter):
    """Keeps list, pages and panels on the same op."""

    page_made = Signal(str)
    """A page was built, on its first visit: its id."""
    op_shown = Signal(object)
    """The folder of the op that is shown now, or None; not of the first one of a new project."""
    page_shown = Signal(str)
    """The id of the page in front."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("workspace")
        self._services = services
        self._pages: dict[str, Page] = {}
        self._folder: Path | None = None
        # The op that is shown and its neighbours, to go on from where it is renamed or gone.
        self._shown: OpDocument | None = None
        self._order: list[OpDocument] = []
        self._choosing = self._resetting = self._split_by_hand = False
        self._warmer = RowWarmer(self)
        self.ops = OpList(services.project, services.engine, self)
        self.header = OpHeader(self)
        self.header.page_wanted.connect(self.show_page)
        self.header.strip.chosen.connect(self._on_stage)
        self.page_bar = QTabBar(self)
        self.page_bar.setObjectName("pageBar")
        self.page_bar.setAccessibleName("Pages")
        self.page_bar.setExpanding(False)
        self.page_bar.setIconSize(QSize(16, 16))
        for i, spec in enumerate(PAGES):
            self.page_bar.addTab(icon(spec.icon), spec.title)
            self.page_bar.setTabToolTip(i, plain_tip(f"{spec.tip} (Ctrl+{i + 1})"))
        self.page_bar.currentChanged.connect(self._on_page)
        self._stack = QStackedWidget(self)
        self.empty = NoOps(self)
        self._stack.addWidget(self.empty)
        self.feed = ProblemFeed(services, self)
        self.feed.changed.connect(self._on_problems)
        self.panels = PanelsBelow(services.engine, self)
        self.panels.shown_changed.connect(self._share_height)
        self.problems, self.log, self.jobs = self.panels.problems, self.panels.log, self.panels.jobs
        self.problems.activated.connect(self.reveal)
        self.problems.settled.connect(self._on_settled)
        self._fixes = QuickFixes(services, self)
        self.problems.set_fixer(self._fixes_of)
        self.problems.fix_chosen.connect(self._on_fix)
        services.project.text_changed.connect(self.problems.look_again)
        self.vertical = QSplitter(Qt.Orientation.Vertical, self)
        self._lay_out()
        self.ops.chosen.connect(self._on_chosen)
        project, engine = services.project, services.engine
        project.op_changed.connect(self._on_op)
        project.edit_shown.connect(self._on_edit_shown)
        project.reset.connect(self._on_reset)
        project.ops_changed.connect(self._on_ops)
        project.dirty_changed.connect(self._show_header)
        engine.state_changed.connect(self._on_op)
        engine.stage_ended.connect(self._on_stage_ended)
        engine.log.connect(self.log.append)
        services.open_requested.connect(self._on_open)
        services.generated_requested.connect(self._on_generated)
        services.text_requested.connect(self._on_text)
        services.problem_requested.connect(self._on_problem)
        services.graph_node_requested.connect(self._on_graph_node)

    def _lay_out(self) -> None:
        middle = QWidget(self)
        bar = vbox(self.page_bar, margins=(8, 0, 8, 0))
        line = QFrame(middle)
        line.setProperty("line", True)
        vbox(self.header, bar, line, (self._stack, 1), on=middle, margins=0, spacing=0)
        self.vertical.addWidget(middle)
        self.vertical.addWidget(self.panels)
        self.vertical.setStretchFactor(0, 1)
        self.vertical.setCollapsible(0, False)
        self.vertical.setSizes([580, 160])
        self.vertical.splitterMoved.connect(self._on_split)
        self.addWidget(self.ops)
        self.addWidget(self.vertical)
        self.ops.setMinimumWidth(220)
        self.setStretchFactor(1, 1)
        self.setCollapsible(1, False)
        self.setSizes([272, 1000])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_height()

    def _share_height(self, _shown: bool = True) -> None:
        # In a low window the panels give way to the page, unless the user wants them so.
        if not self._split_by_hand and not self.panels.isHidden():
            height = self.vertical.height()
            below = min(_PANELS, height // 4)
            self.vertical.setSizes([height - below, below])

    def _on_split(self, _position: int, _index: int) -> None:
        self._split_by_hand = True

    def restore_split(self, state: QByteArray) -> None:
        """How the page and the panels shared the height last time."""
        self._split_by_hand = self.vertical.restoreState(state)

    def split(self) -> QByteArray:
        """The same, for the next time; empty where the user has not chosen it."""
        return self.vertical.saveState() if self._split_by_hand else QByteArray()

    # -- what is shown

    def page(self, name: str) -> Page:
        """A page, built when it is first asked for."""
        if name not in self._pages:
            spec = next(s for s in PAGES if s.id == name)
            page = spec.make(self._services)
            self._pages[name] = page
            self._stack.addWidget(page)
            page.set_document(self._document())
            page.diagnosed.connect(self.feed.notes.set_diagnosed)
            self.page_made.emit(name)
            self._warm_rows()
        return self._pages[name]

    def current_page(self) -> str:
        """The id of the page in front."""
        return PAGES[self.page_bar.currentIndex()].id

    def current_op(self) -> Path | None:
        """The folder of the op that is shown."""
        return self._folder

    def show_page(self, name: str) -> None:
        """Bring a page to the front."""
        self.page_bar.setCurrentIndex(next(i for i, s in enumerate(PAGES) if s.id == name))
        self._show_current()

    def go_to_page(self, name: str) -> None:
        """Bring a page to the front, and the caret to its first field."""
        self.show_page(name)
        self._enter(self._stack.currentWidget())

    def step_part(self, by: int) -> None:
        """Go to the next part of the window, or to the one before, where it was left."""
        areas = (self.ops, self._stack.currentWidget(), self.panels)
        parts = [part for part in areas if part is not None and part.isVisible()]
        focus = self.window().focusWidget()
        at = next((i for i, p in enumerate(parts) if focus and p.isAncestorOf(focus)), -max(by, 0))
        part = parts[(at + by) % len(parts)]
        left = part.focusWidget()
        if left is not None and left is not part and left.isVisible():
            left.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._enter(part)

    def _enter(self, part: QWidget | None) -> None:
        field = (first_field(part) if part is not None else None) or self.page_bar
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_tab(self) -> bool:
        """Close the file in front, where its tab can be closed."""
        page = self._pages.get(self.current_page())
        return page is not None and page is self._stack.currentWidget() and page.close_tab()

    def restore_page(self, name: str) -> None:
        """Have a page in front when a project is shown, but do not build it yet."""
        for i, spec in enumerate(PAGES):
            if spec.id == name:
                self.page_bar.blockSignals(True)
                self.page_bar.setCurrentIndex(i)
                self.page_bar.blockSignals(False)

    def show_op(self, folder: Path | None) -> None:
        """Show an op; the first one for None."""
        documents = self._services.project.documents
        if folder is None or folder not in documents:
            folder = next(iter(documents), None)
        if self.ops.current() != folder:
            # The list says ``chosen`` in turn; the op is shown once.
            self._choosing = True
            self.ops.choose(folder)
            self._choosing = False
        self._folder = folder
        self._order = list(documents.values())
        self._shown = self._document()
        for page in self._pages.values():
            page.set_document(self._shown)
        self._show_header()
        self._show_current()
        self._mark_pages()  # the list of problems is the same whichever op is shown
        if not self._resetting:
            self.op_shown.emit(folder)

    def _show_current(self) -> None:
        """The page in front; where the project has no ops, what to do about that."""
        is_empty = not self._services.project.documents
        self.page_bar.setVisible(not is_empty)
        self._stack.setCurrentWidget(self.empty if is_empty else self.page(self.current_page()))

    def _warm_rows(self) -> None:
        """The op with the most rows of a table shall be shown as quickly as any."""
        documents = self._services.project.documents.values()
        self._warmer.warm(
            [table for page in self._pages.values() for table in page.tables()],
            [d.op for d in documents if d.op is not None],
        )

    def _on_chosen(self, folder: Path) -> None:
        if not self._choosing:
            self.show_op(folder)

    def _document(self) -> OpDocument | None:
        documents = self._services.project.documents
        return documents.get(self._folder) if self._folder is not None else None

    def _show_header(self) -> None:
        document = self._document()
        self.header.setVisible(document is not None)
        if document is not None:
            engine = self._services.engine
            steps = stage_steps(document, engine)
            self.header.show_op(document, status_of(document, engine), steps)
            self.header.show_check(*check_words(document, engine))

    def _on_stage(self, stage: str) -> None:
        """Where a stage failed, the place of that; else what it has to show, a page or the log."""
        state = self._services.engine.state(self._folder) if self._folder is not None else None
        ended = state.result(stage) if state is not None else None
        errors = [p for p in ended.problems if p.severity == "error"] if ended is not None else []
        if errors and ended is not None and ended.status == "failed":
            self.reveal(ListedProblem(errors[0], self._folder))
        elif stage in _STAGE_PAGES:
            self.show_page(_STAGE_PAGES[stage])
        else:
            self.panels.open_panel(self.log)

    def _on_page(self, index: int) -> None:
        self._show_current()
        self.page_shown.emit(PAGES[index].id)

    def _on_op(self, folder: Path) -> None:
        if folder == self._folder:
            self._show_header()

    def _on_reset(self) -> None:
        self._folder = None
        self._resetting = True
        self.show_op(None)
        self._resetting = False
        self._warm_rows()

    def _on_ops(self) -> None:
        """Stay with the op that is shown, under whatever name; where it is gone, its neighbour."""
        left = set(self._services.project.documents.values())
        at = self._order.index(self._shown) if self._shown in self._order else 0
        nearest = [*self._order[at:], *reversed(self._order[:at])]
        shown = next((d for d in nearest if d in left), None)
        self.show_op(shown.folder if shown is not None else None)

    # -- problems

    def _on_problems(self) -> None:
        self.panels.show_problems(self.feed.entries())
        self._mark_pages()

    def _mark_pages(self) -> None:
        """Which pages of the op that is shown have something to fix."""
        problems = self.feed.of_op(self._folder) if self._folder is not None else []
        errors = [p for p in problems if p.severity == "error"]
        wrong = {page_of(p.key) for p in errors if p.key}
        if any(p.line and not p.key for p in errors):
            wrong.add(_SOURCES)
        for i, spec in enumerate(PAGES):
            self.page_bar.setTabIcon(i, icon(spec.icon, "error" if spec.id in wrong else ""))
        sources = self._pages.get(_SOURCES)
        if isinstance(sources, SourcePage) and self._folder is not None:
            sources.set_problems(self._folder, self.feed.of_runs(self._folder))

    def reveal(self, entry: ListedProblem) -> None:
        """Go to a problem's location."""
        if entry.folder is None:
            self.panels.open_panel(self.log)
            return
        problem = entry.problem
        if entry.folder != self._folder:
            self.show_op(entry.folder)
        document = self._document()
        broken = document is not None and (document.op is None or bool(document.broken))
        name = page_of_problem(problem, broken)
        self.show_page(name)
        self.page(name).reveal(problem)

    def _on_problem(self, folder: Path, problem: Problem) -> None:
        """A page's link to the place of a problem."""
        self.reveal(ListedProblem(problem, folder))

    def _document_of(self, entry: ListedProblem) -> OpDocument | None:
        if entry.folder is None:
            return None
        return self._services.project.documents.get(entry.folder)

    def _fixes_of(self, entry: ListedProblem) -> list[str]:
        document = self._document_of(entry)
        return self._fixes.offered(document, entry.problem) if document is not None else []

    def _on_fix(self, entry: ListedProblem, title: str) -> None:
        document = self._document_of(entry)
        if document is not None:
            self._fixes.apply(document, entry.problem, title)

    def _on_settled(self, entry: ListedProblem) -> None:
        document = self._document_of(entry)
        if document is not None:
            self._services.project.gaps.settle(document, entry.problem.key)

    def _on_edit_shown(self, folder: Path, key: str) -> None:
        """Undo and redo show what they changed."""
        if folder != self._folder:
            self.show_op(folder)
        if key:
            name = page_of(key)
            if name != self.current_page():
                self.show_page(name)
            self.page(name).reveal(Problem("", "", key=key))

    def _sources_of(self, folder: Path) -> SourcePage:
        """The page of an op's texts, brought to the front."""
        if folder != self._folder:
            self.show_op(folder)
        self.show_page(_SOURCES)
        page = self.page(_SOURCES)
        assert isinstance(page, SourcePage)
        return page

    def _on_open(self, folder: Path, path: Path) -> None:
        """A form asks for a file to be edited."""
        self._sources_of(folder).open_file(path)

    def _on_text(self, folder: Path, key: str) -> None:
        """A form asks to be shown as text."""
        self._sources_of(folder).show_text(key)

    def _on_generated(self, folder: Path, name: str) -> None:
        """A form asks for a generated text."""
        self._sources_of(folder).show_generated(name)

    def _on_graph_node(self, folder: Path, key: str, case: str) -> None:
        """A verdict names a node."""
        if folder == self._folder:
            self.show_page("graph")
            self.page("graph").show_node(key, case)

    def _on_stage_ended(self, folder: Path, ended: StageEnded) -> None:
        if ended.stage not in STAGES:
            self._on_op(folder)
        # What a check has found stands on its page, not in the list of problems.
        if ended.status == "failed" and ended.stage in STAGES:
            self.panels.setCurrentWidget(self.problems)

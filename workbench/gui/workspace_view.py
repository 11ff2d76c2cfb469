"""The open project on the screen: ops at the left, pages in the middle, panels below."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import Problem
from workbench.core.jobs import StageEnded
from workbench.gui.document import OpDocument
from workbench.gui.icons import icon
from workbench.gui.op_header import OpHeader
from workbench.gui.op_list import OpList
from workbench.gui.pages import PAGES, page_of
from workbench.gui.pages.base import Page
from workbench.gui.panels.jobs import JobsPanel
from workbench.gui.panels.log import LogPanel
from workbench.gui.panels.problems import ListedProblem, ProblemsPanel
from workbench.gui.problem_feed import ProblemFeed
from workbench.gui.services import Services
from workbench.gui.verdict import verdict

__all__ = ["WorkspaceView"]


class WorkspaceView(QSplitter):
    """Keeps list, pages and panels on the same op."""

    page_made = Signal(str)
    """A page was built, on its first visit: its id."""

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setObjectName("workspace")
        self._services = services
        self._pages: dict[str, Page] = {}
        self._folder: Path | None = None
        self.ops = OpList(services.project, services.engine, self)
        self.header = OpHeader(self)
        self.page_bar = QTabBar(self)
        self.page_bar.setObjectName("pageBar")
        self.page_bar.setAccessibleName("Pages")
        self.page_bar.setExpanding(False)
        self.page_bar.setIconSize(QSize(16, 16))
        for i, spec in enumerate(PAGES):
            self.page_bar.addTab(icon(_ICONS[spec.id]), spec.title)
            self.page_bar.setTabToolTip(i, f"{spec.tip} (Ctrl+{i + 1})")
        self.page_bar.currentChanged.connect(self._on_page)
        self._stack = QStackedWidget(self)
        self.feed = ProblemFeed(services, self)
        self.feed.changed.connect(self._on_problems)
        self.problems = ProblemsPanel(self)
        self.problems.activated.connect(self.reveal)
        self.log = LogPanel(self)
        self.jobs = JobsPanel(services.engine, self)
        self.panels = QTabWidget(self)
        self.panels.setObjectName("panels")
        self.panels.setDocumentMode(True)
        self.panels.setIconSize(QSize(16, 16))
        self.panels.addTab(self.problems, icon("error"), "Problems")
        self.panels.addTab(self.log, icon("log"), "Log")
        self.panels.addTab(self.jobs, icon("jobs"), "Jobs")
        self.vertical = QSplitter(Qt.Orientation.Vertical, self)
        self._lay_out()
        self.ops.chosen.connect(self.show_op)
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

    def _lay_out(self) -> None:
        middle = QWidget(self)
        layout = QVBoxLayout(middle)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        bar = QVBoxLayout()
        bar.setContentsMargins(8, 0, 8, 0)
        bar.addWidget(self.page_bar)
        line = QFrame(middle)
        line.setProperty("line", True)
        layout.addWidget(self.header)
        layout.addLayout(bar)
        layout.addWidget(line)
        layout.addWidget(self._stack, 1)
        self.vertical.addWidget(middle)
        self.vertical.addWidget(self.panels)
        self.vertical.setStretchFactor(0, 1)
        self.vertical.setCollapsible(0, False)
        self.vertical.setSizes([580, 160])
        self.addWidget(self.ops)
        self.addWidget(self.vertical)
        self.ops.setMinimumWidth(220)
        self.setStretchFactor(1, 1)
        self.setCollapsible(1, False)
        self.setSizes([272, 1000])

    # -- what is shown

    def page(self, name: str) -> Page:
        """A page, built when it is first asked for."""
        if name not in self._pages:
            spec = next(s for s in PAGES if s.id == name)
            page = spec.make(self._services)
            self._pages[name] = page
            self._stack.addWidget(page)
            page.set_document(self._document())
            self.page_made.emit(name)
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
        self._stack.setCurrentWidget(self.page(name))

    def show_op(self, folder: Path | None) -> None:
        """Show an op; the first one for None."""
        documents = self._services.project.documents
        if folder is None or folder not in documents:
            folder = next(iter(documents), None)
        if self.ops.current() != folder:
            self.ops.choose(folder)
        self._folder = folder
        for page in self._pages.values():
            page.set_document(self._document())
        self._show_header()
        self._stack.setCurrentWidget(self.page(self.current_page()))
        self._on_problems()

    def _document(self) -> OpDocument | None:
        documents = self._services.project.documents
        return documents.get(self._folder) if self._folder is not None else None

    def _show_header(self) -> None:
        document = self._document()
        self.header.setVisible(document is not None)
        if document is not None:
            self.header.show_op(document, verdict(document, self._services.engine))

    def _on_page(self, index: int) -> None:
        self._stack.setCurrentWidget(self.page(PAGES[index].id))

    def _on_op(self, folder: Path) -> None:
        if folder == self._folder:
            self._show_header()

    def _on_reset(self) -> None:
        self._folder = None
        self.show_op(None)

    def _on_ops(self) -> None:
        self.show_op(self._folder)

    # -- problems

    def _on_problems(self) -> None:
        entries = self.feed.entries()
        self.problems.show_problems(entries)
        errors = sum(e.problem.severity == "error" for e in entries)
        self.panels.setTabText(0, f"Problems ({len(entries)})" if entries else "Problems")
        self.panels.setTabIcon(0, icon("error", "error" if errors else ""))
        wrong = {
            page_of(e.problem.key)
            for e in entries
            if e.folder == self._folder and e.problem.key and e.problem.severity == "error"
        }
        in_source = any(
            e.folder == self._folder
            and e.problem.line
            and e.problem.severity == "error"
            and not e.problem.key
            for e in entries
        )
        if in_source:
            wrong.add("kernel")
        for i, spec in enumerate(PAGES):
            role = "error" if spec.id in wrong else ""
            self.page_bar.setTabIcon(i, icon(_ICONS[spec.id], role))
        kernel = self._pages.get("kernel")
        if kernel is not None and hasattr(kernel, "set_problems"):
            for folder in self._services.project.documents:
                kernel.set_problems(folder, self.feed.of_stages(folder))

    def reveal(self, entry: ListedProblem) -> None:
        """Go to a problem's place."""
        if entry.folder is None:
            self.panels.setCurrentWidget(self.log)
            return
        problem = entry.problem
        if entry.folder != self._folder:
            self.show_op(entry.folder)
        document = self._document()
        broken = document is not None and document.op is None
        if problem.key and not broken:
            name = page_of(problem.key)
        elif problem.line or broken:
            name = "kernel"
        else:
            name = "run"
        self.show_page(name)
        self.page(name).reveal(problem)

    def _on_edit_shown(self, folder: Path, key: str) -> None:
        """Undo and redo show what they changed."""
        if folder != self._folder:
            self.show_op(folder)
        if key:
            name = page_of(key)
            if name != self.current_page():
                self.show_page(name)
            self.page(name).reveal(Problem("", "", key=key))

    def _on_open(self, folder: Path, path: Path) -> None:
        """A form asks for a file to be edited."""
        if folder != self._folder:
            self.show_op(folder)
        self.show_page("kernel")
        kernel = self._pages["kernel"]
        if hasattr(kernel, "open_file"):
            kernel.open_file(path)

    def _on_stage_ended(self, _folder: Path, ended: StageEnded) -> None:
        if ended.status == "failed":
            self.panels.setCurrentWidget(self.problems)


_ICONS = {
    "kernel": "kernel",
    "signature": "signature",
    "mapping": "mapping",
    "model": "model",
    "graph": "graph",
    "run": "check",
}

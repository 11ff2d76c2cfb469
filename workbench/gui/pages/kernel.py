"""The Kernel page: the op's sources in the editor, and the head that the kernel must have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStackedWidget,
    QTabBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from workbench.core.errors import Problem
from workbench.gui.document import OpDocument
from workbench.gui.generated_views import TOML_VIEW, language, view_file, view_name, view_path
from workbench.gui.icons import icon
from workbench.gui.pages.base import Page
from workbench.gui.plain_editor import PlainEditor
from workbench.gui.previews import PREVIEWS, kernel_head, preview
from workbench.gui.services import Services
from workbench.gui.widgets import CopyLine, EmptyState

if TYPE_CHECKING:
    from workbench.gui.web.monaco_view import MonacoView

__all__ = ["KernelPage"]

_LATER_MS = 200


class KernelPage(Page):
    """Tabs for the sources; generated texts open beside them, read-only."""

    editor_ready = Signal()

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.editor: MonacoView | PlainEditor | None = None
        self._views: dict[Path, list[str]] = {}
        self._problems: dict[Path, list[Problem]] = {}
        self._tabs = QTabBar(self)
        self._tabs.setObjectName("sourceTabs")
        self._tabs.setAccessibleName("Files of the op")
        self._tabs.setExpanding(False)
        self._tabs.setTabsClosable(False)
        self._tabs.currentChanged.connect(self._on_tab)
        self._generated = self._generated_button()
        bar = QHBoxLayout()
        bar.setContentsMargins(8, 2, 8, 0)
        bar.addWidget(self._tabs, 1)
        bar.addWidget(self._generated)
        self._stack = QStackedWidget(self)
        self._waiting = QWidget(self)
        self._stack.addWidget(self._waiting)
        self._missing = EmptyState("missingSource", self)
        create = QPushButton("Create it", self)
        create.setObjectName("createSource")
        create.clicked.connect(self._create_source)
        self._missing.add_button(create)
        self._stack.addWidget(self._missing)
        self._head = CopyLine("Expected", "kernelHead", self)
        foot = QHBoxLayout()
        foot.setContentsMargins(16, 5, 10, 5)
        foot.addWidget(self._head)
        line = QFrame(self)
        line.setProperty("line", True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(bar)
        layout.addWidget(self._stack, 1)
        layout.addWidget(line)
        layout.addLayout(foot)
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self._show_texts)
        services.web_allowed.connect(self._make_editor)
        services.project.text_changed.connect(self._on_text_changed)
        services.project.reset.connect(self._forget)
        services.project.ops_changed.connect(self._forget)
        services.theme.changed.connect(self._on_theme)
        if services.web_is_allowed:
            self._make_editor()

    def _generated_button(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("generatedCode")
        button.setText("Generated")
        button.setIcon(icon("code"))
        button.setToolTip("Look at op.toml and at the code that is generated from it")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setProperty("flat", True)
        menu = QMenu(button)
        menu.addAction("op.toml as it would be saved").setData(TOML_VIEW)
        menu.addSeparator()
        for name, (title, _) in PREVIEWS.items():
            menu.addAction(title).setData(name)
        menu.triggered.connect(self._on_generated)
        button.setMenu(menu)
        return button

    # -- the editor

    def _make_editor(self) -> None:
        if self.editor is not None:
            return
        editor: MonacoView | PlainEditor
        if self.services.use_web:
            from workbench.gui.web.monaco_view import MonacoView

            editor = MonacoView(self.services.web(), self)
        else:
            editor = PlainEditor(self)
        editor.setObjectName("kernelEditor")
        editor.text_changed.connect(self._on_typed)
        editor.set_dark(_dark())
        self.editor = editor
        self._stack.addWidget(editor)
        editor.ready.connect(self.editor_ready)
        self._show_source()
        if isinstance(editor, PlainEditor):
            self.editor_ready.emit()

    def sync(self, then: Callable[[], None]) -> None:
        """Call back when everything that was typed is in the document."""
        if self.editor is None:
            then()
        else:
            self.editor.sync(then)

    def _on_theme(self, dark: bool) -> None:
        if self.editor is not None:
            self.editor.set_dark(dark)

    # -- what is shown

    def set_document(self, document: OpDocument | None) -> None:
        super().set_document(document)
        self._later.start()

    def refresh(self) -> None:
        document = self.document
        if document is None:
            return
        entries = self._entries(document)
        shown = [self._tabs.tabData(i) for i in range(self._tabs.count())]
        if shown != [str(path) for path, _ in entries]:
            wanted = self._tabs.tabData(self._tabs.currentIndex())
            self._fill_tabs(entries)
            index = next((i for i, (p, _) in enumerate(entries) if str(p) == wanted), 0)
            self._tabs.setCurrentIndex(index)
        self._show_source()
        self._later.start()

    def _entries(self, document: OpDocument) -> list[tuple[Path, str]]:
        """The tabs: sources, then the generated texts that were asked for."""
        paths = document.source_paths()
        if document.op is None:
            paths = [document.file, *paths]
        entries = []
        for path in paths:
            inside = path.is_relative_to(document.folder)
            entries.append(
                (path, path.relative_to(document.folder).as_posix() if inside else path.name)
            )
        for name in self._views.get(document.folder, []):
            title = "op.toml (read-only)" if name == TOML_VIEW else f"{view_file(name)} (generated)"
            entries.append((view_path(document, name), title))
        return entries

    def _fill_tabs(self, entries: list[tuple[Path, str]]) -> None:
        self._tabs.blockSignals(True)
        while self._tabs.count():
            self._tabs.removeTab(0)
        for i, (path, title) in enumerate(entries):
            self._tabs.addTab(title)
            self._tabs.setTabData(i, str(path))
            self._tabs.setTabToolTip(i, str(path) if view_name(path) is None else title)
            if view_name(path) is not None:
                self._tabs.setTabButton(i, QTabBar.ButtonPosition.RightSide, self._closer(i, path))
        self._tabs.blockSignals(False)

    def _closer(self, index: int, path: Path) -> QToolButton:
        button = QToolButton(self._tabs)
        button.setIcon(icon("remove"))
        button.setProperty("flat", True)
        button.setAccessibleName("Close")
        button.setToolTip("Close")
        button.setObjectName(f"close.{path.name}")
        button.clicked.connect(self._on_close_view)
        return button

    def current_path(self) -> Path | None:
        """The file in front."""
        data = self._tabs.tabData(self._tabs.currentIndex())
        return Path(data) if data else None

    def _on_tab(self, _index: int) -> None:
        self._show_source()
        self._later.start()

    def _show_source(self) -> None:
        document, path = self.document, self.current_path()
        if document is None or path is None or self.editor is None:
            self._stack.setCurrentWidget(self._waiting)
            return
        if view_name(path) is not None:
            self.editor.open(str(path), "", language(path), read_only=True)
            self._show_texts()
        elif path not in document.texts:
            self._missing.say(
                f"{path.name} does not exist",
                f"op.toml names it as the kernel of {document.name}. Create it with the head that "
                "the declaration asks for, or correct the name on the Signature page.",
            )
            self._stack.setCurrentWidget(self._missing)
            return
        else:
            self.editor.open(str(path), document.texts[path], language(path))
            if self.editor.text(str(path)) != document.texts[path]:
                self.editor.set_text(str(path), document.texts[path])
            self._show_markers(path)
        self._stack.setCurrentWidget(self.editor)

    def _show_texts(self) -> None:
        """The expected head, and the generated texts that are open."""
        document = self.document
        if document is None:
            return
        head, reason = kernel_head(document.op) if document.op is not None else ("", "")
        own = document.op is not None and document.op.kernel.registration == "own"
        self._head.set_label("Registers itself as" if own else "Expected function")
        if own and document.op is not None:
            head = document.op.torch
        self._head.set_text(head or reason)
        path = self.current_path()
        name = view_name(path) if path is not None else None
        if name is None or self.editor is None or str(path) not in self.editor.documents():
            return
        text = document.toml() if name == TOML_VIEW else ""
        if name != TOML_VIEW and document.op is not None:
            text, why = preview(name, document.op)
            text = text or f"{'#' if name == 'python' else '//'} {why}\n"
        if self.editor.text(str(path)) != text:
            self.editor.set_text(str(path), text)

    # -- edits

    def _on_typed(self, path: str) -> None:
        if self.editor is None or view_name(Path(path)) is not None:
            return
        for document in self.services.project.documents.values():
            if Path(path) in document.texts:
                document.set_text(Path(path), self.editor.text(path))
                return

    def _on_text_changed(self, folder: Path, path: str) -> None:
        """A text changed; where it was not typed here, the editor follows."""
        document = self.services.project.documents.get(folder)
        if self.editor is None or document is None or path not in self.editor.documents():
            return
        text = document.texts.get(Path(path))
        if text is not None and self.editor.text(path) != text:
            self.editor.set_text(path, text)

    def _create_source(self) -> None:
        document, path = self.document, self.current_path()
        if document is None or path is None:
            return
        document.set_text(path, _template(document))
        self.refresh()

    def _on_generated(self, action: QAction) -> None:
        document = self.document
        if document is None:
            return
        name = str(action.data())
        views = self._views.setdefault(document.folder, [])
        if name not in views:
            views.append(name)
        self.refresh()
        self._select(view_path(document, name))

    def _on_close_view(self) -> None:
        button = self.sender()
        document = self.document
        if document is None or not isinstance(button, QToolButton):
            return
        views = self._views.get(document.folder, [])
        for name in views:
            path = view_path(document, name)
            if button.objectName() == f"close.{path.name}":
                views.remove(name)
                if self.editor is not None:
                    self.editor.close_document(str(path))
                self.refresh()
                return

    def _select(self, path: Path) -> None:
        for i in range(self._tabs.count()):
            if self._tabs.tabData(i) == str(path):
                self._tabs.setCurrentIndex(i)

    def _forget(self) -> None:
        """Another project: close its documents."""
        self._views.clear()
        self._problems.clear()
        self._fill_tabs([])
        if self.editor is not None:
            for path in self.editor.documents():
                self.editor.close_document(path)

    # -- problems

    def set_problems(self, folder: Path, problems: list[Problem]) -> None:
        """The compiler's problems of an op, as markers in its files."""
        self._problems[folder] = problems
        if self.document is not None and self.document.folder == folder and self.editor is not None:
            for path in self.document.texts:
                self._show_markers(path)

    def _show_markers(self, path: Path) -> None:
        if self.editor is None or self.document is None or str(path) not in self.editor.documents():
            return
        from workbench.gui.web.monaco_view import Marker

        markers = [
            Marker(
                line=p.line,
                column=max(p.column, 1),
                severity={"error": "error", "warning": "warning"}.get(p.severity, "info"),  # type: ignore[arg-type]
                message=f"{p.message}\n{p.hint}".strip(),
            )
            for p in self._problems.get(self.document.folder, [])
            if p.line and p.file and _resolved(self.document, p.file) == path
        ]
        self.editor.set_markers(str(path), markers)

    def reveal(self, problem: Problem) -> None:
        document = self.document
        if document is None or not problem.file:
            return
        path = _resolved(document, problem.file)
        if self._stale:
            self._refresh_stale()
        self._select(path)
        if self.editor is not None and self.current_path() == path and path in document.texts:
            self.editor.reveal(str(path), max(problem.line, 1), max(problem.column, 1))


def _template(document: OpDocument) -> str:
    op = document.op
    head, _ = kernel_head(op) if op is not None else ("", "")
    if op is None or not head:
        return ""
    include = (
        "#include <workbench/tensor.h>"
        if op.kernel.style == "portable"
        else "#include <torch/torch.h>"
    )
    return f"{include}\n\n// {op.doc or op.torch}\n{head} {{\n}}\n"


def _resolved(document: OpDocument, file: str) -> Path:
    path = Path(file)
    return path if path.is_absolute() else document.folder / path


def _dark() -> bool:
    from workbench.gui.theme import is_dark

    return is_dark()

"""The Kernel page: the op's sources in the editor, and the head that the kernel must have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QTimer, Signal
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from workbench.core.errors import Problem, UserError
from workbench.core.manual import Place
from workbench.core.pipeline.op_files import NamedFile
from workbench.core.storage.toml_position import position_of
from workbench.gui import dialogs
from workbench.gui.document.disk import text_or_none
from workbench.gui.document.op_document import OpDocument
from workbench.gui.editor.code_assist import CodeAssist
from workbench.gui.editor.code_markers import SourceMarks, resolved
from workbench.gui.editor.file_actions import FileActions
from workbench.gui.editor.generated_views import language, view_name, view_path
from workbench.gui.editor.head_notice import HeadNotice
from workbench.gui.editor.open_tabs import INSTALLED, OpenTabs
from workbench.gui.editor.plain_editor import PlainEditor
from workbench.gui.editor.previews import preview
from workbench.gui.editor.skeletons import skeleton
from workbench.gui.editor.source_bar import SourceBar
from workbench.gui.editor.source_foot import SourceFoot
from workbench.gui.editor.source_words import installed_words, missing_words, place_of_file
from workbench.gui.look.layouts import vbox
from workbench.gui.look.theme import is_dark
from workbench.gui.look.widgets import EmptyState
from workbench.gui.pages.base import SourcePage
from workbench.gui.services import Services

if TYPE_CHECKING:
    from workbench.gui.lsp.clangd import Diagnostic
    from workbench.gui.web.monaco_view import MonacoView

__all__ = ["KernelPage"]

_LATER_MS = 200
_PAUSE_MS = 1500
"""After such a pause, further typing in ``op.toml`` is an undo step of its own."""


class KernelPage(SourcePage):
    """Tabs for the sources and ``op.toml``; generated texts and headers beside them, read-only."""

    editor_ready = Signal()

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.editor: MonacoView | PlainEditor | None = None
        self.assist = CodeAssist(services)
        self._tabs = OpenTabs()
        self._marks = self.assist.marks = SourceMarks()
        self._steps = 0
        self.bar = SourceBar(self)
        self.files = FileActions(services.project, self)
        self._stack = QStackedWidget(self)
        self._waiting = QWidget(self)
        self._stack.addWidget(self._waiting)
        self._missing = EmptyState("missingSource", self)
        create = QPushButton("Create it", self)
        create.setObjectName("createSource")
        create.clicked.connect(self._create_source)
        self._missing.add_button(create)
        self._stack.addWidget(self._missing)
        self._installed = EmptyState("installedOp", self)
        self._stack.addWidget(self._installed)
        self._notice = HeadNotice(self)
        self._foot = SourceFoot(self)
        vbox(self.bar, self._notice, (self._stack, 1), self._foot, on=self, margins=0, spacing=0)
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self._show_texts)
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(self._on_pause)
        self._connect(services)
        if services.web_is_allowed:
            self._make_editor()

    def _connect(self, services: Services) -> None:
        self.bar.selected.connect(self._on_tab)
        self.bar.generated.connect(self.show_generated)
        self.bar.closed.connect(self._on_close)
        self.bar.opened.connect(self._bring)
        self.bar.menu_requested.connect(self._on_menu)
        self.bar.new_requested.connect(self._on_new)
        self.files.made.connect(self._on_made)
        self.files.closed.connect(self._on_close)
        self.assist.diagnosed.connect(self.diagnosed)
        self.assist.diagnosed.connect(self._on_diagnosed)
        self.assist.logged.connect(services.engine.log)
        self.assist.format_failed.connect(self._on_format_failed)
        services.web_allowed.connect(self._make_editor)
        services.project.text_changed.connect(self._on_text_changed)
        services.project.dirty_changed.connect(self._show_entries)
        services.project.reset.connect(self._forget)
        services.project.ops_changed.connect(self._forget)
        services.theme.changed.connect(self._on_theme)
        self.bar.take_keys(self)

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
        editor.setAccessibleName("Source")
        editor.text_changed.connect(self._on_typed)
        editor.goto_requested.connect(self._on_goto)
        editor.shortcut.connect(self.bar.take_chord)
        editor.set_dark(is_dark())
        self.editor = editor
        self.assist.set_editor(editor)
        self._stack.addWidget(editor)
        editor.ready.connect(self.editor_ready)
        editor.ready.connect(self._on_ready)
        self._show_source()
        if isinstance(editor, PlainEditor):
            self.editor_ready.emit()

    def sync(self, then: Callable[[], None]) -> None:
        """Call back when everything that was typed is in the document."""
        if self.editor is None:
            then()
        else:
            self.editor.sync(then)

    def format_source(self) -> None:
        """Format the C++ file in front."""
        if self.editor is not None and self.editor.isVisible():
            self.editor.format()

    def help_place(self, focus: QWidget | None) -> Place | None:
        inside = self.editor is not None and focus is not None and self.editor.isAncestorOf(focus)
        return place_of_file(self.document, self._current_file()) if inside else None

    def look_for(self, what: str) -> bool:
        return self.editor is not None and self.editor.look_for(what)

    def _on_format_failed(self, error: UserError) -> None:
        dialogs.show_error(self, "The text was not formatted", error)

    def _on_theme(self, dark: bool) -> None:
        if self.editor is not None:
            self.editor.set_dark(dark)

    def _on_ready(self) -> None:
        """The language server starts behind the editor."""
        if (path := self.current_path()) is not None:
            self._assist_with(path)

    def _assist_with(self, path: Path) -> None:
        document, editor = self.document, self.editor
        if document is None or isinstance(editor, PlainEditor | None) or not editor.is_ready():
            return
        if path in document.texts or self._tabs.is_header(document, path):
            self.assist.show(document, path, editor.text(str(path)))

    # -- what is shown

    def set_document(self, document: OpDocument | None) -> None:
        super().set_document(document)
        self.assist.document = document
        self._later.start()

    def refresh(self) -> None:
        if self.document is None:
            return
        self._show_entries()
        self._show_source()
        self._later.start()

    def _show_entries(self) -> None:
        if self.document is not None and not self._stale:
            self.bar.show_entries(self._tabs.entries(self.document))

    def current_path(self) -> Path | None:
        """The file in front."""
        return self.bar.current()

    def _current_file(self) -> NamedFile | None:
        """What ``op.toml`` says of the file in front."""
        document, path = self.document, self.current_path()
        files = document.files() if document is not None else []
        return next((f for f in files if document and document.folder / f.name == path), None)

    def open_file(self, path: Path) -> None:
        self._bring(path)
        if self.document is not None and self.document.text(path) is None:
            self._create_source()

    def show_text(self, key: str = "") -> None:
        document = self.document
        if document is None:
            return
        self._bring(document.file)
        if self.editor is not None and str(document.file) in self.editor.documents():
            line, column = position_of(document.toml(), key)
            if document.broken and not key:
                line, column = max(document.broken[0].line, 1), max(document.broken[0].column, 1)
            self.editor.reveal(str(document.file), line, column)

    def close_tab(self) -> bool:
        return self.bar.close_front()

    def _bring(self, path: Path) -> None:
        """Bring a tab to the front, also one that was closed."""
        if self._stale:
            self._refresh_stale()
        if self._tabs.reopen(path):
            self._show_entries()
        self.bar.select(path)

    def _on_tab(self) -> None:
        self._on_pause()
        self._show_source()
        self._later.start()

    def _show_source(self) -> None:
        document, path = self.document, self.current_path()
        if document is None or path is None or self.editor is None:
            self._stack.setCurrentWidget(self._waiting)
            return
        text = document.text(path)
        if view_name(path) is not None:
            self.editor.open(str(path), "", language(path), read_only=True)
            self._show_texts()
        elif self._tabs.is_header(document, path):
            self.editor.open(str(path), text_or_none(path) or "", language(path), read_only=True)
            self._assist_with(path)
        elif path == INSTALLED:
            self._installed.say(*installed_words(document))
            self._stack.setCurrentWidget(self._installed)
            return
        elif text is None:
            self._missing.say(*missing_words(document, path, self._current_file()))
            self._stack.setCurrentWidget(self._missing)
            return
        else:
            if path == document.file:
                self.editor.outer_history.add(str(path))
            self.editor.open(str(path), text, language(path))
            if self.editor.text(str(path)) != text:
                self.editor.set_text(str(path), text)
            self._assist_with(path)
            self._marks.show(self.editor, document, path)
        self._stack.setCurrentWidget(self.editor)

    def _show_texts(self) -> None:
        """What stands below the editor, and the generated text that is open."""
        document, path = self.document, self.current_path()
        if document is None or path is None:
            return
        self._notice.show_for(document, path)
        self._foot.show_file(document, path, self._current_file())
        name = view_name(path)
        if name is None or self.editor is None or str(path) not in self.editor.documents():
            return
        text = ""
        if document.op is not None:
            text, why = preview(name, document.op, document.folder)
            text = text or f"{'#' if name == 'python' else '//'} {why}\n"
        if self.editor.text(str(path)) != text:
            self.editor.set_text(str(path), text)

    # -- edits

    def _on_typed(self, path: str) -> None:
        if self.editor is None or view_name(Path(path)) is not None:
            return
        text = self.editor.text(path)
        for document in self.services.project.documents.values():
            if Path(path) in document.texts:
                document.set_text(Path(path), text)
                self.assist.change(path, text)
                self._later.start()
                return
            if Path(path) == document.file:
                self._pause.start()
                self.services.project.edit_text(document, text, f"#text.{self._steps}")
                return

    def _on_pause(self) -> None:
        self._pause.stop()
        self._steps += 1

    def _on_text_changed(self, folder: Path, path: str) -> None:
        """A text changed; where it was not typed here, the editor follows."""
        self._later.start()
        document = self.services.project.documents.get(folder)
        if self.editor is None or document is None or path not in self.editor.documents():
            return
        text = document.text(Path(path))
        if text is None:
            self._close_text(Path(path))
        elif self.editor.text(path) != text:
            self.editor.set_text(path, text)
            self.assist.change(path, text)

    def _create_source(self) -> None:
        document, path = self.document, self.current_path()
        if document is None or document.op is None or path is None:
            return
        file = self._current_file()
        text = document.lost.get(path)
        if text is None:
            text = skeleton(document.op, file) if file is not None else ""
        document.set_text(path, text)
        self.refresh()

    # -- tabs

    def _on_menu(self, path: Path, position: QPoint) -> None:
        if self.document is not None:
            self.files.menu(self.document, path, position)

    def _on_new(self) -> None:
        if self.document is not None:
            self.files.new(self.document)

    def _on_made(self, path: Path) -> None:
        self._show_entries()
        self._bring(path)

    def show_generated(self, name: str) -> None:
        document = self.document
        if document is None:
            return
        self._tabs.add_view(document, name)
        self.refresh()
        self.bar.select(view_path(document, name))

    def _on_goto(self, target: str, line: int, column: int) -> None:
        """A definition in another file: a file of the op, or a header to look at."""
        document, path = self.document, Path(target)
        if document is None or self.editor is None:
            return
        if document.text(path) is None:
            self._tabs.add_header(document, path)
            self._show_entries()
        self._bring(path)
        if target in self.editor.documents():
            self.editor.reveal(target, line, column)

    def _on_close(self, path: Path) -> None:
        if self.document is not None and self._tabs.close(self.document, path):
            self._close_text(path)
            self.refresh()

    def _close_text(self, path: Path) -> None:
        self.assist.forget(str(path))
        if self.editor is not None:
            self.editor.close_document(str(path))

    def _forget(self) -> None:
        """Another project: close its documents."""
        self._tabs.clear()
        self._marks.clear()
        self.bar.show_entries([])
        self.assist.set_root(self.services.project.folder or Path("/"))
        if self.editor is not None:
            for path in self.editor.documents():
                self.editor.close_document(path)

    # -- problems

    def set_problems(self, folder: Path, problems: list[Problem]) -> None:
        self._marks.set_problems(folder, problems)
        document = self.document
        if document is not None and document.folder == folder and self.editor is not None:
            for path in document.texts:
                self._marks.show(self.editor, document, path)

    def _on_diagnosed(self, path: str, found: list[Diagnostic]) -> None:
        if self.editor is not None:
            self._marks.show_diagnosed(self.editor, self.document, path, found)

    def reveal(self, problem: Problem) -> None:
        document = self.document
        if document is None or not problem.file:
            return
        path = resolved(document, problem.file)
        self._bring(path)
        if self.editor is not None and self.current_path() == path and document.text(path):
            line, column = problem.line, problem.column
            if not line and path == document.file:
                line, column = position_of(document.toml(), problem.key)
            self.editor.reveal(str(path), max(line, 1), max(column, 1))

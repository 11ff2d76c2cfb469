"""The Kernel page: the op's sources in the editor, and the head that the kernel must have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from workbench.core import op_file
from workbench.core.errors import Problem
from workbench.gui.document import OpDocument
from workbench.gui.generated_views import TOML_VIEW, language, view_file, view_name, view_path
from workbench.gui.op_files import ROLES, NamedFile
from workbench.gui.pages.base import Page
from workbench.gui.plain_editor import PlainEditor
from workbench.gui.previews import preview
from workbench.gui.services import Services
from workbench.gui.skeletons import expected, skeleton
from workbench.gui.source_bar import Entry, SourceBar
from workbench.gui.widgets import CopyLine, EmptyState

if TYPE_CHECKING:
    from workbench.gui.web.monaco_view import MonacoView

__all__ = ["KernelPage"]

_LATER_MS = 200
INSTALLED = Path("/installed")
"""Stands for the kernel of an op that torch or a package has: there is no file."""


class KernelPage(Page):
    """Tabs for the sources; generated texts open beside them, read-only."""

    editor_ready = Signal()

    def __init__(self, services: Services, parent: QWidget | None = None) -> None:
        super().__init__(services, parent)
        self.editor: MonacoView | PlainEditor | None = None
        self._views: dict[Path, list[str]] = {}
        self._problems: dict[Path, list[Problem]] = {}
        self.bar = SourceBar(self)
        self.bar.selected.connect(self._on_tab)
        self.bar.generated.connect(self._on_generated)
        self.bar.closed.connect(self._on_close_view)
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
        self._head = CopyLine("Expected", "kernelHead", self)
        self._foot = QWidget(self)
        line = QFrame(self._foot)
        line.setProperty("line", True)
        inset = QHBoxLayout()
        inset.setContentsMargins(16, 5, 10, 5)
        inset.addWidget(self._head)
        foot = QVBoxLayout(self._foot)
        foot.setContentsMargins(0, 0, 0, 0)
        foot.setSpacing(0)
        foot.addWidget(line)
        foot.addLayout(inset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self._foot)
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self._show_texts)
        services.web_allowed.connect(self._make_editor)
        services.project.text_changed.connect(self._on_text_changed)
        services.project.reset.connect(self._forget)
        services.project.ops_changed.connect(self._forget)
        services.theme.changed.connect(self._on_theme)
        if services.web_is_allowed:
            self._make_editor()

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
        self.bar.show_entries(self._entries(document))
        self._show_source()
        self._later.start()

    def _entries(self, document: OpDocument) -> list[Entry]:
        """The tabs: sources, then the generated texts that were asked for."""
        op = document.op
        entries = []
        if op is None:
            entries.append(Entry(document.file, op_file.FILE_NAME))
        elif op.kernel.style == "installed":
            entries.append(Entry(INSTALLED, "Kernel", "the op is installed"))
        roles: dict[Path, list[str]] = {}
        for file in document.files():
            roles.setdefault(document.folder / file.name, []).append(ROLES[file.role])
        for path in document.source_paths():
            inside = path.is_relative_to(document.folder)
            title = path.relative_to(document.folder).as_posix() if inside else path.name
            role = ", ".join(dict.fromkeys(roles.get(path, [])))
            entries.append(Entry(path, title, role, path in document.texts))
        for name in self._views.get(document.folder, []):
            title = "op.toml (read-only)" if name == TOML_VIEW else f"{view_file(name)} (generated)"
            entries.append(Entry(view_path(document, name), title, closable=True))
        return entries

    def current_path(self) -> Path | None:
        """The file in front."""
        return self.bar.current()

    def _current_file(self) -> NamedFile | None:
        """What ``op.toml`` says of the file in front."""
        document, path = self.document, self.current_path()
        files = document.files() if document is not None else []
        return next((f for f in files if document and document.folder / f.name == path), None)

    def open_file(self, path: Path) -> None:
        """Bring a file to the front, and make it where it does not exist."""
        if self._stale:
            self._refresh_stale()
        self.bar.select(path)
        if self.document is not None and path not in self.document.texts:
            self._create_source()

    def _on_tab(self) -> None:
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
        elif path == INSTALLED:
            self._installed.say(*_installed_words(document))
            self._stack.setCurrentWidget(self._installed)
            return
        elif path not in document.texts:
            file = self._current_file()
            what = ROLES[file.role] if file is not None else "file"
            self._missing.say(
                f"{path.name} does not exist",
                f"op.toml names it as the {what} of {document.name}. Create it with what the "
                "declaration asks for, or correct the name.",
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
        file = self._current_file()
        if file is None and document.files() and view_name(self.current_path() or Path()):
            file = document.files()[0]
        label, head = ("", "")
        if document.op is not None and file is not None:
            label, head = expected(document.op, file)
        self._head.set_label(label)
        self._head.set_text(head)
        self._foot.setVisible(bool(head))
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
        file = self._current_file()
        if document is None or document.op is None or path is None:
            return
        document.set_text(path, skeleton(document.op, file) if file is not None else "")
        self.refresh()

    def _on_generated(self, name: str) -> None:
        document = self.document
        if document is None:
            return
        views = self._views.setdefault(document.folder, [])
        if name not in views:
            views.append(name)
        self.refresh()
        self.bar.select(view_path(document, name))

    def _on_close_view(self, path: Path) -> None:
        document, name = self.document, view_name(path)
        if document is None or name is None:
            return
        self._views.get(document.folder, []).remove(name)
        if self.editor is not None:
            self.editor.close_document(str(path))
        self.refresh()

    def _forget(self) -> None:
        """Another project: close its documents."""
        self._views.clear()
        self._problems.clear()
        self.bar.show_entries([])
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
        self.bar.select(path)
        if self.editor is not None and self.current_path() == path and path in document.texts:
            self.editor.reveal(str(path), max(problem.line, 1), max(problem.column, 1))


def _installed_words(document: OpDocument) -> tuple[str, str]:
    op = document.op
    assert op is not None
    package = op.kernel.package
    whose = (
        f"The package {package} brings {op.torch}" if package else f"PyTorch itself has {op.torch}"
    )
    how = (
        f"It is imported before the op is called and exported; import {package} in your own program, "
        "too."
        if package
        else "It is there as soon as torch is imported."
    )
    return (
        "Nothing to write here",
        f"{whose}. {how} The Signature page holds its schema, and the Mapping page what it becomes "
        "in ONNX.",
    )


def _resolved(document: OpDocument, file: str) -> Path:
    path = Path(file)
    return path if path.is_absolute() else document.folder / path


def _dark() -> bool:
    from workbench.gui.theme import is_dark

    return is_dark()

"""Which files of an op have a tab on the Kernel page, and in what order."""

from __future__ import annotations

from pathlib import Path

from workbench.core.storage import op_file
from workbench.gui.document.op_document import OpDocument
from workbench.gui.editor.file_edits import roles_of
from workbench.gui.editor.generated_views import view_file, view_name, view_path
from workbench.gui.editor.source_bar import Entry

__all__ = ["INSTALLED", "OpenTabs"]

INSTALLED = Path("/installed")
"""Stands for the kernel of an op that torch or a package has: there is no file."""


class OpenTabs:
    """Sources and ``op.toml`` are there unless closed; the rest once it was asked for."""

    def __init__(self) -> None:
        self._views: dict[Path, list[str]] = {}
        self._headers: dict[Path, list[Path]] = {}
        self._closed: set[Path] = set()

    def clear(self) -> None:
        """Another project."""
        self._views.clear()
        self._headers.clear()
        self._closed.clear()

    def is_header(self, document: OpDocument, path: Path) -> bool:
        """Whether a path is that of a header of others, which is only looked at."""
        return path in self._headers.get(document.folder, [])

    def add_header(self, document: OpDocument, path: Path) -> None:
        """Look at a header of others."""
        headers = self._headers.setdefault(document.folder, [])
        if path not in headers:
            headers.append(path)

    def add_view(self, document: OpDocument, name: str) -> None:
        """Look at a generated text."""
        views = self._views.setdefault(document.folder, [])
        if name not in views:
            views.append(name)

    def reopen(self, path: Path) -> bool:
        """Give a closed file its tab back; whether it was closed."""
        was_closed = path in self._closed
        self._closed.discard(path)
        return was_closed

    def close(self, document: OpDocument, path: Path) -> bool:
        """Take a tab away; the last file keeps its own. Text and edits stay in the document."""
        name = view_name(path)
        if name is not None:
            self._views.get(document.folder, []).remove(name)
        elif self.is_header(document, path):
            self._headers[document.folder].remove(path)
        elif len([e for e in self.entries(document) if e.shown and not e.closable]) > 1:
            self._closed.add(path)
        else:
            return False
        return True

    def entries(self, document: OpDocument) -> list[Entry]:
        """The tabs: sources, the declaration, then what was asked for to look at."""
        text = self._file(document, document.file, op_file.FILE_NAME, "the declaration as text")
        entries = [text] if document.op is None else []
        if document.op is not None and not document.op.kernel.kind.file:
            entries.append(Entry(INSTALLED, "Kernel", "there is nothing to write"))
        for path in document.source_paths():
            inside = path.is_relative_to(document.folder)
            title = path.relative_to(document.folder).as_posix() if inside else path.name
            entries.append(self._file(document, path, title, ", ".join(roles_of(document, path))))
        if document.op is not None:
            entries.append(text)
        for path in self._headers.get(document.folder, []):
            entries.append(Entry(path, f"{path.name} (read-only)", str(path), closable=True))
        for name in self._views.get(document.folder, []):
            title = f"{view_file(name)} (generated)"
            entries.append(Entry(view_path(document, name), title, closable=True))
        return entries

    def _file(self, document: OpDocument, path: Path, title: str, role: str) -> Entry:
        return Entry(
            path,
            title,
            role,
            exists=path == document.file or path in document.texts,
            dirty=document.is_dirty(path),
            shown=path not in self._closed,
        )

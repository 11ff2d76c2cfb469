"""Answers what the editor asks: of C++ clangd's knowledge and clang-format, of op.toml its keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import shiboken6
from PySide6.QtCore import QObject, Signal

from workbench.core.errors import TextEdit, TextFix, UserError
from workbench.core.files.file_roles import SOURCES
from workbench.core.pipeline.op_files import files_to_name
from workbench.core.storage.op_file import FILE_NAME
from workbench.gui.document.disk import text_or_none
from workbench.gui.document.op_document import OpDocument
from workbench.gui.editor.formatter import Formatter

if TYPE_CHECKING:
    from workbench.gui.editor.code_markers import SourceMarks
    from workbench.gui.editor.plain_editor import PlainEditor
    from workbench.gui.lsp.clangd import Clangd, Diagnostic
    from workbench.gui.web.monaco_view import MonacoView

__all__ = ["CodeAssist"]


class CodeAssist(QObject):
    """The editor's assistant (see ``monaco_view.Assistant``) for the files of the open project.

    Args:
        parent: the Qt parent; not a widget.

    Attributes:
        document: the op whose files are edited.
        marks: what the builds reported of them.
    """

    diagnosed = Signal(str, object)
    """A file's path, and all that clangd sees in it now (``lsp.clangd.Diagnostic``)."""
    logged = Signal(str)
    """A line for the log."""
    format_failed = Signal(object)
    """A ``UserError``: why the text was not formatted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.clangd: Clangd | None = None
        self.document: OpDocument | None = None
        self.marks: SourceMarks | None = None
        self._formatter = Formatter(self)
        self._editor: MonacoView | PlainEditor | None = None
        self._root = Path("/")
        if parent is not None:
            # Before the children are deleted: a process must not run on then.
            parent.destroyed.connect(self.close)

    def set_editor(self, editor: MonacoView | PlainEditor) -> None:
        """Assist this editor."""
        self._editor = editor
        editor.assistant = self

    def set_root(self, folder: Path) -> None:
        """Another project: its folder."""
        self.restart()
        self._root = folder

    def show(self, document: OpDocument, path: Path, text: str) -> None:
        """A file is in front."""
        # Imported late: the first window stands before there is an editor.
        from workbench.core.compile.compile_commands import is_cpp
        from workbench.gui.lsp.clangd import Clangd

        if document.op is None or not is_cpp(path):
            return
        if self.clangd is None:
            self.clangd = Clangd(self)
            self.clangd.diagnosed.connect(self.diagnosed)
            self.clangd.logged.connect(self.logged)
        self.clangd.open(str(path), document.folder, document.op, text)

    def change(self, path: str, text: str) -> None:
        """A file was edited."""
        if self.clangd is not None:
            self.clangd.change(path, text)

    def forget(self, path: str) -> None:
        """A file was closed."""
        if self.clangd is not None:
            self.clangd.close_document(path)

    def restart(self) -> None:
        """Let clangd go; the next C++ file starts another."""
        if self.clangd is not None:
            self.clangd.close()
            self.clangd.deleteLater()
            self.clangd = None

    def close(self) -> None:
        """End all processes."""
        if shiboken6.isValid(self._formatter):
            self._formatter.close()
        if self.clangd is not None and shiboken6.isValid(self.clangd):
            self.clangd.close()

    # -- the editor's questions

    def ask(
        self, path: str, method: str, params: dict[str, Any], answer: Callable[[Any], None]
    ) -> int:
        """Answer once, now or later; see ``monaco_view.Assistant``."""
        if method == "format" and self._editor is not None:
            self.format(Path(path), self._editor.text(path), answer)
            return 0
        if Path(path).name == FILE_NAME:
            # Imported late: the first window stands before there is an editor.
            from workbench.gui.editor.toml_answers import toml_answer

            text = self._editor.text(path) if self._editor is not None else ""
            shown = self.document if self.document and self.document.file == Path(path) else None
            op = shown.op if shown is not None else None
            files = partial(files_to_name, Path(path).parent, op)
            answer(toml_answer(text, method, params, op, files))
            return 0
        if method == "fixes" and self._editor is not None:
            answer(self._fixes(path, self._editor.text(path)))
            return 0
        if self.clangd is None:
            answer(None)
            return 0
        if method == "textDocument/definition":
            answer = partial(self._with_targets, answer)
        return self.clangd.ask(path, method, params, answer)

    def _fixes(self, path: str, text: str) -> list[dict[str, Any]]:
        """What fixes a file whose text is this one: what clangd offers, and what the build has."""
        found = [] if self.clangd is None else self.clangd.fixes(path, text)
        actions = [_as_action(_range(diagnostic), fix) for diagnostic, fix in found]
        if self.marks is not None and self.document is not None:
            for line, fix in self.marks.fixes(self.document, Path(path), text):
                whole = {"startLineNumber": line, "endLineNumber": line}
                actions.append(_as_action({**whole, "startColumn": 1, "endColumn": _LONG}, fix))
        return list({(a["title"], a["range"]["startLineNumber"]): a for a in actions}.values())

    def cancel(self, number: int) -> None:
        """An answer is wanted no more."""
        if self.clangd is not None and number:
            self.clangd.cancel(number)

    def format(self, path: Path, text: str, answer: Callable[[str | None], None]) -> None:
        """Format a C++ text; the answer is None where it stays as it is."""
        if path.suffix in SOURCES:
            self._formatter.run(path, self._root, text, partial(self._formatted, answer))
        else:
            answer(None)

    def _formatted(
        self, answer: Callable[[str | None], None], text: str | None, error: UserError | None
    ) -> None:
        answer(text)
        if error is not None:
            self.format_failed.emit(error)

    def _with_targets(self, answer: Callable[[Any], None], found: Any) -> None:
        """The files that a definition is in must be known to the page before it looks at them."""
        from workbench.gui.lsp.clangd import path_of

        kept = []
        for location in found if isinstance(found, list) else []:
            path = path_of(str(location.get("uri", "")))
            if self._editor is None or not path:
                continue
            if path not in self._editor.documents():
                text = text_or_none(Path(path))
                if text is None:
                    continue
                self._editor.preload(path, text)
            kept.append(location)
        answer(kept)


_LONG = 10_000
"""No line of a source has more columns."""


def _as_action(place: dict[str, int], fix: TextFix) -> dict[str, Any]:
    """A fix in the page's terms, with the place of what it fixes."""
    return {
        "title": fix.title,
        "range": place,
        "edits": [{"range": _range(e), "text": e.text} for e in fix.edits],
    }


def _range(item: Diagnostic | TextEdit) -> dict[str, int]:
    return {
        "startLineNumber": item.line,
        "startColumn": item.column,
        "endLineNumber": item.end_line,
        "endColumn": item.end_column,
    }

"""An editor without Chromium: the stand-in where Qt WebEngine cannot be loaded.

It offers the part of MonacoView's interface that the Kernel page uses.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import (
    QPlainTextDocumentLayout,
    QTextEdit,
    QWidget,
)

from workbench.gui.editor.completing_edit import CompletingEdit
from workbench.gui.look.layouts import vbox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.theme import code_font, color

if TYPE_CHECKING:
    from workbench.gui.web.marker import Marker
    from workbench.gui.web.monaco_view import Assistant

__all__ = ["PlainEditor"]


class PlainEditor(QWidget):
    """Several documents in one plain text editor."""

    ready = Signal()
    text_changed = Signal(str)
    save_requested = Signal()
    run_requested = Signal()
    shortcut = Signal(str)
    goto_requested = Signal(str, int, int)
    history_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._documents: dict[str, QTextDocument] = {}
        self._read_only: dict[str, bool] = {}
        self._markers: dict[str, dict[str, list[Marker]]] = {}
        self.outer_history: set[str] = set()
        self.assistant: Assistant | None = None
        self._current = ""
        self._filling = False
        self._edit = CompletingEdit(self._ask_completions, self)
        self._edit.setObjectName("plainEditor")
        self._edit.setAccessibleName("Source")
        self._edit.setFont(code_font())
        self._edit.setLineWrapMode(CompletingEdit.LineWrapMode.NoWrap)
        self._edit.textChanged.connect(self._on_changed)
        for signal in (self._edit.undoAvailable, self._edit.redoAvailable):
            signal.connect(self._on_history)
        self.setFocusProxy(self._edit)
        vbox(self._edit, on=self, margins=0)

    def is_ready(self) -> bool:
        """Always."""
        return True

    def preload(self, path: str, text: str) -> None:
        """Open a document without showing it; one that is open stays as it is."""
        if path not in self._documents:
            document = QTextDocument(self)
            document.setDocumentLayout(QPlainTextDocumentLayout(document))
            document.setDefaultFont(code_font())
            document.setDocumentMargin(12)
            document.setPlainText(text)
            self._documents[path] = document

    def open(self, path: str, text: str, language: str = "cpp", read_only: bool = False) -> None:
        """Open a document and show it; an open one keeps its text."""
        self._filling = True
        self.preload(path, text)
        self._read_only[path] = read_only
        self._current = path
        self._edit.setDocument(self._documents[path])
        self._edit.setReadOnly(read_only)
        self._filling = False
        self._show_markers()
        self._on_history()

    def current(self) -> str | None:
        """The document in front."""
        return self._current or None

    def text(self, path: str) -> str:
        """A document's text."""
        return self._documents[path].toPlainText()

    def documents(self) -> list[str]:
        """The open documents."""
        return list(self._documents)

    def set_text(self, path: str, text: str) -> None:
        """Replace a document's text."""
        self._filling = True
        cursor = QTextCursor(self._documents[path])
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self._filling = False

    def close_document(self, path: str) -> None:
        """Forget a document."""
        document = self._documents.pop(path, None)
        self._markers.pop(path, None)
        if document is None:
            return
        if path == self._current:
            self._current = ""
            self._filling = True
            empty = QTextDocument(self)
            empty.setDocumentLayout(QPlainTextDocumentLayout(empty))
            self._edit.setDocument(empty)
            self._edit.setReadOnly(True)
            self._filling = False
        document.deleteLater()

    def set_markers(self, path: str, markers: Sequence[Marker], owner: str = "workbench") -> None:
        """Mark the problems that one owner sees."""
        self._markers.setdefault(path, {})[owner] = list(markers)
        self._show_markers()

    def reveal(self, path: str, line: int, column: int = 1, focus: bool = True) -> None:
        """Go to a position."""
        self.open(path, "", read_only=self._read_only.get(path, False))
        block = self._documents[path].findBlockByNumber(line - 1)
        cursor = QTextCursor(block)
        cursor.movePosition(
            QTextCursor.MoveOperation.Right, n=max(0, min(column - 1, block.length() - 1))
        )
        self._edit.setTextCursor(cursor)
        self._edit.centerCursor()
        if focus:
            self._edit.setFocus()

    def cursor_of(self, path: str) -> tuple[int, int]:
        """Line and column of the cursor in a document, both from 1."""
        if path != self._current:
            return 1, 1
        cursor = self._edit.textCursor()
        return cursor.blockNumber() + 1, cursor.positionInBlock() + 1

    def format(self) -> None:
        """Format the document in front, with what the assistant answers."""
        if self.assistant is not None and self._current:
            path = self._current
            self.assistant.ask(path, "format", {}, partial(self._on_formatted, path))

    def _on_formatted(self, path: str, text: str | None) -> None:
        if text is None or path not in self._documents or text == self.text(path):
            return
        line, column = self.cursor_of(path)
        self.set_text(path, text)
        self.reveal(path, line, column)
        self.text_changed.emit(path)

    def _ask_completions(self, line: int, character: int, answer: Callable[[Any], None]) -> None:
        if self.assistant is not None and self._current:
            params = {"position": {"line": line, "character": character}}
            self.assistant.ask(self._current, "textDocument/completion", params, answer)

    def look_for(self, _what: str) -> bool:
        """It has no search."""
        return False

    def can_edit(self, what: str) -> bool:
        """Whether ``undo``, ``redo``, ``cut``, ``copy``, ``paste`` or ``delete`` can be done."""
        document = self._edit.document()
        if what in ("undo", "redo"):
            if self._current in self.outer_history:
                return False
            return document.isUndoAvailable() if what == "undo" else document.isRedoAvailable()
        return bool(what) and (what == "copy" or not self._edit.isReadOnly())

    def edit(self, what: str) -> None:
        """Do it."""
        if what == "delete":
            self._edit.textCursor().deleteChar()
        else:
            getattr(self._edit, what)()

    def _on_history(self, _available: bool = False) -> None:
        self.history_changed.emit()

    def sync(self, callback: Callable[[], None]) -> None:
        """The text is always up to date here."""
        callback()

    def set_dark(self, dark: bool) -> None:
        """The palette does it."""

    def focus_editor(self) -> None:
        """Give the keyboard to the editor."""
        self._edit.setFocus()

    def start(self) -> None:
        """Nothing to start."""

    def _on_changed(self) -> None:
        if not self._filling and self._current:
            self.text_changed.emit(self._current)

    def _show_markers(self) -> None:
        selections = []
        document = self._documents.get(self._current)
        owners = self._markers.get(self._current, {}) if document is not None else {}
        for marker in [marker for markers in owners.values() for marker in markers]:
            selection = QTextEdit.ExtraSelection()
            look = QTextCharFormat()
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            look.setUnderlineColor(
                QColor(color("error" if marker.severity == "error" else "warning"))
            )
            look.setToolTip(plain_tip(marker.message))
            selection.format = look
            cursor = QTextCursor(self._documents[self._current].findBlockByNumber(marker.line - 1))
            cursor.select(QTextCursor.SelectionType.LineUnderCursor)
            selection.cursor = cursor
            selections.append(selection)
        self._edit.setExtraSelections(selections)

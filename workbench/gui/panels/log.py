"""The log: what compilers, hosts and the user's code print."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.theme import code_font
from workbench.gui.look.widgets import flat_button

__all__ = ["LogPanel"]

_MAX_BLOCKS = 5000
_BATCH_MS = 60
_BATCH_CHARS = 24_000
_LINE_CHARS = 2000


class LogPanel(QWidget):
    """Appends in batches, so that a kernel that prints without end cannot hold up the window."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = QPlainTextEdit(self)
        self.view.setObjectName("log")
        self.view.setAccessibleName("Log")
        self.view.setReadOnly(True)
        self.view.setUndoRedoEnabled(False)
        self.view.setMaximumBlockCount(_MAX_BLOCKS)
        self.view.setFont(code_font())
        self.view.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.view.setPlaceholderText("What compilers and kernels print appears here.")
        self.view.document().setDocumentMargin(8)
        clear = flat_button(icon("clear"), "Clear the log", self)
        clear.setObjectName("clearLog")
        clear.clicked.connect(self.clear)
        side = vbox(clear, Stretch(), margins=4)
        hbox((self.view, 1), side, on=self, margins=0, spacing=0)
        self._pending: list[str] = []
        self._size = 0
        self._left_out = 0
        self._timer = QTimer(self, singleShot=True, interval=_BATCH_MS)
        self._timer.timeout.connect(self.flush)

    def append(self, text: str) -> None:
        """Add text; it appears with the next batch."""
        if self._size > 8 * _BATCH_CHARS:
            self._left_out += len(text)
        else:
            self._pending.append(text)
            self._size += len(text)
        if not self._timer.isActive():
            self._timer.start()

    def flush(self) -> None:
        """Show one batch; more of them follow while there is more."""
        text = "".join(self._pending)
        batch, rest = text[:_BATCH_CHARS], text[_BATCH_CHARS:]
        self._pending = [rest] if rest else []
        self._size = len(rest)
        if not rest and self._left_out:
            batch += f"\n[{self._left_out:,} characters were left out]\n"
            self._left_out = 0
        if batch:
            self._insert(_wrapped(batch))
        if self._pending:
            self._timer.start()

    def _insert(self, text: str) -> None:
        bar = self.view.verticalScrollBar()
        follow = bar.value() >= bar.maximum() - 4
        cursor = QTextCursor(self.view.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(text)
        if follow:
            bar.setValue(bar.maximum())

    def clear(self) -> None:
        """Empty the log."""
        self._pending.clear()
        self._size = self._left_out = 0
        self.view.clear()

    def text(self) -> str:
        """What is shown and what is about to be."""
        return self.view.toPlainText() + "".join(self._pending)


def _wrapped(text: str) -> str:
    """Lines of a reasonable length: Qt lays out a very long one very slowly."""
    if len(text) <= _LINE_CHARS:
        return text
    parts = []
    for line in text.splitlines(keepends=True):
        parts += [line[i : i + _LINE_CHARS] for i in range(0, len(line), _LINE_CHARS)]
    return "".join(p if p.endswith("\n") or len(p) < _LINE_CHARS else f"{p}\n" for p in parts)

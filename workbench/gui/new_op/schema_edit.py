"""The text of a signature: several lines, with what cannot be read marked in it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from workbench.gui.look.restyle import restyle
from workbench.gui.look.theme import code_font, color

__all__ = ["SchemaEdit"]

_LINES = 3


class SchemaEdit(QPlainTextEdit):
    """Enter is the dialog's, as in a line; Shift+Enter begins another line, Tab goes on."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setProperty("field", True)
        self.setFont(code_font())
        self.setTabChangesFocus(True)
        self.document().setDocumentMargin(4)
        height = _LINES * self.fontMetrics().lineSpacing() + 14
        self.setFixedHeight(height)

    def sizeHint(self) -> QSize:
        return QSize(320, self.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            event.ignore()
        else:
            super().keyPressEvent(event)

    def text(self) -> str:
        """What is written, with its lines."""
        return self.toPlainText()

    def setText(self, text: str) -> None:
        """Write something else."""
        self.setPlainText(text)

    def mark(self, wrong: bool, line: int = 0, column: int = 0) -> None:
        """Show that something is wrong, and where.

        Args:
            wrong: whether anything is.
            line, column: where, from 1; 0 where that is not known.
        """
        restyle(self, "problem", "error" if wrong and not column else "")
        marks = []
        block = self.document().findBlockByNumber(line - 1)
        if wrong and column and block.isValid():
            cursor = QTextCursor(block)
            at = min(column - 1, max(block.length() - 2, 0))
            cursor.setPosition(block.position() + at)
            right = QTextCursor.MoveOperation.EndOfWord
            cursor.movePosition(right, QTextCursor.MoveMode.KeepAnchor)
            if not cursor.hasSelection():
                one = QTextCursor.MoveOperation.Right
                cursor.movePosition(one, QTextCursor.MoveMode.KeepAnchor)
            mark = QTextEdit.ExtraSelection()
            look = QTextCharFormat()
            look.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            look.setUnderlineColor(color("error"))
            look.setBackground(color("error_soft"))
            mark.format, mark.cursor = look, cursor
            marks.append(mark)
        self.setExtraSelections(marks)

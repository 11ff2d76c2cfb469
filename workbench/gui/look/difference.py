"""The lines in which one text differs from another, coloured by what goes and what comes."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from PySide6.QtGui import QColor, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from workbench.gui.look.theme import code_font, color

__all__ = ["DifferenceView", "difference"]

_MOST_LINES = 5000
_COLORS = {"+": "ok_soft", "-": "error_soft", "@": "neutral_soft"}


def difference(before: str, after: str) -> list[str]:
    """What has to change for one text to become the other, with three lines around each place."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="")
    return list(lines)[2 : _MOST_LINES + 2]


class DifferenceView(QPlainTextEdit):
    """Shows the lines of a difference; Tab leaves it.

    Args:
        name: its accessible name.
        parent: the Qt parent.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setReadOnly(True)
        self.setTabChangesFocus(True)
        self.setFont(code_font())
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setProperty("field", True)

    def show_lines(self, lines: Iterable[str]) -> None:
        """Show lines that begin with ``+``, ``-`` or a space, or with ``@@`` for a place."""
        self.clear()
        cursor = QTextCursor(self.document())
        for i, line in enumerate(lines):
            look = QTextBlockFormat()
            if line[:1] in _COLORS:
                look.setBackground(QColor(color(_COLORS[line[:1]])))
            if i:
                cursor.insertBlock(look)
            else:
                cursor.setBlockFormat(look)
            cursor.insertText(line)
        self.moveCursor(QTextCursor.MoveOperation.Start)

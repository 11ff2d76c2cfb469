"""Generated code to look at: read-only, coloured, with a button that copies it."""

from __future__ import annotations

import re

from PySide6.QtGui import (
    QGuiApplication,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QStackedLayout,
    QTextEdit,
    QWidget,
)

from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox, vbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.theme import code_font, color
from workbench.gui.look.widgets import flat_button, heading

__all__ = ["CodeView"]

_PYTHON = (
    "and|as|assert|break|class|continue|def|elif|else|except|False|for|from|if|import|in|is|lambda"
    "|None|not|or|pass|raise|return|True|try|while|with"
)
_CPP = (
    "auto|bool|break|case|class|const|constexpr|double|else|false|float|for|if|include|inline|int"
    "|int64_t|namespace|nullptr|return|static|struct|template|true|typename|using|void|while"
)
_RULES = {
    "python": (
        ("code_keyword", rf"\b(?:{_PYTHON})\b"),
        ("code_number", r"\b\d+(?:\.\d+)?\b"),
        ("code_name", r"(?<=def )\w+|(?<=class )\w+|@[\w.]+"),
        ("code_string", r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\""),
        ("code_comment", r"#.*"),
    ),
    "cpp": (
        ("code_keyword", rf"\b(?:{_CPP})\b|#\s*\w+"),
        ("code_number", r"\b\d+(?:\.\d+)?\b"),
        ("code_string", r"\"(?:\\.|[^\"\\])*\"|<workbench/[^>]+>"),
        ("code_comment", r"//.*"),
    ),
}
_DOCSTRING = '"""'


class _Highlighter(QSyntaxHighlighter):
    def __init__(self, document: QTextDocument, language: str) -> None:
        super().__init__(document)
        self._language = language
        self._rules = [(role, re.compile(rule)) for role, rule in _RULES[language]]

    def _format(self, role: str) -> QTextCharFormat:
        text = QTextCharFormat()
        text.setForeground(color(role))
        return text

    def highlightBlock(self, text: str) -> None:
        inside = self._language == "python" and self.previousBlockState() == 1
        marks = text.count(_DOCSTRING) if self._language == "python" else 0
        if inside or marks:
            start = 0 if inside else text.find(_DOCSTRING)
            self.setFormat(start, len(text) - start, self._format("code_string"))
            self.setCurrentBlockState(1 if inside != (marks % 2 == 1) else 0)
            return
        self.setCurrentBlockState(0)
        for role, rule in self._rules:
            for match in rule.finditer(text):
                self.setFormat(match.start(), match.end() - match.start(), self._format(role))


class CodeView(QWidget):
    """Shows a text, or says why there is none."""

    def __init__(self, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = heading("", self)
        self._copy = flat_button(icon("copy"), "Copy the code", self)
        self._copy.clicked.connect(self.copy)
        self._text = QPlainTextEdit(self)
        self._text.setReadOnly(True)
        self._text.setAccessibleName("Generated code")
        self._text.setFont(code_font())
        self._text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self._text.document().setDocumentMargin(12)
        self._highlighter = _Highlighter(self._text.document(), language)
        self._reason = PlainLabel(self)
        self._reason.setProperty("role", "muted")
        self._reason.setWordWrap(True)
        self._reason.setMargin(16)
        header = hbox((self._title, 1), self._copy, margins=(12, 6, 8, 6))
        self._stack = QStackedLayout()
        self._stack.addWidget(self._text)
        self._stack.addWidget(self._reason)
        vbox(header, (self._stack, 1), on=self, margins=0, spacing=0)

    def set_title(self, title: str) -> None:
        """What the code is."""
        self._title.setText(title)
        self._text.setAccessibleName(title)

    def show_text(self, text: str, reason: str = "") -> None:
        """Show a text and keep the scroll position; without one, the reason."""
        self._copy.setEnabled(bool(text))
        if not text:
            self._reason.setText(reason)
            self._stack.setCurrentWidget(self._reason)
            return
        self._stack.setCurrentWidget(self._text)
        if text != self._text.toPlainText():
            bar = self._text.verticalScrollBar()
            scrolled = bar.value()
            self._text.setPlainText(text)
            bar.setValue(scrolled)

    def show_line(self, line: int) -> None:
        """Mark a line, counted from 0, and bring it into view; -1 for none."""
        block = self._text.document().findBlockByNumber(line) if line >= 0 else None
        if block is None or not block.isValid():
            self._text.setExtraSelections([])
            return
        mark = QTextEdit.ExtraSelection()
        mark.cursor = QTextCursor(block)
        mark.format.setBackground(color("selected"))
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        self._text.setExtraSelections([mark])
        bar = self._text.verticalScrollBar()
        if not bar.value() <= line < bar.value() + bar.pageStep():
            bar.setValue(max(line - bar.pageStep() // 3, 0))

    def text(self) -> str:
        """The code that is shown."""
        return self._text.toPlainText() if self._stack.currentWidget() is self._text else ""

    def restyle(self) -> None:
        """The theme has changed."""
        self._highlighter.rehighlight()

    def copy(self) -> None:
        """Put the code on the clipboard."""
        QGuiApplication.clipboard().setText(self.text())

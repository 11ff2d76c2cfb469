"""A field for a list of texts: one per line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPlainTextEdit, QWidget

from workbench.gui.forms.fields.fields import Field, is_undo
from workbench.gui.look.theme import code_font

__all__ = ["LinesField"]

_MOST_LINES = 6


class _Lines(QPlainTextEdit):
    def event(self, event: QEvent) -> bool:
        return False if is_undo(event) else super().event(event)


class LinesField(Field):
    """Grows with its lines. Empty lines are no entries."""

    _how = "One per line."

    def __init__(self, parent: QWidget | None = None) -> None:
        self.edit = _Lines(parent)
        super().__init__(self.edit)
        self.edit.setProperty("field", True)
        self.edit.setUndoRedoEnabled(False)
        self.edit.setTabChangesFocus(True)
        self.edit.setFocusPolicy(Qt.FocusPolicy.StrongFocus)  # the wheel takes no focus
        self.edit.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.edit.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.edit.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.edit.setFont(code_font())
        self.edit.document().setDocumentMargin(3)
        self._shown: tuple[str, ...] = ()
        self.edit.textChanged.connect(self._on_changed)
        self._fit()

    def show_value(self, value: Any, unfinished: str | None = None) -> None:
        self._shown = tuple(value)
        if self._parse() != self._shown:
            blocked = self.edit.blockSignals(True)
            self.edit.setPlainText("\n".join(self._shown))
            self.edit.blockSignals(blocked)
        self._fit()

    def is_typed(self) -> bool:
        return self.edit.hasFocus()

    def set_placeholder(self, text: str) -> None:
        self.edit.setPlaceholderText(text)

    def set_lines(self, lines: Sequence[str]) -> None:
        """As if the user had typed them; for tests."""
        self.edit.setPlainText("\n".join(lines))

    def _parse(self) -> tuple[str, ...]:
        lines = (line.strip() for line in self.edit.toPlainText().splitlines())
        return tuple(line for line in lines if line)

    def _on_changed(self) -> None:
        self._fit()
        value = self._parse()
        if value != self._shown:
            self._shown = value
            self.edited.emit(self, value)

    def _fit(self) -> None:
        """As high as its lines; a line's height is asked of the font, which a style may change."""
        lines = min(max(self.edit.document().blockCount(), 1), _MOST_LINES)
        height = QFontMetrics(self.edit.font()).lineSpacing()
        self.edit.setFixedHeight(lines * height + 12)

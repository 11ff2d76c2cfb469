"""The text that the caret is in: undo, cut, copy, paste and delete are its own."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import shiboken6
from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QMenuBar,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)

__all__ = ["TextFocus"]


@runtime_checkable
class CodeEditor(Protocol):
    """A code editor, which has a history of its own."""

    history_changed: SignalInstance

    def can_edit(self, what: str) -> bool:
        """Whether ``undo``, ``redo``, ``cut``, ``copy``, ``paste`` or ``delete`` can be done."""

    def edit(self, what: str) -> None:
        """Do it."""


class TextFocus(QObject):
    """Which text of a window has the caret, also while a menu is open over it.

    A form's field has no history: what is typed there is a step of the project.

    Args:
        window: whose texts are meant.
    """

    changed = Signal()
    """Another text, or none; or what can be done with it."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._text: QWidget | None = None
        self._editor: CodeEditor | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def text(self) -> QWidget | None:
        """The text that the caret is in."""
        if self._text is not None and not shiboken6.isValid(self._text):
            self._text = self._editor = None
        return self._text

    def can(self, what: str) -> bool:
        """Whether something can be done with the text."""
        text = self.text()
        if self._editor is not None:
            return self._editor.can_edit(what)
        if text is None or what in ("", "undo", "redo"):
            return False
        return what == "copy" or not text.isReadOnly()  # type: ignore[attr-defined]

    def do(self, what: str) -> None:
        """Do it: ``undo``, ``redo``, ``cut``, ``copy``, ``paste`` or ``delete``."""
        text = self.text()
        if self._editor is not None:
            self._editor.edit(what)
        elif isinstance(text, QLineEdit):
            text.del_() if what == "delete" else getattr(text, what)()
        elif isinstance(text, QPlainTextEdit | QTextEdit):
            text.textCursor().deleteChar() if what == "delete" else getattr(text, what)()

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        # A menu takes the focus from the text that it is about; so does another window.
        if now is None or isinstance(now, QMenu | QMenuBar) or now.window() is not self._window:
            return
        before, editor, self._text = self.text(), self._editor, _text_of(now)
        if before is self._text:
            return
        # Known from here on: a protocol is slow to ask for, and each action asks after each step.
        self._editor = self._text if isinstance(self._text, CodeEditor) else None
        if editor is not None:
            editor.history_changed.disconnect(self.changed)
        if self._editor is not None:
            self._editor.history_changed.connect(self.changed)
        self.changed.emit()


def _text_of(widget: QWidget) -> QWidget | None:
    if isinstance(widget, QComboBox | QAbstractSpinBox):
        return widget.lineEdit()
    at: QWidget | None = widget
    while at is not None:
        if isinstance(at, CodeEditor):
            return at
        at = at.parentWidget()
    return widget if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit) else None

"""A plain text editor that offers completions below the caret."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QCompleter, QPlainTextEdit, QWidget

from workbench.core.op_toml.last_word import word_start
from workbench.gui.look.restyle import restyle

__all__ = ["CompletingEdit"]

Ask = Callable[[int, int, Callable[[Any], None]], None]

_CHOOSES = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab, Qt.Key.Key_Escape)
_BEGINS = re.compile(r"""[\w.\["'/]""")
"""A letter that is typed, after which it is asked; Ctrl+Space asks anywhere."""
_WIDTH = 360


class CompletingEdit(QPlainTextEdit):
    """Asks while one types; Return or Tab takes what is chosen, Escape closes the list.

    Args:
        ask: asks for the completions at a line and a place in it (both from 0, in UTF-16 units);
            answered with the language server protocol's result or None.
        parent: the Qt parent.

    Attributes:
        completer: the list below the caret.
    """

    def __init__(self, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ask = ask
        self._items: list[dict[str, Any]] = []
        self.completer = QCompleter(QStringListModel(self), self)
        self.completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.completer.setWidget(self)
        self.completer.activated.connect(self._on_chosen)

    def offered(self) -> list[str]:
        """What the list has; nothing while it is closed."""
        popup = self.completer.popup()
        return [i["label"] for i in self._items] if popup and popup.isVisible() else []

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask while one types; leave the list its keys."""
        if self.offered() and event.key() in _CHOOSES:
            event.ignore()
            return
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if control and event.key() == Qt.Key.Key_Space:
            self._complete()
            return
        super().keyPressEvent(event)
        typed = event.text()
        if (typed and _BEGINS.match(typed)) or (typed and self.offered()):
            self._complete()
        else:
            self._close()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._close()

    def _close(self) -> None:
        popup = self.completer.popup()
        if popup is not None:
            popup.hide()

    def _complete(self) -> None:
        cursor = self.textCursor()
        if self.isReadOnly() or cursor.hasSelection():
            self._close()
        else:
            self._ask(cursor.blockNumber(), cursor.positionInBlock(), self._show)

    def _show(self, found: Any) -> None:
        matching = []
        for item in (found or {}).get("items", ()):
            word = self._replaced(item).selectedText().lower()
            label = item["label"].lower()
            if word in label and word != label:
                matching.append((not label.startswith(word), item))
        # What begins with the word comes first, else they stay as they are.
        self._items = [item for _, item in sorted(matching, key=lambda pair: pair[0])]
        popup, model = self.completer.popup(), self.completer.model()
        assert popup is not None
        assert isinstance(model, QStringListModel)
        if not self._items:
            popup.hide()
            return
        model.setStringList([item["label"] for item in self._items])
        restyle(popup, "completions", True)
        place = self.cursorRect()
        place.setWidth(_WIDTH)
        self.completer.complete(place.translated(self.viewport().pos()))
        popup.setCurrentIndex(self.completer.completionModel().index(0, 0))

    def _replaced(self, item: dict[str, Any]) -> QTextCursor:
        """What a completion takes the place of, selected: the word at the caret."""
        cursor = self.textCursor()
        block, at = cursor.block(), cursor.positionInBlock()
        place = item.get("textEdit", {}).get("range")
        start = place["start"]["character"] if place else word_start(block.text(), at, "-")
        end = place["end"]["character"] if place else at
        cursor.setPosition(block.position() + start)
        cursor.setPosition(block.position() + end, QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _on_chosen(self, label: str) -> None:
        item = next(item for item in self._items if item["label"] == label)
        cursor = self._replaced(item)
        before, _, after = item["insertText"].partition("$0")
        cursor.insertText(before + after)
        cursor.movePosition(QTextCursor.MoveOperation.Left, n=len(after))
        self.setTextCursor(cursor)

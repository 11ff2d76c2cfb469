"""Offers words below a line that is typed into."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, Signal
from PySide6.QtWidgets import QAbstractItemView, QCompleter, QLineEdit

from workbench.gui.look.restyle import restyle

__all__ = ["WordCompleter"]


class WordCompleter(QCompleter):
    """Completes the word at the cursor, and leaves the rest of the line alone.

    Args:
        line: what is typed into.
        between: the letters that stand between words; empty where the whole line is one.
    """

    completed = Signal(str)
    """The whole line, with the word in it."""

    def __init__(self, line: QLineEdit, between: str) -> None:
        super().__init__([], line)
        self._line = line
        self._between = between
        self._words: list[str] = []
        # What is offered is chosen here: Qt would keep the words' own order.
        self.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.setWidget(line)
        line.textEdited.connect(self._offer)
        self.activated.connect(self._insert)

    def set_words(self, words: Sequence[str]) -> None:
        """Set what is offered."""
        self._words = list(dict.fromkeys(words))  # one may be known in two ways

    def _matches(self, part: str) -> list[str]:
        """The words with such a part: those that begin with it, then the others."""
        lower = part.lower()
        found = [word for word in self._words if lower in word.lower()]
        return sorted(found, key=lambda word: not word.lower().startswith(lower))

    def _bounds(self) -> tuple[int, int]:
        text, at = self._line.text(), self._line.cursorPosition()
        if not self._between:
            return 0, len(text)
        begin = max(text.rfind(letter, 0, at) for letter in self._between) + 1
        ends = [text.find(letter, at) for letter in self._between]
        end = min((e for e in ends if e >= 0), default=-1)
        begin += len(text[begin:at]) - len(text[begin:at].lstrip())
        return begin, len(text) if end < 0 else end

    def _offer(self, _text: str) -> None:
        begin, end = self._bounds()
        word = self._line.text()[begin : max(begin, min(end, self._line.cursorPosition()))].strip()
        matches = self._matches(word)
        popup = self.popup()
        assert popup is not None  # it completes in one
        if not word or matches in ([], [word]):
            popup.hide()
            return
        restyle(popup, "completions", True)
        self.model().setStringList(matches)  # type: ignore[attr-defined]
        self.complete(self._place(popup))

    def _place(self, popup: QAbstractItemView) -> QRect:
        """Below the line, as wide as the words: what they begin with may be the same in many."""
        room = self._line.window()
        bar = popup.verticalScrollBar().sizeHint().width()
        wanted = popup.sizeHintForColumn(0) + 2 * popup.frameWidth() + bar
        width = min(max(wanted, self._line.width()), room.width())
        right = self._line.mapFrom(room, QPoint(room.width(), 0)).x()
        return QRect(min(0, right - width), 0, width, self._line.height())

    def _insert(self, word: str) -> None:
        begin, end = self._bounds()
        text = self._line.text()
        self._line.setText(text[:begin] + word + text[end:])
        self._line.setCursorPosition(begin + len(word))
        self.completed.emit(self._line.text())

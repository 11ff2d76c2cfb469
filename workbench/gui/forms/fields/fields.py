"""The widgets of a form: each shows one value of the declaration and reports edits of it.

A field never loses what the user typed: a text that cannot be represented stays where it is
and is reported as unfinished, and a value that reads the same leaves the text untouched.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QStandardItemModel,
)
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QToolTip, QWidget

from workbench.core.errors import sentence
from workbench.core.op_toml.keys import Key
from workbench.gui.forms.fields.word_completer import WordCompleter
from workbench.gui.look.combo_box import ComboBox
from workbench.gui.look.plain import plain_tip
from workbench.gui.look.restyle import restyle

__all__ = ["CheckField", "ChoiceField", "Field", "TextField"]


_SAME = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""A list of completions, or another window, was in front for a moment: the typing goes on."""


class Field(QObject):
    """What every field offers to the binder; ``widget`` is what the user sees.

    Attributes:
        session: counts the times the field got the focus; typing within one is one undo step.
        caption: its label; comes and goes with the field.
    """

    edited = Signal(object, object)
    """The field, its new value."""
    unfinished = Signal(object, str, str)
    """The field, a text that cannot be represented, and the reason."""
    left = Signal()
    """The focus went elsewhere: the typing is over."""
    _how = ""
    """How its value is typed, behind what it means."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.widget = widget
        self.session = 0
        self.caption: QLabel | None = None
        self._tip = ""
        self._shown_tip = ""
        self._why = ""
        self._applies = True
        self._in_column = True
        self._locked = ""
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count focus sessions; leave undo to the window, where all steps are."""
        if isinstance(event, QFocusEvent) and event.gotFocus() and event.reason() not in _SAME:
            self.session += 1
        if isinstance(event, QFocusEvent) and event.lostFocus() and event.reason() not in _SAME:
            self.left.emit()
        return False

    def is_typed(self) -> bool:
        """Whether its edits come key by key now, so that it is wrong on the way to what is meant."""
        return False

    def show_value(self, value: Any, unfinished: str | None = None) -> None:
        """Show a value, or the text that was typed in its place."""
        raise NotImplementedError

    def set_applies(self, applies: bool) -> None:
        """Whether the record has such a value at all; its place stays empty where not."""
        self._applies = applies
        self._show_or_hide()

    def set_column_shown(self, shown: bool) -> None:
        """Whether any record of the table has such a value."""
        self._in_column = shown
        self._show_or_hide()

    def _show_or_hide(self) -> None:
        shown = self._applies and self._in_column
        for widget in filter(None, (self.widget, self.caption)):
            # To set it again costs ten times as much as to ask.
            if widget.isHidden() is shown or not (shown or _was_told(widget)):
                widget.setVisible(shown)

    def set_unusable(self, why: str) -> None:
        """Grey the field out and say why; an empty text makes it usable."""
        self._why = why
        self._enable()

    def set_unused(self, reason: str, hides: bool) -> None:
        """Say that the key has no use here, for a reason; it has one where that is empty.

        Args:
            reason: a clause.
            hides: go away instead of being greyed.
        """
        if hides:
            self.set_applies(not reason)
        else:
            self.set_unusable(sentence(reason) if reason else "")

    def set_locked(self, why: str) -> None:
        """Why the field's record is only for looking at; an empty text makes it usable."""
        self._locked = why
        self._enable()

    def _enable(self) -> None:
        usable = not self._why and not self._locked
        self.widget.setEnabled(usable)
        if self.caption is not None:
            self.caption.setEnabled(usable)

    def set_tip(self, tip: str) -> None:
        """What the field means, shown while nothing is wrong with it."""
        if tip == self._tip:
            return
        self._tip = tip
        self._show_tip(tip)
        if self.caption is not None:
            self.caption.setToolTip(plain_tip(tip))

    def describe(self, key: Key) -> None:
        """Show what is known of the key that the field is for."""
        self.set_tip(f"{key.description} {self._how}".rstrip())
        if key.facts.placeholder:
            self.set_placeholder(key.facts.placeholder)

    def set_placeholder(self, text: str) -> None:
        """What stands in the field while it is empty, where there is room for it."""

    def set_problem(self, severity: str, text: str) -> None:
        """Mark the field as wrong (``error``, ``warning``), or as sound with an empty text."""
        restyle(self.widget, "problem", severity if text else "")
        tip = text or self._locked or self._why or self._tip
        self._show_tip(tip)

    def _show_tip(self, tip: str) -> None:
        # Another op has most of the same: what is set again is an event all the same.
        if tip != self._shown_tip:
            self._shown_tip = tip
            self.widget.setToolTip(plain_tip(tip))
            self.widget.setAccessibleDescription(tip)

    def set_name(self, object_name: str, accessible: str) -> None:
        """Name the widget for tests and for screen readers."""
        self.widget.setObjectName(object_name)
        self.widget.setAccessibleName(accessible)


def is_undo(event: QEvent) -> bool:
    """Whether a field is asked if it will undo or redo: these are the project's, not a field's.

    The event is marked as not taken.
    """
    if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.ShortcutOverride:
        return False
    keys = QKeySequence.StandardKey
    if not (event.matches(keys.Undo) or event.matches(keys.Redo)):
        return False
    event.ignore()
    return True


class TextField(Field):
    """A line of text that stands for a value.

    Args:
        parse: text to value; raises ``ValueError`` where it cannot.
        format: value to text.
        placeholder: shown while empty.
    """

    def __init__(
        self,
        parse: Callable[[str], Any] = str,
        format: Callable[[Any], str] = str,
        placeholder: str = "",
        parent: QWidget | None = None,
    ) -> None:
        self.line = QLineEdit(parent)
        super().__init__(self.line)
        self.parse = parse
        self.format = format
        self._between = ""
        self._completer: WordCompleter | None = None
        self.line.setPlaceholderText(placeholder)
        self.line.textEdited.connect(self._on_edited)
        self.line.editingFinished.connect(self._on_finished)

    def show_value(self, value: Any, unfinished: str | None = None) -> None:
        text = self.line.text()
        if unfinished is not None:
            wanted = unfinished
        else:
            try:
                same = self.parse(text) == value and type(self.parse(text)) is type(value)
            except ValueError:
                same = False
            # While it is typed, '2, 3 ' stays as it is; otherwise the usual form is shown.
            wanted = text if same and self.line.hasFocus() else self.format(value)
        if wanted != text:
            cursor = self.line.cursorPosition()
            self.line.setText(wanted)
            if self.line.hasFocus():
                self.line.setCursorPosition(min(cursor, len(wanted)))
            else:
                self.line.setCursorPosition(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Not in an ``event`` of the line's own: all that is laid out and painted would go through it.
        if is_undo(event):
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self._whole_tip()), self.line)
            return True
        return super().eventFilter(watched, event)

    def _on_finished(self) -> None:
        """What is too long for the field is read from its beginning once the focus is elsewhere."""
        QTimer.singleShot(0, self.line, self._show_beginning)

    def _show_beginning(self) -> None:
        # A window that is not active has a focus, too; and what is laid out anew loses it for a moment.
        if self.line.window().focusWidget() is not self.line:
            self.line.setCursorPosition(0)

    def _whole_tip(self) -> str:
        """The text too, where it does not fit into the field."""
        text, tip = self.line.text(), self.line.toolTip()
        hidden = self.line.fontMetrics().horizontalAdvance(text) > self.line.width() - 18
        return f"{text}\n{tip}".rstrip() if hidden else tip

    def is_typed(self) -> bool:
        return self.line.hasFocus()

    def set_placeholder(self, text: str) -> None:
        self.line.setPlaceholderText(text)

    def describe(self, key: Key) -> None:
        self._between = key.between
        self._how = "Several are separated by commas." if key.between == "," else ""
        super().describe(key)

    def set_words(self, words: Sequence[str]) -> None:
        """Set what is offered for completion of the word at the cursor."""
        if not words and self._completer is None:
            return
        if self._completer is None:
            self._completer = WordCompleter(self.line, self._between)
            self._completer.completed.connect(self._on_edited)
        self._completer.set_words(words)

    def _on_edited(self, text: str) -> None:
        try:
            value = self.parse(text)
        except ValueError as error:
            self.unfinished.emit(self, text, str(error))
        else:
            self.edited.emit(self, value)


class ChoiceField(Field):
    """One of a few choices: the shown text beside the value that it stands for."""

    def __init__(
        self, choices: Sequence[str | tuple[str, str]] = (), parent: QWidget | None = None
    ) -> None:
        self.box = ComboBox(parent)
        super().__init__(self.box)
        self._choices: list[tuple[str, str]] = []
        self._value: Any = None
        self.box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.box.setMinimumContentsLength(4)
        self.set_choices(choices)
        self.box.activated.connect(self._on_activated)

    def set_choices(self, choices: Sequence[str | tuple[str, str]]) -> None:
        """Set what can be chosen: values, or pairs of value and shown text."""
        pairs = [c if isinstance(c, tuple) else (c, c) for c in choices]
        if pairs == self._choices:
            return
        value = self.box.currentData()
        self._choices = pairs
        self.box.clear()
        for choice, text in pairs:
            self._add(choice, text)
        if value is not None and self.box.findData(value) >= 0:
            self.show_value(value)

    def _add(self, choice: Any, text: str) -> None:
        self.box.addItem(text, choice)
        name = str(choice)  # or a key, alone or with what it is: no word of a language
        if text.split("  ")[0] == name and " " not in name:
            self.box.setItemData(self.box.count() - 1, text, Qt.ItemDataRole.DisplayRole)

    def set_unavailable(self, reasons: dict[str, str]) -> None:
        """Choices that cannot be taken now, each with the reason as its tool tip."""
        model = self.box.model()
        assert isinstance(model, QStandardItemModel)
        for row in range(self.box.count()):
            why = reasons.get(self.box.itemData(row), "")
            model.item(row).setEnabled(not why)
            self.box.setItemData(row, plain_tip(why), Qt.ItemDataRole.ToolTipRole)

    def show_value(self, value: Any, unfinished: str | None = None) -> None:
        self._value = value
        index = self.box.findData(value)
        if index < 0:
            # A value of the file that is no choice here stays visible, and is never changed.
            self._add(value, str(value))
            index = self.box.count() - 1
        if index != self.box.currentIndex():
            self.box.setCurrentIndex(index)

    def _on_activated(self, index: int) -> None:
        # Choosing what is there already is no edit, whatever else an edit would put right.
        if self.box.itemData(index) != self._value:
            self.edited.emit(self, self.box.itemData(index))


class CheckField(Field):
    """A yes or no."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        self.box = QCheckBox(text, parent)
        super().__init__(self.box)
        self.box.toggled.connect(self._on_toggled)

    def show_value(self, value: Any, unfinished: str | None = None) -> None:
        if bool(value) != self.box.isChecked():
            self.box.blockSignals(True)
            self.box.setChecked(bool(value))
            self.box.blockSignals(False)

    def _on_toggled(self, checked: bool) -> None:
        self.edited.emit(self, checked)


def _was_told(widget: QWidget) -> bool:
    """Whether a widget was ever shown or hidden; what was not is shown by its layout a moment later."""
    return widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide)

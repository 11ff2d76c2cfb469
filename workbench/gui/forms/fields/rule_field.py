"""A line for a shape rule: what rules are made of is a key away, in the op's own names."""

from __future__ import annotations

from html import escape
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from workbench.core.declaration.op import Op
from workbench.core.op_toml.keys import Key
from workbench.core.shape_rule.constructs import constructs
from workbench.gui.forms.fields.fields import Field, TextField
from workbench.gui.look.icons import icon
from workbench.gui.look.plain import plain_tip

__all__ = ["RuleField", "prepare_rule"]

_KEYS = "Ctrl+Space"


class RuleField(TextField):
    """Ctrl+Space, or a click on the arrow, lists examples; the one that is chosen is inserted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._examples: list[tuple[str, str]] = []
        self._meaning = ""
        self.menu = QMenu(self.line)
        self.menu.setObjectName("ruleReference")
        self.menu.setToolTipsVisible(True)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.menu.triggered.connect(self._on_chosen)
        arrow = QAction(icon("chevron", "muted"), "What a rule is made of", self.line)
        arrow.setToolTip(plain_tip(f"What a rule is made of ({_KEYS})"))
        arrow.triggered.connect(self.show_reference)
        self.line.addAction(arrow, QLineEdit.ActionPosition.TrailingPosition)

    def describe(self, key: Key) -> None:
        super().describe(key)
        self._meaning = key.description
        self._retell()

    def set_examples(self, examples: list[tuple[str, str]]) -> None:
        """Examples of rules, each with what it means."""
        if examples == self._examples:
            return
        self._examples = examples
        self._retell()

    def _fill_menu(self) -> None:
        self.menu.clear()
        for text, meaning in self._examples:
            self.menu.addAction(f"{text}\t{meaning}".replace("&", "&&")).setData(text)

    def _retell(self) -> None:
        """The tip has the examples as a table."""
        rows = "".join(
            f"<tr><td><code>{escape(text)}</code>&nbsp;&nbsp;</td><td>{escape(meaning)}</td></tr>"
            for text, meaning in self._examples
        )
        self.set_tip(f"<p>{escape(self._meaning)}</p><table>{rows}</table><p>List: {_KEYS}</p>")

    def set_problem(self, severity: str, text: str) -> None:
        super().set_problem(severity, text)
        if not text:
            self.line.setAccessibleDescription(self._meaning)  # no table is read aloud

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            control = event.modifiers() == Qt.KeyboardModifier.ControlModifier
            if control and event.key() == Qt.Key.Key_Space:
                self.show_reference()
                return True
        return super().eventFilter(watched, event)

    def show_reference(self) -> None:
        """List what a rule is made of, below the line."""
        self.menu.popup(self.line.mapToGlobal(QPoint(0, self.line.height())))

    def _on_chosen(self, action: QAction) -> None:
        """In the place of what is selected; of all, where the line is as it came."""
        if not self.line.hasSelectedText() and self.line.cursorPosition() in (
            0,
            len(self.line.text()),
        ):
            self.line.selectAll()
        self.line.insert(action.data())
        self.line.textEdited.emit(self.line.text())
        self.line.setFocus(Qt.FocusReason.OtherFocusReason)


def prepare_rule(field: Field, op: Op, _key: Any) -> None:
    """For a column of rules: examples with the op's own arguments."""
    if isinstance(field, RuleField):
        field.set_examples(constructs(op.arg_types))

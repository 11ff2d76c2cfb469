"""A calm, centred message in place of a page: nothing to show yet, or what went wrong."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.gui.look.widgets import EmptyState

__all__ = ["MessagePane"]


class MessagePane(EmptyState):
    """A title, a sentence or two, and a button where there is something to do."""

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("webMessage", parent)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for label in (self._title, self._text):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self._button = QPushButton(self)
        self._button.clicked.connect(self.clicked)
        self._button.hide()
        self.add_button(self._button)

    def say(self, title: str, text: str, button: str = "") -> None:
        """Shows a message; without a button's text there is none."""
        super().say(title, text)
        self._button.setText(button)
        self._button.setVisible(bool(button))

    def title(self) -> str:
        """The title as shown."""
        return self._title.text()

    def text(self) -> str:
        """The text as shown."""
        return self._text.text()

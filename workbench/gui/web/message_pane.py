"""A calm, centred message in place of a page: nothing to show yet, or what went wrong."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from workbench.gui.look.layouts import Stretch, vbox

__all__ = ["MessagePane"]

_WIDTH = 460


class MessagePane(QWidget):
    """A title, a sentence or two, and a button where there is something to do."""

    clicked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = QLabel(self)
        font = self._title.font()
        font.setPointSizeF(font.pointSizeF() * 1.4)
        self._title.setFont(font)
        self._text = QLabel(self)
        self._text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        for label in (self._title, self._text):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setFixedWidth(_WIDTH)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._text.setEnabled(True)
        self._button = QPushButton(self)
        self._button.clicked.connect(self.clicked)
        self._button.hide()
        layout = vbox(Stretch(2), on=self, spacing=10)
        for widget in (self._title, self._text, self._button):
            layout.addWidget(widget, 0, Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)

    def say(self, title: str, text: str, button: str = "") -> None:
        """Shows a message; without a button's text there is none."""
        self._title.setText(title)
        self._text.setText(text)
        self._button.setText(button)
        self._button.setVisible(bool(button))

    def title(self) -> str:
        """The title as shown."""
        return self._title.text()

    def text(self) -> str:
        """The text as shown."""
        return self._text.text()

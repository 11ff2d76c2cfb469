"""A message box in the program's own look, whose buttons all have a key."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from workbench.gui.look.icons import icon

__all__ = ["Message"]

_ICONS = {
    "question": ("question", "accent"),
    "warning": ("warning", "warning"),
    "error": ("error", "error"),
}
_SIDE = 32


class Message(QMessageBox):
    """One question, or one thing to know. Qt puts the buttons in the order of the platform.

    Args:
        parent: the window.
        kind: ``question``, ``warning`` or ``error``.
        title: of the box.
        text: the question itself; never read as HTML, it may hold names from a foreign file.
        more: what helps to answer it.
    """

    def __init__(
        self, parent: QWidget | None, kind: str, title: str, text: str, more: str = ""
    ) -> None:
        super().__init__(parent)
        self.setIconPixmap(icon(*_ICONS[kind]).pixmap(QSize(_SIDE, _SIDE)))
        self.setWindowTitle(title)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)
        self.setInformativeText(more)
        self._names: dict[QPushButton, str] = {}

    def add(self, name: str, text: str, role: QMessageBox.ButtonRole) -> QPushButton:
        """Add a button: the answer that it stands for, and its text with the access key."""
        button: QPushButton = self.addButton(text, role)
        button.setObjectName(name)
        self._names[button] = name
        return button

    def add_cancel(self) -> QPushButton:
        """The button that leaves everything as it is; Esc presses it, too."""
        button = self.add("cancel", "&Cancel", QMessageBox.ButtonRole.RejectRole)
        self.setEscapeButton(button)
        return button

    def ask(self) -> str:
        """Show it; the answer, or that of Esc where it was closed."""
        self.exec()
        clicked = self.clickedButton()
        return next((name for button, name in self._names.items() if button is clicked), "cancel")

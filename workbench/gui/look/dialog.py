"""What all dialogs of the program have in common: what Enter and Tab do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QToolButton, QWidget

from workbench.gui.look.tab_order import step_tab

__all__ = ["Dialog"]

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


def _press_focused(window: QWidget, event: QKeyEvent) -> bool:
    """Where the key is Enter and a button has the focus, press that one; whether it was so.

    Qt does it only for the buttons that it would make the default ones.
    """
    button = window.focusWidget()
    plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    if event.key() not in _ENTER or not plain or not isinstance(button, QPushButton | QToolButton):
        return False
    if isinstance(button, QToolButton) and button.menu() is not None:
        button.showMenu()
    elif not event.isAutoRepeat():
        button.click()
    return True


class Dialog(QDialog):
    """Enter presses the button that has the focus, Tab goes where the eye goes.

    Args:
        name: the object name.
        title: of the window.
        parent: the Qt parent.

    Attributes:
        buttons: its buttons, in the order of the platform; to be put at the end of its layout.
    """

    Role = QDialogButtonBox.ButtonRole

    def __init__(self, name: str, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.setWindowTitle(title)
        self.buttons = QDialogButtonBox(self)
        self.buttons.hide()  # where there are none
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)

    def add_button(
        self, name: str, text: str, role: QDialogButtonBox.ButtonRole, default: bool = False
    ) -> QPushButton:
        """Add a button; what accepts or rejects closes the dialog."""
        button: QPushButton = self.buttons.addButton(text, role)
        button.setObjectName(name)
        button.setDefault(default)
        self.buttons.show()
        return button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not _press_focused(self, event):
            super().keyPressEvent(event)

    def focusNextPrevChild(self, next: bool) -> bool:
        return step_tab(self, next)

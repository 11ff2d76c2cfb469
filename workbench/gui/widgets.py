"""Small widgets and layouts that several parts of the window use."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QClipboard, QFont, QGuiApplication, QIcon
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from workbench.gui.icons import icon

__all__ = ["Card", "CopyLine", "flat_button", "heading", "muted", "scaled"]


def flat_button(image: QIcon, tip: str, parent: QWidget | None = None) -> QToolButton:
    """A small button that is only an icon; the tip is its accessible name too."""
    button = QToolButton(parent)
    button.setIcon(image)
    button.setIconSize(QSize(16, 16))
    button.setToolTip(tip)
    button.setAccessibleName(tip)
    button.setProperty("flat", True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def scaled(label: QLabel, factor: float, bold: bool = False) -> QLabel:
    """Make a label's font larger or smaller than the window's."""
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * factor)
    if bold:
        font.setWeight(QFont.Weight.DemiBold)
    label.setFont(font)
    return label


def heading(text: str, parent: QWidget | None = None) -> QLabel:
    """The title of a section."""
    label = QLabel(text, parent)
    label.setProperty("role", "section")
    return label


def muted(text: str, parent: QWidget | None = None) -> QLabel:
    """A line of explanation."""
    label = QLabel(text, parent)
    label.setProperty("role", "muted")
    label.setWordWrap(True)
    return label


class Card(QFrame):
    """A framed section with a title and room for content."""

    def __init__(self, title: str, subtitle: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(16, 12, 16, 12)
        self.body.setSpacing(8)
        self.header = QHBoxLayout()
        self.header.setSpacing(8)
        self.title = heading(title, self)
        self.header.addWidget(self.title)
        self.subtitle = muted(subtitle, self)
        self.subtitle.setWordWrap(False)
        self.subtitle.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.header.addWidget(self.subtitle, 1)
        self.body.addLayout(self.header)


class CopyLine(QWidget):
    """One line of code with a button that copies it."""

    def __init__(self, label: str, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._label = QLabel(label, self)
        self._label.setProperty("role", "muted")
        self._whole = ""
        self._text = QLabel(self)
        self._text.setObjectName(name)
        self._text.setAccessibleName(label)
        self._text.setProperty("role", "code")
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._button = flat_button(icon("copy"), f"Copy: {label}", self)
        self._button.setObjectName(f"{name}.copy")
        self._button.clicked.connect(self.copy)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._label)
        layout.addWidget(self._text, 1)
        layout.addWidget(self._button)

    def set_text(self, text: str) -> None:
        """Show a text in one line; it is copied as it is."""
        if text != self._whole:
            self._whole = text
            self._text.setText(" ".join(text.split()))
            self._text.setToolTip(text)
        self._button.setEnabled(bool(text))

    def set_label(self, text: str) -> None:
        """What the line is."""
        self._label.setText(text)

    def text(self) -> str:
        """What is shown."""
        return self._whole

    def copy(self) -> None:
        """Put the text on the clipboard."""
        clipboard: QClipboard = QGuiApplication.clipboard()
        clipboard.setText(self._whole)

"""Small widgets and layouts that several parts of the window use."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QClipboard, QFont, QGuiApplication, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QLineEdit,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import Stretch, hbox, vbox
from workbench.gui.look.plain import PlainLabel, code_tip, plain_tip
from workbench.gui.look.theme import code_font

__all__ = [
    "LONG_LIST",
    "Card",
    "CopyLine",
    "ElidedLabel",
    "EmptyState",
    "flat_button",
    "heading",
    "muted",
    "scaled",
    "search_field",
    "text_button",
]

_WORTH = 12
"""Characters of a card's second title: of fewer one reads nothing."""
_LEAST = 24
"""Pixels; of a text that gives way to everything beside it."""


def flat_button(image: QIcon, tip: str, parent: QWidget | None = None) -> QToolButton:
    """A small button that is only an icon; the tip is its accessible name too."""
    button = QToolButton(parent)
    button.setIcon(image)
    button.setIconSize(QSize(16, 16))
    button.setToolTip(plain_tip(tip))
    button.setAccessibleName(tip)
    button.setProperty("flat", True)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def text_button(name: str, text: str, image: QIcon, parent: QWidget | None = None) -> QToolButton:
    """A flat button with an icon and its words beside it."""
    button = QToolButton(parent)
    button.setObjectName(name)
    button.setText(text)
    button.setIcon(image)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    button.setProperty("flat", True)
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
    label = PlainLabel(text, parent)
    label.setProperty("role", "section")
    return label


LONG_LIST = 12
"""Rows beyond which a list is looked through more easily with a field that finds something in it."""


def search_field(name: str, label: str, placeholder: str, parent: QWidget) -> QLineEdit:
    """A line with a magnifying glass that finds something in a list as one types.

    Args:
        name: the object name.
        label: what it is for, for screen readers.
        placeholder: shown while it is empty.
        parent: the Qt parent.
    """
    field = QLineEdit(parent)
    field.setObjectName(name)
    field.setAccessibleName(label)
    field.setPlaceholderText(placeholder)
    field.setClearButtonEnabled(True)
    field.addAction(icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
    return field


def muted(text: str, parent: QWidget | None = None, name: str = "") -> QLabel:
    """A line of explanation."""
    label = PlainLabel(text, parent)
    label.setObjectName(name)
    label.setProperty("role", "muted")
    label.setWordWrap(True)
    return label


class ElidedLabel(QLabel):
    """One line that ends in an ellipsis where it does not fit, or several where they may; the tip has all of it.

    Attributes:
        worth: characters that are worth showing; where fewer fit, nothing is painted.
        cut: where the ellipsis is.
        kept_name: what of the text no language changes.
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.worth, self.kept_name = 0, ""
        self.cut = Qt.TextElideMode.ElideRight
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.set_whole(text)

    def set_whole(self, text: str, name: str = "") -> None:
        """Set the text.

        Args:
            text: in English.
            name: stands before it, and no language changes it.
        """
        self.kept_name = " ".join(name.split())
        self.setText(" ".join(f"{name}{text}".split()))
        self.setToolTip(plain_tip(name + text))
        self.setAccessibleName(self.text())

    def whole(self) -> str:
        """The text, as it was set."""
        return self.text()

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        # Shortened when it is painted: another text would have all around it laid out anew, with
        # each width that the label has on the way to its place.
        room = self.contentsRect()
        metrics = self.fontMetrics()
        if self.wordWrap() or metrics.horizontalAdvance(self.text()) <= room.width():
            super().paintEvent(event)
            return
        if room.width() < self.worth * metrics.averageCharWidth():
            return
        shown = metrics.elidedText(self.text(), self.cut, room.width())
        painter = QPainter(self)
        self.drawFrame(painter)
        self.style().drawItemText(
            painter,
            room,
            int(self.alignment()) | int(Qt.TextFlag.TextSingleLine),
            self.palette(),
            self.isEnabled(),
            shown,
            self.foregroundRole(),
        )
        painter.end()


class Card(QFrame):
    """A framed section with a title and room for content.

    Attributes:
        text_key: the part of ``op.toml`` that it is the form of; empty to go by its fields.
    """

    text_requested = Signal()
    """Show the same as text."""

    def __init__(self, title: str, subtitle: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.title = heading(title, self)
        self.subtitle = ElidedLabel(subtitle, self)
        self.subtitle.setProperty("role", "muted")
        self.subtitle.worth = _WORTH
        self.header = hbox(self.title, (self.subtitle, 1), spacing=8)
        self.body = vbox(self.header, on=self, margins=(16, 12, 16, 12), spacing=8)
        self.text_key = ""
        self._text_button: QToolButton | None = None

    def offer_text(self) -> None:
        """A button at the end of the header that asks for the text."""
        if self._text_button is not None:
            return
        button = flat_button(icon("code"), "Show as text: this part of op.toml", self)
        button.setObjectName("showAsText")
        button.setText("Text")
        button.setAccessibleName(f"Show as text: {self.title.text()}")
        button.clicked.connect(self.text_requested)
        self.header.addWidget(button)
        self._text_button = button


class EmptyState(QWidget):
    """A title and a sentence in the middle of an area that has nothing to show yet."""

    _WIDTH = 440

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = scaled(PlainLabel(self), 1.3, bold=True)
        self._title.setObjectName(name)
        self._text = muted("", self)
        self._text.setFixedWidth(self._WIDTH)
        self._text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.body = vbox(
            Stretch(2),
            (self._title, 0, Qt.AlignmentFlag.AlignHCenter),
            (self._text, 0, Qt.AlignmentFlag.AlignHCenter),
            Stretch(3),
            on=self,
            spacing=8,
        )

    def add_button(self, button: QWidget) -> None:
        """Something to do about it, below the words."""
        self.body.insertWidget(3, button, 0, Qt.AlignmentFlag.AlignHCenter)

    def say(self, title: str, text: str) -> None:
        """Set the words."""
        self._title.setText(title)
        self._text.setText(text)
        self._text.ensurePolished()
        # A wrapped label in an aligned cell is not asked for its height by the layout.
        self._text.setFixedHeight(self._text.heightForWidth(self._WIDTH))


class CopyLine(QWidget):
    """One line of code with a button that copies it.

    Args:
        label: what it is.
        name: the object name of the code.
        parent: the Qt parent.
        label_width: the least, in pixels.
        cut: where it is cut off: a path is told by its end.
    """

    def __init__(
        self,
        label: str,
        name: str,
        parent: QWidget | None = None,
        label_width: int = 0,
        cut: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> None:
        super().__init__(parent)
        self._label = PlainLabel(label, self)
        self._label.setMinimumWidth(label_width)
        self._label.setProperty("role", "muted")
        self._whole = ""
        self._text = ElidedLabel("", self)
        self._text.setObjectName(name)
        self._text.setProperty("role", "code")
        self._text.setFont(code_font())
        self._text.cut = cut
        self._button = flat_button(icon("copy"), f"Copy: {label}", self)
        self._button.setObjectName(f"{name}.copy")
        self._button.clicked.connect(self.copy)
        hbox(self._label, (self._text, 1), self._button, on=self, margins=0, spacing=8)

    def set_text(self, text: str, lines: str = "") -> None:
        """Show a text in one line; it is copied as it is.

        Args:
            text: the code.
            lines: the same in lines, for the tip.
        """
        if text != self._whole:
            self._whole = text
            self._text.set_whole(text)
            if lines:
                self._text.setToolTip(plain_tip(code_tip(lines)))
        self._button.setEnabled(bool(text))

    def set_label(self, text: str) -> None:
        """What the line is."""
        self._label.setText(text)

    def label_hint(self) -> int:
        """How wide what the line is wants to be."""
        return self._label.sizeHint().width()

    def set_label_width(self, width: int) -> None:
        """Make what the line is as wide as that of lines above and below."""
        self._label.setMinimumWidth(width)

    def text(self) -> str:
        """What is shown."""
        return self._whole

    def copy(self) -> None:
        """Put the text on the clipboard."""
        clipboard: QClipboard = QGuiApplication.clipboard()
        clipboard.setText(self._whole)

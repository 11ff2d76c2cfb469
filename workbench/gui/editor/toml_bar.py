"""The line under the text of ``op.toml``: whether the forms follow it, and where it is broken."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from workbench.core.errors import Problem
from workbench.gui.look.icons import icon
from workbench.gui.look.layouts import hbox
from workbench.gui.look.plain import PlainLabel
from workbench.gui.look.restyle import restyle
from workbench.gui.look.widgets import ElidedLabel

__all__ = ["BrokenBanner", "TomlBar", "broken_words"]

_FINE = "The forms follow as you type. Comments and the order of keys are kept."


def broken_words(problem: Problem) -> str:
    """What is wrong with the text, in one sentence with its line."""
    where = f"Line {problem.line}: " if problem.line else ""
    key = f"{problem.key}: " if problem.key and problem.kind != "toml" else ""
    return f"{where}{key}{problem.message}"


class TomlBar(QWidget):
    """Always of one height, so that the text does not jump while it is typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("tomlBar")
        self._sign = PlainLabel(self)
        self._sign.setFixedWidth(18)
        self._words = ElidedLabel("", self)
        self._words.setObjectName("tomlState")
        hbox(self._sign, (self._words, 1), on=self, margins=(0, 2, 0, 2), spacing=6)

    def show_state(self, broken: tuple[Problem, ...]) -> None:
        """Say it."""
        image = icon("error", "error") if broken else icon("check", "ok")
        self._sign.setPixmap(image.pixmap(16, 16))
        text = _FINE
        if broken:
            hint = f" {broken[0].hint}" if broken[0].hint else ""
            text = f"{broken_words(broken[0])}.{hint} The forms show the last readable state."
        self._words.set_whole(text.replace("..", "."))

    def text(self) -> str:
        """What it says."""
        return self._words.whole()


class BrokenBanner(QWidget):
    """Above a form while the text of ``op.toml`` is broken: the form shows, and does not edit."""

    line_requested = Signal()
    """Show the broken line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("brokenBanner")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._words = PlainLabel(self)
        self._words.setObjectName("brokenWords")
        self._words.setWordWrap(True)
        self._button = QPushButton("Show the line", self)
        self._button.setObjectName("showBrokenLine")
        self._button.clicked.connect(self.line_requested)
        self._sign = PlainLabel(self)
        hbox(
            self._sign,
            (self._words, 1),
            self._button,
            on=self,
            margins=(16, 10, 16, 10),
            spacing=10,
        )
        restyle(self, "banner", "error")
        self.hide()

    def show_state(self, broken: tuple[Problem, ...]) -> None:
        """Show or hide it."""
        if broken:
            self._sign.setPixmap(icon("error", "error").pixmap(18, 18))  # in the theme's colour
            self._words.setText(
                f"The text of op.toml cannot be read. {broken_words(broken[0])}.\n"
                "The form shows its last readable state; fix the text, or undo the edit, to go on."
            )
        self.setVisible(bool(broken))

"""A line under a form's row that says what is wrong there, and what to do about it."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from workbench.core.errors import Problem
from workbench.gui.forms.fields import restyle

__all__ = ["ProblemLine"]


class ProblemLine(QLabel):
    """Hidden while all is well; wraps, and its text can be selected."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("problemLine")
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setIndent(0)
        self.setContentsMargins(0, 0, 0, 0)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._plain = ""
        self.hide()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show them all, one below the other."""
        plain = "\n".join(f"{p.message} {p.hint}".strip() for p in problems)
        if plain == self._plain:
            return
        self._plain = plain
        if problems:
            worst = "error" if any(p.severity == "error" for p in problems) else "warning"
            restyle(self, "severity", worst)
            self.setText("<br>".join(_line(p) for p in problems))
            self.setAccessibleName(plain)
        self.setVisible(bool(problems))

    def plain_text(self) -> str:
        """What is shown, without markup."""
        return self._plain


def _line(problem: Problem) -> str:
    message = escape(_sentence(problem.message))
    return f"{message} <i>{escape(problem.hint)}</i>" if problem.hint else message


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."

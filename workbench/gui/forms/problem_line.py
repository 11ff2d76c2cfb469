"""A line under a form's row that says what is wrong there, and what to do about it."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from workbench.core.errors import Problem
from workbench.gui.forms.fields import restyle

__all__ = ["ProblemLine"]


class ProblemLine(QLabel):
    """Hidden while all is well; wraps, its text can be selected, its fixes are links.

    The links take part in the tab order (Tab goes to the next one, Enter follows it).
    """

    fix_chosen = Signal(object, str)
    """A fix was clicked: the problem, the fix's title."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("problemLine")
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        self.setIndent(0)
        self.setContentsMargins(0, 0, 0, 0)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.linkActivated.connect(self._on_link)
        self._plain = ""
        self._problems: list[Problem] = []
        self._fixes: list[tuple[str, ...]] = []
        self.hide()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show them all, one below the other; their fixes follow in ``show_fixes``."""
        plain = "\n".join(f"{p.message} {p.hint}".strip() for p in problems)
        if plain == self._plain:
            self._problems = list(problems)
            return
        self._plain = plain
        self._problems = list(problems)
        self._fixes = []
        if problems:
            worst = "error" if any(p.severity == "error" for p in problems) else "warning"
            restyle(self, "severity", worst)
            self._write()
        self.setVisible(bool(problems))

    def show_fixes(self, fixes: Sequence[Sequence[str]]) -> None:
        """Offer fixes: per shown problem their titles."""
        wanted = [tuple(titles) for titles in fixes]
        if wanted != self._fixes:
            self._fixes = wanted
            self._write()

    def problems(self) -> list[Problem]:
        """What is shown."""
        return list(self._problems)

    def fixes(self) -> list[str]:
        """The titles of the fixes that are offered."""
        return [title for titles in self._fixes for title in titles]

    def choose(self, title: str) -> None:
        """As if the link of that title were clicked."""
        for i, titles in enumerate(self._fixes):
            if title in titles:
                self.linkActivated.emit(f"{i}:{titles.index(title)}")
                return

    def _write(self) -> None:
        titles = [*self._fixes, *[()] * len(self._problems)]
        lines = [_line(i, p, titles[i]) for i, p in enumerate(self._problems)]
        self.setText("<br>".join(lines))
        offered = "; ".join(self.fixes())
        self.setAccessibleName(f"{self._plain}\nFixes: {offered}" if offered else self._plain)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if offered else Qt.FocusPolicy.ClickFocus)

    def _on_link(self, link: str) -> None:
        row, _, place = link.partition(":")
        i, j = int(row), int(place)
        if i < len(self._problems) and i < len(self._fixes) and j < len(self._fixes[i]):
            self.fix_chosen.emit(self._problems[i], self._fixes[i][j])

    def plain_text(self) -> str:
        """What is shown, without markup."""
        return self._plain


def _line(index: int, problem: Problem, fixes: Sequence[str]) -> str:
    message = escape(_sentence(problem.message))
    text = f"{message} <i>{escape(problem.hint)}</i>" if problem.hint else message
    # A link is not broken between two lines.
    titles = (escape(title).replace(" ", "&nbsp;") for title in fixes)
    links = "&nbsp;&nbsp; ".join(f'<a href="{index}:{j}">{t}</a>' for j, t in enumerate(titles))
    return f"{text}&nbsp;&nbsp; {links}" if links else text


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."

"""A line under a form's row that says what is wrong there, and what to do about it."""

from collections.abc import Sequence
from html import escape
from pathlib import PurePath

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from workbench.core.errors import Problem, sentence
from workbench.gui.look.floating_note import FloatingNote
from workbench.gui.look.restyle import restyle
from workbench.gui.look.theme import color

__all__ = ["MOST_SHOWN", "ProblemLine"]

_AT = "at"
_ANY_HEIGHT = 16_777_215
"""Qt's QWIDGETSIZE_MAX: no limit."""
MOST_SHOWN = 8
"""More than these are only counted: all of them stand in the list of problems."""


class ProblemLine(QLabel):
    """Hidden while all is well; wraps, its text can be selected, its fixes are links.

    The links take part in the tab order (Tab goes to the next one, Enter follows it).
    """

    fix_chosen = Signal(object, str)
    """A fix was clicked: the problem, the fix's title."""
    location_chosen = Signal(object)
    """A location was clicked: the problem."""

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
        self._has_locations = False
        self._inks = ("", "")
        self._note: FloatingNote | None = None
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # What is HTML keeps the colours that it was read with.
        if event.type() == QEvent.Type.PaletteChange and self._inks not in (("", ""), _inks()):
            self._write()

    def set_locations(self, shown: bool) -> None:
        """Whether problems begin with their location, a link to it; for those of another page."""
        self._has_locations = shown

    def show_problems(
        self,
        problems: Sequence[Problem],
        moves: bool = True,
        shrinks: bool = True,
        beside: QWidget | None = None,
    ) -> None:
        """Show them one below the other; their fixes follow in ``show_fixes``.

        Args:
            problems: those there are now.
            moves: whether what is below may move. Where not, the line keeps the room that it has,
                till ``settle``: somebody types.
            shrinks: see ``settle``.
            beside: the field that is typed in; what the line has no room for lies below it then.
        """
        lines = [
            " ".join(part for part in (self._location(p), p.message, p.hint) if part)
            for p in problems[:MOST_SHOWN]
        ]
        plain = "\n".join([*lines, *_more(problems)])
        changed = plain != self._plain
        self._plain = plain
        self._problems = list(problems)
        if changed:
            self._fixes = []
            if problems:
                worst = "error" if any(p.severity == "error" for p in problems) else "warning"
                restyle(self, "severity", worst)
                self._write()
        if moves:
            self.settle(shrinks)
        elif changed:
            self._show_in_its_room(beside)

    def settle(self, shrinks: bool = True) -> None:
        """Take the room that the problems need; none where there is none.

        Args:
            shrinks: whether it gives back room that it had, and what is below moves up: not under
                the hand of who works there.
        """
        kept = not shrinks and self._has_room()
        self._keep_room(kept)
        self.setMinimumHeight(self.height() if kept else 0)
        self.setMaximumHeight(_ANY_HEIGHT)
        self.setVisible(bool(self._problems))
        if self._note is not None:
            self._note.hide()

    @property
    def keeps_room(self) -> bool:
        """Whether it may have more room than its problems need."""
        return self.minimumHeight() > 0 or self.sizePolicy().retainSizeWhenHidden()

    def _has_room(self) -> bool:
        return not self.isHidden() or self.sizePolicy().retainSizeWhenHidden()

    def _show_in_its_room(self, beside: QWidget | None) -> None:
        has_room = self._has_room()
        if has_room:
            self._keep_room(True)
            self.setFixedHeight(self.height())
        fits = has_room and self.heightForWidth(self.width()) <= self.height()
        self.setVisible(fits and bool(self._problems))
        floats = bool(self._problems) and not fits and beside is not None
        if floats and self._note is None:
            self._note = FloatingNote()
            self._note.link_chosen.connect(self._on_link)
            self.destroyed.connect(self._note.deleteLater)
        if floats and self._note is not None and beside is not None:
            self._note.show_below(beside, self.text(), str(self.property("severity")))
        elif self._note is not None:
            self._note.hide()

    def _keep_room(self, kept: bool) -> None:
        policy = self.sizePolicy()
        if policy.retainSizeWhenHidden() != kept:
            policy.setRetainSizeWhenHidden(kept)
            self.setSizePolicy(policy)

    def show_fixes(self, fixes: Sequence[Sequence[str]]) -> None:
        """Offer fixes: their titles for each of the problems, or for the first ones."""
        wanted = [tuple(titles) for titles in fixes]
        if wanted != self._fixes:
            self._fixes = wanted
            self._write()

    def problems(self) -> list[Problem]:
        """All that is wrong here."""
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
        self._inks = _inks()
        shown = self._problems[:MOST_SHOWN]
        titles = [*self._fixes, *[()] * len(shown)]
        lines = [_line(i, p, titles[i], self._location(p)) for i, p in enumerate(shown)]
        self.setText("<br>".join([*lines, *_more(self._problems)]))
        if self._note is not None and self._note.isVisible():
            self._note.show_again(self.text())
        offered = "; ".join(self.fixes())
        links = bool(offered) or any(map(self._location, shown))
        self.setAccessibleName(f"{self._plain}\nFixes: {offered}" if offered else self._plain)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus if links else Qt.FocusPolicy.ClickFocus)

    def _location(self, problem: Problem) -> str:
        """The location as it is shown; empty where it is not."""
        if not self._has_locations or not problem.file:
            return ""
        line = f":{problem.line}" if problem.line else ""
        return f"{PurePath(problem.file).name}{line}"

    def _on_link(self, link: str) -> None:
        row, _, target = link.partition(":")
        if target == _AT:
            self.location_chosen.emit(self._problems[int(row)])
            return
        i, j = int(row), int(target)
        if i < len(self._problems) and i < len(self._fixes) and j < len(self._fixes[i]):
            self.fix_chosen.emit(self._problems[i], self._fixes[i][j])

    def plain_text(self) -> str:
        """What is shown, without markup."""
        return self._plain


def _more(problems: Sequence[Problem]) -> list[str]:
    left = len(problems) - MOST_SHOWN
    return [f"And {left} more, in the list of problems."] if left > 0 else []


def _inks() -> tuple[str, str]:
    """Of what is muted, and of links."""
    return color("muted").name(), color("link").name()


def _line(index: int, problem: Problem, fixes: Sequence[str], location: str) -> str:
    text = escape(sentence(problem.message))
    if problem.hint:
        text += f' <span style="color:{_inks()[0]}">{escape(problem.hint)}</span>'
    if location:
        text = f'<a href="{index}:{_AT}">{escape(location)}</a>&nbsp;&nbsp; {text}'
    # A link is not broken between two lines.
    titles = (escape(title).replace(" ", "&nbsp;") for title in fixes)
    links = "&nbsp;&nbsp; ".join(f'<a href="{index}:{j}">{t}</a>' for j, t in enumerate(titles))
    return f"{text}&nbsp;&nbsp; {links}" if links else text

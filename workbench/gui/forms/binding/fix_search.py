"""Looks for the fixes of the problems that a form shows, and offers them beside these."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from workbench.core.errors import Problem
from workbench.gui.look.problem_line import MOST_SHOWN, ProblemLine
from workbench.gui.slices import Slices

if TYPE_CHECKING:
    from workbench.gui.forms.binding.binder import Binder

__all__ = ["FixSearch"]

_PAUSE = 120
"""Milliseconds."""
_MOST_FIXED = 24
"""Problems on one page for which fixes are looked for."""


class FixSearch(QObject):
    """Fixes are tried out before they are offered: not at each key, but when one pauses.

    Args:
        binder: whose problems they are.

    Attributes:
        made_by_button: keys of files that a button of the form makes: no link beside it does, too.
    """

    def __init__(self, binder: Binder) -> None:
        super().__init__(binder)
        self.made_by_button: set[str] = set()
        self._binder = binder
        self._at_line: dict[ProblemLine, list[tuple[Problem, Problem]]] = {}
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE)
        self._pause.timeout.connect(self.show)
        self._search = Slices(self._search_one, self, at_once=2)
        # Per line what was found so far, and for how many of its problems it is looked for.
        self._offered: dict[ProblemLine, list[list[str]]] = {}
        self._wanted: Counter[ProblemLine] = Counter()

    def look_at(
        self, at_line: dict[ProblemLine, list[tuple[Problem, Problem]]], too: bool = False
    ) -> None:
        """Other problems are shown: per line as they are shown there, and as they are.

        Args:
            at_line: the problems.
            too: they are shown beside those that are shown already.
        """
        self._at_line = {**self._at_line, **at_line} if too else at_line
        if at_line and self._binder.fixes is not None:
            self._pause.start()

    def forget(self, line: ProblemLine) -> None:
        """A line is gone."""
        self._at_line.pop(line, None)

    def problem_of(self, wanted: Problem) -> Problem | None:
        """The problem that is shown in these words."""
        shown = (pair for found in self._at_line.values() for pair in found)
        return next((p for s, p in shown if s == wanted), None)

    @property
    def active(self) -> bool:
        """Whether fixes are being looked for."""
        return self._search.active

    def show(self) -> None:
        """Offer the fixes of the shown problems."""
        if self._binder.document is None or self._binder.fixes is None:
            return
        # Each costs some checks of the whole op, so a page full of problems has them bit by bit.
        shown = [
            (line, problem)
            for line, found in self._at_line.items()
            for _, problem in found[:MOST_SHOWN]
        ][:_MOST_FIXED]
        self._offered = {line: [] for line, _ in shown}
        self._wanted = Counter(line for line, _ in shown)
        self._search.start(shown)

    def _search_one(self, entry: tuple[ProblemLine, Problem]) -> Iterator[None]:
        line, problem = entry
        document, fixes = self._binder.document, self._binder.fixes
        if document is None or fixes is None or not self._shows(line, problem):
            return
        titles: list[str] = []
        for title in () if self._has_button(line, problem) else fixes.search(document, problem):
            titles += [title] if title else []
            yield
            if not self._shows(line, problem):
                return  # an edit meanwhile: another search follows
        offered = self._offered[line]
        offered.append(titles)
        if len(offered) == self._wanted[line]:
            line.show_fixes(offered)

    def _has_button(self, line: ProblemLine, problem: Problem) -> bool:
        keys = (s.key for s, p in self._at_line.get(line, []) if p is problem)
        return problem.kind == "file" and not self.made_by_button.isdisjoint(keys)

    def _shows(self, line: ProblemLine, problem: Problem) -> bool:
        return any(p is problem for _, p in self._at_line.get(line, []))

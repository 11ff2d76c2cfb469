"""The lines of a page that show what is wrong: which of them has the problems of a key path."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from workbench.core.errors import Problem
from workbench.core.op_toml.key_path import is_within, prefixes
from workbench.gui.look.problem_line import ProblemLine
from workbench.gui.look.widgets import Card

__all__ = ["ProblemLines"]


_REST_MS = 200
"""After the focus has gone elsewhere."""


class ProblemLines(QObject):
    """The lines by the key paths whose problems they show.

    A line takes room when it has something to say and nobody types, and gives it back when nobody works
    in its card any more: the next field is clicked where it was seen.

    Args:
        on_fix: called when a fix is chosen: the problem, the fix's title.
        parent: the Qt parent.
    """

    def __init__(self, on_fix: Callable[[Problem, str], None], parent: QObject) -> None:
        super().__init__(parent)
        self._on_fix = on_fix
        self._lines: list[tuple[str, ProblemLine]] = []
        self._is_typed = False
        self._rest = QTimer(self, singleShot=True, interval=_REST_MS)
        self._rest.timeout.connect(self._on_rest)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus)

    def __iter__(self) -> Iterator[ProblemLine]:
        return (line for _, line in self._lines)

    def add(self, prefix: str, line: ProblemLine) -> None:
        """A line that shows the problems under a key path, unless a longer one does."""
        if line not in list(self):
            line.fix_chosen.connect(self._on_fix)
        self._lines.append((prefix, line))

    def remove(self, line: ProblemLine) -> None:
        """Forget a line."""
        if line in list(self):
            line.fix_chosen.disconnect(self._on_fix)
        self._lines = [entry for entry in self._lines if entry[1] is not line]

    def at(self, key: str) -> ProblemLine | None:
        """The line that shows the problems of a key path."""
        found = [entry for entry in self._lines if is_within(key, entry[0])]
        return max(found, key=lambda entry: len(entry[0]))[1] if found else None

    def by_prefix(self) -> dict[str, ProblemLine]:
        """Of two lines with one key path the first has it."""
        return dict(reversed(self._lines))

    def show(
        self,
        problems: Mapping[ProblemLine, Sequence[Problem]],
        typed: tuple[str, QWidget] | None,
        another: bool,
    ) -> None:
        """Show problems.

        Args:
            problems: of each line.
            typed: the key path and the widget of the field that is being typed in: nothing moves
                before it is left, and what is wrong with it lies below it.
            another: they are another op's: no line keeps room.
        """
        self._is_typed = typed is not None
        lines = self.by_prefix()
        within = reversed(prefixes(typed[0])) if typed is not None else ()
        at_hand = next((lines[p] for p in within if p in lines), None)
        for line, found in problems.items():
            beside = typed[1] if typed is not None and line is at_hand else None
            shrinks = another or not _is_at_hand(line)
            line.show_problems(found, moves=typed is None, shrinks=shrinks, beside=beside)

    def settle(self) -> None:
        """The typing is over: each line takes the room that it needs."""
        self._is_typed = False
        for line in self:
            line.settle(shrinks=False)

    def _on_focus(self, _old: QWidget | None, _now: QWidget | None) -> None:
        self._rest.start()

    def _on_rest(self) -> None:
        if QApplication.mouseButtons() != Qt.MouseButton.NoButton:
            self._rest.start()  # what is pressed would not be under the pointer when it is let go
        elif not self._is_typed:
            for line in self:
                if line.keeps_room and not _is_at_hand(line):
                    line.settle()


def _is_at_hand(line: ProblemLine) -> bool:
    """Whether one works in its card: the next field is aimed at where it was seen."""
    focus = QApplication.focusWidget()
    part: QWidget | None = line
    while part is not None and not isinstance(part, Card):
        part = part.parentWidget()
    return part is not None and focus is not None and part.isAncestorOf(focus)

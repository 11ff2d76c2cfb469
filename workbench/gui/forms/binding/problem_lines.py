"""The lines of a page that show what is wrong: which of them has the problems of a key path."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from PySide6.QtWidgets import QWidget

from workbench.core.errors import Problem
from workbench.core.op_toml.key_path import is_within, prefixes
from workbench.gui.look.problem_line import ProblemLine

__all__ = ["ProblemLines"]


class ProblemLines:
    """The lines by the key paths whose problems they show.

    Args:
        on_fix: called when a fix is chosen: the problem, the fix's title.
    """

    def __init__(self, on_fix: Callable[[Problem, str], None]) -> None:
        self._on_fix = on_fix
        self._lines: list[tuple[str, ProblemLine]] = []

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
    ) -> None:
        """Show problems.

        Args:
            problems: of each line.
            typed: the key path and the widget of the field that is being typed in: nothing moves
                before it is left, and what is wrong with it lies below it.
        """
        lines = self.by_prefix()
        within = reversed(prefixes(typed[0])) if typed is not None else ()
        at_hand = next((lines[p] for p in within if p in lines), None)
        for line, found in problems.items():
            beside = typed[1] if typed is not None and line is at_hand else None
            line.show_problems(found, moves=typed is None, beside=beside)

    def settle(self) -> None:
        """The typing is over: each line takes the room that it needs."""
        for line in self:
            line.settle()

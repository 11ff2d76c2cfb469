"""What the first wrong cell of a job uses before it is set: a cause that its numbers do not show."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from workbench.core.cells import DIFFERS, FAILED, CellOutcome
from workbench.core.declaration.op import Op
from workbench.core.errors import UserError
from workbench.engine.build.driver import Values, drivable
from workbench.engine.build.unset import can_find_unset, unset
from workbench.engine.host.looks import REPEAT

__all__ = ["UnsetValues"]

_SECONDS = 5.0
_ENOUGH = 20.0
"""Of a cell's step, for the compiler and the run: else the look would be told as a cell without an end."""


class UnsetValues:
    """Looks once, since the kernel is compiled for it: the cells that follow are wrong alike.

    Args:
        folder: the op's.
        seconds: how long a step of a cell may take; where that is short, nothing is looked at.
    """

    def __init__(self, folder: Path, seconds: float) -> None:
        self._folder = folder
        self._looked = 0 < seconds < _ENOUGH

    def named(
        self, outcome: CellOutcome, arguments: Callable[[], tuple[Op, Values]]
    ) -> CellOutcome:
        """The outcome, with the use of a value that was never set before what came of it.

        Args:
            outcome: of a cell whose kernel was built as usual.
            arguments: gives what it was called with.
        """
        if self._looked or not _unexplained(outcome) or not can_find_unset():
            return outcome
        self._looked = True
        op, values = arguments()
        try:
            if not drivable(op):
                return outcome
            cause = unset(self._folder, op, [values], seconds=_SECONDS)
        except UserError:
            return outcome  # the build of the check itself says why
        if cause is None:
            return outcome
        return msgspec.structs.replace(outcome, status=FAILED, problems=(cause, *outcome.problems))


def _unexplained(outcome: CellOutcome) -> bool:
    first = outcome.problems[0] if outcome.problems else None
    if first is None or first.line:
        return False
    return outcome.status == DIFFERS or (outcome.status == FAILED and first.kind == REPEAT)

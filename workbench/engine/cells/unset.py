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


class UnsetValues:
    """Looks once, since the kernel is compiled for it: the cells that follow are wrong alike.

    Args:
        folder: the op's.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._looked = False

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
            cause = unset(self._folder, op, [values]) if drivable(op) else None
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

"""Results of other machines, taken in beside what came of the ops here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from workbench.core import jobs
from workbench.core.elsewhere import (
    GivenResult,
    elsewhere_job,
    read_result,
    refused_reason,
    reports,
)
from workbench.core.errors import UserError
from workbench.core.pipeline.op_state import OpState, RuntimeReport
from workbench.engine.client import Engine

__all__ = ["of_ops", "taken_in"]


def of_ops(
    results: Sequence[tuple[Path, GivenResult]], states: Sequence[OpState]
) -> dict[Path, list[Path]]:
    """Op folder → the files that are results of it.

    Args:
        results: files, and what was read of them.
        states: of the ops, loaded.

    Raises:
        UserError: kind ``result``; one is of another op, or of one that has changed since.
    """
    found: dict[Path, list[Path]] = {}
    for file, result in results:
        named = [s for s in states if s.name == result.op] or states[:1]
        whys = [refused_reason(result, state) for state in named if state.op is not None]
        fits = [s for s in named if s.op is not None and not refused_reason(result, s)[0]]
        if not fits and whys:
            raise UserError("result", *whys[0], file=file)
        for state in fits:
            found.setdefault(state.folder, []).append(file)
    return found


def taken_in(engine: Engine, state: OpState, file: Path) -> list[RuntimeReport]:
    """The rows of a result; none where the op came to nothing here that they could be held against.

    Args:
        engine: that has run the op.
        state: what came of that.
        file: the result.

    Raises:
        UserError: kind ``result``; it cannot be taken in.
    """
    if state.current_result("export") is None:
        return []
    found = engine.ask(elsewhere_job(1, state, file), jobs.ElsewhereResult)
    return reports(read_result(file), found, state)

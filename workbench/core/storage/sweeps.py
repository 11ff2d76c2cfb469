"""Sweeps that were measured, in the history: each beside the run of the same content."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from workbench.core.jobs import TimeResult
from workbench.core.storage.history_file import HistoryFile
from workbench.core.timing import sweep_title

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["MOST_SWEEPS", "Sweep", "drop_old", "insert", "sweeps_of"]

MOST_SWEEPS = 50
"""Of one op; older ones are dropped."""


class Sweep(msgspec.Struct, frozen=True):
    """How long calls with inputs of several sizes took.

    Attributes:
        number: counts the sweeps of all ops.
        run: the number of the run of the same content.
        at: when it was measured, in seconds since 1970.
        content, made_by: of that run.
        axis: whose sizes were others; empty for the op's cases.
        points: what was measured, for each set of inputs.
        why: there are no more of them; empty where all were measured.
    """

    number: int
    run: int
    at: float
    content: str
    made_by: str
    axis: str
    points: tuple[TimeResult, ...]
    why: str = ""

    @property
    def title(self) -> str:
        """What was swept, in words."""
        return sweep_title(self.axis)


def insert(file: Connection, folder: Path, sweep: Sweep) -> None:
    """Keep a sweep; its own number does not count."""
    points = msgspec.json.encode(sweep.points).decode()
    file.execute(
        "INSERT INTO sweeps (folder, run, axis, at, points, why) VALUES (?, ?, ?, ?, ?, ?)",
        (str(folder), sweep.run, sweep.axis, sweep.at, points, sweep.why),
    )
    drop_old(file, folder)


def drop_old(file: Connection, folder: Path) -> None:
    """Forget sweeps beyond the last few."""
    of = str(folder)
    file.execute(
        "DELETE FROM sweeps WHERE folder = ? AND number <= (SELECT number FROM sweeps "
        "WHERE folder = ? ORDER BY number DESC LIMIT 1 OFFSET ?)",
        (of, of, MOST_SWEEPS),
    )


def sweeps_of(history: HistoryFile, folder: Path) -> list[Sweep]:
    """The sweeps of an op that are kept, the newest first.

    Raises:
        UserError: kind ``history``.
    """
    with history.open() as file:
        rows = file.execute(
            "SELECT sweeps.number, run, sweeps.at, content, made_by, axis, points, why FROM sweeps "
            "JOIN runs ON runs.number = run WHERE sweeps.folder = ? ORDER BY sweeps.number DESC",
            (str(folder),),
        ).fetchall()
    try:
        return [
            Sweep(number, run, at, content, made_by, axis, _points(points), why)
            for number, run, at, content, made_by, axis, points, why in rows
        ]
    except msgspec.DecodeError as error:  # ValidationError is one
        raise history.unusable(f"it is damaged ({error})") from error


def _points(text: str) -> tuple[TimeResult, ...]:
    return msgspec.json.decode(text, type=tuple[TimeResult, ...])

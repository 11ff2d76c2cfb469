"""The SQLite file of the history: its tables, and how an older file becomes one of today."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from workbench import paths
from workbench.core.errors import UserError
from workbench.core.storage.measured import as_of_today

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = ["VERSION", "HistoryFile", "brought_up", "history_file"]

_WAIT_SECONDS = 0.3
"""The window does not stand still for another program that holds the file."""
_AWAY = "Move that file away to begin a new one; nothing else depends on it."
_SWEEPS = (
    """
CREATE TABLE sweeps (
    number INTEGER PRIMARY KEY, folder TEXT NOT NULL, run INTEGER NOT NULL, axis TEXT NOT NULL,
    at REAL NOT NULL, points TEXT NOT NULL, why TEXT NOT NULL)""",
    "CREATE INDEX sweeps_of_an_op ON sweeps (folder, number)",
)
_EXPORTS = """
CREATE TABLE exports (folder TEXT PRIMARY KEY, last TEXT NOT NULL, before TEXT NOT NULL)"""
_TABLES = (
    """
CREATE TABLE IF NOT EXISTS runs (
    number INTEGER PRIMARY KEY, folder TEXT NOT NULL, op TEXT NOT NULL, at REAL NOT NULL,
    content TEXT NOT NULL, made_by TEXT NOT NULL, status TEXT NOT NULL, seconds TEXT NOT NULL,
    milliseconds REAL, max_abs_diff REAL, rounding REAL, message TEXT NOT NULL,
    measured TEXT NOT NULL DEFAULT '[]')""",
    "CREATE INDEX IF NOT EXISTS runs_of_an_op ON runs (folder, number)",
    """
CREATE TABLE IF NOT EXISTS kept (
    folder TEXT PRIMARY KEY, at REAL NOT NULL, made_by TEXT NOT NULL, stages TEXT NOT NULL)""",
    *_SWEEPS,
    _EXPORTS,
)


def _whole_times(file: Connection) -> None:
    """Times are kept with all that was measured."""
    rows = file.execute("SELECT number, measured FROM runs WHERE measured != '[]'").fetchall()
    new = ((as_of_today(text), number) for number, text in rows)
    file.executemany("UPDATE runs SET measured = ? WHERE number = ?", new)


_LATER: dict[int, tuple[str | Callable[[Connection], None], ...]] = {
    1: ("ALTER TABLE runs ADD COLUMN measured TEXT NOT NULL DEFAULT '[]'",),
    2: _SWEEPS,
    3: (_whole_times, _EXPORTS),
}
"""What makes a file of an older version one of the next."""
VERSION = max(_LATER) + 1


def history_file() -> Path:
    """Where it is."""
    return paths.state_dir() / "history.sqlite3"


class HistoryFile:
    """The file; it is made when something is first written.

    Args:
        file: another one than the user's.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or history_file()

    @contextlib.contextmanager
    def open(self, writes: bool = False) -> Iterator[Connection]:
        """The file, for one transaction. Where it is only read, it is not made.

        Raises:
            UserError: kind ``history``; it cannot be used, or is of a newer program.
        """
        import sqlite3  # takes a while, and the first window needs none of it

        try:
            if writes:
                self._file.parent.mkdir(parents=True, exist_ok=True)
            there = self._file.exists()
            target = str(self._file) if there or writes else ":memory:"
            with contextlib.closing(sqlite3.connect(target, timeout=_WAIT_SECONDS)) as file:
                # A run that is lost with the power is no loss; waiting for the disk at each run is.
                file.execute("PRAGMA synchronous = OFF")
                found = file.execute("PRAGMA user_version").fetchone()[0]
                if found > VERSION:
                    raise self.unusable("it is of a newer version of the program")
                with file:
                    if not there or found < VERSION:
                        brought_up(file)
                    yield file
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise self.unusable(f"{error}") from error
            hint = "This run is not in it; the next one will be, when the other program is done."
            raise self.unusable("another program holds it", hint) from error
        except sqlite3.Error as error:
            raise self.unusable(f"{error}") from error
        except OSError as error:
            raise self.unusable(f"{error.strerror or error}") from error

    def unusable(self, why: str, hint: str = _AWAY) -> UserError:
        """What is told of a file that cannot be used."""
        reason = f"the history of runs cannot be used: {why}"
        return UserError("history", reason, hint, file=self._file)


def brought_up(file: Connection) -> None:
    """Make the tables, or bring an older file up to date: another program may just have done it."""
    file.execute("BEGIN IMMEDIATE")
    found = file.execute("PRAGMA user_version").fetchone()[0]
    later = [change for one in range(found, VERSION) for change in _LATER[one]] if found else []
    changes = later if found else _TABLES
    for change in changes:
        if isinstance(change, str):
            file.execute(change)
        else:
            change(file)
    file.execute(f"PRAGMA user_version = {max(found, VERSION)}")

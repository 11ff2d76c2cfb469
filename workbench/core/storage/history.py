"""What came of each run of an op, in one SQLite file in the user's state folder.

Of the last run of an op all results are kept, so that a project that is opened again stands as it was
left; of earlier ones the figures. Nothing depends on it: without the file the program only forgets.
"""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from workbench import paths
from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.jobs import STAGES, StageEnded
from workbench.core.pipeline.op_state import EXPORT_ONLY, NOT_RUN, STATUS_WORDS, OpState, of_many
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.timing import OWN

if TYPE_CHECKING:
    from sqlite3 import Connection

__all__ = [
    "History",
    "Kept",
    "Measured",
    "Run",
    "Verdicts",
    "history_file",
    "rank",
    "when",
]

VERSION = 2
MOST_RUNS = 500
"""Of one op; older ones are dropped."""
_WAIT_SECONDS = 0.3
"""The window does not stand still for another program that holds the file."""
_AWAY = "Move that file away to begin a new one; nothing else depends on it."
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
)
_LATER = {1: "ALTER TABLE runs ADD COLUMN measured TEXT NOT NULL DEFAULT '[]'"}
"""What makes a file of an older version one of the next."""


_RANK = ("agrees", EXPORT_ONLY, NOT_RUN, UNVERIFIED, "differs", "failed")


class Measured(msgspec.Struct, frozen=True):
    """How long calls with one set of inputs took, as ``bench op`` measures them.

    Attributes:
        inputs: the case; empty for the example inputs.
        shapes: input → its sizes.
        machine: on which.
        timed: who ran, for each number of threads.
    """

    inputs: str
    shapes: dict[str, tuple[int, ...]]
    machine: jobs.Machine
    timed: tuple[jobs.Timed, ...]

    def is_like(self, other: Measured) -> bool:
        """Whether the same was measured on machines that are alike."""
        mine, theirs = self.machine.kind, other.machine.kind
        return (self.inputs, self.shapes, mine) == (other.inputs, other.shapes, theirs)


class Run(msgspec.Struct, frozen=True):
    """One run of an op.

    Attributes:
        number: counts the runs of all ops.
        at: when, in seconds since 1970.
        content: a digest of declaration, sources and data.
        made_by: the versions of what ran it.
        status: as ``OpReport`` has it.
        seconds: of each stage that ran.
        milliseconds: of a call in ONNX Runtime; None where it was not run.
        max_abs_diff: the largest difference; None where nothing was compared, or it is not finite.
        rounding: the largest part of a rounding budget that was used; None without one.
        message: why it failed.
        measured: how long calls took, where that was measured.
    """

    number: int
    op: str
    at: float
    content: str
    made_by: str
    status: str
    seconds: dict[str, float]
    milliseconds: float | None
    max_abs_diff: float | None
    rounding: float | None
    message: str
    measured: tuple[Measured, ...] = ()

    @property
    def median(self) -> float | None:
        """Milliseconds of a measured call in ONNX Runtime, else of who was timed first; None without any."""
        timed = [one for measured in self.measured[:1] for one in measured.timed]
        own = (one for one in timed if one.name == OWN)
        found = next(own, next(iter(timed), None))
        return found.median if found is not None else None

    @property
    def verdict(self) -> str:
        """The status in words."""
        return STATUS_WORDS[self.status]


class Kept(msgspec.Struct, frozen=True):
    """All results of the last run of an op: of each stage its key and how it ended."""

    at: float
    stages: dict[str, tuple[str, StageEnded]]


class Verdicts(msgspec.Struct, frozen=True):
    """How the ops of a project stood: how many have which status, and when the last one ran."""

    counts: dict[str, int]
    at: float

    @property
    def worst(self) -> str:
        """The status that needs a look first."""
        return max(self.counts, key=rank)

    @property
    def words(self) -> str:
        """``2 agree · 1 differs``."""
        order = sorted(self.counts, key=lambda s: _RANK.index(s) if s in _RANK else len(_RANK))
        words = (f"{self.counts[s]} {of_many(s, self.counts[s])}" for s in order)
        return " · ".join(words)


_FIELDS = Run.__struct_fields__


def history_file() -> Path:
    """Where it is."""
    return paths.state_dir() / "history.sqlite3"


class History:
    """The file; it is made when the first run is added.

    Args:
        file: another one than the user's.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file or history_file()

    def add(self, state: OpState, made_by: str, at: float) -> None:
        """Keep what came of a run.

        Args:
            state: of the op, when its last stage has ended.
            made_by: of the program that ran it.
            at: when, in seconds since 1970.

        Raises:
            UserError: kind ``history``; it cannot be written, or is of a newer program.
        """
        report, folder = state.report(), str(state.folder)
        run = state.current_result("run")
        compared = state.current_result("compare") is not None
        row = (
            *(folder, state.name, at, state.keys.get("compare", ""), made_by, report.status),
            json.dumps({s: r.seconds for s, r in report.stages.items() if r.seconds}),
            run.milliseconds if isinstance(run, jobs.RunResult) else None,
            report.max_abs_diff if compared else None,
            report.rounding.used if report.rounding is not None else None,
            report.error.message if report.error is not None else "",
        )
        stages = {
            stage: [key, jobs.encode(ended).decode()] for stage, (key, ended) in state.ended.items()
        }
        with self._open(writes=True) as file:
            file.execute(
                "INSERT INTO runs (folder, op, at, content, made_by, status, seconds, milliseconds, "
                "max_abs_diff, rounding, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            file.execute(
                "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)",
                (folder, at, made_by, json.dumps(stages)),
            )
            file.execute(
                "DELETE FROM runs WHERE folder = ? AND number <= (SELECT number FROM runs "
                "WHERE folder = ? ORDER BY number DESC LIMIT 1 OFFSET ?)",
                (folder, folder, MOST_RUNS),
            )

    def add_times(self, state: OpState, made_by: str, at: float, result: jobs.TimeResult) -> None:
        """Keep how long calls took beside the last run of the same content; where there is none, add it.

        Args:
            state, made_by, at: as in ``add``.
            result: of one set of inputs; it takes the place of what was measured of the same ones.

        Raises:
            UserError: kind ``history``.
        """
        new = Measured(result.name, result.shapes, result.machine, result.timed)
        found = self._last(state, made_by)
        if found is None:
            self.add(state, made_by, at)
            found = self._last(state, made_by)
        if found is None or not result.timed:
            return
        every = sorted(
            (new, *(one for one in found.measured if not one.is_like(new))),
            key=lambda one: one.inputs,
        )
        with self._open(writes=True) as file:
            told = msgspec.json.encode(every).decode()
            file.execute("UPDATE runs SET measured = ? WHERE number = ?", (told, found.number))

    def _last(self, state: OpState, made_by: str) -> Run | None:
        """The last run, where it is of the content that the op has now, and of this program."""
        last = next(iter(self.runs(state.folder, 1)), None)
        now = (state.keys.get("compare", ""), made_by)
        return last if last is not None and (last.content, last.made_by) == now else None

    def known(self, made_by: str) -> frozenset[str]:
        """The folders of all ops of which ``kept`` has something.

        Raises:
            UserError: kind ``history``.
        """
        with self._open() as file:
            rows = file.execute("SELECT folder FROM kept WHERE made_by = ?", (made_by,))
            return frozenset(folder for (folder,) in rows.fetchall())

    def kept(self, folder: Path, made_by: str) -> Kept | None:
        """All results of the last run of an op; None for none, or if another program ran it.

        Raises:
            UserError: kind ``history``.
        """
        with self._open() as file:
            row = file.execute(
                "SELECT at, stages FROM kept WHERE folder = ? AND made_by = ?",
                (str(folder), made_by),
            ).fetchone()
        if row is None:
            return None
        try:
            stages = {
                stage: (str(key), jobs.decode_event(text.encode()))
                for stage, (key, text) in json.loads(row[1]).items()
            }
        except (ValueError, TypeError, AttributeError, msgspec.DecodeError):
            return None  # as if there were none: it is run again
        if not all(
            stage in STAGES and isinstance(ended, StageEnded)
            for stage, (_, ended) in stages.items()
        ):
            return None
        return Kept(float(row[0]), stages)  # type: ignore[arg-type]

    def runs(self, folder: Path, most: int = 50) -> list[Run]:
        """The last runs of an op, the newest first.

        Raises:
            UserError: kind ``history``.
        """
        with self._open() as file:
            rows = file.execute(
                f"SELECT {', '.join(_FIELDS)} FROM runs WHERE folder = ? ORDER BY number DESC LIMIT ?",
                (str(folder), most),
            ).fetchall()
        try:
            found = [
                msgspec.convert(
                    dict(
                        zip(
                            _FIELDS,
                            (*r[:6], json.loads(r[6]), *r[7:-1], json.loads(r[-1])),
                            strict=True,
                        )
                    ),
                    Run,
                )
                for r in rows
            ]
        except (ValueError, msgspec.ValidationError) as error:
            raise self._unusable(f"it is damaged ({error})") from error
        return [run for run in found if run.status in STATUS_WORDS]

    def verdicts(self, project: Path) -> Verdicts | None:
        """How the ops in a folder stood when they ran last; None where none has run.

        Raises:
            UserError: kind ``history``.
        """
        within = (str(project), f"{project}/", f"{project}0")  # '0' is what follows '/'
        with self._open() as file:
            rows = file.execute(
                "SELECT status, at, MAX(number) FROM runs WHERE folder = ? "
                "OR (folder >= ? AND folder < ?) GROUP BY folder",
                within,
            ).fetchall()
        counts: dict[str, int] = {}
        for status, _, _ in rows:
            if status in STATUS_WORDS:
                counts[status] = counts.get(status, 0) + 1
        return Verdicts(counts, max(at for _, at, _ in rows)) if counts else None

    @contextlib.contextmanager
    def _open(self, writes: bool = False) -> Iterator[Connection]:
        """The file, for one transaction. Where it is only read, it is not made."""
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
                    raise self._unusable("it is of a newer version of the program")
                with file:
                    if not there or found < VERSION:
                        _brought_up(file)
                    yield file
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise self._unusable(f"{error}") from error
            hint = "This run is not in it; the next one will be, when the other program is done."
            raise self._unusable("another program holds it", hint) from error
        except sqlite3.Error as error:
            raise self._unusable(f"{error}") from error
        except OSError as error:
            raise self._unusable(f"{error.strerror or error}") from error

    def _unusable(self, why: str, hint: str = _AWAY) -> UserError:
        reason = f"the history of runs cannot be used: {why}"
        return UserError("history", reason, hint, file=self._file)


def _brought_up(file: Connection) -> None:
    """Make the tables, or bring an older file up to date: another program may just have done it."""
    file.execute("BEGIN IMMEDIATE")
    found = file.execute("PRAGMA user_version").fetchone()[0]
    changes = _TABLES if not found else [_LATER[one] for one in range(found, VERSION)]
    for change in changes:
        file.execute(change)
    file.execute(f"PRAGMA user_version = {max(found, VERSION)}")


def rank(status: str) -> int:
    """How soon a status needs a look: the later the larger."""
    return _RANK.index(status) if status in _RANK else -1


def when(at: float) -> str:
    """A time for people, in their time zone: ``2026-11-23 22:10``."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))

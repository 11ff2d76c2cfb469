"""What came of each run of an op, in one SQLite file in the user's state folder.

Of the last run of an op all results are kept, so that a project that is opened again stands as it was
left; of every earlier one the figures, some 300 bytes. Nothing depends on it: without the file the
program only forgets.
"""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.jobs import STAGES, StageEnded
from workbench.core.pipeline.op_state import EXPORT_ONLY, NOT_RUN, STATUS_WORDS, OpState, of_many
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.storage.exports import Exports, exports_of, insert_export
from workbench.core.storage.history_file import HistoryFile
from workbench.core.storage.measured import Measured, with_new
from workbench.core.storage.sweeps import Sweep, drop_old, insert, sweeps_of
from workbench.core.timing import OWN

__all__ = [
    "History",
    "Kept",
    "Run",
    "Verdicts",
    "rank",
    "when",
]

_RANK = ("agrees", EXPORT_ONLY, NOT_RUN, UNVERIFIED, "differs", "failed")


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
    def last_measured(self) -> Measured | None:
        """What was measured last, if all of it is known; None without any."""
        last = max(self.measured, key=lambda one: one.at, default=None)
        return last if last is not None and last.at else None

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


class History:
    """The file; it is made when the first run is added.

    Args:
        file: another one than the user's.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._history = HistoryFile(file)

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
        with self._history.open(writes=True) as file:
            file.execute(
                "INSERT INTO runs (folder, op, at, content, made_by, status, seconds, milliseconds, "
                "max_abs_diff, rounding, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            file.execute(
                "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)",
                (folder, at, made_by, json.dumps(stages)),
            )
            drop_old(file, state.folder)
            insert_export(file, state)

    def add_times(self, state: OpState, made_by: str, at: float, result: jobs.TimeResult) -> None:
        """Keep how long calls took beside the last run of the same content; where there is none, add it.

        Args:
            state, made_by, at: as in ``add``.
            result: of one set of inputs; it takes the place of what was measured of the same ones.

        Raises:
            UserError: kind ``history``.
        """
        found = self._last(state, made_by)
        if found is None:
            self.add(state, made_by, at)
            found = self._last(state, made_by)
        if found is None or not result.timed:
            return
        every = with_new(found.measured, Measured.of(result, at))
        with self._history.open(writes=True) as file:
            told = msgspec.json.encode(every).decode()
            file.execute("UPDATE runs SET measured = ? WHERE number = ?", (told, found.number))

    def add_sweep(
        self,
        state: OpState,
        made_by: str,
        at: float,
        content: str,
        axis: str,
        points: Sequence[jobs.TimeResult],
        why: str = "",
    ) -> bool:
        """Keep a sweep beside the last run of the content that it measured.

        Args:
            state, made_by, at: as in ``add``.
            content: that was measured; the op may have another one by now.
            axis, points, why: as ``Sweep`` has them.

        Returns:
            Whether it is kept: there may be nothing to keep, or no run of that content any more.

        Raises:
            UserError: kind ``history``.
        """
        if not any(point.timed for point in points):
            return False
        run = self._run_of(state.folder, content, made_by)
        if run is None and content == state.keys.get("compare", ""):
            self.add(state, made_by, at)
            run = self._run_of(state.folder, content, made_by)
        if run is None:
            return False
        sweep = Sweep(0, run, at, content, made_by, axis, tuple(points), why)
        with self._history.open(writes=True) as file:
            insert(file, state.folder, sweep)
        return True

    def _run_of(self, folder: Path, content: str, made_by: str) -> int | None:
        """The number of the last run of a content by a program."""
        with self._history.open() as file:
            row = file.execute(
                "SELECT MAX(number) FROM runs WHERE folder = ? AND content = ? AND made_by = ?",
                (str(folder), content, made_by),
            ).fetchone()
        return row[0]  # type: ignore[no-any-return]

    def sweeps(self, folder: Path) -> list[Sweep]:
        """The sweeps of an op, the newest first.

        Raises:
            UserError: kind ``history``.
        """
        return sweeps_of(self._history, folder)

    def add_export(self, state: OpState) -> None:
        """If an op was exported, its model is the last one, and what was so is the one before.

        Raises:
            UserError: kind ``history``.
        """
        with self._history.open(writes=True) as file:
            insert_export(file, state)

    def exports(self, folder: Path) -> Exports | None:
        """The last two exports of an op; None where it was not exported.

        Raises:
            UserError: kind ``history``.
        """
        return exports_of(self._history, folder)

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
        with self._history.open() as file:
            rows = file.execute("SELECT folder FROM kept WHERE made_by = ?", (made_by,))
            return frozenset(folder for (folder,) in rows.fetchall())

    def kept(self, folder: Path, made_by: str) -> Kept | None:
        """All results of the last run of an op; None for none, or if another program ran it.

        Raises:
            UserError: kind ``history``.
        """
        with self._history.open() as file:
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
        return self._runs(folder, "", most)

    def measured(self, folder: Path) -> Run | None:
        """The last run of an op that has times beside it; None without any.

        Raises:
            UserError: kind ``history``.
        """
        return next(iter(self._runs(folder, "AND measured != '[]' ", 1)), None)

    def _runs(self, folder: Path, which: str, most: int) -> list[Run]:
        with self._history.open() as file:
            rows = file.execute(
                f"SELECT {', '.join(_FIELDS)} FROM runs WHERE folder = ? {which}"
                "ORDER BY number DESC LIMIT ?",
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
            raise self._history.unusable(f"it is damaged ({error})") from error
        return [run for run in found if run.status in STATUS_WORDS]

    def verdicts(self, project: Path) -> Verdicts | None:
        """How the ops in a folder stood when they ran last; None where none has run.

        Raises:
            UserError: kind ``history``.
        """
        within = (str(project), f"{project}/", f"{project}0")  # '0' is what follows '/'
        with self._history.open() as file:
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


def rank(status: str) -> int:
    """How soon a status needs a look: the later the larger."""
    return _RANK.index(status) if status in _RANK else -1


def when(at: float) -> str:
    """A time for people, in their time zone: ``2026-11-23 22:10``."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))

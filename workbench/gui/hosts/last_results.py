"""Keeps what came of each run, and has an op that is opened again stand as it was left."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from workbench.core.errors import Problem, UserError
from workbench.core.jobs import STAGES, ExportResult, StageEnded, TimeResult
from workbench.core.pipeline import made_by
from workbench.core.pipeline.op_state import OpState
from workbench.core.storage.exports import Exports
from workbench.core.storage.history import History, Run
from workbench.core.storage.sweeps import Sweep

__all__ = ["LastResults"]


class LastResults(QObject):
    """The history of runs, for the engine. What it cannot read or write it says once.

    Args:
        parent: the Qt parent.

    Attributes:
        problem: why it cannot be used; None where it can.
    """

    said = Signal(str)
    """For the log."""
    added = Signal(object)
    """A run was kept: the op's folder."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.history = History()
        self.problem: Problem | None = None
        self._known: frozenset[str] | None = None
        self._exports: dict[Path, Exports | None] = {}

    def look_again(self) -> None:
        """Another project is opened: other programs may have run its ops meanwhile."""
        self._known = None
        self._exports.clear()

    def of(self, folder: Path) -> tuple[dict[str, tuple[str, StageEnded]], float] | None:
        """The results of an op's last run by this very program, and when that was."""
        try:
            if self._known is None:
                self._known = self.history.known(made_by.made_by())
            if str(folder) not in self._known:
                return None  # a project may have hundreds of ops
            kept = self.history.kept(folder, made_by.made_by())
        except UserError as error:
            self._known = frozenset()
            self._say(error)
            return None
        return (kept.stages, kept.at) if kept is not None else None

    def take(self, state: OpState, event: StageEnded) -> None:
        """A stage has ended: with the last one, or a failure, the run is kept."""
        if event.stage not in STAGES:
            return
        if isinstance(event.result, ExportResult):
            self._exported(state)
        if event.status != "failed" and event.stage != state.stages()[-1]:
            return
        if any(problem.kind == "stopped" for problem in event.problems):
            return
        try:
            self.history.add(state, made_by.made_by(), time.time())
        except UserError as error:
            self._say(error)
            return
        self.added.emit(state.folder)

    def _exported(self, state: OpState) -> None:
        self._exports.pop(state.folder, None)
        try:
            self.history.add_export(state)
        except UserError as error:
            self._say(error)

    def export_before(self, folder: Path, model: Path) -> Path | None:
        """The export of an op before the one that is current; None where there is none any more."""
        if folder not in self._exports:
            try:
                self._exports[folder] = self.history.exports(folder)
            except UserError as error:
                self._exports[folder] = None
                self._say(error)
        exports = self._exports[folder]
        return exports.before_model(model) if exports is not None else None

    def add_times(self, state: OpState, result: TimeResult) -> float:
        """Keep how long calls of an op took.

        Returns:
            When that was, in seconds since 1970; 0 where it cannot be kept.
        """
        at = time.time()
        try:
            self.history.add_times(state, made_by.made_by(), at, result)
        except UserError as error:
            self._say(error)
            return 0.0
        self.added.emit(state.folder)
        return at

    def measured(self, folder: Path) -> Run | None:
        """The last run of an op that has times beside it; none where they cannot be read."""
        try:
            return self.history.measured(folder)
        except UserError as error:
            self._say(error)
            return None

    def add_sweep(
        self, state: OpState, content: str, axis: str, points: Sequence[TimeResult], why: str
    ) -> bool:
        """Keep what a sweep has measured of a content. Whether it is kept now."""
        now = made_by.made_by(), time.time()
        try:
            kept = self.history.add_sweep(state, *now, content, axis, points, why)
        except UserError as error:
            self._say(error)
            return False
        if kept:
            self.added.emit(state.folder)
        return kept

    def sweeps(self, folder: Path) -> list[Sweep]:
        """The sweeps of an op, the newest first; none where they cannot be read."""
        try:
            return self.history.sweeps(folder)
        except UserError as error:
            self._say(error)
            return []

    def _say(self, error: UserError) -> None:
        if self.problem is None:
            self.said.emit(f"{error}\n")
        self.problem = error.problem

"""Writes bug reports: for whoever shall see the same as the window shows."""

from __future__ import annotations

import contextlib
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from workbench import paths
from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.files.leftovers import scratch_folder
from workbench.core.jobs import RunJob
from workbench.core.pipeline.op_state import OpState
from workbench.core.report import OpLog, arrays_job, report
from workbench.core.storage import archive
from workbench.gui import dialogs
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.services import Services
from workbench.gui.storage.step_dialog import run_steps

__all__ = ["Reporter"]

_TITLE = "Bug report"


class Reporter(QObject):
    """Asks where, has the model run once more for its outputs, and writes the archive.

    Args:
        services: the engine, and the status bar.
        window: where questions are asked.
    """

    def __init__(self, services: Services, window: QWidget) -> None:
        super().__init__(window)
        self._services = services
        self._window = window
        self._logs: dict[Path, OpLog] = {}
        self._asked: tuple[OpState, Path, Path] | None = None
        self._scratch = contextlib.ExitStack()
        self._request = HostRequest(services.engine, RunJob.host, self)
        self._request.answered.connect(self._on_ran)
        self._request.failed.connect(self._on_ran)
        services.engine.stage_started.connect(self._on_stage)
        services.engine.op_log.connect(self._on_log)
        services.report_requested.connect(self.report)

    def report(self, folder: Path | None) -> None:
        """Report on an op, as it was saved and run last."""
        state = self._services.engine.state(folder) if folder is not None else None
        if state is None or self._asked is not None:
            return
        home = (self._services.project.folder or state.folder).parent
        target = dialogs.choose_archive(
            self._window, home / f"{state.name}-report.zip", "Write a bug report"
        )
        if target is None:
            return
        try:
            scratch = paths.cache_dir() / "scratch"
            scratch.mkdir(parents=True, exist_ok=True)
            keep = self._scratch.enter_context(scratch_folder(scratch))
        except OSError as error:
            reason = f"the cache cannot be written: {error.strerror or error}"
            dialogs.show_error(self._window, _TITLE, UserError("disk", reason))
            return
        self._asked = (state, target, keep)
        job = arrays_job(0, state, keep)
        if job is None:
            self._on_ran(None)
        else:
            self._services.said.emit(f"Running {state.name} once more, for its outputs …")
            self._request.ask(job)

    def _on_stage(self, folder: Path, stage: str) -> None:
        if stage == jobs.STAGES[0]:
            self._logs.pop(folder, None)

    def _on_log(self, folder: Path, event: jobs.Log) -> None:
        self._logs.setdefault(folder, OpLog()).add(event)

    def _on_ran(self, _result: object) -> None:
        """It ran, or it did not: what there is then is reported."""
        if self._asked is None:
            return
        state, target, keep = self._asked
        folder, log = state.folder, self._logs.get(state.folder)
        hosts = self._services.engine.hosts.values()
        versions = {n: v for h in hosts if h.ready for n, v in h.ready.versions.items()}
        try:
            made = report([state], {folder: keep}, {folder: log.text if log else ""}, versions, "")
            steps = archive.packing(made.members, target)
            written = run_steps(self._window, f"Writing {target.name} …", steps)
        except UserError as error:
            dialogs.show_error(self._window, _TITLE, error)
            return
        finally:
            self._asked = None
            self._scratch.close()
        if not written:
            return
        tell = self._services.engine.log.emit
        tell(f"The report is in {target}: {len(made.members)} files.\n")
        for line in made.missing:
            tell(f"Not in it: {line}\n")
        for name in made.named:
            tell(f"Names a folder or a value of this machine: {name}\n")
        more = " The log says which files of yours name this machine." if made.named else ""
        self._services.said.emit(f"The report is in {target}.{more}")

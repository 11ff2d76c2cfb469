"""Saves a cell of a check as a script, with the libraries that were checked and its model."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from workbench.core.cells import Cell
from workbench.core.cells.scripts import folder_name, no_script, script_file, without_model
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import CellScriptJob, CellScriptResult
from workbench.gui import dialogs
from workbench.gui.hosts.checks import CheckRun
from workbench.gui.hosts.engine import Engine
from workbench.gui.hosts.host_request import HostRequest

__all__ = ["ScriptSaver"]

_TITLE = "Save as script"


class ScriptSaver(QObject):
    """Asks for a folder and has the torch host write it; the status bar says where it is.

    Args:
        engine: owns the hosts.
        parent: where questions are asked.
    """

    def __init__(self, engine: Engine, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._said = engine.checks.said
        self._request = HostRequest(engine, CellScriptJob.host, self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)
        self._expected = Path()

    @staticmethod
    def why_not(run: CheckRun | None, cell: Cell) -> str:
        """Why a cell cannot be saved; empty where it can."""
        if run is None or run.check is None or run.check.build is None:
            return "there is nothing built"
        return no_script(run.op, cell.levels)

    def save(self, run: CheckRun, cell: Cell, start: Path) -> None:
        """Save a cell of a check.

        Args:
            run: the check.
            cell: one that ``why_not`` has nothing against.
            start: the folder in which a new one is proposed.
        """
        build = run.check.build if run.check is not None else None
        if build is None:
            return
        out = dialogs.choose_new_folder(self._parent, _TITLE, start / folder_name(run.op, cell))
        if out is None:
            return
        self._expected = script_file(run.op, out)
        self._said.emit(f"Writing a script of {run.op.name} ({cell.text}) …")
        self._request.ask(
            CellScriptJob(
                0,
                str(run.folder),
                run.op,
                build.torch_library,
                build.ort_library,
                cell,
                str(out),
            )
        )

    def _on_answer(self, result: CellScriptResult) -> None:
        note = f" Note: {result.note}." if result.note else ""
        self._said.emit(f"The script is {result.script}.{note}")

    def _on_failed(self, problem: Problem) -> None:
        if self._expected.is_file():
            self._on_answer(CellScriptResult(str(self._expected), without_model(problem)))
        else:
            dialogs.show_error(self._parent, _TITLE, UserError.of([problem]))

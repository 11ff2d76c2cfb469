"""What the window knows of an op beside its declaration and its stages.

The language server's errors, and what ``problems.noted`` finds in the sources and examples. None of
them makes an op fail: only a run does. They are looked for in short slices, as there may be many
ops.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from workbench.core.errors import Problem
from workbench.core.jobs import StageEnded
from workbench.gui.document.op_document import OpDocument
from workbench.gui.services import Services
from workbench.gui.slices import Slices
from workbench.problems import UNWRITTEN, noted, unwritten

if TYPE_CHECKING:
    from workbench.gui.lsp.clangd import Diagnostic

__all__ = ["CLANGD", "OpNotes", "placed"]

CLANGD = "clangd"
"""The kind of a problem that the language server sees."""
_MOST = 20
_LATER_MS = 200
_AFTER_OPENING_MS = 700


class OpNotes(QObject):
    """Keeps them up to date while one edits."""

    changed = Signal()

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = services.project
        self._notes: dict[Path, list[Problem]] = {}
        self._seen: dict[Path, list[Problem]] = {}
        self._waiting: dict[Path, None] = {}
        self._slices = Slices(self._look, self, at_once=0)
        self._later = QTimer(self, singleShot=True, interval=_LATER_MS)
        self._later.timeout.connect(self._start)
        self._project.op_changed.connect(self._on_op)
        self._project.text_changed.connect(self._on_op)
        self._project.op_came.connect(self._on_op)
        self._project.reset.connect(self._on_reset)
        services.engine.stage_ended.connect(self._on_stage)

    def of_op(self, document: OpDocument) -> list[Problem]:
        """What is known of an op now."""
        found = [p for path in document.texts for p in self._seen.get(path, ())]
        return found + self._notes.get(document.folder, [])

    def set_diagnosed(self, path: str, found: list[Diagnostic]) -> None:
        """All that the language server sees in a file now."""
        seen = [
            Problem(
                CLANGD,
                d.message.partition("\n")[0],
                file=path,
                line=d.line,
                column=d.column,
                fixes=d.fixes,
            )
            for d in found
            if d.severity == "error"
        ][:_MOST]
        if seen != self._seen.get(Path(path), []):
            self._seen[Path(path)] = seen
            self.changed.emit()

    def _on_stage(self, folder: Path, ended: StageEnded) -> None:
        """The build has spoken: what the language server thought of the same text is settled."""
        document = self._project.documents.get(folder)
        if ended.stage == "build" and ended.status in ("ok", "failed") and document is not None:
            settled = [path for path in document.texts if self._seen.pop(path, None)]
            if settled:
                self.changed.emit()

    def _on_reset(self) -> None:
        self._notes.clear()
        self._seen.clear()
        self._slices.stop()
        self._waiting = dict.fromkeys(self._project.documents)
        self._later.start(_AFTER_OPENING_MS)  # the window shows the project first

    def _on_op(self, folder: Path, *_more: object) -> None:
        self._waiting[folder] = None
        self._later.start(_LATER_MS)

    def _start(self) -> None:
        self._slices.start(list(self._waiting))

    def _look(self, folder: Path) -> None:
        self._waiting.pop(folder, None)
        document = self._project.documents.get(folder)
        found = _notes(document) if document is not None else []
        if found != self._notes.get(folder, []):
            self._notes[folder] = found
            self.changed.emit()


def placed(document: OpDocument, problem: Problem) -> Problem:
    """A run's word that the body is not written, with the line where to write it."""
    if problem.kind != UNWRITTEN or problem.line:
        return problem
    op = document.op
    note = unwritten(op, document.folder, document.texts) if op is not None else None
    if note is None:
        return problem
    return msgspec.structs.replace(problem, file=note.file, line=note.line)


def _notes(document: OpDocument) -> list[Problem]:
    if document.op is None or document.broken:
        return []
    return list(noted(document.op, document.folder, document.texts))

"""Everything that is wrong now, from all sources, for the list and the editor's markers."""

from __future__ import annotations

from pathlib import Path

import msgspec
from PySide6.QtCore import QObject, QTimer, Signal

from workbench.core.errors import Problem, with_capital
from workbench.core.jobs import STAGES
from workbench.gui.checks.found import found_problems
from workbench.gui.look.location_words import location_words
from workbench.gui.problems.op_notes import CLANGD, OpNotes, placed
from workbench.gui.problems.problem_panel import ListedProblem
from workbench.gui.services import Services
from workbench.problems import UNWRITTEN, same_names

__all__ = ["ProblemFeed"]


class ProblemFeed(QObject):
    """Declarations' problems as typed, stages' and checks' as they end, hosts' when they die.

    Attributes:
        notes: what else is known of the ops.
    """

    changed = Signal()

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._project = services.project
        self._engine = services.engine
        self._hosts: dict[str, Problem] = {}
        self.notes = OpNotes(services, self)
        # Many things change within one turn of the loop; the list is made once.
        self._later = QTimer(self, singleShot=True, interval=30)
        self._later.timeout.connect(self.changed)
        self._project.op_changed.connect(self._soon)
        self._project.reset.connect(self._soon)
        self._project.ops_changed.connect(self._soon)
        self._project.dirty_changed.connect(self._soon)
        self._engine.state_changed.connect(self._soon)
        self.notes.changed.connect(self._soon)
        self._engine.checks.changed.connect(self._on_check)
        self._engine.host_lost.connect(self._on_lost)
        self._engine.host_state.connect(self._on_host)

    def _soon(self, *_args: object) -> None:
        self._later.start()

    def _on_check(self, folder: Path) -> None:
        run = self._engine.checks.of(folder)
        if run is None or not run.is_running:  # each cell that ends is told
            self._soon()

    def _on_lost(self, host: str, problem: Problem) -> None:
        self._hosts[host] = problem
        self._soon()

    def _on_host(self, host: str, state: str) -> None:
        # A host that is back and was idle when it died left nothing to fix.
        if state == "ready" and self._hosts.pop(host, None) is not None:
            self._soon()

    def of_op(self, folder: Path) -> list[Problem]:
        """One op's problems: of the declaration, of what has run, and what is yet to be noted."""
        document = self._project.documents.get(folder)
        found = list(document.shown_problems) if document is not None else []
        found += document.advice if document is not None else ()
        gaps = self._project.gaps.problems(document) if document is not None else []
        ran = self.of_runs(folder)
        reported = {(p.file, p.line) for p in ran if p.line}
        notes = self.notes.of_op(document) if document is not None else []
        # Two say the same of a line: the compiler and the language server, a run and the note.
        both = (CLANGD, UNWRITTEN)
        notes = [
            p
            for p in notes
            if p not in ran and (p.kind not in both or (p.file, p.line) not in reported)
        ]
        return found + ran + notes + gaps

    def of_runs(self, folder: Path) -> list[Problem]:
        """What the last run of each stage reported, and the last check; once each."""
        state = self._engine.state(folder)
        document = self._project.documents.get(folder)
        found: list[Problem] = []
        for stage in STAGES:
            ended = state.result(stage) if state is not None else None
            for problem in ended.problems if ended is not None else ():
                if document is not None:
                    problem = placed(document, problem)
                if problem not in found:
                    found.append(problem)
        known = {(p.kind, p.file, p.line) for p in found}
        checked = found_problems(document, self._engine) if document is not None else []
        return found + [p for p in checked if (p.kind, p.file, p.line) not in known]

    def entries(self) -> list[ListedProblem]:
        """The list, in the order of the ops."""
        entries = [ListedProblem(_sentence(problem)) for problem in self._hosts.values()]
        for folder, document in self._project.documents.items():
            for problem in self.of_op(folder):
                where = location_words(problem.key, document.op)
                entries.append(ListedProblem(_sentence(problem), folder, document.name, where))
        return entries + self._same_names()

    def _same_names(self) -> list[ListedProblem]:
        documents = self._project.documents
        entries = []
        for folder, problem in same_names((f, d.op) for f, d in documents.items()):
            document = documents[folder]
            where = location_words(problem.key, document.op)
            entries.append(ListedProblem(problem, folder, document.name, where))
        return entries


def _sentence(problem: Problem) -> Problem:
    message = with_capital(problem.message)
    return msgspec.structs.replace(problem, message=message)

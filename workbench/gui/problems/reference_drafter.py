"""Has a reference drafted for an op that nothing verifies, and puts it into the declaration."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject

from workbench.core.edits.reference import drafted_words, with_reference
from workbench.core.errors import Problem, sentence
from workbench.core.jobs import DraftReferenceJob, DraftReferenceResult
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.host_request import HostRequest
from workbench.gui.services import Services

__all__ = ["DRAFT", "ReferenceDrafter", "lacks_reference"]

DRAFT = "Draft a reference"


def lacks_reference(problem: Problem) -> bool:
    """Whether a problem says that a reference is what an op needs to be verified."""
    return problem.kind == UNVERIFIED and problem.key == "reference"


class ReferenceDrafter(QObject):
    """Asks the torch host, since only a draft that fits the example inputs is one.

    Args:
        services: the project, the engine, and who opens files.
        parent: the Qt parent.
    """

    def __init__(self, services: Services, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services
        self._folder = Path()
        self._request = HostRequest(services.engine, DraftReferenceJob.host, self)
        self._request.answered.connect(self._on_answer)
        self._request.failed.connect(self._on_failed)

    def draft(self, document: OpDocument) -> None:
        """Draft a reference; it is there a moment later, as one step of undo."""
        if document.op is None or self._request.busy:
            return
        self._folder = document.folder
        self._services.said.emit(f"Looking for a reference of {document.name} …")
        self._request.ask(DraftReferenceJob(0, str(document.folder), document.op))

    def _on_answer(self, result: DraftReferenceResult) -> None:
        document = self._services.project.documents.get(self._folder)
        if document is None or document.op is None:
            return
        draft = result.drafts[0]
        files = {path.name for path in document.texts}
        if document.folder.is_dir():
            files |= {path.name for path in document.folder.iterdir()}
        changed = with_reference(document.op, draft, files)
        edit = f"Fix: {DRAFT.lower()}"
        self._services.project.edit(document, edit, lambda _op: changed, key="reference")
        if draft.text:
            path = document.folder / changed.reference.source
            document.set_text(path, draft.text)
            self._services.open_requested.emit(document.folder, path)
        words = sentence(drafted_words(changed, draft))
        self._services.said.emit(f"{words} F5 compares with it." if draft.tried else words)

    def _on_failed(self, problem: Problem) -> None:
        self._services.said.emit(f"No reference was drafted: {problem.words}")

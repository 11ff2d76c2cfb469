"""What fixes a problem on click, beside its words: found in ``core.fixes``, done as one undo step."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from workbench.core.compile.text_fixes import edited_text, source_fixes
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem, TextFix
from workbench.core.pipeline.op_files import named_files
from workbench.core.toolkits.cuda import TOOLKIT, adds_toolkit, compiles_on_request
from workbench.gui.document.op_document import OpDocument
from workbench.gui.editor.code_markers import resolved
from workbench.gui.problems.reference_drafter import DRAFT, ReferenceDrafter, lacks_reference
from workbench.gui.problems.toolkit_adder import ADD, ToolkitAdder
from workbench.gui.services import Services

if TYPE_CHECKING:
    from workbench.core.fixes import Fix

__all__ = ["QuickFixes"]

_DISCARD = "Discard what was typed"
_RIGHT = "It is right as it is"
_DIFFERENCE = "Show the difference"
_COMPILE = "Compile it"
_MOST = 3


class QuickFixes(QObject):
    """Finds and applies them.

    Args:
        services: the project, and who opens files.
        parent: the Qt parent.
    """

    def __init__(self, services: Services, parent: QWidget) -> None:
        super().__init__(parent)
        self._services = services
        self._drafter = ReferenceDrafter(services, self)
        self._toolkit_adder = ToolkitAdder(services, parent)

    def offered(self, document: OpDocument, problem: Problem) -> list[str]:
        """The titles of a problem's fixes, the likeliest first."""
        return [title for title in self.search(document, problem) if title]

    def search(self, document: OpDocument, problem: Problem) -> Iterator[str]:
        """The same a piece at a time: a title, or an empty text where one more is none."""
        if document.op is None or document.broken:
            return
        if adds_toolkit(problem):
            if not TOOLKIT.is_there:
                yield ADD
            return
        if compiles_on_request(problem):
            yield _COMPILE
            return
        if lacks_reference(problem):
            if not document.op.reference.declared:  # one may have been written since the run
                yield DRAFT
            return
        match problem.kind:
            case "input":
                if problem.key in document.unfinished:
                    yield _DISCARD
            case "gap":
                yield _RIGHT
            case "head":
                yield _DIFFERENCE
            case "file":
                path = _missing(document, problem)
                if path is not None:
                    yield f"Create {path.name}"
            case _ if problem.line and not problem.key:
                yield from (fix.title for fix in _of_source(document, problem))
            case _:
                for fix in self._search(document, problem):
                    yield fix.title if fix is not None else ""

    def apply(self, document: OpDocument, problem: Problem, title: str) -> None:
        """Do the fix of that title, if it is still one."""
        if title not in self.offered(document, problem):
            return
        project, text = self._services.project, f"Fix: {title}"
        if adds_toolkit(problem):
            self._toolkit_adder.add()
            return
        if compiles_on_request(problem):
            self._services.engine.compile_all(document.folder)
            self._services.run_requested.emit([document.folder], True)
            return
        if lacks_reference(problem):
            self._drafter.draft(document)
            return
        match problem.kind:
            case "input":
                project.edit(document, text, _unchanged, key=problem.key)
            case "gap":
                project.gaps.settle(document, problem.key)
            case "head":
                self._offer_head(document)
            case "file":
                path = _missing(document, problem)
                if path is not None:
                    self._services.open_requested.emit(document.folder, path)
            case _ if problem.line and not problem.key:
                path = resolved(document, problem.file)
                chosen = next(f for f in _of_source(document, problem) if f.title == title)
                text = edited_text(document.texts[path], chosen.edits)
                document.set_text(path, text)
            case _:
                tried = (f for f in self._search(document, problem) if f is not None)
                fix = next(f for f in tried if f.title == title)
                project.edit(document, text, lambda _op: fix.op, key=problem.key)

    def _offer_head(self, document: OpDocument) -> None:
        from workbench.gui.editor.head_notice import offer_head  # not needed for the first window

        parent, source = self.parent(), document.source
        if isinstance(parent, QWidget) and source is not None:
            offer_head(parent, document, source)

    def _search(self, document: OpDocument, problem: Problem) -> Iterator[Fix | None]:
        from workbench.core import fixes  # not needed for the first window

        assert document.op is not None
        return fixes.search(document.op, problem, document.folder) if problem.key else iter(())


def _of_source(document: OpDocument, problem: Problem) -> list[TextFix]:
    """What fixes a problem in one of the op's sources, as it stands in the editor."""
    text = document.texts.get(resolved(document, problem.file))
    return source_fixes(problem, text)[:_MOST] if text is not None else []


def _unchanged(op: Op) -> Op:
    return op


def _missing(document: OpDocument, problem: Problem) -> Path | None:
    """The file whose absence is the problem."""
    return next(_missing_files(document, problem.key), None)


def _missing_files(document: OpDocument, key: str) -> Iterator[Path]:
    if document.op is not None:
        for named in named_files(document.op):
            path = document.folder / named.name
            if named.key == key and path not in document.texts:
                yield path

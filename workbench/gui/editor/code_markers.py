"""The marks in the editor: what the build reported last, what clangd sees now, where op.toml is wrong."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from workbench.core.compile.text_fixes import source_fixes
from workbench.core.errors import Problem, TextFix
from workbench.core.storage.toml_position import position_of
from workbench.gui.document.op_document import OpDocument
from workbench.gui.language.translation import tr
from workbench.gui.web.marker import Marker

if TYPE_CHECKING:
    from workbench.gui.editor.plain_editor import PlainEditor
    from workbench.gui.lsp.clangd import Diagnostic
    from workbench.gui.web.monaco_view import MonacoView

    Editor = MonacoView | PlainEditor

__all__ = ["SourceMarks", "build_markers", "clangd_markers", "resolved", "toml_markers"]

_SEVERITIES = {"error": "error", "warning": "warning"}


class SourceMarks:
    """What the last builds reported, by op; puts all marks of a file into the editor."""

    def __init__(self) -> None:
        self._problems: dict[Path, list[Problem]] = {}

    def clear(self) -> None:
        """Another project."""
        self._problems.clear()

    def set_problems(self, folder: Path, problems: list[Problem]) -> None:
        """What the last build of an op reported."""
        self._problems[folder] = problems

    def fixes(self, document: OpDocument, path: Path, text: str) -> list[tuple[int, TextFix]]:
        """What fixes the problems of a file whose text is this one, each with the problem's line."""
        found = _in_file(document, path, self._problems.get(document.folder, []))
        return [(p.line, fix) for p in found for fix in source_fixes(p, text)]

    def show(self, editor: Editor, document: OpDocument, path: Path) -> None:
        """Mark a file; one that is not open has no marks."""
        if str(path) not in editor.documents():
            return
        markers = build_markers(document, path, self._problems.get(document.folder, []))
        if path == document.file:
            markers += toml_markers(document)
        editor.set_markers(str(path), markers)

    def show_diagnosed(
        self, editor: Editor, document: OpDocument | None, path: str, found: list[Diagnostic]
    ) -> None:
        """Mark what clangd sees; in a library's header, that is nobody's business here."""
        is_text = document is not None and Path(path) in document.texts
        if path in editor.documents():
            editor.set_markers(path, clangd_markers(found) if is_text else [], "clangd")


def resolved(document: OpDocument, file: str) -> Path:
    """The path of a problem's file."""
    path = Path(file)
    return path if path.is_absolute() else document.folder / path


def build_markers(document: OpDocument, path: Path, problems: Iterable[Problem]) -> list[Marker]:
    """What the last build reported of a file."""
    found = _in_file(document, path, problems)
    return [_marker(p, p.line, p.column, "build") for p in found]


def _in_file(document: OpDocument, path: Path, problems: Iterable[Problem]) -> list[Problem]:
    return [p for p in problems if p.line and p.file and resolved(document, p.file) == path]


def toml_markers(document: OpDocument) -> list[Marker]:
    """What is wrong with the declaration, at the lines of its text."""
    text = document.toml()
    found = []
    for problem in document.problems:
        if resolved(document, problem.file) != document.file:
            continue
        line, column = problem.line, problem.column
        if not line:
            line, column = position_of(text, problem.key)
        found.append(_marker(problem, line, column, "op.toml"))
    return found


def clangd_markers(found: Iterable[Diagnostic]) -> list[Marker]:
    """What clangd sees while one types."""
    return [
        Marker(
            d.line, d.column, d.end_line, d.end_column, d.severity, d.message, "clangd", d.unused
        )
        for d in found
    ]


def _marker(problem: Problem, line: int, column: int, source: str) -> Marker:
    severity = _SEVERITIES.get(problem.severity, "info")
    message = f"{tr(problem.message)}\n{tr(problem.hint)}".strip()
    return Marker(line, max(column, 1), severity=severity, message=message, source=source)  # type: ignore[arg-type]

"""What an op is told, and what comes of a fix that is offered."""

from __future__ import annotations

from pathlib import Path

from tests.engine.building import build
from workbench.core.compile.text_fixes import edited_text, source_fixes
from workbench.core.errors import Problem, TextFix, UserError
from workbench.core.fixes import fixes
from workbench.core.pipeline.op_state import OpState
from workbench.core.storage import op_file

__all__ = ["build_with_offers", "line_of", "mend", "offered", "told"]


def told(state: OpState) -> Problem:
    """The error that an op ended with."""
    assert state.report().status == "failed", state.report()
    return next(p for p in state.all_problems() if p.severity == "error")


def line_of(folder: Path, problem: Problem) -> str:
    """The line of the op's file that a problem names."""
    assert Path(problem.file).parent == folder, problem
    return Path(problem.file).read_text().splitlines()[problem.line - 1]


def offered(folder: Path, problem: Problem) -> list[str]:
    """The titles of the fixes of a problem, as the window offers them."""
    if problem.line and not problem.key:
        return [fix.title for fix in _of_source(problem)]
    op = op_file.load(folder, validate=False)
    return [fix.title for fix in fixes(op, problem, folder)]


def mend(folder: Path, problem: Problem, title: str) -> None:
    """Do the fix of that title."""
    assert title in offered(folder, problem), (problem, offered(folder, problem))
    if problem.line and not problem.key:
        path = Path(problem.file)
        chosen = next(fix for fix in _of_source(problem) if fix.title == title)
        path.write_text(edited_text(path.read_text(), chosen.edits))
        return
    op = op_file.load(folder, validate=False)
    op_file.save(folder, next(f.op for f in fixes(op, problem, folder) if f.title == title))


def _of_source(problem: Problem) -> list[TextFix]:
    return source_fixes(problem, Path(problem.file).read_text())


def _error_of_build(folder: Path) -> Problem | None:
    """The first error of a build; None where it is built."""
    try:
        build(folder)
    except UserError as error:
        return error.problem
    return None


def build_with_offers(folder: Path) -> None:
    """Build, doing the first fix of the first error until there is none."""
    for _ in range(4):
        if (problem := _error_of_build(folder)) is None:
            return
        titles = offered(folder, problem)
        assert titles, problem
        assert titles[0].startswith("Add #include <"), titles
        assert titles[0].removeprefix("Add ") in problem.hint
        mend(folder, problem, titles[0])
    raise AssertionError("the includes that were offered do not mend it")

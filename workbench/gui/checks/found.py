"""What an op's last check has found wrong, as problems, for as long as it is about what is there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

import msgspec

from workbench.core.cells import DIFFERS, FAILED
from workbench.core.cells.passes import BUILD
from workbench.core.errors import Problem
from workbench.core.files.file_roles import SOURCES
from workbench.core.jobs import STAGES
from workbench.gui.document.op_document import OpDocument
from workbench.gui.hosts.checks import CHECK, CheckRun
from workbench.gui.hosts.engine import Engine

__all__ = ["check_words", "found_problems", "is_current"]


_WRONG = {DIFFERS: "Its check differs", FAILED: "Its check failed"}


def is_current(
    document: OpDocument, engine: Engine, run: CheckRun, stage: str = STAGES[-1]
) -> bool:
    """Whether what a stage depends on is on the screen as it was when it was checked."""
    state = engine.state(document.folder)
    if state is None or state.keys.get(stage) != run.keys.get(stage):
        return False
    if stage == STAGES[-1] and engine.check_key(document.folder, document.op) != run.keys[CHECK]:
        return False
    first = document.edited_from
    return not first or STAGES.index(first) > STAGES.index(stage)


def check_words(document: OpDocument, engine: Engine) -> tuple[str, str]:
    """That the op's last check has found it wrong, beside what its run has given; and the kind.

    Both are empty where it has not, or is about something else than what is there.
    """
    run = engine.checks.of(document.folder)
    if run is None or run.is_running or run.is_waiting or not is_current(document, engine, run):
        return "", ""
    status = run.report().status
    return (_WRONG[status], status) if status in _WRONG else ("", "")


def found_problems(document: OpDocument, engine: Engine) -> list[Problem]:
    """The findings that have a place, and why nothing could be checked."""
    run = engine.checks.of(document.folder)
    if run is None or run.is_running or run.is_waiting:
        return []
    report = run.report()
    levels = {cell.number: cell.levels for cell in report.cells}
    found = [
        _told(f.problem, levels[f.cells[0]])
        for f in report.findings
        if f.problem.file and (f.problem.line or f.problem.key)
    ]
    if report.error is not None:
        found.append(report.error)
    return [p for p in found if is_current(document, engine, run, _stage(p))]


def _stage(problem: Problem) -> str:
    """The stage whose sources a problem is about."""
    return "build" if PurePath(problem.file).suffix in SOURCES else STAGES[-1]


def _told(problem: Problem, levels: Mapping[str, str]) -> Problem:
    """It with what is unusual where it shows; what a run reports is as declared."""
    unusual = "; ".join(f"{f}: {level}" for f, level in levels.items() if f != BUILD)
    if not unusual or f"({unusual})" in problem.message:
        return problem
    return msgspec.structs.replace(problem, message=f"{problem.message} (check: {unusual})")

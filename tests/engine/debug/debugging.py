"""The debugger in this process; gdb is the real one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from workbench.core import jobs
from workbench.core.jobs import DebugJob, DebugStopped, Element, Event
from workbench.core.storage import op_file
from workbench.engine.debug.program import Teller, session
from workbench.engine.debug.session import Session

needs_gdb = pytest.mark.skipif(not shutil.which("gdb"), reason="gdb is not installed")


class Silent(Teller):
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def send(self, event: Event) -> None:
        self.events.append(event)

    @property
    def printed(self) -> str:
        return "".join(e.text for e in self.events if isinstance(e, jobs.Log))


def job(
    folder: Path, element: str, runtime: str = "torch", case: str = "", seconds: float = 60.0
) -> DebugJob:
    given = jobs.ExportedCase(case, "", "", "") if case else None
    return DebugJob(
        1, str(folder), op_file.load(folder), runtime, Element.parse(element), given,
        jobs.Limits(seconds=seconds),
    )  # fmt: skip


@contextmanager
def debugged(
    folder: Path, element: str, runtime: str = "torch", case: str = "", seconds: float = 60.0
) -> Iterator[Session]:
    with session(job(folder, element, runtime, case, seconds), Silent()) as running:
        yield running


def line_of(path: Path, text: str) -> int:
    """The line of a file in which a text stands, from 1."""
    found = [n for n, line in enumerate(path.read_text().splitlines(), 1) if text in line]
    assert len(found) == 1, found
    return found[0]


def place(stopped: object) -> tuple[str, int]:
    """The file's name and line where the op's innermost function stands."""
    assert isinstance(stopped, DebugStopped), stopped
    top = stopped.frames[0]
    return Path(top.file).name, top.line

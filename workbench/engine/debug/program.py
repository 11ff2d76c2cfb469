"""The debugger as a program: the window starts it, and it speaks as a host does, for one op."""

from __future__ import annotations

import os
import signal
import sys

from workbench.core import jobs
from workbench.core.errors import Problem, UserError
from workbench.core.jobs import DebugGo, DebugJob
from workbench.engine.build.build import Reporter
from workbench.engine.client import Engine
from workbench.engine.debug.gdb import find_gdb
from workbench.engine.debug.session import Session
from workbench.engine.debug.target import target
from workbench.engine.with_parent import end_with_parent

__all__ = ["Teller", "main", "session"]


class Teller(Reporter):
    """Is told what is being done, and what is printed."""

    def send(self, event: jobs.Event) -> None:
        """Hand on an event."""
        raise NotImplementedError

    def tell(self, text: str) -> None:
        """What is being done now."""
        self.send(jobs.Progress(1, "debug", 0, 0, text))

    def progress(self, done: int, total: int, text: str) -> None:
        self.tell(text)

    def log(self, text: str) -> None:
        self.send(jobs.Log(1, text))


def session(job: DebugJob, teller: Teller) -> Session:
    """Build what is needed and start the op.

    Raises:
        UserError: it does not build, or cannot be debugged.
    """
    find_gdb()

    def export(to_export: jobs.ExportJob) -> jobs.ExportResult:
        teller.tell("exporting the op")
        with Engine() as engine:
            ended = [e for e in engine.run_job(to_export) if isinstance(e, jobs.StageEnded)]
        for stage in ended:
            if isinstance(stage.result, jobs.ExportResult):
                return stage.result
        problems = [p for e in ended for p in e.problems if p.severity == "error"]
        raise UserError.of(problems or [Problem("debug", "the export gave nothing")])

    teller.tell("building the op without optimisation")
    run, looked_at = target(job, teller, export)
    return Session(job, run, looked_at, teller.tell, teller.log)


class _Lines(Teller):
    """Events as lines of standard output."""

    def send(self, event: jobs.Event) -> None:
        data = jobs.encode(event)
        while data:
            data = data[os.write(1, data) :]


def _serve(job: DebugJob, lines: _Lines) -> None:
    with session(job, lines) as running:
        lines.send(running.find())
        lines.send(running.to_last())
        for line in sys.stdin.buffer:
            go = jobs.decode_debug(line)
            assert isinstance(go, DebugGo)
            how = {"step": running.step, "continue": running.go_on, "again": running.to_last}
            lines.send(how[go.how]())


def main() -> int:
    """Read what is to be debugged, then how to go on, from standard input; until it ends."""
    os.setsid()
    # The window's end is its end, and that of its compilers; gdb and the op end with their parent.
    signal.signal(signal.SIGTERM, lambda *_: os.killpg(0, signal.SIGKILL))
    end_with_parent(signal.SIGTERM)
    lines = _Lines()
    job = jobs.decode_debug(sys.stdin.buffer.readline())
    assert isinstance(job, DebugJob)
    problems: tuple[Problem, ...] = ()
    try:
        _serve(job, lines)
    except UserError as error:
        problems = error.problems
    status = "failed" if problems else "ok"
    lines.send(jobs.StageEnded(job.id, "debug", status, 0.0, problems))
    lines.send(jobs.JobEnded(job.id, status))
    return 0


if __name__ == "__main__":
    sys.exit(main())

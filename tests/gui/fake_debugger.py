"""A debugger that only speaks the protocol: no gdb, no op.

A line ``// debug: WORD`` in the op's source chooses: ``fails``, ``dies``, ``hangs``, ``unwritten``.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.jobs import (
    DebugJob,
    DebugReturned,
    DebugStopped,
    DebugWrites,
    Frame,
    Variable,
    Write,
)

__all__ = ["command"]


def command() -> list[str]:
    """How it is started."""
    return [sys.executable, "-m", "tests.gui.fake_debugger"]


def say(event: jobs.Event) -> None:
    os.write(1, jobs.encode(event))


def stopped(job: DebugJob, line: int, write: Write | None = None) -> DebugStopped:
    source = str(Path(job.folder) / job.op.kernel.source)
    case = job.case.name if job.case is not None else "none"
    asked = Variable("asked", "job", f"{job.element} {job.runtime} case '{case}'")
    frames = (
        Frame("my_add", source, line),
        Frame("wb::Context::parallel_for<…>", library="workbench/context.h"),
        Frame("my_add_outer", source, line + 9),
    )
    return DebugStopped(1, frames, (asked, Variable("i", "int64_t", "7")), "0.5", write)


def main() -> None:
    job = jobs.decode_debug(sys.stdin.buffer.readline())
    assert isinstance(job, DebugJob)
    source = Path(job.folder) / job.op.kernel.source
    found = re.search(r"// debug: (\w+)", source.read_text())
    word = found[1] if found else ""
    say(jobs.Progress(1, "debug", 0, 0, "building the op without optimisation"))
    if word == "hangs":
        sys.stdin.buffer.read()
    if word == "dies":
        sys.exit("the last words")
    if word == "fails":
        problem = Problem("debug", "gdb is not installed", "apt install gdb.")
        say(jobs.StageEnded(1, "debug", "failed", 0.0, (problem,)))
        return
    if word == "unwritten":
        say(DebugWrites(1, (), 0, "0.5"))
        say(DebugReturned(1, "0.5"))
        sys.stdin.buffer.read()
    first = Write(Frame("my_add", str(source), 30), "", "0", 12)
    last = Write(Frame("my_add", str(source), 36), "0", "0.5")
    say(DebugWrites(1, (first, last), 3, "0.5"))
    say(stopped(job, 36, last))
    for line in sys.stdin.buffer:
        go = jobs.decode_debug(line)
        assert isinstance(go, jobs.DebugGo)
        match go.how:
            case "step":
                say(stopped(job, 37))
            case "continue":
                say(DebugReturned(1, "0.5"))
            case _:
                say(stopped(job, 36, last))


if __name__ == "__main__":
    main()

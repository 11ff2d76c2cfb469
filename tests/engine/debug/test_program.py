"""The debugger as the window has it: a program, and what is left when it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MakeOp
from tests.engine.conftest import alive, children_of, wait_until
from tests.engine.debug.debugging import job, needs_gdb
from tests.large import some
from workbench.core import jobs
from workbench.core.jobs import DebugGo, DebugReturned, DebugStopped, DebugWrites

pytestmark = needs_gdb

Program = subprocess.Popen[bytes]


def started(folder: Path) -> Program:
    program = subprocess.Popen(
        [sys.executable, "-m", "workbench.engine.debug.program"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    send(program, jobs.encode(job(folder, "y[1,2]")))
    return program


def send(program: Program, data: bytes) -> None:
    assert program.stdin is not None
    program.stdin.write(data)
    program.stdin.flush()


def told(program: Program, *kinds: type) -> jobs.Event:
    """The next event of one of these kinds."""
    assert program.stdout is not None
    for line in program.stdout:
        event = jobs.decode_event(line)
        if isinstance(event, kinds):
            return event
    raise AssertionError(f"it has ended: {program.wait()}")


def close(program: Program) -> None:
    program.kill()
    program.wait()
    for stream in (program.stdin, program.stdout):
        if stream is not None:
            stream.close()


def test_it_speaks_as_a_host_does(make_op: MakeOp) -> None:
    program = started(make_op())
    assert isinstance(told(program, DebugWrites, jobs.StageEnded), DebugWrites)
    assert isinstance(told(program, DebugStopped, DebugReturned), DebugStopped)
    for how, kind in (("step", DebugStopped), ("continue", DebugReturned), ("again", DebugStopped)):
        send(program, jobs.encode(DebugGo(1, how)))
        assert isinstance(told(program, DebugStopped, DebugReturned), kind)
    assert program.stdin is not None
    program.stdin.close()
    ended = told(program, jobs.JobEnded)
    assert isinstance(ended, jobs.JobEnded)
    assert ended.status == "ok"
    assert program.wait(20) == 0
    close(program)


@pytest.mark.parametrize("number", some([signal.SIGTERM, signal.SIGKILL], [signal.SIGKILL]))
def test_nothing_outlives_it(make_op: MakeOp, number: int) -> None:
    program = started(make_op())
    told(program, DebugStopped)
    pids = children_of(program.pid)
    assert len(pids) >= 2  # gdb and the op
    os.kill(program.pid, number)
    assert wait_until(lambda: not any(map(alive, pids)))
    close(program)


def test_what_stands_in_its_way_is_a_problem(make_op: MakeOp) -> None:
    program = started(make_op(kernel="this is no C++"))
    ended = told(program, jobs.StageEnded)
    assert isinstance(ended, jobs.StageEnded)
    assert ended.status == "failed"
    assert ended.problems[0].kind == "compile"
    assert program.wait(20) == 0
    close(program)

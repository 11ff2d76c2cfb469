"""A host spoken to line by line, and what is left of a process and its descendants."""

from __future__ import annotations

import contextlib
import itertools
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import MakeOp, stamp
from tests.engine.bindings import Host
from tests.engine.own_ort_sources import TOML
from tests.warm import SOCKETS
from workbench.core import jobs
from workbench.core.errors import Problem

TIMEOUT = 60.0


class RawHost:
    """A host process as the program's user has it, and the events that it writes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.process = subprocess.Popen(
            [sys.executable, "-m", f"workbench.engine.{name}_host"],
            env={k: v for k, v in os.environ.items() if k != SOCKETS},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        self._partial = b""
        self._pending: list[jobs.Event] = []
        self._ids = itertools.count(1000)

    def next_id(self) -> int:
        return next(self._ids)

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)

    def send(self, request: jobs.Request) -> None:
        self.write(jobs.encode(request))

    def event(self, timeout: float = TIMEOUT) -> jobs.Event:
        """The next event. Fails if none comes."""
        deadline = time.monotonic() + timeout
        assert self.process.stdout is not None
        while not self._pending:
            left = max(0.0, deadline - time.monotonic())
            ready, _, _ = select.select([self.process.stdout], [], [], left)
            assert ready, f"the {self.name} host has said nothing for {timeout} s"
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            assert data, f"the {self.name} host has ended: {self.process.poll()}"
            *lines, self._partial = (self._partial + data).split(b"\n")
            self._pending += [jobs.decode_event(line) for line in lines]
        return self._pending.pop(0)

    def until(
        self, wanted: Callable[[jobs.Event], bool], timeout: float = TIMEOUT
    ) -> list[jobs.Event]:
        """Events up to and with the first one that is wanted."""
        events = [self.event(timeout)]
        while not wanted(events[-1]):
            events.append(self.event(timeout))
        return events

    def until_end(self, job_id: int, timeout: float = TIMEOUT) -> list[jobs.Event]:
        return self.until(lambda e: isinstance(e, jobs.JobEnded) and e.id == job_id, timeout)

    def run(self, job: jobs.Job) -> list[jobs.Event]:
        self.send(job)
        return self.until_end(job.id)

    def close(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            self.process.wait(10)
        finally:
            self.process.kill()
            for stream in (self.process.stdout, self.process.stderr):
                if stream is not None:
                    stream.close()


@pytest.fixture(scope="session")
def torch_host() -> Iterator[RawHost]:
    host = RawHost("torch")
    assert isinstance(host.event(), jobs.HostReady)
    yield host
    host.close()


@pytest.fixture(scope="session")
def ort_host() -> Iterator[RawHost]:
    host = RawHost("ort")
    assert isinstance(host.event(), jobs.HostReady)
    yield host
    host.close()


@pytest.fixture(scope="session")
def host() -> Iterator[Host]:
    """ONNX Runtime in a process without torch, which forks a child for each call."""
    with Host("tests.engine.ort_child") as started:
        yield started


def stages_of(events: list[jobs.Event]) -> dict[str, jobs.StageEnded]:
    """How each stage ended; each ends once, but one that went wrong is told again with its cause."""
    ended = [e for e in events if isinstance(e, jobs.StageEnded)]
    for before, after in itertools.combinations(ended, 2):
        again = before.status == after.status and before.status in ("failed", "differs")
        assert before.stage != after.stage or again, "a stage ended twice"
    return {e.stage: e for e in ended}


def problems_of(events: list[jobs.Event]) -> list[Problem]:
    """The errors of a job, whichever stage they came from."""
    ended = stages_of(events).values()
    return [p for e in ended for p in e.problems if p.severity == "error"]


def the_problem(events: list[jobs.Event]) -> Problem:
    """The one error of a job that failed."""
    assert isinstance(events[-1], jobs.JobEnded)
    assert events[-1].status == "failed", events
    (problem,) = problems_of(events)
    return problem


def log_of(events: list[jobs.Event]) -> str:
    return "".join(e.text for e in events if isinstance(e, jobs.Log))


def processes_naming(text: str) -> list[int]:
    """The processes with a text in their command line, zombies left out."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            with contextlib.suppress(OSError):
                if text.encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
    return found


def parent_of(pid: int) -> int:
    with contextlib.suppress(OSError):
        return int((Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()[1])
    return 0


def children_of(pid: int) -> list[int]:
    everyone = [int(e.name) for e in Path("/proc").iterdir() if e.name.isdigit()]
    return [p for p in everyone if parent_of(p) == pid]


def alive(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        stat = (Path("/proc") / str(pid) / "stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def wait_until(holds: Callable[[], object], seconds: float = 10.0) -> bool:
    """Whether something holds before the time is up. Other processes send no signal to wait for."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            return False
        select.select([], [], [], 0.01)
    return True


def end(pids: list[int]) -> None:
    """What a test has found to be left over is ended in the end all the same."""
    for pid in pids:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


@pytest.fixture
def folder_of(make_op: MakeOp) -> Callable[..., Path]:
    """Writes an op's folder with C++ against ONNX Runtime's headers; no text is one of an earlier run."""

    def make(text: str, toml: str = TOML, **files: str) -> Path:
        folder = make_op(toml, "class Sum:\n    pass\n", source="sum.py")
        for name, content in {"sum_ort_cpp": text, **files}.items():
            stem, _, suffix = name.rpartition("_")
            (folder / f"{stem}.{suffix}").write_text(f"{content}\n// {stamp(fresh=False)}\n")
        return folder

    return make

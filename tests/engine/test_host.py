"""The job loop of a host: its protocol, Stop, and what is left when somebody dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.conftest import MakeOp
from tests.engine.conftest import (
    RawHost,
    children_of,
    end,
    problems_of,
    stages_of,
    the_problem,
    wait_until,
)
from tests.engine.endless import build_job, fix, running_compiler, start_endless_build
from workbench.core import jobs

pytestmark = pytest.mark.usefixtures("cold")

NO_MODEL = jobs.ExportedCase("", "/none.onnx", "", "")


@pytest.fixture
def own_host() -> Iterator[RawHost]:
    """An ORT host that the test may end: it starts three times as fast as the torch host."""
    host = RawHost("ort")
    host.event()
    yield host
    host.close()


def test_a_host_says_what_it_is() -> None:
    host = RawHost("ort")
    try:
        ready = host.event()
        assert isinstance(ready, jobs.HostReady)
        assert (ready.host, ready.pid) == ("ort", host.process.pid)
        assert ready.versions["onnxruntime"]
        assert 0 < ready.seconds < 30
    finally:
        host.close()


def test_the_ort_host_has_no_torch(ort_host: RawHost) -> None:
    maps = (Path("/proc") / str(ort_host.process.pid) / "maps").read_text()
    assert "onnxruntime" in maps
    assert "libtorch" not in maps


def test_rubbish_is_passed_over(own_host: RawHost, tmp_path: Path) -> None:
    for line in (
        b"\n", b"rubbish\n", b"{}\n", b"[]\n", b"null\n", b'{"type":"RunJob"}\n', b'{"type":"Nothing","id":1}\n',
        b"\xff\xfe\x00\n", b'{"type":"CancelJob","id":"x"}\n', b"[" * 100_000 + b"\n", b'"' + b"x" * 300_000 + b'"\n',
        b'{"type":"CancelJob","id":99999999999999999999999999}\n',
    ):  # fmt: skip
        own_host.write(line)
    job = jobs.RunJob(7, str(tmp_path), "", (NO_MODEL,))
    problem = the_problem([e for e in own_host.run(job) if getattr(e, "id", 7) == 7])
    assert problem.kind == "model"
    own_host.close()


def test_a_job_that_cannot_be_read_ends(own_host: RawHost) -> None:
    own_host.write(b'{"type":"RunJob","id":5,"folder":null}\n')
    problem = the_problem(own_host.until_end(5))
    assert "cannot read the job" in problem.message
    own_host.close()


def test_a_request_may_come_in_pieces(ort_host: RawHost, tmp_path: Path) -> None:
    job = jobs.RunJob(ort_host.next_id(), str(tmp_path), "", (NO_MODEL,))
    line = jobs.encode(job)
    for i in range(0, len(line), 7):
        ort_host.write(line[i : i + 7])
    assert the_problem(ort_host.until_end(job.id)).kind == "model"


def test_jobs_are_done_in_order(ort_host: RawHost, tmp_path: Path) -> None:
    queued = [jobs.RunJob(ort_host.next_id(), str(tmp_path), "", (NO_MODEL,)) for _ in range(4)]
    ort_host.write(b"".join(map(jobs.encode, queued)))
    events = ort_host.until_end(queued[-1].id)
    ended = [e.id for e in events if isinstance(e, jobs.JobEnded)]
    assert ended == [j.id for j in queued]


def test_a_job_that_waits_can_be_cancelled(torch_host: RawHost, endless_build: Path) -> None:
    first = start_endless_build(torch_host, endless_build)
    second = msgspec.structs.replace(first, id=torch_host.next_id())
    torch_host.send(second)
    torch_host.send(jobs.CancelJob(second.id))
    assert torch_host.until_end(second.id)[-1] == jobs.JobEnded(second.id, "cancelled")
    torch_host.send(jobs.CancelJob(first.id))
    assert torch_host.until_end(first.id)[-1] == jobs.JobEnded(first.id, "cancelled")


def test_cancelling_what_is_not_there_is_no_harm(ort_host: RawHost, tmp_path: Path) -> None:
    ort_host.send(jobs.CancelJob(-5))
    job = jobs.RunJob(ort_host.next_id(), str(tmp_path), "", (NO_MODEL,))
    assert the_problem(ort_host.run(job)).kind == "model"
    ort_host.send(jobs.CancelJob(job.id))


def test_a_job_for_the_other_host_is_refused(ort_host: RawHost, make_op: MakeOp) -> None:
    problem = the_problem(ort_host.run(build_job(ort_host, make_op())))
    assert "BuildJob" in problem.message


# -- Stop in the middle of a build


def test_stop_leaves_no_compiler_and_the_next_build_works(
    torch_host: RawHost, endless_build: Path
) -> None:
    job = start_endless_build(torch_host, endless_build)
    torch_host.send(jobs.CancelJob(job.id))
    events = torch_host.until_end(job.id, timeout=5)
    assert events[-1] == jobs.JobEnded(job.id, "cancelled")
    assert wait_until(lambda: not running_compiler(endless_build), 2)
    fix(endless_build)
    events = torch_host.run(build_job(torch_host, endless_build))
    assert stages_of(events)["build"].status == "ok"


def test_a_build_that_takes_too_long_is_ended(torch_host: RawHost, endless_build: Path) -> None:
    problem = the_problem(torch_host.run(build_job(torch_host, endless_build, seconds=1.0)))
    assert problem.kind == "timeout"
    assert wait_until(lambda: not running_compiler(endless_build), 2)


def test_a_killed_child_blocks_no_later_build(torch_host: RawHost, endless_build: Path) -> None:
    job = start_endless_build(torch_host, endless_build)
    (child,) = children_of(torch_host.process.pid)
    os.kill(child, signal.SIGKILL)
    problem = the_problem(torch_host.until_end(job.id, timeout=5))
    assert problem.kind == "crash"
    assert "killed" in problem.message
    assert wait_until(lambda: not running_compiler(endless_build), 2)
    fix(endless_build)
    events = torch_host.run(build_job(torch_host, endless_build))
    assert stages_of(events)["build"].status == "ok"


def test_a_killed_ninja_blocks_no_later_build(torch_host: RawHost, endless_build: Path) -> None:
    job = start_endless_build(torch_host, endless_build)
    (child,) = children_of(torch_host.process.pid)
    (ninja,) = children_of(child)
    os.kill(ninja, signal.SIGKILL)
    # Its compilers hold its output open; they may end the job late, but not for ever.
    events = torch_host.until_end(job.id, timeout=10)
    assert the_problem(events).kind in ("compile", "build", "crash")
    assert wait_until(lambda: not running_compiler(endless_build), 2)
    fix(endless_build)
    events = torch_host.run(build_job(torch_host, endless_build))
    assert stages_of(events)["build"].status == "ok"


def test_a_killed_compiler_is_a_problem(torch_host: RawHost, endless_build: Path) -> None:
    job = start_endless_build(torch_host, endless_build)
    end(running_compiler(endless_build))
    problem = problems_of(torch_host.until_end(job.id, timeout=10))[0]
    assert problem.kind == "compile"
    assert problem.message
    fix(endless_build)
    events = torch_host.run(build_job(torch_host, endless_build))
    assert stages_of(events)["build"].status == "ok"

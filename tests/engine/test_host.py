"""The job loop of a host: its protocol, Stop, and what is left when somebody dies."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.conftest import TWICE_KERNEL, WAITING_KERNEL, MakeOp
from tests.engine.conftest import (
    RawHost,
    alive,
    children_of,
    end,
    problems_of,
    processes_naming,
    stages_of,
    the_problem,
    wait_until,
)
from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.engine.client import Engine

pytestmark = pytest.mark.usefixtures("cold")

NO_MODEL = jobs.ExportedCase("", "/none.onnx", "", "")


@pytest.fixture
def own_host() -> Iterator[RawHost]:
    """An ORT host that the test may end: it starts three times as fast as the torch host."""
    host = RawHost("ort")
    host.event()
    yield host
    host.close()


def build_job(host: RawHost, folder: Path, **limits: float) -> jobs.BuildJob:
    return jobs.BuildJob(
        host.next_id(), str(folder), op_file.load(folder), jobs.Limits(**limits) if limits else jobs.Limits()
    )  # fmt: skip


def running_compiler(folder: Path) -> list[int]:
    return [p for p in processes_naming(str(folder / "kernel.cpp")) if alive(p)]


def compiles(folder: Path) -> bool:
    """Whether the compiler proper runs: what the shell starts only starts that one."""
    lines = []
    for pid in running_compiler(folder):
        with contextlib.suppress(OSError):
            lines.append((Path("/proc") / str(pid) / "cmdline").read_bytes())
    return any(b"/cc1plus" in line or b"\0-cc1\0" in line for line in lines)


@pytest.fixture
def endless_build(make_op: MakeOp) -> Path:
    """An op whose compiler waits for ever at a pipe that nobody writes to."""
    folder = make_op(kernel=WAITING_KERNEL)
    os.mkfifo(folder / "pipe.h")
    return folder


def fix(folder: Path) -> None:
    (folder / "pipe.h").unlink()
    (folder / "pipe.h").write_text("// a header like any other\n")


def start_endless_build(host: RawHost, folder: Path) -> jobs.BuildJob:
    job = build_job(host, folder)
    host.send(job)
    assert wait_until(lambda: compiles(folder)), "the compiler has not started"
    return job


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


# -- when a host or its client ends


def test_closing_stdin_ends_host_child_and_compiler(endless_build: Path) -> None:
    host = RawHost("torch")
    host.event()
    start_endless_build(host, endless_build)
    (child,) = children_of(host.process.pid)
    assert host.process.stdin is not None
    host.process.stdin.close()
    assert wait_until(lambda: host.process.poll() is not None, 5)
    assert not alive(child)
    assert wait_until(lambda: not running_compiler(endless_build), 2)
    host.close()


def test_a_killed_host_leaves_nothing_and_the_next_build_works(
    endless_build: Path, torch_host: RawHost
) -> None:
    host = RawHost("torch")
    host.event()
    start_endless_build(host, endless_build)
    (child,) = children_of(host.process.pid)
    host.process.kill()
    host.process.wait()
    child_gone = wait_until(lambda: not alive(child), 2)
    compiler_gone = wait_until(lambda: not running_compiler(endless_build), 3)
    end([child, *running_compiler(endless_build)])
    host.close()
    fix(endless_build)
    events = torch_host.run(build_job(torch_host, endless_build))
    assert stages_of(events)["build"].status == "ok"
    assert child_gone, "the host's child has outlived it"
    assert compiler_gone, "the compiler has outlived its host"


CLIENT = """
import sys
from pathlib import Path
from workbench.engine.client import Engine

folder = Path(sys.argv[1])
with Engine() as engine:
    engine.load([folder])
    engine.start()
    print([h.process.pid for h in engine._hosts.values()], flush=True)
    engine.run([folder])
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_an_ended_client_leaves_no_host_and_no_child(
    endless_build: Path, number: signal.Signals
) -> None:
    client = subprocess.Popen(
        [sys.executable, "-c", CLIENT, str(endless_build)],
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert client.stdout is not None
    hosts = json.loads(client.stdout.readline())
    assert wait_until(lambda: compiles(endless_build), 30)
    children = [c for h in hosts for c in children_of(h)]
    client.send_signal(number)
    client.wait()
    client.stdout.close()
    everything = [*hosts, *children, *running_compiler(endless_build)]
    gone = wait_until(lambda: not any(map(alive, everything)), 5)
    end([p for p in everything if alive(p)])
    assert gone


def test_ctrl_c_stops_the_jobs_and_the_engine_goes_on(make_op: MakeOp, endless_build: Path) -> None:
    interrupted = False

    def interrupt(event: jobs.Event, folder: Path | None) -> None:
        nonlocal interrupted
        if isinstance(event, jobs.Progress) and not interrupted:
            interrupted = True
            raise KeyboardInterrupt

    with Engine(interrupt) as own:
        own.load([endless_build])
        with pytest.raises(KeyboardInterrupt):
            own.run([endless_build])
        assert wait_until(lambda: not running_compiler(endless_build), 2)
        good = make_op()
        state = own.load([good])[0]
        own.run([good])
        assert state.report().status == "agrees"


def test_a_host_that_dies_is_a_problem_and_is_started_again(
    make_op: MakeOp, endless_build: Path
) -> None:
    pids: list[int] = []

    def kill(event: jobs.Event, folder: Path | None) -> None:
        if isinstance(event, jobs.HostReady) and event.host == "torch":
            pids.append(event.pid)
        if isinstance(event, jobs.Progress) and folder == endless_build:
            os.kill(pids[-1], signal.SIGKILL)

    with Engine(kill) as own:
        state = own.load([endless_build])[0]
        own.run([endless_build])
        error = state.report().error
        assert error is not None
        assert error.message == "the torch host was killed (SIGKILL)"
        assert "started again" in error.hint
        good = make_op()
        state = own.load([good])[0]
        own.run([good])
        assert state.report().status == "agrees"
    end(running_compiler(endless_build))


def test_the_ops_that_wait_go_on_after_a_host_was_killed(
    make_op: MakeOp, endless_build: Path
) -> None:
    pids: list[int] = []

    def kill(event: jobs.Event, folder: Path | None) -> None:
        if isinstance(event, jobs.HostReady) and event.host == "torch":
            pids.append(event.pid)
        if isinstance(event, jobs.Progress) and folder == endless_build and pids:
            os.kill(pids.pop(), signal.SIGTERM)

    folders = [make_op(), endless_build, make_op()]
    with Engine(kill) as own:
        states = own.load(folders)
        own.run(folders)
        reports = [state.report() for state in states]
    assert [r.error is None for r in reports] == [True, False, True]
    assert reports[1].error is not None
    assert "host was killed (SIGTERM)" in reports[1].error.message
    end(running_compiler(endless_build))


def test_a_host_that_cannot_start_is_a_problem(
    monkeypatch: pytest.MonkeyPatch, make_op: MakeOp, tmp_path: Path
) -> None:
    broken = tmp_path / "broken"
    (broken / "torch").mkdir(parents=True)
    (broken / "torch" / "__init__.py").write_text("raise ImportError('half installed')\n")
    monkeypatch.setenv("PYTHONPATH", str(broken))
    with Engine() as own:
        state = own.load([make_op()])[0]
        own.run([state.folder])
        error = state.report().error
        assert error is not None
        assert "ended with status 1" in error.message
        assert "doctor" in error.hint
        assert "half installed" in error.hint
        with pytest.raises(UserError, match="the torch host ended"):
            own.run_job(build_job_of(state.folder))


def build_job_of(folder: Path) -> jobs.BuildJob:
    return jobs.BuildJob(1, str(folder), op_file.load(folder))


def test_two_ops_are_worked_on_at_once(make_op: MakeOp) -> None:
    """While the ORT host runs the first op, the torch host builds the second."""
    seen: list[tuple[str, Path | None]] = []

    def note(event: jobs.Event, folder: Path | None) -> None:
        if isinstance(event, jobs.StageStarted | jobs.StageEnded):
            seen.append((event.stage, folder))

    folders = [make_op(), make_op()]
    with Engine(note) as own:
        states = own.load(folders)
        own.run(folders)
    assert [s.report().status for s in states] == ["agrees", "agrees"]
    assert len(seen) == 20


def test_only_what_is_stale_runs_again(make_op: MakeOp) -> None:
    seen: list[str] = []

    def note(event: jobs.Event, folder: Path | None) -> None:
        if isinstance(event, jobs.StageEnded):
            seen.append(event.stage)

    folder = make_op()
    with Engine(note) as own:
        own.load([folder])
        own.run([folder])
        assert seen == list(jobs.STAGES)
        own.load([folder])
        own.run([folder])
        assert seen == list(jobs.STAGES), "nothing was stale"
        text = (folder / "op.toml").read_text()
        (folder / "op.toml").write_text(text.replace("seed = 1", "seed = 2"))
        own.load([folder])
        own.run([folder])
        assert seen[5:] == ["export", "graph", "run", "compare"]
        kernel = folder / "kernel.cpp"
        kernel.write_text(textwrap.dedent(TWICE_KERNEL).replace("2 * x[i]", "3 * x[i]"))
        own.load([folder])
        own.run([folder])
        assert seen[9:] == list(jobs.STAGES)

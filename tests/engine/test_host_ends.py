"""When a host or its client ends: what is left over, and what goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import MakeOp
from tests.engine.conftest import RawHost, alive, children_of, end, stages_of, wait_until
from tests.engine.endless import build_job, compiles, fix, running_compiler, start_endless_build
from tests.large import large, some
from workbench.core import jobs
from workbench.core.errors import UserError
from workbench.core.storage import op_file
from workbench.engine.client import Engine

pytestmark = pytest.mark.usefixtures("cold")


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


@pytest.mark.parametrize("number", some([signal.SIGKILL, signal.SIGTERM], [signal.SIGKILL]))
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


@large
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


def test_what_is_asked_of_an_engine_that_was_stopped_is_not_begun(make_op: MakeOp) -> None:
    events: list[jobs.Event] = []
    folder = make_op()
    with Engine(lambda event, _: events.append(event)) as engine:
        (state,) = engine.load([folder])
        engine.stop()
        engine.run([folder], "build")
        assert events == []
        assert state.current_result("build") is None

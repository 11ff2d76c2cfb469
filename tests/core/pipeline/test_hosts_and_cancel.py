"""A host that is lost, jobs that are cancelled, ops that are forgotten."""

from __future__ import annotations

import pytest

from tests.core.pipeline.bench import BROKEN, Bench
from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.jobs import (
    STAGES,
    JobEnded,
    StageEnded,
)


@pytest.mark.parametrize(("done", "host"), [(0, "torch"), (1, "torch"), (2, "ort")])
def test_lost_host_fails_its_job_and_frees_the_host(bench: Bench, done: int, host: str) -> None:
    one, two = bench.add("one"), bench.add("two")
    bench.pipeline.request(one)
    for _ in range(done):
        (job,) = bench.next()
        bench.answer(job)
    (sent,) = bench.next()
    assert sent.host == host
    bench.pipeline.host_lost(host, Problem("host", "the host died"))
    report = bench.pipeline.states[one].report()
    assert report.status == "failed"
    assert report.error is not None
    assert report.error.message == "the host died"
    bench.pipeline.request(two)
    assert bench.work() == ["build two", "export two", "run two"]


def test_a_job_that_leaves_a_stage_untold_is_not_sent_again(bench: Bench) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    (build,) = bench.next()
    bench.answer(build)
    (export,) = bench.next()
    bench.pipeline.handle(StageEnded(export.id, "graph", "ok", 1.0))
    bench.pipeline.handle(JobEnded(export.id, "ok"))
    assert bench.next() == []
    assert bench.pipeline.idle
    error = bench.pipeline.states[folder].report().error
    assert error is not None
    assert error.message == "the stage export has not run"


def test_idle_host_lost_harms_nobody(bench: Bench) -> None:
    folder = bench.verified()
    bench.pipeline.host_lost("torch", Problem("host", "the host died"))
    assert bench.pipeline.states[folder].report().status == "agrees"


def test_cancel_names_the_running_jobs_and_forgets_the_rest(bench: Bench) -> None:
    one, two = bench.add("one"), bench.add("two")
    for folder in (one, two):
        bench.pipeline.request(folder)
    (job,) = bench.next()
    assert bench.pipeline.cancel() == [(job.host, jobs.CancelJob(job.id))]
    assert not bench.pipeline.idle  # until the host has said so
    bench.pipeline.handle(JobEnded(job.id, "cancelled"))
    assert bench.next() == []
    assert bench.pipeline.idle
    assert bench.pipeline.states[one].light("build") == "none"
    assert bench.again(one) == ["build", "export", "run"]


def test_cancelled_op_keeps_its_earlier_results(bench: Bench) -> None:
    folder = bench.verified()
    (folder / "kernel.cpp").write_text("// other\n", encoding="utf-8")
    bench.update(folder)
    bench.pipeline.request(folder)
    (job,) = bench.next()
    bench.pipeline.cancel()
    bench.pipeline.handle(JobEnded(job.id, "cancelled"))
    assert [bench.pipeline.states[folder].light(s) for s in STAGES] == ["stale"] * 5


def test_report_of_old_results_does_not_say_agrees(bench: Bench) -> None:
    folder = bench.verified()
    (folder / "kernel.cpp").write_text("// other\n", encoding="utf-8")
    bench.update(folder)
    assert bench.pipeline.states[folder].report().status != "agrees"


def test_forgotten_op_is_done_with(bench: Bench) -> None:
    one = bench.add("one")
    bench.pipeline.request(one)
    (job,) = bench.next()
    bench.pipeline.forget(one)
    bench.answer(job)
    assert bench.next() == []
    assert bench.pipeline.idle
    assert one not in bench.pipeline.states


def test_events_of_unknown_jobs_are_ignored(bench: Bench) -> None:
    folder = bench.verified()
    bench.pipeline.handle(StageEnded(999, "build", "failed", 0.0, (BROKEN,)))
    bench.pipeline.handle(JobEnded(999, "failed"))
    assert bench.pipeline.states[folder].report().status == "agrees"


@pytest.mark.parametrize("status", ["failed", "differs"])
def test_a_job_that_only_looks_closer_is_overtaken(bench: Bench, status: str) -> None:
    """A new save need not wait until the cause of an old mistake is found."""
    folder = bench.add("one")
    bench.pipeline.request(folder)
    for _ in range(2):
        (job,) = bench.next()
        bench.answer(job)
    (run,) = bench.next()
    bench.pipeline.handle(StageEnded(run.id, "run", "ok", 1.0))
    assert bench.pipeline.overtaken(folder) == [], "it works yet"
    told = StageEnded(run.id, "compare", status, 1.0, (BROKEN,))
    bench.pipeline.handle(told)
    assert bench.next() == [], "it looks closer"
    bench.pipeline.request(folder, force=True)
    assert bench.pipeline.overtaken(folder) == [("ort", jobs.CancelJob(run.id))]
    bench.pipeline.handle(told)  # the cause was found in that very moment
    bench.pipeline.handle(JobEnded(run.id, "failed" if status == "failed" else "ok"))
    assert bench.work() == ["build one", "export one", "run one"]

"""What a failure stops, and what it leaves."""

from __future__ import annotations

import pytest

from tests.core.declarations import add_op
from tests.core.pipeline.bench import BROKEN, Bench
from workbench.core.errors import Problem
from workbench.core.jobs import (
    STAGES,
    JobEnded,
    StageEnded,
)


@pytest.mark.parametrize("stage", STAGES)
def test_failure_stops_the_op_and_not_the_others(bench: Bench, stage: str) -> None:
    one, two = bench.add("one"), bench.add("two")
    for folder in (one, two):
        bench.pipeline.request(folder)
    sent = bench.work({"one": stage})
    job = {"graph": "export", "compare": "run"}.get(stage, stage)
    order = ["build", "export", "run"]
    assert [s for s in sent if "one" in s] == [f"{j} one" for j in order[: order.index(job) + 1]]
    assert [s for s in sent if "two" in s] == ["build two", "export two", "run two"]
    assert bench.pipeline.states[two].report().status == "agrees"
    report = bench.pipeline.states[one].report()
    assert report.status == "failed"
    assert report.stages[stage].status == "failed"
    later = STAGES[STAGES.index(stage) + 1 :]
    assert all(report.stages[s].status == "not run" for s in later)
    assert report.error is not None
    assert (report.error.kind, report.error.message) == ("compile", "expected ';'")
    assert report.error.hint == "Add it."
    assert report.error.where == "kernel.cpp:3"


def test_failure_is_tried_again_when_asked(bench: Bench) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    bench.work({"one": "export"})
    assert bench.again(folder) == ["export", "run"]
    assert bench.pipeline.states[folder].report().status == "agrees"


def test_failure_drops_results_of_later_stages(bench: Bench) -> None:
    folder = bench.verified()
    bench.pipeline.request(folder, force=True)
    bench.work({"one": "build"})
    state = bench.pipeline.states[folder]
    assert [state.light(s) for s in STAGES] == ["failed", "none", "none", "none", "none"]
    assert state.report().max_abs_diff is None


def test_failed_stage_without_words_still_has_an_error(bench: Bench) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    (job,) = bench.next()
    bench.pipeline.handle(StageEnded(job.id, "build", "failed", 0.0))
    bench.pipeline.handle(JobEnded(job.id, "failed"))
    error = bench.pipeline.states[folder].report().error
    assert error is not None
    assert "build" in error.message


def test_warnings_before_the_error_are_not_reported_as_the_error(bench: Bench) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    (job,) = bench.next()
    warning = Problem("compile", "unused", severity="warning")
    bench.pipeline.handle(StageEnded(job.id, "build", "failed", 0.0, (warning, BROKEN)))
    bench.pipeline.handle(JobEnded(job.id, "failed"))
    error = bench.pipeline.states[folder].report().error
    assert error is not None
    assert error.message == "expected ';'"


def test_job_that_fails_without_a_stage_is_not_repeated(bench: Bench) -> None:
    bench.pipeline.request(bench.add("one"))
    (job,) = bench.next()
    bench.pipeline.handle(JobEnded(job.id, "failed"))
    assert bench.next() == []
    assert bench.pipeline.idle


def test_job_that_ends_well_without_its_stages_is_not_repeated_for_ever(bench: Bench) -> None:
    bench.pipeline.request(bench.add("one"))
    for _ in range(5):
        sent = bench.next()
        if not sent:
            return
        bench.pipeline.handle(JobEnded(sent[0].id, "ok"))
    pytest.fail("the same job was sent five times")


def test_problem_of_the_declaration_runs_nothing(bench: Bench) -> None:
    folder = bench.add("one")
    bench.update(folder, add_op(), Problem("declaration", "wrong", key="name"))
    bench.pipeline.request(folder)
    assert bench.work() == []
    report = bench.pipeline.states[folder].report()
    assert (report.status, report.op) == ("failed", "add")
    assert report.error is not None
    assert report.error.where == "name"


def test_unreadable_declaration_is_reported_under_the_folders_name(bench: Bench) -> None:
    folder = bench.root / "broken"
    bench.pipeline.update(folder, None, [Problem("toml", "not valid TOML")])
    bench.pipeline.request(folder)
    assert bench.work() == []
    assert bench.pipeline.states[folder].report().op == "broken"
    assert bench.pipeline.states[folder].report().status == "failed"

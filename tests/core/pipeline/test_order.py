"""What is run next, and on which host."""

from __future__ import annotations

import pytest

from tests.core.declarations import add_op, edited
from tests.core.pipeline.bench import Bench
from workbench.core.jobs import (
    ExportJob,
    Limits,
    RunJob,
)
from workbench.core.pipeline.pipeline import Pipeline


def test_jobs_of_an_op_come_in_order_each_on_its_host(bench: Bench) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    hosts = []
    while sent := bench.next():
        (job,) = sent
        hosts.append(job.host)
        assert bench.next() == []  # one at a time
        bench.answer(job)
    assert bench.sent == ["build one", "export one", "run one"]
    assert hosts == ["torch", "torch", "ort"]
    assert bench.pipeline.idle


def test_results_of_a_stage_are_handed_to_the_next(bench: Bench) -> None:
    folder = bench.add("one")
    bench.update(folder, edited(add_op(), model__rtol=0.25))
    bench.pipeline.request(folder)
    (build,) = bench.next()
    bench.answer(build)
    (export,) = bench.next()
    assert isinstance(export, ExportJob)
    assert export.torch_library == f"{folder}/torch.so"
    bench.answer(export)
    (run,) = bench.next()
    assert isinstance(run, RunJob)
    assert (run.cases[0].model, run.ort_library) == (f"{folder}/model.onnx", f"{folder}/ort.so")
    assert (run.cases[0].inputs, run.cases[0].reference) == (
        f"{folder}/inputs.npz",
        f"{folder}/reference.npz",
    )
    assert run.tolerances.of("y") == (0.25, -1.0)
    assert len({build.id, export.id, run.id}) == 3


def test_nothing_is_done_unasked(bench: Bench) -> None:
    bench.add("one")
    assert bench.next() == []
    assert bench.pipeline.idle


@pytest.mark.parametrize(
    ("upto", "sent"),
    [
        ("build", ["build"]),
        ("export", ["build", "export"]),
        ("graph", ["build", "export"]),
        ("run", ["build", "export", "run"]),
        ("compare", ["build", "export", "run"]),
    ],
)
def test_request_goes_as_far_as_asked(bench: Bench, upto: str, sent: list[str]) -> None:
    bench.pipeline.request(bench.add("one"), upto=upto)
    assert [job.split()[0] for job in bench.work()] == sent


def test_two_hosts_work_at_once_on_two_ops(bench: Bench) -> None:
    for name in ("one", "two"):
        bench.pipeline.request(bench.add(name))
    for _ in range(2):  # build and export of the first
        (job,) = bench.next()
        bench.answer(job)
    sent = bench.next()
    assert [job.host for job in sent] == ["ort", "torch"]
    assert bench.sent[-2:] == ["run one", "build two"]
    assert len(bench.pipeline.running()) == 2
    assert not bench.pipeline.idle
    bench.answer(sent[1])  # the torch host is free again while ort still runs
    assert [job.host for job in bench.next()] == ["torch"]


def test_what_runs_user_code_has_the_limits_that_are_asked_for(bench: Bench) -> None:
    bench.pipeline = Pipeline(Limits(seconds=7.0))
    bench.pipeline.request(bench.add("one"))
    seconds = {}
    while sent := bench.next():
        (job,) = sent
        seconds[type(job).__name__] = job.limits.seconds
        bench.answer(job)
    assert seconds == {"BuildJob": 600.0, "ExportJob": 7.0, "RunJob": 7.0}

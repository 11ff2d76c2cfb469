"""What a report says."""

from __future__ import annotations

import msgspec

from tests.core.declarations import add_op, edited
from tests.core.pipeline.bench import BROKEN, Bench, parity
from workbench.core import jobs
from workbench.core.jobs import (
    STAGES,
    BuildJob,
    BuildResult,
    CompareResult,
    JobEnded,
    StageEnded,
)


def test_report_of_an_op_that_agrees(bench: Bench) -> None:
    folder = bench.verified()
    report = bench.pipeline.states[folder].report()
    assert (report.op, report.status, report.error) == ("one", "agrees", None)
    assert {s: (r.status, r.seconds) for s, r in report.stages.items()} == dict.fromkeys(
        STAGES, ("ok", 1.0)
    )
    assert (report.max_abs_diff, report.max_rel_diff) == (0.5, 0.5)
    assert report.model == f"{folder}/model.onnx"
    assert report.torch_library == f"{folder}/torch.so"
    assert report.ort_library == f"{folder}/ort.so"


def test_report_of_an_op_that_differs(bench: Bench) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    bench.work(agrees=False)
    report = bench.pipeline.states[folder].report()
    assert (report.status, report.stages["compare"].status) == ("differs", "differs")
    assert report.error is None
    assert bench.pipeline.states[folder].light("compare") == "differs"


def test_difference_that_is_not_finite_is_none(bench: Bench) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    while sent := bench.next():
        bench.answer(sent[0], agrees=False, worst=None)
    assert bench.pipeline.states[folder].report().max_abs_diff is None


def test_export_only_op_ends_with_its_graph_and_never_agrees(bench: Bench) -> None:
    op = edited(add_op(), ort={"implementation": "export-only"})
    folder = bench.add("one", op)
    bench.pipeline.request(folder)
    assert bench.work() == ["build one", "export one"]
    report = bench.pipeline.states[folder].report()
    assert report.status == "export-only"
    assert [report.stages[s].status for s in STAGES] == ["ok", "ok", "ok", "skipped", "skipped"]
    assert [bench.pipeline.states[folder].light(s) for s in STAGES[3:]] == ["skipped", "skipped"]


def test_export_only_op_that_was_not_exported_has_not_succeeded(bench: Bench) -> None:
    folder = bench.add("one", edited(add_op(), ort={"implementation": "export-only"}))
    assert bench.pipeline.states[folder].report().status == "failed"


def test_export_only_op_that_fails_is_failed(bench: Bench) -> None:
    folder = bench.add("one", edited(add_op(), ort={"implementation": "export-only"}))
    bench.pipeline.request(folder)
    bench.work({"one": "graph"})
    assert bench.pipeline.states[folder].report().status == "failed"


def test_op_of_standard_nodes_has_no_ort_library(bench: Bench) -> None:
    op = edited(
        add_op(),
        ort={"implementation": "none"},
        mapping__nodes__0__op="Add",
        mapping__nodes__0__attributes=[],
    )
    folder = bench.add("one", op)
    bench.pipeline.request(folder)
    (build,) = bench.next()
    bench.pipeline.handle(
        StageEnded(build.id, "build", "ok", 1.0, (), BuildResult("/torch.so", ""))
    )
    bench.pipeline.handle(JobEnded(build.id, "ok"))
    assert bench.work() == ["export one", "run one"]
    report = bench.pipeline.states[folder].report()
    assert (report.status, report.ort_library) == ("agrees", None)


def test_report_is_json(bench: Bench) -> None:
    folder = bench.verified()
    table = msgspec.json.decode(msgspec.json.encode(bench.pipeline.states[folder].report()))
    assert set(table) >= {"op", "stages", "status", "max_abs_diff", "max_rel_diff", "model"}
    assert set(table) >= {"torch_library", "ort_library", "error"}


def test_messages_survive_the_wire() -> None:
    job = BuildJob(3, "/x", add_op())
    line = jobs.encode(job)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert jobs.decode_request(line) == job
    event = StageEnded(3, "compare", "differs", 0.5, (BROKEN,), CompareResult((parity(False),)))
    assert jobs.decode_event(jobs.encode(event)) == event

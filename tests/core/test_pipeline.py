"""What is run next, on which host, and what a report says: the pipeline without any host."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from tests.core.declarations import add_op, edited
from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.jobs import (
    STAGES,
    BuildJob,
    BuildResult,
    CompareResult,
    ExportJob,
    ExportResult,
    GraphResult,
    JobEnded,
    OutputParity,
    RunJob,
    RunResult,
    StageEnded,
)
from workbench.core.op import Op
from workbench.core.pipeline import Pipeline
from workbench.core.stage_keys import stage_keys

BROKEN = Problem("compile", "expected ';'", "Add it.", file="kernel.cpp", line=3)


def parity(agrees: bool, worst: float | None = 0.5) -> OutputParity:
    values: dict[str, object] = dict.fromkeys(OutputParity.__struct_fields__, 0)
    values |= {"name": "y", "dtype": "float32", "shape": (2,), "agrees": agrees, "note": ""}
    values["case"] = ""
    values |= {"expected_by": "PyTorch", "actual_by": "ONNX Runtime"}
    values |= {"max_abs_diff": worst, "max_rel_diff": worst, "differences": ()}
    return msgspec.convert(values, OutputParity)


class Bench:
    """A pipeline with ops in folders, and hosts that answer as told."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.pipeline = Pipeline()
        self.sent: list[str] = []

    def add(self, name: str, op: Op | None = None) -> Path:
        folder = self.root / name
        folder.mkdir()
        (folder / "kernel.cpp").write_text("void add() {}\n", encoding="utf-8")
        self.update(folder, edited(op or add_op(), name=name))
        return folder

    def update(self, folder: Path, op: Op | None = None, *problems: Problem) -> None:
        state = self.pipeline.states.get(folder)
        self.pipeline.update(folder, op or (state.op if state else None), problems)

    def next(self) -> list[tuple[str, jobs.Job]]:
        sent = self.pipeline.next_jobs()
        self.sent += [f"{_kind(job)} {self.pipeline.folder_of(job.id).name}" for _, job in sent]  # type: ignore[union-attr]
        return sent

    def answer(
        self, job: jobs.Job, fails: str = "", agrees: bool = True, worst: float | None = 0.5
    ) -> None:
        """The host does a job; the stage ``fails`` fails."""
        for stage, result in _results(job, agrees, worst):
            if stage == fails:
                self.pipeline.handle(StageEnded(job.id, stage, "failed", 1.0, (BROKEN,)))
                self.pipeline.handle(JobEnded(job.id, "failed"))
                return
            status = "differs" if stage == "compare" and not agrees else "ok"
            self.pipeline.handle(StageEnded(job.id, stage, status, 1.0, (), result))
        self.pipeline.handle(JobEnded(job.id, "ok"))

    def work(self, fails: dict[str, str] | None = None, agrees: bool = True) -> list[str]:
        """Answer until nothing is left to do; the jobs in their order."""
        first = len(self.sent)
        while jobs_ := self.next():
            for _, job in jobs_:
                folder = self.pipeline.folder_of(job.id)
                assert folder is not None
                self.answer(job, (fails or {}).get(folder.name, ""), agrees)
            assert len(self.sent) < 50, "the pipeline never ends"
        assert self.pipeline.idle
        return self.sent[first:]

    def verified(self, name: str = "one", op: Op | None = None) -> Path:
        folder = self.add(name, op)
        self.pipeline.request(folder)
        self.work()
        return folder

    def again(self, folder: Path) -> list[str]:
        """What is run when everything stale is asked for."""
        self.pipeline.request(folder)
        return [job.split()[0] for job in self.work()]


def _kind(job: jobs.Job) -> str:
    return {BuildJob: "build", ExportJob: "export", RunJob: "run"}[type(job)]


def _results(job: jobs.Job, agrees: bool, worst: float | None) -> list[tuple[str, jobs.Result]]:
    if isinstance(job, BuildJob):
        return [("build", BuildResult(f"{job.folder}/torch.so", f"{job.folder}/ort.so", 2))]
    if isinstance(job, ExportJob):
        files = (f"{job.folder}/{n}" for n in ("model.onnx", "inputs.npz", "reference.npz"))
        return [("export", ExportResult(*files)), ("graph", GraphResult(("custom::Add",)))]
    return [("run", RunResult(0.1)), ("compare", CompareResult((parity(agrees, worst),)))]


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


# -- order


def test_jobs_of_an_op_come_in_order_each_on_its_host(bench: Bench) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    hosts = []
    while sent := bench.next():
        ((host, job),) = sent
        hosts.append(host)
        assert bench.next() == []  # one at a time
        bench.answer(job)
    assert bench.sent == ["build one", "export one", "run one"]
    assert hosts == ["torch", "torch", "ort"]
    assert bench.pipeline.idle


def test_results_of_a_stage_are_handed_to_the_next(bench: Bench) -> None:
    folder = bench.add("one")
    bench.update(folder, edited(add_op(), model__rtol=0.25))
    bench.pipeline.request(folder)
    ((_, build),) = bench.next()
    bench.answer(build)
    ((_, export),) = bench.next()
    assert isinstance(export, ExportJob)
    assert export.torch_library == f"{folder}/torch.so"
    bench.answer(export)
    ((_, run),) = bench.next()
    assert isinstance(run, RunJob)
    assert (run.model, run.ort_library) == (f"{folder}/model.onnx", f"{folder}/ort.so")
    assert (run.inputs, run.reference) == (f"{folder}/inputs.npz", f"{folder}/reference.npz")
    assert (run.rtol, run.atol) == (0.25, -1.0)
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
        ((_, job),) = bench.next()
        bench.answer(job)
    sent = bench.next()
    assert [host for host, _ in sent] == ["ort", "torch"]
    assert bench.sent[-2:] == ["run one", "build two"]
    assert len(bench.pipeline.running()) == 2
    assert not bench.pipeline.idle
    bench.answer(sent[1][1])  # the torch host is free again while ort still runs
    assert [host for host, _ in bench.next()] == ["torch"]


# -- only what is stale


def test_second_request_does_nothing(bench: Bench) -> None:
    assert bench.again(bench.verified()) == []


def test_force_runs_everything_again(bench: Bench) -> None:
    folder = bench.verified()
    bench.pipeline.request(folder, force=True)
    assert bench.work() == ["build one", "export one", "run one"]


def test_kernel_edit_runs_everything(bench: Bench) -> None:
    folder = bench.verified()
    (folder / "kernel.cpp").write_text("void add() { }\n", encoding="utf-8")
    bench.update(folder)
    assert [bench.pipeline.states[folder].light(s) for s in STAGES] == ["stale"] * 5
    assert bench.again(folder) == ["build", "export", "run"]


def test_header_in_a_subfolder_counts_as_kernel(bench: Bench) -> None:
    folder = bench.verified()
    (folder / "src").mkdir()
    (folder / "src" / "deep.hpp").write_text("", encoding="utf-8")
    bench.update(folder)
    assert bench.again(folder) == ["build", "export", "run"]


def test_renamed_header_counts_as_an_edit(bench: Bench) -> None:
    folder = bench.verified()
    (folder / "kernel.cpp").rename(folder / "other.cpp")
    bench.update(folder)
    assert bench.again(folder) == ["build", "export", "run"]


@pytest.mark.parametrize(
    "changes",
    [
        {"model__opset": 18},
        {"model__inputs__0__shape": [3, 3]},
        {"model__inputs__0__seed": 4},
        {"model__inputs__0__dynamic": {"0": "n"}},
        {"reference": {"python": "a + b"}},
    ],
)
def test_model_edit_does_not_build(bench: Bench, changes: dict[str, object]) -> None:
    folder = bench.verified()
    bench.update(folder, edited(bench.pipeline.states[folder].op or add_op(), **changes))
    assert bench.pipeline.states[folder].light("build") == "ok"
    assert bench.again(folder) == ["export", "run"]


@pytest.mark.parametrize("changes", [{"model__rtol": 0.5}, {"model__atol": 0.5}])
def test_tolerance_edit_only_compares_again(bench: Bench, changes: dict[str, object]) -> None:
    folder = bench.verified()
    bench.update(folder, edited(bench.pipeline.states[folder].op or add_op(), **changes))
    assert bench.again(folder) == ["run"]


@pytest.mark.parametrize(
    "changes", [{"doc": "new"}, {"args__0__doc": "new"}, {"outputs__0__doc": "new"}]
)
def test_edit_of_words_runs_nothing(bench: Bench, changes: dict[str, object]) -> None:
    folder = bench.verified()
    bench.update(folder, edited(bench.pipeline.states[folder].op or add_op(), **changes))
    assert bench.again(folder) == []


def test_edit_of_the_references_file_does_not_build(bench: Bench) -> None:
    op = edited(add_op(), reference={"source": "reference.py"})
    folder = bench.verified("one", op)
    (folder / "reference.py").write_text("# other", encoding="utf-8")
    bench.update(folder)
    assert bench.again(folder) == ["export", "run"]


@pytest.mark.parametrize("source", ["/dev/zero", "../secret.py"])
def test_reference_outside_the_folder_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    folder = tmp_path / "op"
    folder.mkdir()
    read: list[Path] = []
    monkeypatch.setattr(Path, "read_bytes", lambda path: read.append(path) or b"")
    stage_keys(folder, edited(add_op(), reference={"source": source}))
    assert [p for p in read if not p.resolve().is_relative_to(folder)] == []


def test_reference_whose_name_is_no_path_does_not_raise(tmp_path: Path) -> None:
    assert stage_keys(tmp_path, edited(add_op(), reference={"source": "a\0.py"}))


def test_source_whose_name_is_no_utf8_does_not_raise(tmp_path: Path) -> None:
    try:
        (tmp_path / os.fsdecode(b"\xff.cpp")).write_text("", encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    assert stage_keys(tmp_path, add_op())


def test_file_that_is_no_source_runs_nothing(bench: Bench) -> None:
    folder = bench.verified()
    (folder / "notes.md").write_text("x", encoding="utf-8")
    (folder / "op.toml").write_text("# comment", encoding="utf-8")
    bench.update(folder)
    assert bench.again(folder) == []


def test_edit_undone_runs_nothing(bench: Bench) -> None:
    folder = bench.verified()
    op = bench.pipeline.states[folder].op
    assert op is not None
    bench.update(folder, edited(op, model__opset=18))
    bench.update(folder, op)
    assert bench.again(folder) == []


@pytest.mark.parametrize(
    "changes",
    [
        {"args__0__dtype": "float32"},
        {"outputs__0__shape": "a.shape"},
        {"mapping__nodes__0__op": "custom::Other"},
        {"kernel__function": "other"},
        {"ort": {"oldest": "1.20"}},
        {"types__T": ["float64", "float32"]},
    ],
)
def test_interface_edit_makes_every_stage_stale(tmp_path: Path, changes: dict[str, object]) -> None:
    before = stage_keys(tmp_path, add_op())
    after = stage_keys(tmp_path, edited(add_op(), **changes))
    assert all(before[stage] != after[stage] for stage in STAGES)


def test_differing_result_is_a_result_and_is_not_tried_again(bench: Bench) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    bench.work(agrees=False)
    assert bench.again(folder) == []


# -- failures


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
    ((_, job),) = bench.next()
    bench.pipeline.handle(StageEnded(job.id, "build", "failed", 0.0))
    bench.pipeline.handle(JobEnded(job.id, "failed"))
    error = bench.pipeline.states[folder].report().error
    assert error is not None
    assert "build" in error.message


def test_warnings_before_the_error_are_not_reported_as_the_error(bench: Bench) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    ((_, job),) = bench.next()
    warning = Problem("compile", "unused", severity="warning")
    bench.pipeline.handle(StageEnded(job.id, "build", "failed", 0.0, (warning, BROKEN)))
    bench.pipeline.handle(JobEnded(job.id, "failed"))
    error = bench.pipeline.states[folder].report().error
    assert error is not None
    assert error.message == "expected ';'"


def test_job_that_fails_without_a_stage_is_not_repeated(bench: Bench) -> None:
    bench.pipeline.request(bench.add("one"))
    ((_, job),) = bench.next()
    bench.pipeline.handle(JobEnded(job.id, "failed"))
    assert bench.next() == []
    assert bench.pipeline.idle


def test_job_that_ends_well_without_its_stages_is_not_repeated_for_ever(bench: Bench) -> None:
    bench.pipeline.request(bench.add("one"))
    for _ in range(5):
        sent = bench.next()
        if not sent:
            return
        bench.pipeline.handle(JobEnded(sent[0][1].id, "ok"))
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


# -- host lost, cancel, forget


@pytest.mark.parametrize(("done", "host"), [(0, "torch"), (1, "torch"), (2, "ort")])
def test_lost_host_fails_its_job_and_frees_the_host(bench: Bench, done: int, host: str) -> None:
    one, two = bench.add("one"), bench.add("two")
    bench.pipeline.request(one)
    for _ in range(done):
        ((_, job),) = bench.next()
        bench.answer(job)
    ((sent_to, _),) = bench.next()
    assert sent_to == host
    bench.pipeline.host_lost(host, Problem("host", "the host died"))
    report = bench.pipeline.states[one].report()
    assert report.status == "failed"
    assert report.error is not None
    assert report.error.message == "the host died"
    bench.pipeline.request(two)
    assert bench.work() == ["build two", "export two", "run two"]


def test_idle_host_lost_harms_nobody(bench: Bench) -> None:
    folder = bench.verified()
    bench.pipeline.host_lost("torch", Problem("host", "the host died"))
    assert bench.pipeline.states[folder].report().status == "agrees"


def test_cancel_names_the_running_jobs_and_forgets_the_rest(bench: Bench) -> None:
    one, two = bench.add("one"), bench.add("two")
    for folder in (one, two):
        bench.pipeline.request(folder)
    ((host, job),) = bench.next()
    assert bench.pipeline.cancel() == [(host, jobs.CancelJob(job.id))]
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
    ((_, job),) = bench.next()
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
    ((_, job),) = bench.next()
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


# -- content that changes under a running job


@pytest.mark.parametrize("change", ["kernel", "model"])
def test_result_of_content_that_changed_meanwhile_is_stale(bench: Bench, change: str) -> None:
    folder = bench.add("one")
    bench.pipeline.request(folder)
    for _ in range(1 if change == "model" else 0):
        ((_, job),) = bench.next()
        bench.answer(job)
    ((_, job),) = bench.next()
    stage = "export" if change == "model" else "build"
    if change == "kernel":
        (folder / "kernel.cpp").write_text("// edited while it was built\n", encoding="utf-8")
        bench.update(folder)
    else:
        bench.update(folder, edited(bench.pipeline.states[folder].op or add_op(), model__opset=18))
    bench.answer(job)
    assert bench.pipeline.states[folder].light(stage) == "stale"
    assert bench.work()[0] == f"{stage} one"  # the same stage again, with the new content
    assert bench.pipeline.states[folder].light(stage) == "ok"
    assert bench.pipeline.states[folder].report().status == "agrees"


# -- reports


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
        bench.answer(sent[0][1], agrees=False, worst=None)
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
    ((_, build),) = bench.next()
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

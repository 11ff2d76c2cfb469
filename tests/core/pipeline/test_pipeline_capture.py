"""The pipeline of an op with an ONNX model: that is run once, before the export."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.core.declarations import ADD
from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.pipeline.pipeline import Pipeline
from workbench.core.storage import op_file


@pytest.fixture
def op(tmp_path: Path) -> Op:
    (tmp_path / "op.toml").write_text(ADD)
    (tmp_path / "net.onnx").write_bytes(b"a model")
    plain = op_file.load(tmp_path, validate=False)
    return msgspec.structs.replace(
        plain, model=msgspec.structs.replace(plain.model, onnx="net.onnx")
    )


def built(folder: Path, op: Op) -> Pipeline:
    """A pipeline whose build is done."""
    pipeline = Pipeline()
    pipeline.update(folder, op)
    pipeline.request(folder)
    (job,) = pipeline.next_jobs()
    assert (job.host, type(job)) == ("torch", jobs.BuildJob)
    end(pipeline, job, "build", jobs.BuildResult("torch.so", "ort.so"))
    return pipeline


def end(pipeline: Pipeline, job, stage: str, result=None, problem: Problem | None = None) -> None:
    status = "failed" if problem else "ok"
    problems = (problem,) if problem else ()
    pipeline.handle(jobs.StageEnded(job.id, stage, status, 0.1, problems, result))
    pipeline.handle(jobs.JobEnded(job.id, status))


def captured(pipeline: Pipeline) -> jobs.ExportJob:
    (job,) = pipeline.next_jobs()
    assert (job.host, type(job)) == ("ort", jobs.CaptureJob)
    assert job.ort_library == "ort.so"
    end(pipeline, job, "run", jobs.CaptureResult("capture.json"))
    (job,) = pipeline.next_jobs()
    assert (job.host, type(job)) == ("torch", jobs.ExportJob)
    return job


def test_the_model_is_run_before_the_export(tmp_path: Path, op: Op) -> None:
    pipeline = built(tmp_path, op)
    assert captured(pipeline).captured == "capture.json"
    state = pipeline.states[tmp_path]
    assert state.light("run") == "none"  # the op itself has not run yet


def test_a_failure_is_one_of_the_run_and_stops(tmp_path: Path, op: Op) -> None:
    pipeline = built(tmp_path, op)
    (job,) = pipeline.next_jobs()
    end(pipeline, job, "run", problem=Problem("run", "the kernel failed"))
    assert pipeline.next_jobs() == []
    assert pipeline.idle
    state = pipeline.states[tmp_path]
    assert state.light("run") == "failed"
    assert state.report().status == "failed"
    assert state.report().error.message == "the kernel failed"
    pipeline.request(tmp_path)
    (again,) = pipeline.next_jobs()
    assert isinstance(again, jobs.CaptureJob)


def test_a_lost_host_is_one_too(tmp_path: Path, op: Op) -> None:
    pipeline = built(tmp_path, op)
    pipeline.next_jobs()
    pipeline.host_lost("ort", Problem("host", "the ort host was killed"))
    assert pipeline.states[tmp_path].light("run") == "failed"
    assert pipeline.next_jobs() == []
    assert pipeline.idle


def test_another_model_is_run_again_and_the_same_is_not(tmp_path: Path, op: Op) -> None:
    pipeline = built(tmp_path, op)
    export = captured(pipeline)
    end(pipeline, export, "export", problem=Problem("export", "it failed"))
    pipeline.request(tmp_path)
    (job,) = pipeline.next_jobs()
    assert isinstance(job, jobs.ExportJob)
    end(pipeline, job, "export", problem=Problem("export", "it failed"))
    (tmp_path / "net.onnx").write_bytes(b"another model")
    pipeline.update(tmp_path, op)
    pipeline.request(tmp_path)
    (job,) = pipeline.next_jobs()
    assert isinstance(job, jobs.CaptureJob)


@pytest.mark.parametrize("case", ["export-only", "onnx cases", "no model"])
def test_who_needs_no_run_of_it(tmp_path: Path, op: Op, case: str) -> None:
    if case == "export-only":
        op = msgspec.structs.replace(
            op, ort=msgspec.structs.replace(op.ort, implementation="export-only")
        )
    if case == "no model":
        op = msgspec.structs.replace(op, model=msgspec.structs.replace(op.model, onnx=""))
    pipeline = built(tmp_path, op)
    if case == "onnx cases":
        pipeline.states[tmp_path].onnx_cases = "Add"
    (job,) = pipeline.next_jobs()
    assert isinstance(job, jobs.ExportJob)
    assert job.captured == ""

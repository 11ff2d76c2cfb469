"""A pipeline with ops in folders, and hosts that answer as told."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tests.core.declarations import add_op, edited
from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.jobs import (
    BuildJob,
    BuildResult,
    CompareResult,
    ExportedCase,
    ExportJob,
    ExportResult,
    GraphResult,
    JobEnded,
    OutputParity,
    RunJob,
    RunResult,
    StageEnded,
)
from workbench.core.pipeline.pipeline import Pipeline

BROKEN = Problem("compile", "expected ';'", "Add it.", file="kernel.cpp", line=3)


def parity(agrees: bool, worst: float | None = 0.5) -> OutputParity:
    values: dict[str, object] = dict.fromkeys(OutputParity.__struct_fields__, 0)
    values |= {"name": "y", "dtype": "float32", "shape": (2,), "agrees": agrees, "note": ""}
    values |= {"case": "", "independent": True, "compared": 2, "rounding": None, "random": False}
    values |= {"expected_by": "PyTorch", "actual_by": "ONNX Runtime"}
    values |= {"max_abs_diff": worst, "max_rel_diff": worst, "differences": (), "worst": None}
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

    def next(self) -> list[jobs.Job]:
        sent = self.pipeline.next_jobs()
        self.sent += [f"{_kind(job)} {self.pipeline.folder_of(job.id).name}" for job in sent]  # type: ignore[union-attr]
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
            for job in jobs_:
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
        return [
            ("export", ExportResult((ExportedCase("", *files),))),
            ("graph", GraphResult(("custom::Add",))),
        ]
    return [("run", RunResult(0.1)), ("compare", CompareResult((parity(agrees, worst),)))]

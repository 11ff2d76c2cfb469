"""Brings ops up to date: what must be done next, on which host, and what came of it.

It does no I/O. A driver (the command line's ``engine/client.py``, the window's
``gui/hosts/engine.py``) asks ``next_jobs`` what to send, hands every event to ``handle``, and
so both run the very same logic. A stage is fresh while the content that it depends on is
the same; only stale stages are run again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from workbench import paths
from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.declaration.tolerance import Tolerance
from workbench.core.errors import Problem
from workbench.core.jobs import STAGES, Job, StageEnded
from workbench.core.pipeline.hosts import HOSTS
from workbench.core.pipeline.op_state import OpState
from workbench.core.pipeline.parity import shared_kernel
from workbench.core.pipeline.stage_keys import stage_keys

__all__ = ["USUAL_LIMITS", "Pipeline", "run_job"]

USUAL_LIMITS = jobs.Limits()

_WAY: tuple[type[jobs.BaseJob], ...] = (jobs.BuildJob, jobs.ExportJob, jobs.RunJob)
"""What is done to an op, in order."""

ONNX_TOLERANCE = Tolerance(1e-3, 1e-7)
"""That of ONNX's own test cases: many expected values are written with four digits."""


def _are_there(*files: str) -> bool:
    """Whether results are still in the cache, which may have been cleared in the meantime."""
    cache = paths.cache_dir()
    ours = [path for path in map(Path, files) if path.is_relative_to(cache)]
    return all(path.exists() for path in ours)


def _files_are_there(ended: Mapping[str, tuple[str, StageEnded]]) -> bool:
    found: list[str] = []
    for _, stage in ended.values():
        if isinstance(stage.result, jobs.BuildResult):
            found += [stage.result.torch_library, stage.result.ort_library]
        elif isinstance(stage.result, jobs.ExportResult):
            found += [file for case in stage.result.cases for file in (case.model, case.reference)]
    return _are_there(*(file for file in found if file))


def run_job(
    number: int,
    state: OpState,
    op: Op,
    library: str,
    export: jobs.ExportResult,
    limits: jobs.Limits = USUAL_LIMITS,
) -> jobs.RunJob:
    """The run of sets of inputs in ONNX Runtime, held against what is expected.

    Args:
        number: the job's.
        state: the op's.
        op: it, as it was exported.
        library: its op library.
        export: the sets with their models, the main one first.
        limits: of the job.
    """
    tolerances = op.tolerances
    if state.onnx_cases:
        usual = tolerances.usual.over(ONNX_TOLERANCE)
        tolerances = msgspec.structs.replace(tolerances, usual=usual)
    return jobs.RunJob(
        number,
        str(state.folder),
        library,
        export.cases,
        tolerances=tolerances,
        shared=shared_kernel(op),
        op=op,
        each=bool(state.onnx_cases),
        failed=export.failed,
        session=op.session,
        limits=limits,
    )


class Pipeline:
    """The ops of a run, and which job each host has.

    Args:
        limits: of each job that runs user code.
    """

    def __init__(self, limits: jobs.Limits = USUAL_LIMITS) -> None:
        self._limits = limits
        self.states: dict[Path, OpState] = {}
        self._wanted: dict[Path, str] = {}
        self._busy: dict[str, tuple[Path, Job]] = {}
        self._job_keys: dict[int, dict[str, str]] = {}
        self._stopped: set[Path] = set()
        # The stages that a running job told of; one that ends without all would be sent for ever.
        self._told: dict[int, set[str]] = {}
        self._overtaken: set[int] = set()
        self._next_id = 1

    # -- what to do

    def request(self, folder: Path, upto: str = "compare", force: bool = False) -> None:
        """Ask for an op to be brought up to date, as far as the stage ``upto``.

        Args:
            folder: the op's, known in ``states``.
            upto: the last stage wanted.
            force: run every stage again, fresh or not.
        """
        state = self.states[folder]
        if force:
            state.ended.clear()
            state.captured = ("", "")
        self._stopped.discard(folder)
        self._wanted[folder] = upto

    def update(self, folder: Path, op: Op | None, problems: Iterable[Problem] = ()) -> OpState:
        """Tell what an op's declaration and files are now; results of old content go stale.

        The variant in use takes the place of the main mapping.
        """
        state = self.states.setdefault(folder, OpState(folder, op))
        state.problems = tuple(problems)
        state.op = op.resolved() if op is not None and not state.problems else op
        state.keys = stage_keys(folder, state.op) if state.op is not None else {}
        return state

    def restore(self, folder: Path, ended: Mapping[str, tuple[str, StageEnded]], at: float) -> bool:
        """Take in what came of an op's last run, by its keys; stages of other content are stale.

        Args:
            folder: the op's, known in ``states``, of which nothing was run yet.
            ended: of each stage its key and how it ended.
            at: when, in seconds since 1970.

        Returns:
            Whether it was; not where what it made is gone.
        """
        state = self.states.get(folder)
        if state is None or state.ended or not _files_are_there(ended):
            return False
        state.ended, state.restored = dict(ended), at
        return True

    def forget(self, folder: Path) -> None:
        """Drop an op that was removed."""
        self.states.pop(folder, None)
        self._wanted.pop(folder, None)

    def next_jobs(self) -> list[Job]:
        """The jobs to send now: at most one per idle host."""
        sent: list[Job] = []
        in_work = {folder for folder, _ in self._busy.values()}
        for folder in list(self._wanted):
            if len(self._busy) == len(HOSTS):
                break  # there may be many ops, and this is asked after each event
            if folder in in_work:
                continue
            job = self._step(folder)
            if job is None:
                del self._wanted[folder]
            elif job.host not in self._busy:
                self._busy[job.host] = (folder, job)
                self._job_keys[job.id] = dict(self.states[folder].keys)
                self._next_id += 1
                sent.append(job)
        return sent

    def _step(self, folder: Path) -> Job | None:
        """The first stale stage's job; None where all is fresh, or one before it failed."""
        state = self.states[folder]
        op = state.op
        if op is None or state.problems or folder in self._stopped:
            return None
        wanted = state.stages(self._wanted[folder])
        for kind in _WAY:
            needed = [s for s in kind.stages if s in wanted]
            if not needed or all(state.is_fresh(s) for s in needed):
                continue
            return self._job(kind, state, op)
        return None

    def _job(self, kind: type[jobs.BaseJob], state: OpState, op: Op) -> Job | None:
        folder = str(state.folder)
        build, export = state.current_result("build"), state.current_result("export")
        if kind is jobs.BuildJob:
            return jobs.BuildJob(self._next_id, folder, op, unlinked=state.unlinked)
        if not isinstance(build, jobs.BuildResult):
            return None
        if not _are_there(build.torch_library, build.ort_library):
            state.ended.clear()
            return jobs.BuildJob(self._next_id, folder, op, unlinked=state.unlinked)
        if kind is jobs.ExportJob:
            return self._export(state, op, build)
        if not isinstance(export, jobs.ExportResult):
            return None
        if not _are_there(*(case.model for case in export.cases)):
            for later in STAGES[STAGES.index("export") :]:
                state.ended.pop(later, None)
            return self._export(state, op, build)
        return run_job(self._next_id, state, op, build.ort_library, export, self._limits)

    def _export(
        self, state: OpState, op: Op, build: jobs.BuildResult
    ) -> jobs.CaptureJob | jobs.ExportJob:
        """The export; before it, where the op has an ONNX model, that is run for its nodes."""
        folder, operator = str(state.folder), state.onnx_cases
        wanted = op.model.onnx and not operator and not state.export_only
        key, captured = state.captured
        if not wanted:
            captured = ""
        elif key != state.keys["export"]:
            return jobs.CaptureJob(
                self._next_id, folder, op, build.ort_library, limits=self._limits
            )
        return jobs.ExportJob(
            self._next_id,
            folder,
            op,
            build.torch_library,
            operator,
            captured,
            limits=self._limits,
        )

    # -- what happened

    @property
    def idle(self) -> bool:
        """Whether nothing is running and nothing is left to do."""
        return not self._busy and not self._wanted

    def running(self) -> list[tuple[Path, Job]]:
        """The jobs under way."""
        return list(self._busy.values())

    def asked_for(self) -> set[Path]:
        """The ops that run, or wait to."""
        return {*self._wanted, *(folder for folder, _ in self._busy.values())}

    def cancel(self) -> list[tuple[str, jobs.CancelJob]]:
        """Stop: forget what is wanted; the cancellations to send."""
        self._wanted.clear()
        return [(host, jobs.CancelJob(job.id)) for host, (_, job) in self._busy.items()]

    def cancel_op(self, folder: Path) -> list[tuple[str, jobs.CancelJob]]:
        """Stop one op: the cancellations to send."""
        self._wanted.pop(folder, None)
        return [(h, jobs.CancelJob(j.id)) for h, (f, j) in self._busy.items() if f == folder]

    def overtaken(self, folder: Path) -> list[tuple[str, jobs.CancelJob]]:
        """An op is asked for again while a job of it has told all, and only looks closer at what
        went wrong: the cancellations to send, so that the new request need not wait.
        """
        ended = self.states[folder].ended if folder in self.states else {}
        found = []
        for host, (one, job) in self._busy.items():
            told = self._told.get(job.id, set())
            failed = any(ended[s][1].status == "failed" for s in told if s in ended)
            if one == folder and told and (failed or self._wants(folder) <= told):
                self._overtaken.add(job.id)
                found.append((host, jobs.CancelJob(job.id)))
        return found

    def folder_of(self, job_id: int) -> Path | None:
        """The op that a running job works on."""
        return next((f for f, j in self._busy.values() if j.id == job_id), None)

    def handle(self, event: jobs.Event) -> None:
        """Take in an event of a host."""
        match event:
            case StageEnded():
                folder = self.folder_of(event.id)
                state = self.states.get(folder) if folder else None
                if state is None:
                    return
                keys = self._job_keys[event.id]
                self._told.setdefault(event.id, set()).add(event.stage)
                if isinstance(event.result, jobs.CaptureResult):
                    state.captured = (keys.get("export", ""), event.result.file)
                    return
                state.restored = 0.0
                state.ended[event.stage] = (keys.get(event.stage, ""), event)
                if event.stage == "build":
                    state.unlinked = False  # asked for once
                for later in STAGES[STAGES.index(event.stage) + 1 :]:
                    state.ended.pop(later, None)
                if event.status == "failed" and folder and event.id not in self._overtaken:
                    self._stopped.add(folder)
            case jobs.JobEnded():
                folder = self.folder_of(event.id)
                told = self._told.pop(event.id, set())
                ended = event.status == "ok" and (folder is None or self._wants(folder) <= told)
                if folder is not None and not ended and event.id not in self._overtaken:
                    self._stopped.add(folder)
                self._overtaken.discard(event.id)
                self._busy = {h: e for h, e in self._busy.items() if e[1].id != event.id}
                self._job_keys.pop(event.id, None)
            case _:
                pass

    def _wants(self, folder: Path) -> set[str]:
        """The stages that an op's running job has to tell of."""
        state = self.states.get(folder)
        job = next(j for f, j in self._busy.values() if f == folder)
        if isinstance(job, jobs.CaptureJob):
            return set(job.stages)
        return set(job.stages) & set(state.stages()) if state is not None else set()

    def host_lost(self, host: str, problem: Problem) -> None:
        """A host process died: its job, if any, failed."""
        if host in self._busy:
            _, job = self._busy[host]
            self.handle(StageEnded(job.id, job.stages[0], "failed", 0.0, (problem,)))
            self.handle(jobs.JobEnded(job.id, "failed"))

"""Brings ops up to date: what must be done next, on which host, and what came of it.

It does no I/O. A driver (the command line's ``engine/client.py``, the window's
``gui/hosts/engine.py``) asks ``next_jobs`` what to send, hands every event to ``handle``, and
so both run the very same logic. A stage is fresh while the content that it depends on is
the same; only stale stages are run again.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.errors import Problem
from workbench.core.hosts import HOSTS
from workbench.core.jobs import STAGES, Job, StageEnded
from workbench.core.op import Op
from workbench.core.parity import UNVERIFIED, shared_kernel
from workbench.core.stage_keys import stage_keys

__all__ = ["OpReport", "OpState", "Pipeline", "StageReport"]

_JOB_STAGES: dict[str, tuple[str, ...]] = {
    "build": ("build",),
    "export": ("export", "graph"),
    "run": ("run", "compare"),
}


ONNX_TOLERANCES = (1e-3, 1e-7)
"""rtol and atol of ONNX's own test cases: many expected values are written with four digits."""

_DONE = {
    "build": "built",
    "export": "exported",
    "graph": "exported",
    "run": "ran",
    "compare": "agrees",
}


class StageReport(msgspec.Struct, frozen=True):
    """A stage in the report: ``ok``, ``unverified``, ``differs``, ``failed``, ``skipped`` or
    ``not run``.
    """

    status: str
    seconds: float = 0.0


class ErrorReport(msgspec.Struct, frozen=True):
    """Why an op failed."""

    kind: str
    message: str
    hint: str
    where: str


class OpReport(msgspec.Struct, frozen=True):
    """What ``op-workbench verify --json`` says of one op.

    Attributes:
        status: ``agrees``, ``unverified``, ``differs``, ``failed``, ``export-only``; or what the
            last wanted stage did: ``built``, ``exported``, ``ran``.
        cases_agreed: in how many of them every output agrees.
        skipped: ONNX's own test cases that the op cannot express.
        problems: all that the stages have said, errors and caveats.
    """

    op: str
    status: str
    stages: dict[str, StageReport]
    max_abs_diff: float | None = None
    max_rel_diff: float | None = None
    cases: int = 0
    """How many sets of inputs were compared."""
    cases_agreed: int = 0
    skipped: tuple[jobs.SkippedCase, ...] = ()
    model: str | None = None
    torch_library: str | None = None
    ort_library: str | None = None
    error: ErrorReport | None = None
    problems: tuple[Problem, ...] = ()


class OpState:
    """One op in the pipeline: its declaration, and per stage the last result with its key."""

    def __init__(self, folder: Path, op: Op | None, problems: Iterable[Problem] = ()) -> None:
        self.folder = folder
        self.op = op
        self.problems: tuple[Problem, ...] = tuple(problems)
        self.keys: dict[str, str] = {}
        self.ended: dict[str, tuple[str, StageEnded]] = {}
        self.captured = ("", "")
        """The nodes captured of the op's ONNX model: the key of the content, and the file."""
        self.onnx_cases = ""
        """A standard operator whose ONNX test cases are verified, not the declared examples."""

    @property
    def name(self) -> str:
        return self.op.name if self.op is not None else self.folder.name

    @property
    def export_only(self) -> bool:
        return self.op is not None and self.op.ort.implementation == "export-only"

    def result(self, stage: str) -> StageEnded | None:
        """The last outcome of a stage, fresh or not."""
        entry = self.ended.get(stage)
        return entry[1] if entry else None

    def is_fresh(self, stage: str) -> bool:
        """Whether the last outcome still stands; a failure is always tried again."""
        entry = self.ended.get(stage)
        return (
            entry is not None and entry[0] == self.keys.get(stage) and entry[1].status != "failed"
        )

    def stages(self, upto: str = "compare") -> tuple[str, ...]:
        """The stages that this op goes through."""
        last = "graph" if self.export_only else "compare"
        return STAGES[: min(STAGES.index(last), STAGES.index(upto)) + 1]

    def light(self, stage: str) -> str:
        """For the window: a stage's status, ``stale``, ``skipped`` or ``none``."""
        if stage not in self.stages():
            return "skipped"
        ended = self.result(stage)
        if ended is None:
            return "none"
        current = self.ended[stage][0] == self.keys.get(stage)
        return ended.status if current else "stale"

    def report(self, upto: str = "compare") -> OpReport:
        """The op's report, as the command line prints it; results of old content do not count.

        Args:
            upto: the last stage that was wanted; ``status`` says how that went.
        """
        stages = {stage: self._stage_report(stage) for stage in STAGES}
        build, export = (self._result_of(s) for s in ("build", "export"))
        compare = self._result_of("compare")
        outputs = compare.outputs if isinstance(compare, jobs.CompareResult) else ()
        compared = {o.case for o in outputs}
        wanted = self.stages(upto)
        error = self._error(wanted, stages)
        if error is not None:
            status = "failed"
        elif stages["compare"].status in ("differs", UNVERIFIED) and "compare" in wanted:
            status = stages["compare"].status
        elif self.export_only and wanted[-1] == "graph":
            status = "export-only" if upto == "compare" else "exported"
        else:
            status = _DONE[wanted[-1]]
        libraries = build if isinstance(build, jobs.BuildResult) else None
        return OpReport(
            op=self.name,
            status=status,
            stages=stages,
            max_abs_diff=_worst(o.max_abs_diff for o in outputs),
            max_rel_diff=_worst(o.max_rel_diff for o in outputs),
            cases=len(compared),
            cases_agreed=len(compared - {o.case for o in outputs if not o.agrees}),
            skipped=export.skipped if isinstance(export, jobs.ExportResult) else (),
            model=export.model if isinstance(export, jobs.ExportResult) else None,
            torch_library=libraries.torch_library if libraries else None,
            ort_library=(libraries.ort_library or None) if libraries else None,
            error=error,
            problems=(*self.all_problems(), *_incomplete(error)),
        )

    def all_problems(self) -> tuple[Problem, ...]:
        """Those of the declaration, then what each stage said of the present content."""
        stages = (self._current(stage) for stage in STAGES)
        return (*self.problems, *(p for ended in stages if ended for p in ended.problems))

    def _stage_report(self, stage: str) -> StageReport:
        ended = self._current(stage)
        if stage not in self.stages():
            return StageReport("skipped")
        return StageReport(ended.status, ended.seconds) if ended else StageReport("not run")

    def _current(self, stage: str) -> StageEnded | None:
        """The outcome of a stage on the present content."""
        entry = self.ended.get(stage)
        return entry[1] if entry is not None and entry[0] == self.keys.get(stage) else None

    def _result_of(self, stage: str) -> jobs.Result | None:
        ended = self._current(stage)
        return ended.result if ended else None

    def _error(self, wanted: tuple[str, ...], stages: dict[str, StageReport]) -> ErrorReport | None:
        """The first problem of the declaration or of a failed stage; or that one has not run."""
        problems = list(self.problems)
        for stage in wanted:
            ended = self._current(stage)
            if ended is not None and ended.status == "failed" and not problems:
                problems = [p for p in ended.problems if p.severity == "error"]
                problems = problems or [Problem("failed", f"the stage {stage} failed")]
        missing = [stage for stage in wanted if stages[stage].status == "not run"]
        if not problems and missing:
            problems = [
                Problem("incomplete", f"the stage {missing[0]} has not run", "Run it again.")
            ]
        if not problems:
            return None
        first = problems[0]
        return ErrorReport(first.kind, first.message, first.hint, first.where())


def _incomplete(error: ErrorReport | None) -> Iterable[Problem]:
    """That a stage has not run is said by no stage."""
    if error is not None and error.kind == "incomplete":
        yield Problem(error.kind, error.message, error.hint)


def _worst(values: Iterable[float | None]) -> float | None:
    known = list(values)
    if not known or None in known:
        return None
    return max(v for v in known if v is not None)


class Pipeline:
    """The ops of a run, and which job each host has."""

    def __init__(self) -> None:
        self.states: dict[Path, OpState] = {}
        self._wanted: dict[Path, str] = {}
        self._busy: dict[str, tuple[Path, Job]] = {}
        self._job_keys: dict[int, dict[str, str]] = {}
        self._stopped: set[Path] = set()
        # The stages that a running job told of; one that ends without all would be sent for ever.
        self._told: dict[int, set[str]] = {}
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

    def forget(self, folder: Path) -> None:
        """Drop an op that was removed."""
        self.states.pop(folder, None)
        self._wanted.pop(folder, None)

    def next_jobs(self) -> list[tuple[str, Job]]:
        """The jobs to send now: at most one per idle host."""
        sent: list[tuple[str, Job]] = []
        in_work = {folder for folder, _ in self._busy.values()}
        for folder in list(self._wanted):
            if len(self._busy) == len(HOSTS):
                break  # there may be many ops, and this is asked after each event
            if folder in in_work:
                continue
            step = self._step(folder)
            if step is None:
                del self._wanted[folder]
                continue
            host, job = step
            if host not in self._busy:
                self._busy[host] = (folder, job)
                self._job_keys[job.id] = dict(self.states[folder].keys)
                self._next_id += 1
                sent.append((host, job))
        return sent

    def _step(self, folder: Path) -> tuple[str, Job] | None:
        """The first stale stage's job; None where all is fresh, or one before it failed."""
        state = self.states[folder]
        op = state.op
        if op is None or state.problems or folder in self._stopped:
            return None
        wanted = state.stages(self._wanted[folder])
        for kind, stages in _JOB_STAGES.items():
            needed = [s for s in stages if s in wanted]
            if not needed or all(state.is_fresh(s) for s in needed):
                continue
            return self._job(kind, state, op)
        return None

    def _job(self, kind: str, state: OpState, op: Op) -> tuple[str, Job] | None:
        folder = str(state.folder)
        build, export = state._result_of("build"), state._result_of("export")
        if kind == "build":
            return "torch", jobs.BuildJob(self._next_id, folder, op)
        if not isinstance(build, jobs.BuildResult):
            return None
        if kind == "export":
            return self._export(state, op, build)
        if not isinstance(export, jobs.ExportResult):
            return None
        own = ONNX_TOLERANCES if state.onnx_cases else (-1.0, -1.0)
        rtol, atol = (
            default if isinstance(declared, msgspec.UnsetType) else declared
            for declared, default in zip((op.model.rtol, op.model.atol), own, strict=True)
        )
        return "ort", jobs.RunJob(
            self._next_id,
            folder,
            build.ort_library,
            export.cases,
            rtol=rtol,
            atol=atol,
            shared=shared_kernel(op),
            op=op,
        )

    def _export(self, state: OpState, op: Op, build: jobs.BuildResult) -> tuple[str, Job]:
        """The export; before it, where the op has an ONNX model, that is run for its nodes."""
        folder, operator = str(state.folder), state.onnx_cases
        wanted = op.model.onnx and not operator and not state.export_only
        key, captured = state.captured
        if not wanted:
            captured = ""
        elif key != state.keys["export"]:
            return "ort", jobs.CaptureJob(self._next_id, folder, op, build.ort_library)
        return "torch", jobs.ExportJob(
            self._next_id, folder, op, build.torch_library, operator, captured
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
                if event.stage == "net":
                    if isinstance(event.result, jobs.CaptureResult):
                        state.captured = (keys.get("export", ""), event.result.file)
                        return
                    # Nothing is exported either: what the user sees is that it does not run.
                    event = msgspec.structs.replace(event, stage="run")
                state.ended[event.stage] = (keys.get(event.stage, ""), event)
                for later in STAGES[STAGES.index(event.stage) + 1 :]:
                    state.ended.pop(later, None)
                if event.status == "failed" and folder:
                    self._stopped.add(folder)
            case jobs.JobEnded():
                folder = self.folder_of(event.id)
                told = self._told.pop(event.id, set())
                if folder is not None and (event.status != "ok" or not self._wants(folder) <= told):
                    self._stopped.add(folder)
                self._busy = {h: e for h, e in self._busy.items() if e[1].id != event.id}
                self._job_keys.pop(event.id, None)
            case _:
                pass

    def _wants(self, folder: Path) -> set[str]:
        """The stages that an op's running job has to tell of."""
        state = self.states.get(folder)
        job = next(j for f, j in self._busy.values() if f == folder)
        if isinstance(job, jobs.CaptureJob):
            return {"net"}
        return set(_JOB_STAGES[_kind(job)]) & set(state.stages()) if state is not None else set()

    def host_lost(self, host: str, problem: Problem) -> None:
        """A host process died: its job, if any, failed."""
        if host in self._busy:
            _, job = self._busy[host]
            stage = "net" if isinstance(job, jobs.CaptureJob) else _JOB_STAGES[_kind(job)][0]
            self.handle(StageEnded(job.id, stage, "failed", 0.0, (problem,)))
            self.handle(jobs.JobEnded(job.id, "failed"))


def _kind(job: Job) -> str:
    if isinstance(job, jobs.BuildJob):
        return "build"
    return "export" if isinstance(job, jobs.ExportJob) else "run"

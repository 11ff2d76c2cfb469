"""What has come of one op so far: the last result of each stage, and the report of them all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from workbench.core import jobs
from workbench.core.declaration.op import Op
from workbench.core.errors import Problem
from workbench.core.jobs import STAGES, StageEnded
from workbench.core.pipeline.argument_coverage import Combination, coverage
from workbench.core.pipeline.parity import UNVERIFIED
from workbench.core.toolkits.cuda import became_of
from workbench.core.types.devices import CPU

__all__ = [
    "EXPORT_ONLY",
    "NOT_RUN",
    "STATUS_WORDS",
    "ErrorReport",
    "OpReport",
    "OpState",
    "RuntimeReport",
    "SizesReport",
    "StageReport",
    "furthest",
    "of_many",
]

EXPORT_ONLY = "export-only"
"""The status of an op that nothing here runs as ONNX."""
NOT_RUN = "not run"
"""The status of a stage, or of an op in a runtime that cannot run it."""

STATUS_WORDS = {
    "built": "built",
    "exported": "exported",
    "ran": "ran",
    "agrees": "agrees",
    UNVERIFIED: "runs alike, not verified",
    "differs": "DIFFERS",
    "failed": "FAILED",
    EXPORT_ONLY: "exported, parity not checked",
    NOT_RUN: "not run",
}
"""An op's status for people."""


def of_many(status: str, count: int) -> str:
    """An op's status behind how many ops have it: ``3 agree``, ``1 agrees``."""
    words = STATUS_WORDS[status].lower()
    return words.removesuffix("s") if count != 1 and status in ("agrees", "differs") else words


_DONE = {
    "build": "built",
    "export": "exported",
    "graph": "exported",
    "run": "ran",
    "compare": "agrees",
}


class StageReport(msgspec.Struct, frozen=True):
    """A stage in the report.

    Attributes:
        status: ``ok``, ``unverified``, ``differs``, ``failed``, ``skipped`` or ``not run``.
    """

    status: str
    seconds: float = 0.0


class ErrorReport(msgspec.Struct, frozen=True):
    """Why an op failed."""

    kind: str
    message: str
    hint: str
    where: str


class RuntimeReport(msgspec.Struct, frozen=True):
    """A further runtime in the report.

    Attributes:
        runtime: its name.
        label: the same for people, with how it runs: ``linux-aarch64 (emulated)``.
        status: that of the op where the runtime's outputs agree; else ``differs`` or ``failed``; or
            ``not run``, where the runtime cannot run such an op.
        ran_with: which versions ran.
        build_seconds: what it takes to have the op for it; next to nothing where nothing changed.
        run_seconds: of all cases, with the start of the runtime.
        max_abs_diff: None where not finite, or nothing was compared.
        outputs: the comparisons.
        problems: why it failed.
        skipped: cases that the runtime cannot run, and why.
        device: where the op's kernel ran, as torch calls it.
    """

    runtime: str
    label: str
    status: str
    ran_with: str = ""
    build_seconds: float = 0.0
    run_seconds: float = 0.0
    max_abs_diff: float | None = None
    outputs: tuple[jobs.OutputParity, ...] = ()
    problems: tuple[Problem, ...] = ()
    skipped: tuple[jobs.SkippedCase, ...] = ()
    device: str = CPU


class SizesReport(msgspec.Struct, frozen=True):
    """What came of an op at other sizes.

    Attributes:
        sizes: for people: ``n = 7, m = 3``.
        status: ``agrees``, ``unverified``, ``differs`` or ``failed``.
        outputs: the comparisons.
        problems: why it failed, or is not verified.
    """

    sizes: str
    status: str
    outputs: tuple[jobs.OutputParity, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def text(self) -> str:
        """For people: by how much it is off, or why there is nothing to compare."""
        if self.status in ("failed", UNVERIFIED):
            return "; ".join(p.words for p in self.problems)
        return furthest(self.outputs)


def furthest(outputs: Iterable[jobs.OutputParity]) -> str:
    """For people: by how much the worst of the outputs is off, or why nothing was compared."""
    found = list(outputs)
    worst = [o for o in found if o.max_abs_diff is None]
    if worst:
        return worst[0].note or "max abs not finite"
    known = [o.max_abs_diff for o in found if o.max_abs_diff is not None]
    return f"max abs {max(known):.3g}" if known else ""


class OpReport(msgspec.Struct, frozen=True):
    """What ``op-workbench verify --json`` says of one op.

    Attributes:
        status: ``agrees``, ``unverified``, ``differs``, ``failed``, ``export-only``, ``not run`` (of a
            kernel that needs a GPU); or what the last wanted stage did: ``built``, ``exported``, ``ran``.
        verdict: the same in the words of the table.
        rounding: the largest part of a rounding budget that an element uses.
        cases_agreed: in how many of them every output agrees.
        cases_failed: how many more gave nothing to compare.
        skipped: ONNX's own test cases that the op cannot express.
        problems: all that the stages have reported, errors and caveats.
        outputs: the comparisons, by output, case and who is compared with whom.
        runtimes: what came of it in further runtimes that were asked for.
        at_sizes: what came of it at other sizes, if some were asked for.
        arguments: which optional tensors are given in which sets of inputs, and in none.
    """

    op: str
    status: str
    verdict: str
    stages: dict[str, StageReport]
    max_abs_diff: float | None = None
    max_rel_diff: float | None = None
    rounding: jobs.Rounding | None = None
    cases: int = 0
    """How many sets of inputs were compared."""
    cases_agreed: int = 0
    cases_failed: int = 0
    skipped: tuple[jobs.SkippedCase, ...] = ()
    model: str | None = None
    torch_library: str | None = None
    ort_library: str | None = None
    error: ErrorReport | None = None
    problems: tuple[Problem, ...] = ()
    outputs: tuple[jobs.OutputParity, ...] = ()
    runtimes: tuple[RuntimeReport, ...] = ()
    at_sizes: SizesReport | None = None
    arguments: tuple[Combination, ...] = ()

    @property
    def counted(self) -> str:
        """How many sets of inputs there were and how they went: ``3 cases of which 2 agree``."""
        found = []
        if self.cases_agreed < self.cases > 1:
            found.append(f"{self.cases} cases of which {self.cases_agreed} agree")
        elif self.cases > 1 or (self.skipped and self.cases):
            found.append(f"{self.cases} {'case' if self.cases == 1 else 'cases'}")
        if self.cases_failed:
            found.append(f"{self.cases_failed} failed")
        if self.skipped:
            found.append(f"{len(self.skipped)} skipped")
        return ", ".join(found)


class OpState:
    """One op in the pipeline: its declaration, and per stage the last result with its key."""

    def __init__(self, folder: Path, op: Op | None, problems: Iterable[Problem] = ()) -> None:
        self.folder = folder
        self.op = op
        self.problems: tuple[Problem, ...] = tuple(problems)
        self.notes: tuple[Problem, ...] = ()
        """Warnings and notes that were found before anything ran."""
        self.keys: dict[str, str] = {}
        self.ended: dict[str, tuple[str, StageEnded]] = {}
        self.restored = 0.0
        """When what is here was run, where that was before the program was started; else 0."""
        self.captured = ("", "")
        """The nodes captured of the op's ONNX model: the key of the content, and the file."""
        self.onnx_cases = ""
        """A standard operator whose ONNX test cases are verified, not the declared examples."""
        self.unlinked = False
        """Compile also what takes long and would not be linked."""

    @property
    def name(self) -> str:
        return self.op.name if self.op is not None else self.folder.name

    @property
    def export_only(self) -> bool:
        """Whether the op is exported, and nothing here runs its model."""
        return self.op is not None and not self.op.is_compared

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
        return self.lights()[stage]

    def lights(self) -> dict[str, str]:
        """Those of all stages, in their order."""
        within = self.stages()
        return {s: self._light(s) if s in within else "skipped" for s in STAGES}

    def _light(self, stage: str) -> str:
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
        build, export = (self.current_result(s) for s in ("build", "export"))
        compare = self.current_result("compare")
        outputs = compare.outputs if isinstance(compare, jobs.CompareResult) else ()
        compared = {o.case for o in outputs}
        wanted = self.stages(upto)
        error = self._error(wanted, stages)
        if error is not None:
            status = "failed"
        elif stages["compare"].status in ("differs", UNVERIFIED) and "compare" in wanted:
            status = stages["compare"].status
        elif self.export_only and wanted[-1] == "graph":
            status = self._not_compared if upto == "compare" else "exported"
        else:
            status = _DONE[wanted[-1]]
        libraries = build if isinstance(build, jobs.BuildResult) else None
        return OpReport(
            op=self.name,
            status=status,
            verdict=self._verdict(_unfinished(error) or status),
            stages=stages,
            max_abs_diff=_worst(o.max_abs_diff for o in outputs),
            max_rel_diff=_worst(o.max_rel_diff for o in outputs),
            rounding=max(
                (o.rounding for o in outputs if o.rounding is not None),
                key=lambda rounding: rounding.used,
                default=None,
            ),
            cases=len(compared),
            cases_agreed=len(compared - {o.case for o in outputs if not o.agrees}),
            cases_failed=len(compare.failed) if isinstance(compare, jobs.CompareResult) else 0,
            skipped=export.skipped if isinstance(export, jobs.ExportResult) else (),
            model=export.model if isinstance(export, jobs.ExportResult) else None,
            torch_library=libraries.torch_library if libraries else None,
            ort_library=(libraries.ort_library or None) if libraries else None,
            error=error,
            problems=(*self.all_problems(), *_incomplete(error)),
            outputs=outputs,
            arguments=coverage(self.op) if self.op is not None and not self.onnx_cases else (),
        )

    @property
    def _not_compared(self) -> str:
        """The status of an op that went as far as it can, where nothing runs its model."""
        return NOT_RUN if self.op is not None and self.op.kernel.kind.needs_gpu else EXPORT_ONLY

    def _verdict(self, status: str) -> str:
        """The status in words; of a kernel for GPUs what has become of it, since none has run."""
        words, kernel = STATUS_WORDS[status], self.op.kernel if self.op is not None else None
        if kernel is None or not kernel.gpu_source or self.current_result("build") is None:
            return words
        compiled = self.kernel_for_gpus()
        if status == NOT_RUN and kernel.kind.needs_gpu:
            return compiled
        return f"{words} on the CPU (CUDA: {compiled})" if status == "agrees" else words

    def kernel_for_gpus(self) -> str:
        """What has become of the CUDA kernel of an op that was built and has run on the CPU."""
        assert self.op is not None
        build = self._current("build")
        problems = build.problems if build is not None else ()
        return became_of(self.op.kernel.cuda_architectures, problems)

    def all_problems(self) -> tuple[Problem, ...]:
        """Those of the declaration, then what each stage reported of the present content.

        What was noted before is left out where a stage has reported it as an error.
        """
        stages = (self._current(stage) for stage in STAGES)
        reported = tuple(p for ended in stages if ended for p in ended.problems)
        kinds = {p.kind for p in reported if p.severity == "error"}
        notes = (p for p in self.notes if p.severity != "note" or p.kind not in kinds)
        return (*self.problems, *notes, *reported)

    def _stage_report(self, stage: str) -> StageReport:
        ended = self._current(stage)
        if stage not in self.stages():
            return StageReport("skipped")
        return StageReport(ended.status, ended.seconds) if ended else StageReport("not run")

    def _current(self, stage: str) -> StageEnded | None:
        """The outcome of a stage on the present content."""
        entry = self.ended.get(stage)
        return entry[1] if entry is not None and entry[0] == self.keys.get(stage) else None

    def current_result(self, stage: str) -> jobs.Result | None:
        """What a stage has given of the present content; None where it has not, or failed."""
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


def _unfinished(error: ErrorReport | None) -> str:
    return NOT_RUN if error is not None and error.kind == "incomplete" else ""


def _incomplete(error: ErrorReport | None) -> Iterable[Problem]:
    """That a stage has not run is reported by no stage."""
    if error is not None and _unfinished(error):
        yield Problem(error.kind, error.message, error.hint)


def _worst(values: Iterable[float | None]) -> float | None:
    known = list(values)
    if not known or None in known:
        return None
    return max(v for v in known if v is not None)
